"""Tasks of the library itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from measures import CORES, Library, Measure, Task, Timed, cpu, pool, sized, tried, wall

import hockey_cards
from hockey_cards import Game, Seeded, Stacked

GAMES: Final = {"breakaway": 20, "rink": 60}
"""The variants that are measured, and the number of fixed games of each."""
BATCH: Final = 200_000
"""The number of games that are played at once."""
Script = tuple[Stacked, tuple[int, ...]]
"""The packs of a game, and the indices of its moves among the legal ones."""


def script(key: str, seed: int) -> Script:
    """Return a game of random moves."""
    game: Game[Any, Any, Any] = Game.start(key, seed=seed)
    rng, chosen = Random(seed), list[int]()
    while game.legal:
        chosen.append(rng.randrange(len(game.legal)))
        game = game.play(game.legal[chosen[-1]])
    assert game.shoe is not None
    return Stacked([game.shoe.pack(period) for period in range(game.state.period + 1)]), tuple(chosen)


def plain(rules: Any, scripts: list[Script]) -> None:
    """Play with nothing but the legal moves."""
    legal, apply = rules.legal, rules.apply
    for shoe, chosen in scripts:
        state = rules.start(shoe)
        for place in chosen:
            state = apply(state, legal(state)[place])


def views(rules: Any, scripts: list[Script]) -> None:
    """Play with the mover's view before each move."""
    legal, apply, view, seat = rules.legal, rules.apply, rules.view, rules.seat
    for shoe, chosen in scripts:
        state = rules.start(shoe)
        for place in chosen:
            view(state, seat(state))
            state = apply(state, legal(state)[place])


def events(rules: Any, scripts: list[Script]) -> None:
    """Play with the events of each move."""
    legal, step = rules.legal, rules.step
    for shoe, chosen in scripts:
        state = rules.start(shoe)
        for place in chosen:
            state = step(state, legal(state)[place]).state


def given(play: Callable[[Any, list[Script]], None], rules: Any, scripts: list[Script], times: int) -> Timed:
    """Time games with fixed packs and choices, several times over."""
    moves = times * sum(len(chosen) for _, chosen in scripts)
    begin = cpu()
    for _ in range(times):
        play(rules, scripts)
    return Timed(cpu() - begin, moves, moves)


def drawn(rules: Any, games: int) -> Timed:
    """Time games whose packs are shuffled and whose moves are chosen during play."""
    legal, apply, chance, moves = rules.legal, rules.apply, Random(1).random, 0
    begin = cpu()
    for seed in range(games):
        state = rules.start(Seeded(seed, rules.deck))
        while choices := legal(state):
            state = apply(state, choices[int(chance() * len(choices))])
            moves += 1
    return Timed(cpu() - begin, moves, moves)


def as_games(key: str, games: int) -> Timed:
    """Time the same with ``Game``, which keeps the moves."""
    chance, moves = Random(1).random, 0
    begin = cpu()
    for seed in range(games):
        game: Game[Any, Any, Any] = Game.start(key, seed=seed)
        while choices := game.legal:
            game = game.play(choices[int(chance() * len(choices))])
            moves += 1
    return Timed(cpu() - begin, moves, moves)


def strategies(key: str, games: int) -> Timed:
    """Time the same with ``play``, which shows each player the view of its seat."""
    chance, moves = Random(1).random, 0

    def player(view: Any) -> Any:
        return view.legal[int(chance() * len(view.legal))]

    begin = cpu()
    for seed in range(games):
        moves += len(hockey_cards.play(key, [player, player], seed=seed).moves)
    return Timed(cpu() - begin, moves, moves)


def one_at_a_time(key: str, games: int) -> list[Task]:
    """Return the tasks that play one game of a variant at a time."""
    rules: Any = hockey_cards.variant(key).rules
    scripts = [script(key, seed) for seed in range(games)]
    tasks = {"legal, apply": plain, "with the mover's view": views, "with the events": events}
    return [
        *(
            Task(Library.US, f"{key}: {name}", Measure.GIVEN, sized(partial(given, task, rules, scripts)))
            for name, task in tasks.items()
        ),
        Task(Library.US, f"{key}: legal, apply", Measure.DRAWN, sized(partial(drawn, rules))),
        Task(Library.US, f"{key}: Game.legal, Game.play", Measure.DRAWN, sized(partial(as_games, key))),
        Task(Library.US, f"{key}: play(), two strategies", Measure.DRAWN, sized(partial(strategies, key))),
    ]


def many(key: str) -> list[Task]:
    """Return the tasks that play many games of a variant at once, compiled beforehand."""
    from hockey_cards.batch import simulate

    players = ("random", "random")

    def batch(threads: int, clock: Callable[[], float]) -> Timed:
        begin = clock()
        played = simulate(key, players, BATCH, seed=1, threads=threads)
        seconds = clock() - begin
        moves = int(played.plays.sum())
        return Timed(seconds, moves, moves)

    batch(CORES, wall)
    what = f"{key}: batch.simulate, random players"
    return [
        Task(Library.US, what, Measure.WHOLE, partial(batch, 1, pool)),
        Task(Library.US, what, Measure.CORES, partial(batch, CORES, wall)),
    ]


def tasks(notes: list[str]) -> list[Task]:
    """Return all tasks of the library."""
    found = [task for key, games in GAMES.items() for task in one_at_a_time(key, games)]
    for key in GAMES:
        found += tried(notes, f"hockey_cards.batch, {key},", partial(many, key))
    return found
