"""Reading of pile views from JSON fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from hockey_cards.cards import Card, cards_from
from hockey_cards.errors import ParseError
from hockey_cards.events import side_of
from hockey_cards.pile.family import Pile
from hockey_cards.pile.imagine import consistent_state
from hockey_cards.pile.period import ENDED, Chain, PeriodSetup
from hockey_cards.pile.referee import Call
from hockey_cards.pile.view import PileView, view
from hockey_cards.rules import Played


def read_view(fields: Mapping[str, Any]) -> PileView:
    """Build the view of a state that leads to the given plays and hand.

    Raises:
        ParseError: If no deal leads to them.
    """
    given = _read(fields, _setup(PeriodSetup, rules(json.dumps(fields["rules"])), fields))
    state = consistent_state(given)
    if state is None:
        raise ParseError("no deal leads to these plays and this hand")
    return view(state, given.seat)


def read_own_view(fields: Mapping[str, Any], rules: Pile) -> PileView:
    """Build a view from fields that the library wrote, without checking them; ``process`` is the part that needs it."""
    return _read(fields, _setup(_cached_setup, rules, fields))


def upgrade_view(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the fields of version 1 into those of the present version: the hand was a text."""
    return {**fields, "hand": [card.code for card in cards_from(fields["hand"])]}


@lru_cache(64)
def rules(text: str) -> Pile:
    """Return the rules of a JSON text; building them takes longer than the rest of the view."""
    return Pile.from_dict(json.loads(text))


_cached_setup = lru_cache(64)(PeriodSetup)
"""A setup is the same in all views of a period. Unchecked fields must not be looked up: true and 1 are equal."""


def _setup(make: Callable[..., PeriodSetup], rules: Pile, fields: Mapping[str, Any]) -> PeriodSetup:
    closing = fields.get("closing")
    return make(
        rules,
        fields["period"],
        fields["dealer"],
        tuple([tuple(goals) for goals in fields["periods"][:-1]]),
        fields["opener"],
        None if fields["lead"] is None else Card(fields["lead"]),
        cards_from(fields["table_cards"]),
        None if closing is None else _play(closing),
    )


def _read(fields: Mapping[str, Any], setup: PeriodSetup) -> PileView:
    chain, situation, goals = _replay(setup, [Card(play["move"]) for play in fields["plays"]])
    hand = tuple(map(Card, fields["hand"]))
    return PileView(setup, fields["seat"], hand, len(fields["plays"]), situation, chain, goals)


def _play(fields: Mapping[str, Any]) -> Played[Card]:
    return Played(fields["seat"], side_of(fields["seat"]), Card(fields["move"]), Call(fields["call"]))


def _replay(setup: PeriodSetup, cards: list[Card]) -> tuple[Chain, int, tuple[int, ...]]:
    chain: Chain = None
    situation = setup.first_situation
    goals = [0, 0]
    for mover, card in zip(setup.movers, cards, strict=False):
        chain = (chain, situation + card)
        ruling = setup.rulings[situation + card]
        goals[side_of(mover)] += ruling.goal
        situation = ruling.next
    over = len(cards) >= setup.timetable.plays or (setup.sudden and any(goals))
    return chain, ENDED if over else situation, tuple(goals)
