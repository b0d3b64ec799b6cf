"""Games as kernels record them, and the same games in the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from hypothesis import strategies as st

from golden import named
from hockey_cards import Stacked, Variant, derive
from hockey_cards.batch import Player, Scoring, simulate
from hockey_cards.batch.compiled.arrays import Recording, recording
from hockey_cards.batch.families import batch_family_of
from hockey_cards.batch.kernels import kernel_of
from hockey_cards.batch.rng import key_of
from hockey_cards.cards import deck
from hockey_cards.pile import Call
from hockey_cards.rink import Rink
from hockey_cards.rink.referee import CALLS

__all__ = ["BATCH_VECTORS", "KEYS", "NO_MOVE", "again", "checksum", "compare", "players", "written"]

KEYS = [key for key, each in named().items() if (family := batch_family_of(each.rules)) and family.kernel]
"""The variants of the library that can be played in batches."""
BATCH_VECTORS = Path(__file__).parents[1] / "vectors" / "batch.json"
NO_MOVE = 255
"""Not a move: the kernel then chooses one."""


def written(variant: Variant, players: Sequence[Player], *, seed: int, game: int = 0, dealer: int = 0) -> Recording:
    """Return the recording of a game of a batch."""
    empty = recording(variant.rules.max_moves, kernel_of(variant, dealer).max_periods)
    return _played(variant, players, seed, game, dealer, empty)


def again(variant: Variant, packs: Sequence[Sequence[int]], moves: Sequence[int], *, dealer: int = 0) -> Recording:
    """Return the recording of a game whose packs and moves are given."""
    periods = kernel_of(variant, dealer).max_periods
    recorded = recording(variant.rules.max_moves, periods)._replace(given=1)
    for period, pack in enumerate(packs[:periods]):
        recorded.packs[period, : len(pack)] = pack
    recorded.moves[:] = NO_MOVE
    recorded.moves[: len(moves)] = moves
    return _played(variant, ["random", "random"], 0, 0, dealer, recorded)


def _played(
    variant: Variant, players: Sequence[Player], seed: int, game: int, dealer: int, recorded: Recording
) -> Recording:
    """Play a game with a recording, and return it without the unused rest."""
    kernel = kernel_of(variant, dealer)
    results = kernel.results(1)
    kernel.play(key_of(seed), kernel.full_lineup(kernel.seat_players(players)), recorded, game, results)
    plays, periods = results.plays[0], results.periods[0]
    cards = len(variant.rules.deck)
    return Recording(
        recorded.given,
        recorded.packs[:periods, :cards],
        recorded.moves[:plays],
        recorded.calls[:plays],
        recorded.boards[:plays],
    )


def compare(variant: Variant, recorded: Recording, *, dealer: int = 0) -> None:
    """Play a recording in the engine: every move is legal, and calls, scores and the end are the same."""
    rules: Any = variant.rules
    moves: Any = rules.moves
    calls: Any = CALLS if isinstance(variant.rules, Rink) else tuple(Call)
    packs: list[list[int]] = recorded.packs.tolist()
    plays: Any = zip(recorded.moves.tolist(), recorded.calls.tolist(), recorded.boards.tolist(), strict=True)
    state = rules.start(Stacked([[deck()[card] for card in pack] for pack in packs]), dealer=dealer)
    for move, call, board in plays:
        step = rules.step(state, moves[move])
        assert (calls[call], board) == (step.call, list(step.state.score))
        state = step.state
    assert rules.outcome(state) is not None
    assert len(recorded.packs) == state.period + 1


def checksum(key: str) -> str:
    """Return a checksum of a thousand games of a variant."""
    batch = simulate(key, ["random", "random"], 1000, seed="golden")
    arrays: list[Any] = [batch.score, batch.goals, batch.plays, batch.periods]
    sums = [sum((number + 1) * value for number, value in enumerate(array.ravel().tolist())) for array in arrays]
    return derive("golden", *sums).hex()[:16]


def write_vectors() -> None:
    """Write the checksums of all variants that can be played in batches."""
    text = json.dumps({key: checksum(key) for key in KEYS}, indent=2)
    BATCH_VECTORS.write_text(f"{text}\n", "utf-8", newline="\n")


def _scoring(seed: int, values: int) -> Scoring:
    """Return a player that rates moves at random, but always in the same way."""
    return Scoring(lambda *arguments: crc32(repr((seed, *arguments)).encode()) % values)


def players() -> st.SearchStrategy[Player]:
    """Draw a player."""
    scorings = st.builds(_scoring, st.integers(0, 99), st.integers(1, 5))
    return st.sampled_from(["random", "greedy", "counter"]) | scorings
