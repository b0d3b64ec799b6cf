"""Pgx: games as compiled arrays, one at a time and thousands at once on all cores."""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from typing import Any, Final

from measures import CORES, Library, Measure, Timed, Way, pool, tried, wall

GAMES: Final = {"kuhn_poker": (4096, 100), "leduc_holdem": (4096, 50), "sparrow_mahjong": (1024, 8)}
"""The games of cards and tiles that need no further download: how many at once, and how many steps of each."""
ALONE: Final = 200
"""How many steps are made one at a time."""


def load() -> tuple[Any, Any]:
    """Load JAX with one device a core, as it must be told before it starts, and Pgx."""
    os.environ.setdefault("XLA_FLAGS", f"--xla_force_host_platform_device_count={CORES}")
    return import_module("jax"), import_module("pgx")


def stepper(jax: Any, env: Any) -> Any:
    """Return what plays a move of one game by chance and begins it anew when it has ended."""
    restarted = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> Any:
        choice, restart = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return restarted(state, jax.random.categorical(choice, weights), restart)

    return step


def together(jax: Any, env: Any, size: tuple[int, int]) -> Way:
    """Return games played side by side: vmapped, an equal share on each core."""
    games, steps = size[0] // CORES, size[1]
    step = jax.vmap(stepper(jax, env))

    def one_step(state: Any, key: Any) -> tuple[Any, None]:
        return step(state, jax.random.split(key, games)), None

    def all_steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(one_step, state, jax.random.split(key, steps))[0]

    def starts(key: Any) -> Any:
        return jax.vmap(env.init)(jax.random.split(key, games))

    play = jax.pmap(all_steps)
    keys = jax.random.split(jax.random.PRNGKey(1), CORES)
    start = jax.pmap(starts)(keys)
    jax.block_until_ready(play(start, keys))

    def run() -> Timed:
        begin = wall()
        jax.block_until_ready(play(start, keys))
        return Timed(wall() - begin, games * CORES * steps, games * CORES * steps)

    return Way(Library.PGX, f"{env.id}: jit, vmap, {games} games on each of {CORES} cores", Measure.CORES, run)


def alone(jax: Any, env: Any) -> Way:
    """Return one game after the other, a call of a compiled step for each move."""
    step, keys = jax.jit(stepper(jax, env)), list(jax.random.split(jax.random.PRNGKey(1), ALONE))
    start = jax.jit(env.init)(keys[0])

    def run() -> Timed:
        state, begin = start, pool()
        for key in keys:
            state = step(state, key)
        jax.block_until_ready(state)
        return Timed(pool() - begin, ALONE, ALONE)

    run()
    return Way(Library.PGX, f"{env.id}: jit, step", Measure.DRAWN, run)


def ways(notes: list[str]) -> list[Way]:
    """Return all ways of Pgx."""
    jax, pgx = load()

    def one(name: str) -> list[Way]:
        env = pgx.make(name)
        return [alone(jax, env), together(jax, env, GAMES[name])]

    return [way for name in GAMES for way in tried(notes, f"Pgx's {name}", partial(one, name))]
