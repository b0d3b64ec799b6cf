"""PettingZoo: its own tests on every variant, and what an environment shows, rewards and forgives."""

from __future__ import annotations

import contextlib
import copy
import io
import warnings
from functools import partial
from random import Random
from typing import Any

import pytest

from hockey_cards import Game, ParseError, UnknownVariant, variants
from hockey_cards.batch import observe

tests: Any = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed")

from hockey_cards.doors.pettingzoo import HockeyEnv, env

KEYS = sorted(variants())


@pytest.fixture(autouse=True)
def fixture_advice() -> Any:
    """Ignore the advice that observations be arrays: it is not for environments with masks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


@pytest.mark.parametrize("key", KEYS)
def test_the_tests_of_pettingzoo_pass(key: str) -> None:
    tests.api_test(env(key), num_cycles=150)
    tests.seed_test(lambda: env(key), num_cycles=30)
    with contextlib.redirect_stdout(io.StringIO()):
        tests.render_test(partial(env, key))


def played(made: Any, seed: int) -> Game[Any, Any, Any]:
    """Play a game to its end, each agent with a random legal move; return the game."""
    rng = Random(seed)
    made.reset(seed=seed)
    for agent in made.agent_iter():
        shown, _, terminated, truncated, _ = made.last()
        assert not truncated
        legal = [number for number, good in enumerate(shown["action_mask"]) if good]
        assert bool(legal) is not terminated, agent
        made.step(None if terminated else rng.choice(legal))
    game: Game[Any, Any, Any] = made.unwrapped.game
    return game


@pytest.mark.parametrize("key", KEYS)
def test_games_are_those_of_the_engine(key: str) -> None:
    """A seed deals the engine's game of that seed, and a record of the played game can be read back."""
    game = played(env(key), 5)
    assert game.outcome is not None
    again: Game[Any, Any, Any] = Game.start(key, seed=5)
    for move in game.moves:
        again = again.play(move)
    assert again == game
    assert Game.from_record(game.record()).outcome == game.outcome


def test_a_reset_without_a_seed_goes_on_from_the_last_one() -> None:
    """The games after a seed are the same every time, and differ from each other."""
    made = HockeyEnv("breakaway")

    def games() -> list[str]:
        found: list[str] = []
        for seed in (3, None, None):
            made.reset(seed=seed)
            found.append(made.game.record())
        return found

    first = games()
    assert games() == first
    assert 3 == len(set(first))


@pytest.mark.parametrize("key", KEYS)
def test_every_agent_sees_its_own_view(key: str) -> None:
    """At any moment an agent's observation is that of its seat's view, and its mask that of its legal moves."""
    made, rng = HockeyEnv(key), Random(1)
    made.reset(seed=1)
    for _ in range(15):
        for seat, agent in enumerate(made.possible_agents):
            view, shown = made.game.view(seat), made.observe(agent)
            assert observe(view).tolist() == shown["observation"].tolist()
            legal = [number for number, good in enumerate(shown["action_mask"]) if good]
            assert [made.game.variant.rules.number(move) for move in view.legal] == legal
            assert made.observation_space(agent).contains(shown)
        made.step(made.game.variant.rules.number(rng.choice(made.game.legal)))


@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "rink", "blades"])
def test_hidden_cards_do_not_change_what_an_agent_gets(key: str) -> None:
    """With other hidden cards, an agent's observation and every picture of the table stay byte for byte the same."""
    made, rng = HockeyEnv(key, render_mode="svg"), Random(2)
    made.reset(seed=2)
    for _ in range(15):
        for seat, agent in enumerate(made.possible_agents):
            other = copy.deepcopy(made)
            other.game = made.game.imagine(seat, rng)
            mine, theirs = made.observe(agent), other.observe(agent)
            assert {name: array.tobytes() for name, array in mine.items()} == {
                name: array.tobytes() for name, array in theirs.items()
            }
        other = copy.deepcopy(made)
        other.game = made.game.imagine(None, rng)
        assert made.render() == other.render()
        made.step(made.game.variant.rules.number(rng.choice(made.game.legal)))


def test_the_winners_are_rewarded_at_the_end() -> None:
    """All agents of a side get the same: 1 for the winners, -1 for the losers, 0 before the end."""
    made = HockeyEnv("team-breakaway")
    rng, paid = Random(1), dict.fromkeys(made.possible_agents, 0.0)
    made.reset(seed=7)
    while made.game.outcome is None:
        assert not any(paid.values())
        made.step(made.game.variant.rules.number(rng.choice(made.game.legal)))
        paid = made.rewards
    assert made.game.outcome.winner is not None
    sign = 1.0 if made.game.outcome.winner == 0 else -1.0
    assert [sign, -sign, sign, -sign] == list(paid.values())
    assert all(made.terminations.values())


def test_goals_can_be_rewarded() -> None:
    """Rewards by the score add up to the lead at the end, and are opposite for the two sides."""
    made = HockeyEnv("breakaway", rewards="score")
    rng, total = Random(1), [0.0, 0.0]
    made.reset(seed=4)
    while made.game.outcome is None:
        made.step(made.game.variant.rules.number(rng.choice(made.game.legal)))
        total = [sum(pair) for pair in zip(total, made.rewards.values(), strict=True)]
    own, other = made.game.score
    assert [own - other, other - own] == total


@pytest.mark.parametrize("rewards", ["outcome", "score"])
@pytest.mark.parametrize("action", [-1, 52, None])
def test_an_illegal_move_forfeits_the_game(action: int | None, rewards: Any) -> None:
    """The offender's side gets -1 and the other 1; a number that no move has is as illegal as a card not held."""
    made = HockeyEnv("breakaway", rewards=rewards)
    made.reset(seed=1)
    agent = made.agent_selection
    mask = made.observe(agent)["action_mask"].tolist()
    made.step(mask.index(0) if action is None else action)
    assert {"player_0": 1.0, "player_1": -1.0} == made.rewards
    assert "player_1" == agent
    assert all(made.terminations.values())
    assert "forfeit" == str(made.game.outcome and made.game.outcome.how)


def test_what_is_no_number_is_refused() -> None:
    """An error names the value, and the game goes on as it was."""
    made = HockeyEnv("breakaway")
    made.reset(seed=1)
    with pytest.raises(ParseError, match=r"an action is the number of a move, and cannot be 0\.5"):
        made.step(0.5)
    assert made.game.outcome is None


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(UnknownVariant, match="pond"):
        env("pond")
    with pytest.raises(ParseError, match="rewards cannot be 'goals': give 'outcome' or 'score'"):
        env("rink", rewards="goals")  # type: ignore[arg-type]  # that is the test
    with pytest.raises(ParseError, match="render_mode cannot be 'rgb_array': give 'human' or 'ansi' or 'svg'"):
        env("rink", render_mode="rgb_array")  # type: ignore[arg-type]  # that is the test


def test_the_table_is_shown_as_text_and_as_a_picture() -> None:
    """A spectator's text names the game and the score; at the end it has the result."""
    made = HockeyEnv("rink", render_mode="ansi")
    played(made, 1)
    text = str(made.render())
    assert made.game.variant.name == text.splitlines()[0]
    assert "score: " in text
    assert "hockey_cards_rink_v0" == str(made)
    drawn = HockeyEnv("rink", render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")
