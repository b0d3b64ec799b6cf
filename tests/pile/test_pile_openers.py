"""Openers and opening cards of periods, and the restrictions of stop ranks (pile.1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from _stacked import cards, house, pile, play, stack, start
from hockey_cards import IllegalMove, variant
from hockey_cards.cards import Card
from hockey_cards.pile.state import begin


def at_once(state: Any) -> Any:
    """Play a period to its end, always the first legal card."""
    period = state.period
    while state.period == period and (legal := state.rules.legal(state)):
        state = state.rules.apply(state, legal[0])
    return state


def opened(game: Any, *, goals: tuple[int, int], period: int = 1, dealer: int = 0, holder: int = 0) -> Any:
    """Return the state of a later period, with given goals and the 4c in the hand of a seat."""
    direction = game.rules.schedule.direction(period)
    place = (holder - dealer) * direction % game.rules.seats
    pack = stack("4c", at=(place - 1) % game.rules.seats)
    state = start(game, pack)
    return begin(game.rules, state.deal.shoe, period, dealer, (goals, *[(0, 0)] * (period - 1)))


class TestOpeningCard:
    """In saves the holder of the 4c opens, and must lead it."""

    @pytest.mark.parametrize("holder", range(4))
    @pytest.mark.parametrize("dealer", range(4))
    def test_holder_must_lead_it(self, holder: int, dealer: int) -> None:
        """The holder is to move, whoever deals, and the card is the only legal one."""
        state = start(variant("saves"), stack("4c", at=(holder - dealer - 1) % 4), dealer=dealer)
        assert (holder, (Card("4c"),)) == (state.rules.seat(state), state.rules.legal(state))
        state = play(state, "4c")
        assert ((holder + 1) % 4, state.hands[(holder + 1) % 4]) == (state.rules.seat(state), state.rules.legal(state))

    def test_other_cards(self) -> None:
        """Another card is refused with the same message, whether it is held or not."""
        state = start(variant("saves"), stack("4c 5c 6c 7c 8c"))
        for code in ("8c", "5c"):
            with pytest.raises(IllegalMove) as caught:
                state.rules.apply(state, Card(code))
            error = caught.value
            assert ("opening-card", "pile.1.5", (Card("4c"),)) == (error.code, error.rule, error.legal)
            assert f"seat 1 must lead 4c, not {code}" == str(error)

    @pytest.mark.parametrize("opener", ["4c", "As", "Jh", "2d"])
    def test_any_card(self, opener: str) -> None:
        """House rule ``opener``: any card, a stop or goal rank too if it may lead."""
        state = start(house("saves", {"opener": opener}), stack(opener, at=2))
        assert (3, (Card(opener),)) == (state.rules.seat(state), state.rules.legal(state))
        assert ["goal" if opener == "2d" else "play"] == [each.call for each in play(state, opener).plays]

    def test_need_not(self) -> None:
        """House rule ``opener_must`` = False: the holder opens with any card."""
        state = start(house("saves", {"opener_must": False}), stack("4c", at=2))
        assert (3, state.hands[3]) == (state.rules.seat(state), state.rules.legal(state))
        assert state.rules.view(state, 0).opening_card is None
        other = state.hands[3][-1]
        assert other == play(state, [other]).pile[-1]

    def test_stop_among_what_need_not_be_led(self) -> None:
        """With ``opener_must`` = False the rules for leading stops hold for the first card."""
        game = house("saves", {"opener_must": False, "stop_may_lead": "not-first"})
        state = start(game, stack("4c 5c 6c 7c Jc"))
        assert Card("Jc") in state.hands[1]
        assert Card("Jc") not in state.rules.legal(state)

    def test_same_opener_every_period(self) -> None:
        """With ``later_opener`` = same the holder opens every period."""
        state = start(house("saves", {"later_opener": "same"}), stack("4c", at=0))
        for period, holder in enumerate((1, 2, 3)):
            assert (period, holder, (Card("4c"),)) == (state.period, state.rules.seat(state), state.rules.legal(state))
            state = at_once(state)

    def test_view(self) -> None:
        """All views have the opening card until it has been led."""
        state = start(variant("saves"), stack("4c", at=2))
        for seat in (0, 1, 2, 3, None):
            assert Card("4c") == state.rules.view(state, seat).opening_card
            assert state.rules.view(play(state, "4c"), seat).opening_card is None


class TestTrailing:
    """Later periods are opened by the trailing side: its member nearest after the dealer."""

    @pytest.mark.parametrize(
        ("goals", "dealer", "opener"),
        [
            ((0, 1), 0, 2),
            ((0, 1), 1, 2),
            ((0, 1), 2, 0),
            ((0, 1), 3, 0),
            ((3, 2), 0, 1),
            ((3, 2), 1, 3),
            ((3, 2), 2, 3),
            ((3, 2), 3, 1),
        ],
    )
    def test_trailing_side(self, goals: tuple[int, int], dealer: int, opener: int) -> None:
        """The dealer counts last, and any card may be led."""
        for holder in range(4):
            state = opened(variant("saves"), goals=goals, dealer=dealer, holder=holder)
            assert (opener, state.hands[opener]) == (state.rules.seat(state), state.rules.legal(state))

    @pytest.mark.parametrize(("goals", "opener"), [((0, 1), 0), ((1, 0), 1)])
    @pytest.mark.parametrize("dealer", [0, 1])
    def test_two_seats(self, goals: tuple[int, int], opener: int, dealer: int) -> None:
        """With two seats the trailing player opens, as dealer too."""
        state = opened(house("saves", {"seats": 2}), goals=goals, dealer=dealer, holder=1)
        assert opener == state.rules.seat(state)

    @pytest.mark.parametrize("goals", [(0, 0), (2, 2)])
    @pytest.mark.parametrize("holder", range(4))
    def test_level(self, goals: tuple[int, int], holder: int) -> None:
        """On a level score the holder of the card opens again, and must lead it."""
        state = opened(variant("saves"), goals=goals, dealer=1, holder=holder)
        assert (holder, (Card("4c"),)) == (state.rules.seat(state), state.rules.legal(state))

    def test_level_and_need_not(self) -> None:
        """pile.1.7: ``opener_must`` = False holds in every period."""
        state = opened(house("saves", {"opener_must": False}), goals=(1, 1), dealer=1, holder=3)
        assert (3, state.hands[3]) == (state.rules.seat(state), state.rules.legal(state))

    @pytest.mark.parametrize(("goals", "opener"), [((1, 1), 3), ((0, 1), 0), ((1, 0), 3)])
    def test_after_dealer(self, goals: tuple[int, int], opener: int) -> None:
        """pile.1.7: with ``opener = after-dealer`` and a level score, the seat after the dealer opens."""
        game = house("block", {"later_opener": "trailing"})
        assert opener == opened(game, goals=goals, dealer=2).setup.opener

    @pytest.mark.parametrize(
        ("goals", "dealer", "opener"), [((0, 1), 0, 2), ((1, 0), 0, 3), ((0, 1), 1, 0), ((1, 0), 1, 3)]
    )
    def test_anticlockwise(self, goals: tuple[int, int], dealer: int, opener: int) -> None:
        """The nearest seat is counted in the direction of play, also in a reversed period."""
        game = house("block-reverse", {"later_opener": "trailing"})
        state = opened(game, goals=goals, dealer=dealer)
        assert opener == state.rules.seat(state)
        legal = state.rules.legal(state)
        assert (opener - 1) % 4 == state.rules.seat(play(state, [legal[0]]))

    def test_by_difference(self) -> None:
        """pile.1.4: the total score decides which side trails."""
        game = house("saves", {"difference": True})
        state = start(game, stack("4c", at=2))
        past = ((5, 5), (1, 0))
        assert 1 == begin(pile(game), state.deal.shoe, 2, 0, past).setup.opener

    def test_with_packets(self) -> None:
        """The seat that opens a period leads each of its packets."""
        game = house("rumble", {"later_opener": "trailing", "packets": [1, 1]})
        state = opened(game, goals=(0, 1), dealer=0, holder=1)
        assert 2 == state.rules.seat(state)
        for _ in range(4):
            state = play(state, [state.rules.legal(state)[0]])
        assert (2, 4) == (state.rules.seat(state), state.ply)

    def test_in_overtime(self) -> None:
        """Overtime begins level, so no trailing side opens it."""
        game = house("saves", {"overtime": "full", "max_overtimes": 2})
        state = opened(game, goals=(1, 1), period=3, dealer=3, holder=2)
        assert (2, (Card("4c"),)) == (state.rules.seat(state), state.rules.legal(state))


class TestStops:
    """The restrictions of stop ranks."""

    @pytest.mark.parametrize(
        ("lead", "first", "later"), [("always", True, True), ("not-first", False, True), ("never", False, False)]
    )
    def test_stop_may_lead(self, lead: str, first: bool, later: bool) -> None:
        """``stop_may_lead``: whether a stop may be led first in a period, and to an empty pile later."""
        game = house("block", {"stop_may_lead": lead})
        state = start(game, stack("9c 9d Jc 5c Jd"))
        assert first is (Card("Jd") in state.rules.legal(state))
        state = play(state, "9c 9d")
        assert ((), later) == (state.pile, Card("Jc") in state.rules.legal(state))

    @pytest.mark.parametrize(("key", "legal"), [("saves", True), ("block", False), ("block-eights", False)])
    def test_stop_on_stop(self, key: str, legal: bool) -> None:
        """``stop_on_stop``: in saves a stop may be played on a stop, in the block games not."""
        game = house(key, {"opener": "after-dealer"})
        state = play(start(game, stack("5c Jc Jd")), "5c Jc")
        assert legal is (Card("Jd") in state.rules.legal(state))

    def test_another_stop(self) -> None:
        """All stop ranks count alike: in block-eights a Jack may not be played on an eight."""
        state = play(start(variant("block-eights"), stack("5c 8c Jd 6c 8d")), "5c 8c")
        assert Card("Jd") not in state.rules.legal(state)
        assert Card("8d") in play(state, [state.rules.legal(state)[0]]).hands[1]

    def test_not_scored_on(self) -> None:
        """A stop cannot be scored on, even if a stop may be played on it."""
        state = play(start(house("saves", {"opener": "after-dealer"}), stack("Jc Jd 3c 3d")), "Jc Jd 3c 3d")
        assert (["play"] * 4, (0, 0)) == ([each.call for each in state.plays], state.score)

    def test_forced_lead(self) -> None:
        """A player who holds only stops may lead one."""
        state = start(house("block-extra", {"packets": [1], "overtime_packets": [1]}), stack("Jc 5d 6h 7s"))
        assert (Card("Jc"),) == state.rules.legal(state)
        assert ["play"] == [each.call for each in play(state, "Jc").plays]

    def test_forced_by_choice_of_several(self) -> None:
        """A player who holds only stops may play any of them."""
        state = start(house("block", {"packets": [2]}), stack("Jc 5d 6h 7s Jd"))
        assert tuple(cards("Jc Jd")) == state.rules.legal(state)

    def test_forced_loses_the_claim(self) -> None:
        """A forced card falls under step 4: the claim of its side ends, and it makes none."""
        changes: dict[str, object] = {"pass_ranks": "J", "stop_ranks": "8", "stop_on_stop": False, "packets": [1, 1]}
        game = house("team-breakaway", changes | {"overtime_packets": [1]})
        state = play(start(game, stack("Jc 8c 8d 5c")), "Jc 8c 8d")
        assert ["pass", "play", "missed"] == [each.call for each in state.plays]
        assert (None, cards("Jc 8c 8d")) == (state.claim, list(state.pile))

    def test_same_words(self) -> None:
        """A forbidden card is refused with the same message as a card that is not held."""
        state = play(start(variant("block"), stack("5c Jc Jd 9c 9h")), "5c Jc")
        told: list[tuple[str, str]] = []
        for code in ("Jd", "9h"):
            with pytest.raises(IllegalMove) as caught:
                state.rules.apply(state, Card(code))
            told.append((caught.value.code, str(caught.value).replace(code, "it")))
        assert ["stop-card", "not-in-hand"] == [code for code, _ in told]
        assert told[0][1] == told[1][1]

    @pytest.mark.parametrize("move", ["5c", 5, None, 5.0, (), "", b"5c"])
    def test_not_a_move(self, move: Any) -> None:
        """Values that are not cards are refused, also codes and numbers."""
        state = start(variant("block"), stack("5c"))
        with pytest.raises(IllegalMove) as caught:
            state.rules.apply(state, move)
        assert ("not-a-move", "pile.1.1") == (caught.value.code, caught.value.rule)


class TestTableMatch:
    """House rule ``table_match`` = any: any table card may be matched while no card has been played on them."""

    @staticmethod
    def begin(changes: dict[str, object], plays: str) -> Any:
        game = house("passe", {"table_match": "any", **changes})
        return start(game, stack(plays, table="9c 9d 8h 2s", table_at=16))

    @pytest.mark.parametrize(("card", "call"), [("9s", "pass"), ("8s", "pass"), ("2c", "pass"), ("7c", "play")])
    def test_any(self, card: str, call: str) -> None:
        assert [call] == [each.call for each in play(self.begin({}, card), card).plays]

    @pytest.mark.parametrize(("card", "call"), [("9s", "play"), ("2c", "pass")])
    def test_top(self, card: str, call: str) -> None:
        """Without the option the first player may match only the top table card."""
        assert [call] == [each.call for each in play(self.begin({"table_match": "top"}, card), card).plays]

    def test_only_the_first_card(self) -> None:
        """After a card has been played on them, only the top card may be matched."""
        state = play(self.begin({}, "7c 9s"), "7c 9s")
        assert ["play", "play"] == [each.call for each in state.plays]

    @pytest.mark.parametrize(("card", "legal"), [("8s", False), ("2c", True), ("Js", True), ("9s", True)], ids=str)
    def test_stops(self, card: str, legal: bool) -> None:
        """pile.1.7: whether a stop may be played depends on the card matched, or on the top card if it matches none."""
        changes: dict[str, object] = {"pass_ranks": "", "stop_ranks": "8J", "stop_on_stop": False}
        state = self.begin(changes, card)
        assert legal is (Card(card) in state.rules.legal(state))

    def test_jack_on_a_top_stop(self) -> None:
        """A stop that matches no table card is played on the top one."""
        game = house("passe", {"table_match": "any", "pass_ranks": "", "stop_ranks": "28", "stop_on_stop": False})
        state = start(game, stack("8s", table="9c 9d 7h 2s", table_at=16))
        assert Card("8s") not in state.rules.legal(state)
