"""The deal of the pile family, the turns, and the length of periods (pile.1.1, pile.1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import attrs
import pytest

from _catalogue import CATALOGUE
from _stacked import house, play
from hockey_cards import Game, SeatError, Seeded, ShoeError, Stacked, Variant, variant
from hockey_cards.cards import Card, deck
from hockey_cards.events import Dealt
from hockey_cards.pile import VARIANTS
from hockey_cards.rules import Drawn


@attrs.frozen
class Deal:
    """The deal of a game, computed from its row of the table (pile.1.6)."""

    seats: int
    packets: list[int]
    table: int
    plays: int
    """The number of plays of a period: one for each card dealt; in draw games, until the stock is empty."""

    @classmethod
    def of(cls, row: dict[str, Any], packets: Any) -> Deal:
        seats, table = row["seats"], row["table_cards"]
        if row["draw"] is not None:
            return cls(seats, [row["draw"]], table, 52 - table - seats * row["draw"])
        sizes: list[int] = [52 // seats] if packets == "all" else list(packets or ())
        return cls(seats, sizes, table, seats * sum(sizes))


DEALS = {key: Deal.of(row, row["packets"]) for key, row in CATALOGUE.items()}
PACK = Seeded(77).pack(0)
EVERY = pytest.mark.parametrize("key", DEALS)


def start(game: Variant, dealer: int = 0) -> Any:
    return game.rules.start(Stacked([PACK] * 20), dealer=dealer)


def course(state: Any) -> Iterator[Any]:
    """Yield the states of a game in which each player plays the first legal card."""
    yield state
    while legal := state.rules.legal(state):
        state = state.rules.apply(state, legal[0])
        yield state


def dealt(cards: Sequence[Card], order: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
    """Deal one card at a time, to the seats in order, until none is left."""
    hands: list[list[Card]] = [[] for _ in order]
    for turn, card in enumerate(cards):
        hands[order[turn % len(order)]].append(card)
    return tuple(tuple(sorted(hand)) for hand in hands)


def order_after(dealer: int, seats: int, direction: int = 1) -> list[int]:
    return [(dealer + direction * step) % seats for step in range(1, seats + 1)]


def test_every_game_is_here() -> None:
    assert [each.key for each in VARIANTS] == list(DEALS)


@EVERY
def test_first_packet(key: str) -> None:
    """pile.1.3: the first packet is dealt one card at a time, clockwise from the seat after the dealer."""
    deal = DEALS[key]
    size = deal.packets[0] * deal.seats
    for dealer in range(deal.seats):
        state = start(variant(key), dealer)
        assert dealt(PACK[:size], order_after(dealer, deal.seats)) == state.hands
        assert PACK[size : size + deal.table] == state.setup.table_cards == state.pile
        assert PACK[size + deal.table :] == state.stock
        assert dealer == state.dealer


@EVERY
def test_later_packets(key: str) -> None:
    """pile.1.3: each packet is dealt when the hands are empty; the seat that led the period leads it."""
    deal = DEALS[key]
    states = list(course(start(variant(key))))
    played, place = 0, deal.table
    for packet in deal.packets:
        state, size = states[played], packet * deal.seats
        cards = PACK[:size] if not played else PACK[place : place + size]
        if not state.rules.schedule.draw:
            assert dealt(cards, order_after(0, deal.seats)) == state.hands
            assert states[0].rules.seat(states[0]) == state.rules.seat(state)
        played, place = played + size, place + size
    assert [0] * deal.plays == [state.period for state in states[: deal.plays]]
    assert 1 == states[deal.plays].period


@EVERY
def test_length_of_a_game(key: str) -> None:
    """pile.1.3, pile.1.4: all periods have the same number of plays, and ``max_moves`` counts all overtimes."""
    row: Any = CATALOGUE[key]
    periods, plays = row["periods"], DEALS[key].plays
    rules: Any = variant(key).rules
    overtime = Deal.of(row, row["overtime_packets"]).plays
    assert plays * periods + overtime * row["max_overtimes"] == rules.max_moves
    states = [state for state in course(start(variant(key))) if state.period < periods and rules.legal(state)]
    assert [period for period in range(periods) for _ in range(plays)] == [state.period for state in states]


PLAIN = [key for key, row in CATALOGUE.items() if not row["reversed_periods"] and row["opener"] == "after-dealer"]


@pytest.mark.parametrize("key", PLAIN)
def test_turns(key: str) -> None:
    """pile.1.1: play is clockwise, one card each turn; the deal rotates, and the seat after the dealer leads."""
    seats = DEALS[key].seats
    for dealer in range(seats):
        for state in course(start(variant(key), dealer)):
            assert (dealer + state.period) % seats == state.dealer
            assert (state.dealer + 1 + state.ply) % seats == state.rules.seat(state) or not state.rules.legal(state)


def test_reversed_period() -> None:
    """pile.1.6: period 2 of block-reverse is dealt and played anticlockwise; the deal still rotates clockwise."""
    states = list(course(start(variant("block-reverse"), 3)))
    assert [3, 0, 1] == [states[52 * period].dealer for period in range(3)]
    for period, order in enumerate(([0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1])):
        first = states[52 * period]
        assert dealt(PACK, order) == first.hands
        movers = [state.rules.seat(state) for state in states[52 * period : 52 * period + 52]]
        assert order * 13 == movers


def test_reversed_periods_count_on_into_overtime() -> None:
    """pile.1.7: ``reversed_periods`` may name any period, overtimes included."""
    game = house("block-extra", {"reversed_periods": [4, 1], "periods": 1, "stop_ranks": "", "max_overtimes": 5})
    directions = {state.period: state.setup.movers[1] - state.setup.movers[0] for state in course(start(game))}
    reached = {period: {1: 1, -3: 1, -1: -1, 3: -1}[step] for period, step in directions.items()}
    assert {period: -1 if period in (0, 3) else 1 for period in reached} == reached


def test_table_cards_come_after_the_first_packet_once() -> None:
    """pile.1.3: table cards are dealt once in a period, between the first and the second packet."""
    state = start(variant("passe"), 1)
    later = next(each for each in course(state) if each.ply == 16)
    assert dealt(PACK[20:36], [2, 3, 0, 1]) == later.hands
    assert PACK[16:20] == later.setup.table_cards
    assert PACK[36:] == later.stock


def test_table_cards_of_each_period() -> None:
    """pile.1.1: the second period has table cards of its own pack, and nothing from the first."""
    packs = [Seeded(seed).pack(0) for seed in range(8)]
    state: Any = variant("passe").rules.start(Stacked(packs))
    for each in course(state):
        assert packs[each.period][16:20] == each.setup.table_cards
        if not each.ply:
            assert (packs[each.period][16:20], None, ()) == (each.pile, each.claim, each.plays)


class TestDraw:
    """pile.1.3: hands refilled from the stock."""

    def test_draws(self) -> None:
        """After each play the player draws the next card of the stock."""
        states = list(course(start(variant("block-draw"), 2)))
        assert dealt(PACK[:12], [3, 0, 1, 2]) == states[0].hands
        for ply, (state, after) in enumerate(pairwise(states[:40])):
            mover, move = state.rules.seat(state), after.plays[-1].move
            held = sorted({*state.hands[mover]} - {move} | {PACK[12 + ply]})
            assert tuple(held) == after.hands[mover]
            assert PACK[13 + ply :] == after.stock

    def test_end(self) -> None:
        """The period ends with the play that empties the stock: after 40 plays."""
        states = list(course(start(variant("block-draw"))))
        assert [0, 1] == [states[39].period, states[40].period]
        assert (PACK[51],) == states[39].stock

    @pytest.mark.parametrize(("table", "plays"), [(0, 52), (3, 49)])
    def test_play_out(self, table: int, plays: int) -> None:
        """House rule ``play_out``: the period continues until the hands are empty."""
        game = house("block-draw", {"play_out": True, "table_cards": table})
        states = list(course(start(game)))
        first = [state for state in states if state.period == 0]
        assert plays == len(first)
        sizes = [len(state.hands[state.rules.seat(state)]) for state in first]
        assert [3] * (plays - 12) + [3] * 4 + [2] * 4 + [1] * 4 == sizes
        assert [0, 0, 0, 1] == sorted(len(hand) for hand in first[-1].hands)

    def test_table_cards(self) -> None:
        """The stock begins after the table cards."""
        state = start(house("block-draw", {"table_cards": 2}))
        assert (PACK[12:14], PACK[14:]) == (state.pile, state.stock)
        assert PACK[14] in play(state, [state.rules.legal(state)[0]]).hands[1]

    def test_last_hands_stay_hidden(self) -> None:
        """The cards left in hand stay hidden: no view and no event shows them."""
        state = start(house("block-draw", {"periods": 1}))
        *_, last = course(state)
        assert [3, 3, 3, 3] == [len(hand) for hand in last.hands]
        view = last.rules.view(last, 0)
        assert (last.hands[0], (3, 3, 3, 3), 0) == (view.hand, view.counts, view.stock)

    def test_all_cards_in_the_hands(self) -> None:
        """Without a stock the hands are played like a packet, until they are empty."""
        states = list(course(start(house("block-draw", {"draw": 13}))))
        assert [0, 1] == [states[51].period, states[52].period]

    def test_events(self) -> None:
        """Only the player who drew a card sees it."""
        state = start(variant("block-draw"))
        events = state.rules.step(state, state.rules.legal(state)[0]).events
        drawn = [event for event in events if isinstance(event, Drawn)]
        assert [Drawn(1, 1, PACK[12])] == drawn
        assert [Drawn(1, 1, PACK[12]), Drawn(1, 1, None), Drawn(1, 1, None)] == [
            drawn[0].seen_by(s) for s in (1, 0, None)
        ]


class TestUneven:
    """pile.1.3: with 6, 8 or 10 seats hands are uneven."""

    @pytest.mark.parametrize(
        ("seats", "sizes"),
        [(4, [13] * 4), (6, [9, 9, 9, 9, 8, 8]), (8, [7] * 4 + [6] * 4), (10, [6, 6] + [5] * 8)],
    )
    @pytest.mark.parametrize("direction", [1, -1])
    def test_hands(self, direction: int, seats: int, sizes: list[int]) -> None:
        """The first seats after the dealer get one card more; all 52 cards are played if they open."""
        dealer = seats - 2
        changes: dict[str, object] = {"seats": seats, "reversed_periods": [1] if direction < 0 else []}
        states = list(course(start(house("block-eights", changes), dealer)))
        order = order_after(dealer, seats, direction)
        assert dealt(PACK, order) == states[0].hands
        assert sizes == [len(states[0].hands[seat]) for seat in order]
        assert [0, 1] == [states[51].period, states[52].period]

    @pytest.mark.parametrize(("seats", "place"), [(6, 4), (6, 5), (8, 6), (10, 2), (10, 9), (6, 0)])
    def test_void(self, seats: int, place: int) -> None:
        """The period ends when the player to move has no card; the other cards stay unplayed."""
        opener = PACK[place].code
        game = house("block-eights", {"seats": seats, "opener": opener, "opener_must": False})
        states = list(course(start(game)))
        last = next(state for state, after in pairwise(states) if after.period == 1)
        sizes = [len(hand) for hand in states[0].hands]
        movers = [(place + 1 + turn) % seats for turn in range(60)]
        plays = next(turn for turn, seat in enumerate(movers) if sizes[seat] == movers[:turn].count(seat))
        assert plays == last.ply + 1
        assert 52 - plays == sum(map(len, last.hands)) - 1


class TestFewerCards:
    """pile.1.7: a schedule may deal only part of the pack; the other cards are out of play."""

    def test_rest(self) -> None:
        state = start(house("breakaway", {"packets": [2, 1]}))
        assert (PACK[4:], 6) == (state.stock, next(n for n, each in enumerate(course(state)) if each.period))
        later = play(state, [state.hands[1][0], state.hands[0][0], state.hands[1][1], state.hands[0][1]])
        assert (dealt(PACK[4:6], [1, 0]), PACK[6:]) == (later.hands, later.stock)

    def test_events(self) -> None:
        """Each later packet is an event; a seat sees its own hand in it."""
        state = start(house("breakaway", {"packets": [1, 2]}))
        state = play(state, [PACK[0]])
        dealt_event = state.rules.step(state, PACK[1]).events[-1]
        assert Dealt(0, 0, dealt(PACK[2:6], [1, 0])) == dealt_event
        assert Dealt(0, 0, (dealt_event.hands[0], (None, None))) == dealt_event.seen_by(0)
        assert Dealt(0, 0, ((None, None), (None, None))) == dealt_event.seen_by(None)


class TestShoes:
    """The requirements for shoe and dealer."""

    @pytest.mark.parametrize("pack", [deck()[:51], (*deck()[:51], deck()[0]), (), (*deck(), deck()[0])], ids=len)
    def test_wrong_packs(self, pack: tuple[Card, ...]) -> None:
        """A pack that is not exactly the deck is refused, with the period."""
        with pytest.raises(ShoeError, match="period 0"):
            variant("block").rules.start(Stacked([pack]))

    def test_missing_pack(self) -> None:
        """A missing pack is refused when its period begins; the error names the period, and the state is unchanged."""
        state = start(house("breakaway", {"packets": [1]}))
        short: Any = state.rules.start(Stacked([PACK]))
        short = play(short, [PACK[0]])
        with pytest.raises(ShoeError, match="period 1"):
            short.rules.apply(short, PACK[1])
        assert (PACK[1],) == short.rules.legal(short)

    @pytest.mark.parametrize("dealer", [-1, 4, True, None, 1.0, "0"])
    def test_dealers(self, dealer: Any) -> None:
        """The dealer must be a seat."""
        with pytest.raises(SeatError):
            Game.start("passe", dealer=dealer)

    def test_default_dealer(self) -> None:
        """pile.1.1: seat 0 deals period 1 by default."""
        assert (0, 1) == (Game.start("passe", seed=1).state.dealer, Game.start("passe", seed=1).seat)  # type: ignore[attr-defined]  # the pile's state has one
