"""Reading of pile views from JSON fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hockey_cards.cards import Card, cards_from
from hockey_cards.errors import ParseError
from hockey_cards.events import side_of
from hockey_cards.pile.family import Pile
from hockey_cards.pile.imagine import consistent_state
from hockey_cards.pile.period import ENDED, Chain, PeriodSetup
from hockey_cards.pile.view import PileView, view


def read_view(fields: Mapping[str, Any]) -> PileView:
    """Build the view of a state that leads to the given plays and hand.

    Raises:
        ParseError: If no deal leads to them.
    """
    setup = PeriodSetup(
        rules=Pile.from_dict(fields["rules"]),
        period=fields["period"],
        dealer=fields["dealer"],
        past=tuple(tuple(goals) for goals in fields["periods"][:-1]),
        opener=fields["opener"],
        lead=None if fields["lead"] is None else Card(fields["lead"]),
        table_cards=cards_from(fields["table_cards"]),
    )
    chain, situation, goals = _replay(setup, [Card(play["move"]) for play in fields["plays"]])
    hand = cards_from(fields["hand"])
    state = consistent_state(PileView(setup, fields["seat"], hand, len(fields["plays"]), situation, chain, goals))
    if state is None:
        raise ParseError("no deal leads to these plays and this hand")
    return view(state, fields["seat"])


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
