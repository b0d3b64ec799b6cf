"""Reading of pile views from JSON fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    closing = fields.get("closing")
    setup = PeriodSetup(
        rules=rules(json.dumps(fields["rules"])),
        period=fields["period"],
        dealer=fields["dealer"],
        past=tuple(tuple(goals) for goals in fields["periods"][:-1]),
        opener=fields["opener"],
        lead=None if fields["lead"] is None else Card(fields["lead"]),
        table_cards=cards_from(fields["table_cards"]),
        closing=None if closing is None else _play(closing),
    )
    chain, situation, goals = _replay(setup, [Card(play["move"]) for play in fields["plays"]])
    hand = tuple(map(Card, fields["hand"]))
    state = consistent_state(PileView(setup, fields["seat"], hand, len(fields["plays"]), situation, chain, goals))
    if state is None:
        raise ParseError("no deal leads to these plays and this hand")
    return view(state, fields["seat"])


def upgrade_view(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the fields of version 1 into those of the present version: the hand was a text."""
    return {**fields, "hand": [card.code for card in cards_from(fields["hand"])]}


@lru_cache(64)
def rules(text: str) -> Pile:
    """Return the rules of a JSON text; building them takes longer than the rest of the view."""
    return Pile.from_dict(json.loads(text))


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
