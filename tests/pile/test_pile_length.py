"""The length and the score of games of the pile family (pile.1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from _catalogue import CATALOGUE
from _stacked import cards, fill, house, play, stack, start
from hockey_cards import Ending, IllegalMove, Outcome, Scored, variant
from hockey_cards.cards import Card
from hockey_cards.rules import GameEnded, PeriodEnded

# Periods of four plays by two players, cards and plays in one order: what each gives to (leader, dealer).
NOTHING = "2c 3d 4h 5s"
LEADER = "Jc Qd Qh 2c"  # a goal of the leader with the third card
DEALER = "4s 4h Kc Kd"  # a goal of the dealer with the last card
SHORT: dict[str, object] = {"packets": [2], "overtime_packets": [2]}


def course(game: Any, *periods: str, dealer: int = 0) -> Any:
    """Play whole periods with stacked packs, up to the end of the game."""
    state = start(game, *[stack(text) for text in periods], dealer=dealer)
    for number, text in enumerate(periods):
        assert number == state.period
        for card in cards(text):
            state = play(state, [card]) if state.rules.outcome(state) is None else state
    return state


def ended(winner: int | None, how: str, *score: int) -> Outcome:
    return Outcome(winner, Ending(how), score)


class TestRegulation:
    """Three periods by default; the side with more goals wins."""

    @pytest.mark.parametrize(
        ("periods", "outcome"),
        [
            ((LEADER, NOTHING, NOTHING), ended(1, "regulation", 0, 1)),
            ((DEALER, NOTHING, NOTHING), ended(0, "regulation", 1, 0)),
            ((LEADER, LEADER, LEADER), ended(1, "regulation", 1, 2)),
            ((LEADER, DEALER, LEADER), ended(1, "regulation", 0, 3)),
            ((NOTHING, DEALER, DEALER), None),
        ],
    )
    def test_three_periods(self, periods: tuple[str, ...], outcome: Outcome | None) -> None:
        """Seat 0 deals the first period, so seat 1 leads it; then the deal rotates."""
        state = course(house("breakaway", SHORT), *periods)
        assert outcome == state.rules.outcome(state)
        assert (2 if outcome else 3) == state.period

    @pytest.mark.parametrize("periods", [1, 2, 5])
    def test_periods(self, periods: int) -> None:
        """House rule ``periods``."""
        game = house("breakaway", {"packets": [2], "periods": periods, "overtime": "none"})
        state = course(game, *[NOTHING] * periods)
        assert ended(None, "draw", 0, 0) == state.rules.outcome(state)
        assert (periods - 1, periods * 4) == (state.period, state.rules.max_moves)

    @pytest.mark.parametrize("key", [key for key, row in CATALOGUE.items() if row["overtime"] == "none"])
    def test_level_is_a_draw(self, key: str) -> None:
        """pile.1.6: without overtime a level score is a draw."""
        game = house(key, {"packets": [1], "opener": "after-dealer", "stop_ranks": "", "periods": 1})
        state = play(start(game, stack("3c 5d 7h 9s")), "3c 5d 7h 9s")
        assert ended(None, "draw", 0, 0) == state.rules.outcome(state)

    def test_after_the_end(self) -> None:
        """No move is legal after the end: every attempt is ``game-over``."""
        state = course(house("breakaway", SHORT), LEADER, NOTHING, NOTHING)
        assert () == state.rules.legal(state)
        for move in (*cards("2c 9c"), 7, "2c", None):
            with pytest.raises(IllegalMove) as caught:
                state.rules.apply(state, move)
            assert ("game-over", "pile.1.4", move, ()) == (
                caught.value.code,
                caught.value.rule,
                caught.value.move,
                caught.value.legal,
            )

    def test_nothing_but_the_score_carries_over(self) -> None:
        """pile.1.1: a claim and a pile end with their period."""
        game = house("breakaway", SHORT)
        state = play(start(game, stack("2c 2d 3c Jc"), stack("Jd 2h Jh 5c")), "2c 2d 3c Jc")
        assert (1, None, (), ()) == (state.period, state.claim, state.pile, state.plays)
        state = play(state, "Jd")
        assert ("pass", 0) == (state.plays[0].call, state.claim)


class TestSuddenDeath:
    """The first goal ends the game at once."""

    def test_at_once(self) -> None:
        """The third of four plays is a goal; the fourth is not made, and its card stays in the hand."""
        state = course(house("breakaway", SHORT), NOTHING, NOTHING, NOTHING, LEADER)
        assert ended(0, "overtime", 1, 0) == state.rules.outcome(state)
        assert (3, 3, (), ((), (Card("2c"),))) == (state.period, state.ply, state.rules.legal(state), state.hands)

    def test_events(self) -> None:
        """The events are the goal, the end of the period and the end of the game, in this order."""
        state = start(house("breakaway", SHORT | {"periods": 1}), stack(NOTHING), stack(LEADER))
        state = play(state, f"{NOTHING} Jc Qd")
        told = state.rules.step(state, Card("Qh")).events
        outcome = ended(0, "overtime", 1, 0)
        assert (Scored(0, 0), PeriodEnded(1, (1, 0), (1, 0)), GameEnded(outcome)) == told[1:]

    @pytest.mark.parametrize("most", [1, 2, 4])
    def test_at_most(self, most: int) -> None:
        """At most ``max_overtimes`` overtimes are played while the score is level; then the game is a draw."""
        game = house("breakaway", SHORT | {"max_overtimes": most})
        state = course(game, *[NOTHING] * (3 + most))
        assert ended(None, "draw", 0, 0) == state.rules.outcome(state)
        assert 4 * (3 + most) == game.rules.max_moves
        state = course(game, *[NOTHING] * (2 + most), DEALER)
        winner = most % 2  # who dealt the last overtime
        assert ended(winner, "overtime", 1 - winner, winner) == state.rules.outcome(state)

    def test_goal_in_regulation_goes_on(self) -> None:
        """A goal in regulation does not end the game."""
        state = course(house("breakaway", SHORT), LEADER)
        assert (1, (0, 1), None) == (state.period, state.score, state.rules.outcome(state))

    def test_own_schedule(self) -> None:
        """Overtime has its own packets: in breakaway 4, 4, 4, 4, 4 and 6."""
        game = house("breakaway", {"packets": [1], "goal_ranks": "", "pass_ranks": ""})
        pack = fill({})
        state = start(game, stack("2c 3c"), stack("2c 3c"), stack("2c 3c"), pack)
        state = play(state, "2c 3c 2c 3c 2c 3c")
        assert (3, [4, 4], 44) == (state.period, [len(hand) for hand in state.hands], len(state.stock))

    def test_last_card(self) -> None:
        """A goal with the last card of an overtime wins too."""
        state = course(house("breakaway", SHORT), NOTHING, NOTHING, NOTHING, DEALER)
        assert ended(1, "overtime", 0, 1) == state.rules.outcome(state)

    def test_last_card_of_a_packet(self) -> None:
        """A goal with the last card of a packet ends the game before another is dealt."""
        game = house("breakaway", SHORT | {"overtime_packets": [2, 3]})
        state = course(game, NOTHING, NOTHING, NOTHING, DEALER)
        assert ended(1, "overtime", 0, 1) == state.rules.outcome(state)
        assert (((), ()), 48) == (state.hands, len(state.stock))

    def test_table_cards_in_overtime(self) -> None:
        """pile.1.3: in passe they are laid in overtime too, once a period."""
        game = house("passe", {"packets": [1], "periods": 1})
        pack = stack("3c 5d 7h 9s", table="Kc Kd Kh Ks", table_at=4)
        state = play(start(game, pack, stack("Kc 3d", table="4c 5c 6c 7c", table_at=16)), "3c 5d 7h 9s")
        assert (1, cards("4c 5c 6c 7c")) == (state.period, list(state.pile))


class TestFull:
    """A full period as overtime."""

    @pytest.mark.parametrize(
        ("overtimes", "outcome"),
        [
            ((LEADER,), ended(0, "overtime", 1, 0)),
            ((DEALER,), ended(1, "overtime", 0, 1)),
            ((NOTHING, DEALER), ended(0, "overtime", 1, 0)),
            ((NOTHING, NOTHING), ended(None, "draw", 0, 0)),
        ],
    )
    def test_to_its_end(self, overtimes: tuple[str, ...], outcome: Outcome) -> None:
        """A full overtime is played to its end, and repeated while the score is level."""
        game = house("breakaway", SHORT | {"overtime": "full", "max_overtimes": 2})
        state = course(game, NOTHING, NOTHING, NOTHING, *overtimes)
        assert outcome == state.rules.outcome(state)
        assert ((), ()) == state.hands

    def test_not_decided_by_the_first_goal(self) -> None:
        """A full overtime continues after the first goal."""
        game = house("breakaway", SHORT | {"overtime": "full", "periods": 1})
        state = play(start(game, stack(NOTHING), stack(LEADER)), f"{NOTHING} Jc Qd Qh")
        assert (None, (1, 0), (Card("2c"),)) == (state.rules.outcome(state), state.score, state.rules.legal(state))

    def test_block_extra(self) -> None:
        """pile.1.6: ten full periods at most."""
        assert 13 * 52 == variant("block-extra").rules.max_moves

    def test_own_packets(self) -> None:
        """pile.1.7: full overtime uses ``overtime_packets`` too."""
        changes: dict[str, object] = {"packets": [2], "overtime_packets": [1, 2], "overtime": "full", "periods": 1}
        state = play(start(house("breakaway", changes), stack(NOTHING), stack("3c 2d")), NOTHING)
        assert ([1, 1], 4 + 6) == ([len(hand) for hand in state.hands], state.rules.max_moves)


class TestDifference:
    """The option ``difference``: a period counts by its difference of goals."""

    def test_board_can_fall(self) -> None:
        """The score includes the current period, and can decrease within it."""
        game = house("block", {"packets": [2], "stop_ranks": ""})
        first = stack("2c 2d 3c 3d 4c 5c 5d 6c")  # seats 1 2 3 0 1 2 3 0: goals of seat 2, 0, 3
        state = start(game, first)
        boards: list[tuple[int, ...]] = []
        for card in cards("2c 2d 3c 3d 4c 5c 5d 6c"):
            state = play(state, [card])
            boards.append(state.score)
        assert [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (2, 0), (1, 0), (1, 0)] == boards
        assert ((2, 1), (0, 0)) == state.periods

    def test_sum_of_differences(self) -> None:
        """The score of the outcome is the sum of max(d, 0) and max(-d, 0) of all periods."""
        game = house("breakaway", SHORT | {"difference": True})
        state = course(game, LEADER, LEADER, LEADER)
        assert ended(1, "regulation", 1, 2) == state.rules.outcome(state)

    def test_level_on_the_board(self) -> None:
        """The total score decides: 1-0 and 0-1 are level at 1-1, and an overtime follows."""
        game = house("breakaway", SHORT | {"difference": True})
        state = course(game, LEADER, LEADER, NOTHING)
        assert (3, (1, 1), None) == (state.period, state.score, state.rules.outcome(state))

    def test_draw_at_one_all(self) -> None:
        """A period with equal goals counts nothing."""
        game = house("block", {"packets": [2], "stop_ranks": "", "periods": 1})
        state = play(start(game, stack("2c 2d 3c 4c 4d 5c 6c 7c")), "2c 2d 3c 4c 4d 5c 6c 7c")
        assert ((1, 1), ended(None, "draw", 0, 0)) == (state.goals, state.rules.outcome(state))

    def test_summed_goals(self) -> None:
        """Without the option goals are added."""
        game = house("block", {"packets": [2], "stop_ranks": "", "periods": 1, "difference": False})
        state = play(start(game, stack("2c 2d 3c 4c 4d 5c 6c 7c")), "2c 2d 3c 4c 4d 5c 6c 7c")
        assert ended(None, "draw", 1, 1) == state.rules.outcome(state)


class TestDraw:
    """Draw games end and go into overtime like other games."""

    def test_sudden_death(self) -> None:
        """pile.1.7: the overtime of a draw game is dealt like its periods; a goal ends it at once."""
        game = house("block-draw", {"overtime": "sudden-death", "periods": 1, "stop_ranks": ""})
        calm, quick = fill({}), stack("2c 2d")
        state = start(game, calm, quick)
        while state.period == 0 and state.rules.outcome(state) is None:
            legal = state.rules.legal(state)
            state = play(state, [next((card for card in legal if not _scores(state, card)), legal[0])])
        assert (1, (0, 0)) == (state.period, state.score)
        state = play(state, "2c 2d")
        assert ended(1, "overtime", 0, 1) == state.rules.outcome(state)  # seat 1 dealt, seat 3 scored
        assert 80 == state.rules.max_moves


def _scores(state: Any, card: Card) -> bool:
    return bool(state.rules.view(state, None).ruling(card).goal)


class TestRuns:
    """pile.1.6: checks and rumbles."""

    @staticmethod
    def told(game: Any, plays: str, table: str = "", table_at: int = 0) -> list[str]:
        """Return the names of the events of runs, play by play."""
        state = start(game, stack(plays, table=table, table_at=table_at))
        names: list[str] = []
        for card in cards(plays):
            step = state.rules.step(state, card)
            kinds = [type(event).__name__ for event in step.events]
            names.append(next((kind for kind in kinds if kind in ("Checked", "Rumbled")), "-"))
            state = step.state
        return names

    def test_check_and_rumble(self) -> None:
        """The third card of a rank in a row is a check, the fourth a rumble; the call is unchanged."""
        assert ["-", "-", "Checked", "Rumbled"] == self.told(variant("rumble"), "3c 3d 3h 3s")
        state = play(start(variant("rumble"), stack("3c 3d 3h 3s")), "3c 3d 3h 3s")
        assert ["play", "pass", "interception", "interception"] == [play.call for play in state.plays]

    def test_interrupted(self) -> None:
        assert ["-"] * 5 == self.told(variant("rumble"), "3c 3d 4c 3h 3s")

    def test_pass_ranks(self) -> None:
        """Pass ranks make no runs."""
        assert ["-"] * 4 == self.told(variant("rumble"), "Jc Jd Jh Js")

    def test_over_packets(self) -> None:
        """A run crosses packets."""
        assert ["-", "-", "Checked", "Rumbled"] == self.told(house("rumble", {"packets": [1]}), "3c 3d 3h 3s")[:4]
        game = house("rumble", {"packets": [1, 1]})
        assert ["-"] * 3 + ["-", "Checked"] == self.told(game, "5c 6c 3c 3d 3h")

    def test_ends_with_the_period(self) -> None:
        game = house("rumble", {"packets": [1]})
        state = play(start(game, stack("5c 6c 3c 3d"), stack("3h 3s 5c 6c")), "5c 6c 3c 3d 3h")
        events = state.rules.step(state, Card("3s")).events
        assert ["Played", "Claimed"] == [type(event).__name__ for event in events]

    def test_ends_with_the_pile(self) -> None:
        """A run ends when the pile is set aside; the card that sets it aside still counts."""
        game = house("rumble", {"pass_clears_pile": True})
        assert ["-"] * 4 == self.told(game, "3c 3d 3h 3s")
        game = house(
            "rumble", {"goal_clears_pile": True, "goal_needs_pass": False, "pass_ranks": "", "stop_ranks": "5"}
        )
        assert ["-", "-", "Checked", "Rumbled"] == self.told(game, "5c 5d 5h 5s")

    def test_off(self) -> None:
        assert ["-"] * 4 == self.told(variant("team-breakaway"), "3c 3d 3h 3s")
