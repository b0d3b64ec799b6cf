"""Gymnasium: its own check on every variant, and what a learner sees, gets and may do."""

from __future__ import annotations

import contextlib
import copy
import io
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from hockey_cards import Game, IllegalMove, SeatError, StrategyError, UnknownStrategy, factory, play, variants
from hockey_cards.batch import observe

gymnasium: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
env_checker: Any = pytest.importorskip("gymnasium.utils.env_checker")

from hockey_cards.doors.gymnasium import HockeyEnv, HockeyVectorEnv

KEYS = sorted(variants())


def numbers(made: HockeyEnv) -> list[int]:
    """Return the numbers of the legal moves."""
    return [made.game.variant.rules.number(move) for move in made.game.legal]


def played(made: HockeyEnv, seed: int) -> tuple[list[float], bool]:
    """Play a game at random; return the rewards and whether it terminated."""
    rng, rewards, over = Random(seed), list[float](), False
    made.reset(seed=seed)
    while not over:
        shown, reward, over, truncated, info = made.step(rng.choice(numbers(made)))
        assert not truncated
        assert made.observation_space.contains(shown)
        assert bool(shown["action_mask"].any()) is not over
        assert info["score"] == (made.game.score[made.side], made.game.score[1 - made.side])
        rewards.append(reward)
    return rewards, over


@pytest.mark.parametrize("key", KEYS)
def test_the_check_of_gymnasium_passes(key: str) -> None:
    """The registered environment of each variant passes, without advice and in every render mode."""
    made = gymnasium.make(f"hockey_cards/{key}-v0", disable_env_checker=True)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        env_checker.check_env(made.unwrapped)
    assert ("hockey_cards", 0) == (made.spec.namespace, made.spec.version)


def test_gymnasium_imports_the_environments_by_itself() -> None:
    made = gymnasium.make("hockey_cards.doors.gymnasium:hockey_cards/rink-v0", players=("counter", None))
    assert (1,) == made.unwrapped.learners


@pytest.mark.parametrize("key", KEYS)
def test_bots_play_as_they_do_in_the_engine(key: str) -> None:
    """A learner that plays as ``greedy`` does makes the game that two greedy players of the engine make."""
    expected = play(key, ["greedy", "greedy"], seed=4)
    made = HockeyEnv(key, [None, "greedy"])
    made.reset(seed=4)
    while made.game.outcome is None:
        move = expected.moves[len(made.game.moves)]
        _, _, over, _, _ = made.step(made.game.variant.rules.number(move))
        assert over is (made.game.outcome is not None)
    assert expected == made.game


@pytest.mark.parametrize("rewards", ["outcome", "score"])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "rink", "blades"])
def test_rewards_add_up_to_the_result(key: str, side: int, rewards: Any) -> None:
    """The rewards of a game are its outcome, or the final lead of the learner's side."""
    for seed in range(3):
        made = HockeyEnv(key, ["random", None] if side else [None, "random"], rewards=rewards)
        paid, over = played(made, seed)
        assert over
        assert made.game.outcome is not None
        lead = made.game.score[side] - made.game.score[1 - side]
        won = 0 if (winner := made.game.outcome.winner) is None else 1 if winner == side else -1
        assert (lead if rewards == "score" else won) == sum(paid)


def test_a_learner_may_have_a_partner() -> None:
    """With a player for each seat, the learner moves for its own seats only, and sees what they see."""
    made = HockeyEnv("team-breakaway", ["counter", "greedy", None, "greedy"])
    made.reset(seed=1)
    for _ in range(20):
        assert 2 == made.game.seat
        shown, *_ = made.step(numbers(made)[0])
        assert observe(made.game.view(2)).tolist() == shown["observation"].tolist()


def test_an_illegal_move_ends_the_game() -> None:
    """It is rewarded with -1 and terminates; a further step is an error until the next reset."""
    made = HockeyEnv("breakaway", rewards="score")
    shown, _ = made.reset(seed=1)
    _, reward, terminated, truncated, _ = made.step(shown["action_mask"].tolist().index(0))
    assert (-1.0, True, False) == (reward, terminated, truncated)
    with pytest.raises(IllegalMove, match="the game is over"):
        made.step(0)
    made.reset()
    assert made.game.outcome is None


