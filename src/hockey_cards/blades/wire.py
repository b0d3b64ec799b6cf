"""Views as JSON: the only file that knows how a view of a duel is written for clients that hold nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.blades.levels import RED
from hockey_cards.blades.moves import MOST_CARDS, Action, Verb
from hockey_cards.blades.table import HAND, MOST_CARRIED, Cards, Table, spending, suits
from hockey_cards.cards import cards_from, codes
from hockey_cards.errors import HockeyError, ParseError

if TYPE_CHECKING:
    from hockey_cards.blades.view import BladesView

_FORMAT: Final = "hockey-cards-view/1"


def write(view: BladesView) -> str:
    """Write a view; what follows from the rest (score, legal moves) is there for clients without the engine."""
    table = view.table
    plays = [
        {"seat": play.seat, "move": play.move.code, "call": play.call, "discards": codes(spent)}
        for play, spent in zip(table.plays, table.spent, strict=True)
    ]
    fields = {
        "format": _FORMAT,
        "family": "blades",
        "rules": attrs.asdict(view.rules),
        "seat": view.seat,
        "mover": view.mover,
        "period": view.period,
        "carried": table.carried,
        "closing": codes(table.closing),
        "dealer": table.dealer,
        "hand": codes(view.hand),
        "stack": codes(view.stack),
        "legal": [move.code for move in view.legal],
        "counts": table.counts,
        "stacks": table.stacks,
        "stock": table.stock,
        "shot": codes(table.shot),
        "plays": plays,
        "discards": codes(table.discards),
        "goals": [[codes(cards) for cards in side] for side in table.goals],
        "score": view.score,
    }
    return json.dumps(fields, separators=(",", ":"))


def read(text: str) -> BladesView:
    """Read a view: play its moves again, see that they can have come about, and compare.

    Raises:
        ParseError: If the text is no view of blades, or says what cannot have come about.
    """
    try:
        given = json.loads(text, object_pairs_hook=_object)
        view = _replayed(given)
        # Compared as text, for otherwise true, 1 and 1.0 are the same.
        _check(json.dumps(given, sort_keys=True) == json.dumps(json.loads(write(view)), sort_keys=True))
    except (HockeyError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ParseError(f"the text is no view of blades: {type(error).__name__}: {str(error)[:200]}") from None
    return view


def _check(*facts: object) -> None:
    if not all(facts):
        raise ParseError("its parts contradict each other")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of pairs, refusing doubled keys."""
    made = dict(pairs)
    _check(len(made) == len(pairs))
    return made


def _replayed(given: dict[str, Any]) -> BladesView:
    """Return the view that the given rules, cards and moves lead to."""
    from hockey_cards.blades.family import Blades  # the rules are built on the view, which names them in its text
    from hockey_cards.blades.view import BladesView

    rules, seat = Blades(**given["rules"]), given["seat"]
    dealer, period, carried = numbers = given["dealer"], given["period"], given["carried"]
    _check(all(type(number) is int for number in (*numbers, seat or 0)), dealer in (0, 1), seat in (0, 1, None))
    _check(0 <= period <= rules.max_overtimes, 0 <= carried <= (MOST_CARRIED if period else 0))
    closing = cards_from(given["closing"])
    _check(period or not closing, sorted(set(closing)) == list(closing), len(closing) <= HAND)
    table = Table(rules, dealer, 1 - dealer, period, carried, closing)
    for play in given["plays"]:
        table = _after(table, play["move"], cards_from(play["discards"]))
    view = BladesView(table, seat, cards_from(given["hand"]), cards_from(given["stack"]))
    _check_cards(view)
    return view


def _after(table: Table, code: str, spent: Cards) -> Table:
    """Return the table after a move that its player can have made, as far as all can see."""
    hidden, seat = code.count("??"), table.seat
    move = Action(Verb.STACK, hidden=hidden) if hidden else Action.parse(code)
    verb, size = move.verb, len(move.cards) + hidden
    spends = spending(verb, hand=table.counts[seat], stack=table.stacks[seat], cards=size) or 0
    _check(verb in table.verbs, size <= table.counts[seat], list(spent) == sorted(spent))
    _check(0 < hidden <= MOST_CARDS if verb is Verb.STACK else suits(verb, move.cards))
    _check(len(spent) == spends, verb is not Verb.HAND or spent == move.cards)
    _check(verb is Verb.CHANGE or RED.isdisjoint(spent))
    return table.after(move, spent)


def _check_cards(view: BladesView) -> None:
    """Check that no card is in two places, and that hands and stacks are such as the plays leave."""
    counts, stacks = view.table.counts, list(view.table.stacks)
    for cards, numbers in ((view.hand, counts), (view.stack, stacks)):
        _check(list(cards) == sorted(cards), len(cards) == (0 if view.seat is None else numbers[view.seat]))
    _check(len(set(view.seen)) == len(view.seen), RED.isdisjoint(view.stack))
    _check(sum(stacks) - len(view.stack) <= len(set(view.unseen) - RED))
