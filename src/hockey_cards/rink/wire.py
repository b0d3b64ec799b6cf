"""Views as JSON: the only file that knows how a view of a rink is written for clients that hold nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.cards import Card, cards_from, codes
from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.rink.house import Knobs
from hockey_cards.rink.state import completed
from hockey_cards.shoe import Stacked

if TYPE_CHECKING:
    from hockey_cards.rink.view import RinkView

_FORMAT: Final = "hockey-cards-view/1"


def write(view: RinkView) -> str:
    """Write a view; what follows from the rest (score, legal moves) is there for clients without the engine."""
    told = {
        "format": _FORMAT,
        "family": "rink",
        "rules": {"base": attrs.asdict(view.rules.base), "house": attrs.asdict(view.rules.knobs)},
        "seat": view.seat,
        "mover": view.mover,
        "period": view.period,
        "dealer": view.dealer,
        "layout": [card and card.code for card in view.layout],
        "running": view.running and view.running.code,
        "legal": [move.code for move in view.legal],
        "stage": str(view.stage),
        "spent": codes(view.spent),
        "thrown_out": codes(view.thrown_out),
        "goals": [codes(cards) for cards in view.goals],
        "plays": [{"seat": play.seat, "move": play.move.code, "call": play.call} for play in view.plays],
        "stacks": view.stacks,
        "score": view.score,
    }
    return json.dumps(told, separators=(",", ":"))


def read(text: str) -> RinkView:
    """Read a view: play its moves again, with any cards in the hidden places, and compare.

    Raises:
        ParseError: If the text is no view of a rink, or says what cannot have come about.
    """
    try:
        given = json.loads(text, object_pairs_hook=_object)
        view = _replayed(given)
        wrong = _differing(given, json.loads(write(view)))
    except (HockeyError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ParseError(f"the text is no view of a rink: {type(error).__name__}: {str(error)[:200]}") from None
    if wrong:
        raise ParseError(f"the view of a rink contradicts itself: {', '.join(wrong)[:200]} cannot be as given")
    return view


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of pairs, refusing doubled keys."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ParseError("a key is there twice")
    return made


def _differing(given: dict[str, Any], true: dict[str, Any]) -> list[str]:
    """Return the keys whose values differ; true, 1 and 1.0 do."""

    def canonical(values: dict[str, Any], key: str) -> str:
        return json.dumps(values[key], sort_keys=True) if key in values else "missing"

    return [key for key in sorted({*given, *true}) if canonical(given, key) != canonical(true, key)]


def _replayed(given: dict[str, Any]) -> RinkView:
    """Return the view that the given rules, cards and moves lead to."""
    from hockey_cards.rink.family import Rink  # the rules are built on the view, which names them in its text

    rules = Rink(*(Knobs(**given["rules"][layer]) for layer in ("house", "base")))
    shown = () if given["running"] is None else (given["running"],)
    known = [code if code is None else Card(code) for code in (*given["layout"], *cards_from(given["spent"]), *shown)]
    unseen = [card for card in rules.deck if card not in known]
    state = rules.start(Stacked([completed(known, unseen)]), dealer=given["dealer"])
    for play in given["plays"]:
        state = rules.apply(state, rules.parse(play["move"]))
    return rules.view(state, given["seat"])