@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "rink", "blades"])
def test_hidden_cards_do_not_change_what_a_learner_gets(key: str) -> None:
    """With other hidden cards the observation, the mask, the info and the picture are byte for byte the same."""
    made, rng = HockeyEnv(key, render_mode="svg"), Random(3)
    made.reset(seed=3)
    while made.game.outcome is None and len(made.game.moves) < 40:
        other = copy.copy(made)
        other.game = made.game.imagine(made.game.seat, rng)
        for mine, theirs in zip(_got(made), _got(other), strict=True):
            assert mine == theirs
        made.step(rng.choice(numbers(made)))


def _got(made: HockeyEnv) -> list[object]:
    shown: dict[str, Any] = made._observed()
    return [shown["observation"].tobytes(), shown["action_mask"].tobytes(), made._info(), made.render()]


def test_a_bot_that_fails_is_named() -> None:
    """The error names the seat; the learner is not blamed."""

    @factory
    def broken(*_: object) -> Any:
        def fail(_view: object) -> Any:
            raise RuntimeError

        return fail

    made = HockeyEnv("breakaway", [None, broken])
    with pytest.raises(StrategyError, match="seat 1"):
        made.reset(seed=1)


def test_wrong_players_are_refused() -> None:
    for players in ([None, None], ["greedy", "greedy"], [None, "greedy", "greedy"], [None, None, "greedy", "greedy"]):
        with pytest.raises(SeatError):
            HockeyEnv("team-breakaway", players)
    with pytest.raises(UnknownStrategy, match="gredy"):
        HockeyEnv("breakaway", [None, "gredy"])


def test_a_copy_goes_on_from_the_same_position() -> None:
    """A deep copy of an environment, as search algorithms make it, plays on by itself."""
    made = HockeyEnv("breakaway")
    made.reset(seed=6)
    other = copy.deepcopy(made)
    other.step(numbers(other)[0])
    assert len(other.game.moves) > len(made.game.moves)
    assert Game.start("breakaway", seed=6).moves == made.game.moves[:0]


@pytest.mark.parametrize("rewards", ["outcome", "score"])
def test_many_games_are_rewarded_as_one_is(rewards: Any) -> None:
    """The rewards of each game add up to its outcome or lead; an illegal move costs 1, and the next game is dealt."""
    games = 40
    made: Any = HockeyVectorEnv(games, "breakaway", ["greedy", None], rewards=rewards)
    rng, paid, ends = np.random.default_rng(1), np.zeros(games), 0
    shown, _ = made.reset(seed=3)
    for turn in range(260):
        moves = (rng.random((games, 52)) + shown["action_mask"]).argmax(axis=1)
        moves[0] = 99 if turn % 30 == 29 else moves[0]
        shown, gained, terminated, truncated, info = made.step(moves)
        assert made.observation_space.contains(shown)
        assert not truncated.any()
        assert {1} == set(info["seat"].tolist())
        paid += gained
        for place in np.flatnonzero(terminated):
            game = made.table.ended(place)
            outcome = game.outcome
            lead = game.score[1] - game.score[0]
            won = 0 if outcome.winner is None else 1 if outcome.winner == 1 else -1
            if rewards == "outcome":
                assert won == paid[place]
            elif game.forfeited_by is None:
                assert lead == paid[place]
            else:
                assert -1 == gained[place]
            paid[place], ends = 0, ends + 1
    assert ends > games


def test_gymnasium_makes_many_games_at_once() -> None:
    """The registered environments have a vector of their own, which says when it deals the next game."""
    made = gymnasium.make_vec("hockey_cards/breakaway-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert gymnasium.vector.AutoresetMode.SAME_STEP == made.metadata["autoreset_mode"]
    first, _ = made.reset(seed=5)
    again, _ = made.reset(seed=5)
    assert (first["observation"] == again["observation"]).all()
    other, _ = made.reset()
    assert (first["observation"] != other["observation"]).any()
    assert gymnasium.spec("hockey_cards/blades-v0").vector_entry_point is None


def test_a_vector_is_for_one_learner() -> None:
    with pytest.raises(SeatError):
        HockeyVectorEnv(2, "breakaway", [None, None])
