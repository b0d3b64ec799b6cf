"""Tasks of Pgx: compiled games, one at a time and thousands at once on all cores."""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from typing import Any, Final

from measures import CORES, Library, Measure, Task, Timed, pool, tried, wall

GAMES: Final = {"kuhn_poker": (4096, 100), "leduc_holdem": (4096, 50), "sparrow_mahjong": (1024, 8)}
"""The card and tile games that need no further download: how many games at once, and how many steps of each."""
ALONE: Final = 200
"""The number of steps that are made one at a time."""


def load() -> tuple[Any, Any]:
    """Load JAX with one device per core, which must be set before it starts, and Pgx."""
    os.environ.setdefault("XLA_FLAGS", f"--xla_force_host_platform_device_count={CORES}")
    return import_module("jax"), import_module("pgx")


def stepper(jax: Any, env: Any) -> Any:
    """Return a function that makes a random move in one game and restarts the game when it has ended."""
    restarted = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> Any:
        choice, restart = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return restarted(state, jax.random.categorical(choice, weights), restart)

    return step


def together(jax: Any, env: Any, size: tuple[int, int]) -> Task:
    """Return the task of vmapped games, an equal share on each core."""
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

    return Task(Library.PGX, f"{env.id}: jit, vmap, {games} games on each of {CORES} cores", Measure.CORES, run)


def alone(jax: Any, env: Any) -> Task:
    """Return the task of one game after the other, with a call of a compiled step per move."""
    step, keys = jax.jit(stepper(jax, env)), list(jax.random.split(jax.random.PRNGKey(1), ALONE))
    start = jax.jit(env.init)(keys[0])

    def run() -> Timed:
        state, begin = start, pool()
        for key in keys:
            state = step(state, key)
        jax.block_until_ready(state)
        return Timed(pool() - begin, ALONE, ALONE)

    run()
    return Task(Library.PGX, f"{env.id}: jit, step", Measure.DRAWN, run)


def tasks(notes: list[str]) -> list[Task]:
    """Return all tasks of Pgx."""
    jax, pgx = load()

    def one(name: str) -> list[Task]:
        env = pgx.make(name)
        return [alone(jax, env), together(jax, env, GAMES[name])]

    return [task for name in GAMES for task in tried(notes, f"Pgx's {name}", partial(one, name))]
