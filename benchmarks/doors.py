"""Time of a step through each door: ``python benchmarks/doors.py``.

It needs the extras of the three doors and ``fast``, and pygame for PettingZoo's own games.

All moves are random and made by their numbers; choosing one is not measured. A step of PettingZoo is ``step`` and
``observe`` of the agent that moves next; one of OpenSpiel is ``apply_action``, ``legal_actions`` and
``observation_tensor``. Beside each stands what is left without ``batch.observe`` of the same view, and below them a
game of the framework's own. Times are processor time, the median of the rounds. The vector is timed by the wall clock.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import numpy as np

import hockey_cards
import hockey_cards.doors.openspiel as spiel
from hockey_cards import Game
from hockey_cards.batch import observe
from hockey_cards.doors.gymnasium import HockeyVectorEnv
from hockey_cards.doors.pettingzoo import HockeyEnv
from hockey_cards.extras import load

STEPS = 2000
KEYS = ("breakaway", "team-breakaway", "rink")


def timed(play: Callable[[Callable[[], float]], tuple[float, int]], rounds: int) -> float:
    """Return the median over the rounds of the microseconds a step."""
    found: list[float] = []
    for _ in range(rounds):
        seconds, steps = play(time.process_time)
        found.append(seconds / steps * 1e6)
    return median(found)


def observing(key: str) -> Callable[[Callable[[], float]], tuple[float, int]]:
    """Return what observes the view of each mover of random games."""

    def play(clock: Callable[[], float]) -> tuple[float, int]:
        rng, total, steps, seed = Random(1), 0.0, 0, 0
        while steps < STEPS:
            game: Game[Any, Any, Any] = Game.start(key, seed=seed)
            seed += 1
            while game.outcome is None:
                view = game.view(game.seat)
                begin = clock()
                observe(view)
                total += clock() - begin
                steps += 1
                game = game.play(rng.choice(game.legal))
        return total, steps

    return play


def pettingzoo(made: Any) -> Callable[[Callable[[], float]], tuple[float, int]]:
    """Return what steps an environment of PettingZoo."""

    def play(clock: Callable[[], float]) -> tuple[float, int]:
        rng, total, steps, seed = Random(1), 0.0, 0, 0
        while steps < STEPS:
            made.reset(seed=seed)
            seed += 1
            shown = made.observe(made.agent_selection)
            while not made.terminations[made.agent_selection]:
                action = rng.choice(np.flatnonzero(shown["action_mask"]).tolist())
                begin = clock()
                made.step(action)
                shown = made.observe(made.agent_selection)
                total += clock() - begin
                steps += 1
        return total, steps

    return play


def openspiel(game: Any) -> Callable[[Callable[[], float]], tuple[float, int]]:
    """Return what steps a game of OpenSpiel."""

    def play(clock: Callable[[], float]) -> tuple[float, int]:
        rng, total, steps = Random(1), 0.0, 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, weights)[0])
                    continue
                action = rng.choice(state.legal_actions())
                begin = clock()
                state.apply_action(action)
                if not state.is_terminal() and not state.is_chance_node():
                    state.legal_actions()
                    state.observation_tensor(state.current_player())
                total += clock() - begin
                steps += 1
        return total, steps

    return play


def vector(key: str, games: int) -> float:
    """Return the steps a second of a vector of environments, without the choice of moves."""
    made, rng = HockeyVectorEnv(games, key, [None, "greedy"]), np.random.default_rng(1)
    shown, _ = made.reset(seed=1)
    total = 0.0
    for _ in range(60):
        moves = (rng.random(shown["action_mask"].shape, np.float32) + shown["action_mask"]).argmax(axis=1)
        begin = time.perf_counter()
        shown, *_ = made.step(moves)
        total += time.perf_counter() - begin
    return games * 60 / total


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4096)
    asked = parser.parse_args()
    pyspiel: Any = load("pyspiel", extra="openspiel", purpose="this benchmark")
    connect_four: Any = load("pettingzoo.classic.connect_four_v3", extra="pettingzoo", purpose="this benchmark")
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}")
    print(f"{'':44} {'us a step':>10} {'beyond observe':>15}")
    for key in KEYS:
        alone = timed(observing(key), asked.rounds)
        print(f"{'observe: ' + key:44} {alone:10.1f}")
        doors = {
            "PettingZoo": pettingzoo(HockeyEnv(key)),
            "OpenSpiel": openspiel(pyspiel.load_game(f"{spiel.NAME}_{key}")),
        }
        for name, play in doors.items():
            step = timed(play, asked.rounds)
            print(f"{f'{name}: {key}':44} {step:10.1f} {step - alone:15.1f}")
    print(f"{'PettingZoo: connect_four_v3':44} {timed(pettingzoo(connect_four.raw_env()), asked.rounds):10.1f}")
    for name in ("python_kuhn_poker", "leduc_poker"):
        load("open_spiel.python.games", extra="openspiel", purpose="this benchmark")
        print(f"{f'OpenSpiel: {name}':44} {timed(openspiel(pyspiel.load_game(name)), asked.rounds):10.1f}")
    speed = vector("breakaway", asked.games)
    print(f"Gymnasium: a vector of {asked.games} games of breakaway: {speed:,.0f} steps a second")


if __name__ == "__main__":
    main()
