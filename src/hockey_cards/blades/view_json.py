"""Reading of blades views from JSON fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hockey_cards.blades.family import Blades
from hockey_cards.blades.levels import RED
from hockey_cards.blades.moves import MAX_CARDS, Action, Verb
from hockey_cards.blades.table import HAND, MAX_CARRIED, BladesTable, Cards, spending, suits
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import cards_from
from hockey_cards.errors import ParseError


def read_view(fields: Mapping[str, Any]) -> BladesView:
    """Build the view that the given rules, cards and moves lead to.

    Raises:
        ParseError: If the moves cannot have been made, or the cards cannot lie so.
    """
    rules, seat = Blades(**fields["rules"]), fields["seat"]
    dealer, period, carried = numbers = fields["dealer"], fields["period"], fields["carried"]
    _check(all(type(number) is int for number in (*numbers, seat or 0)), dealer in (0, 1), seat in (0, 1, None))
    _check(0 <= period <= rules.max_overtimes, 0 <= carried <= (MAX_CARRIED if period else 0))
    closing = cards_from(fields["closing"])
    _check(period or not closing, sorted(set(closing)) == list(closing), len(closing) <= HAND)
    table = BladesTable(rules, dealer, 1 - dealer, period, carried, closing)
    for play in fields["plays"]:
        table = _after(table, play["move"], cards_from(play["discards"]))
    view = BladesView(table, seat, cards_from(fields["hand"]), cards_from(fields["stack"]))
    _check_cards(view)
    return view


def _check(*facts: object) -> None:
    if not all(facts):
        raise ParseError("its parts contradict each other")


def _after(table: BladesTable, code: str, spent: Cards) -> BladesTable:
    """Return the table after a move, checking what is public about it."""
    hidden, seat = code.count("??"), table.seat
    move = Action(Verb.STACK, hidden=hidden) if hidden else Action.parse(code)
    verb, size = move.verb, len(move.cards) + hidden
    spends = spending(verb, hand=table.counts[seat], stack=table.stacks[seat], cards=size) or 0
    _check(verb in table.verbs, size <= table.counts[seat], list(spent) == sorted(spent))
    _check(0 < hidden <= MAX_CARDS if verb is Verb.STACK else suits(verb, move.cards))
    _check(len(spent) == spends, verb is not Verb.HAND or spent == move.cards)
    _check(verb is Verb.CHANGE or RED.isdisjoint(spent))
    return table.after(move, spent)


def _check_cards(view: BladesView) -> None:
    """Check that no card is in two places, and that hands and stacks have the sizes that the plays leave."""
    counts, stacks = view.table.counts, list(view.table.stacks)
    for cards, numbers in ((view.hand, counts), (view.stack, stacks)):
        _check(list(cards) == sorted(cards), len(cards) == (0 if view.seat is None else numbers[view.seat]))
    _check(len(set(view.seen)) == len(view.seen), RED.isdisjoint(view.stack))
    _check(sum(stacks) - len(view.stack) <= len(set(view.unseen) - RED))
