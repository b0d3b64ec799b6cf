"""Tasks of libraries that a Python loop plays one game at a time: RLCard, PettingZoo, pokerkit, python-chess."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final

from measures import Library, Measure, Task, Timed, cpu, sized, tried

RLCARD: Final = "blackjack bridge doudizhu gin-rummy leduc-holdem limit-holdem mahjong no-limit-holdem uno".split()
PETTINGZOO: Final = "hanabi_v5 leduc_holdem_v4 texas_holdem_v4 texas_holdem_no_limit_v6".split()
MOST_PLIES: Final = 200
"""The plies after which a game of chess is stopped: random moves seldom end in mate."""


def rlcard_games(env: Any, games: int) -> Timed:
    """Time games of RLCard."""
    chance, moves = Random(1).random, 0
    begin = cpu()
    for _ in range(games):
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(chance() * len(legal))])
            moves += 1
    return Timed(cpu() - begin, moves, moves)


def rlcard_tasks(notes: list[str]) -> list[Task]:
    """Return the tasks of RLCard's games."""
    make = import_module("rlcard").make

    def one(name: str) -> list[Task]:
        env = make(name, config={"seed": 1})
        return [Task(Library.RLCARD, f"{name}: step", Measure.DRAWN, sized(partial(rlcard_games, env)))]

    return [task for name in RLCARD for task in tried(notes, f"RLCard's {name}", partial(one, name))]


def pettingzoo_games(env: Any, games: int) -> Timed:
    """Time games of PettingZoo with the loop of its documentation."""
    chance, moves = Random(1).random, 0
    begin = cpu()
    for _ in range(games):
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, truncated, _ = env.last()
            if ended or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0].tolist()
                env.step(legal[int(chance() * len(legal))])
                moves += 1
    return Timed(cpu() - begin, moves, moves)


def pettingzoo_tasks(notes: list[str]) -> list[Task]:
    """Return the tasks of PettingZoo's classic card games."""

    def one(name: str) -> list[Task]:
        env = import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=1)
        return [
            Task(
                Library.PETTINGZOO,
                f"{name}: last, step",
                Measure.DRAWN,
                sized(partial(pettingzoo_games, env)),
            )
        ]

    return [task for name in PETTINGZOO for task in tried(notes, f"PettingZoo's {name}", partial(one, name))]


def pokerkit_games(pokerkit: Any, games: int) -> Timed:
    """Time hands of no-limit hold'em for six players, with everything automated but folding, calling and raising."""
    chance, moves, automations = Random(1).random, 0, tuple(pokerkit.Automation)
    begin = cpu()
    for _ in range(games):
        state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 6)
        while state.status:
            legal = [state.fold] if state.can_fold() else []
            legal += [state.check_or_call] if state.can_check_or_call() else []
            legal += [state.complete_bet_or_raise_to] if state.can_complete_bet_or_raise_to() else []
            legal[int(chance() * len(legal))]()
            moves += 1
    return Timed(cpu() - begin, moves, moves)


def pokerkit_tasks(notes: list[str]) -> list[Task]:
    """Return the task of pokerkit's hold'em."""
    pokerkit = import_module("pokerkit")

    def one() -> list[Task]:
        what = "no-limit hold'em, six players: can_..., operation"
        return [Task(Library.POKERKIT, what, Measure.DRAWN, sized(partial(pokerkit_games, pokerkit)))]

    return tried(notes, "pokerkit", one)


def chess_games(chess: Any, games: int) -> Timed:
    """Time games of chess."""
    chance, moves = Random(1).random, 0
    begin = cpu()
    for _ in range(games):
        board = chess.Board()
        for _ in range(MOST_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(chance() * len(legal))])
            moves += 1
    return Timed(cpu() - begin, moves, moves)


def chess_tasks(notes: list[str]) -> list[Task]:
    """Return the task of chess."""
    chess = import_module("chess")

    def one() -> list[Task]:
        run = sized(partial(chess_games, chess))
        return [Task(Library.CHESS, "chess: legal_moves, push", Measure.DRAWN, run)]

    return tried(notes, "python-chess", one)
