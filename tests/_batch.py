"""Games as the recording kernels write them down, and the same games in the engine."""

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
from hockey_cards.batch.arrays import Tape
from hockey_cards.batch.families import tabled_of
from hockey_cards.batch.players import cast_of, seated
from hockey_cards.batch.results import tape_of
from hockey_cards.batch.rng import key_of
from hockey_cards.cards import deck
from hockey_cards.pile import Call
from hockey_cards.registry import family_of
from hockey_cards.rink import Rink
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.passage import CALLS

__all__ = ["BATCH_VECTORS", "KEYS", "NO_MOVE", "again", "checksum", "compare", "players", "written"]

KEYS = [key for key, each in named().items() if (family := family_of(each.rules)) and "batch" in family.parts]
"""The variants of the library that can be played in batches."""
BATCH_VECTORS = Path(__file__).parent / "vectors" / "batch.json"
NO_MOVE = 255
"""No move: the kernel then chooses one."""


def written(variant: Variant, players: Sequence[Player], *, seed: int, game: int = 0, dealer: int = 0) -> Tape:
    """Return what the recording kernel writes down of a game of a batch."""
    tabled = tabled_of(variant, dealer)
    return _played(variant, players, seed, game, dealer, tape_of(variant.rules.max_moves, tabled.most))


def again(variant: Variant, packs: Sequence[Sequence[int]], moves: Sequence[int], *, dealer: int = 0) -> Tape:
    """Return what the recording kernel writes down of a game whose packs and moves are given."""
    tabled = tabled_of(variant, dealer)
    tape = tape_of(variant.rules.max_moves, tabled.most)._replace(given=1)
    for period, pack in enumerate(packs[: tabled.most]):
        tape.packs[period, : len(pack)] = pack
    tape.moves[:] = NO_MOVE
    tape.moves[: len(moves)] = moves
    return _played(variant, ["random", "random"], 0, 0, dealer, tape)


def _played(variant: Variant, players: Sequence[Player], seed: int, game: int, dealer: int, tape: Tape) -> Tape:
    """Play a game with a tape, and cut off the room that is left on it."""
    tabled = tabled_of(variant, dealer)
    room = tabled.room(1)
    tabled.play(key_of(seed), cast_of(seated(players, tabled), tabled), tape, game, room)
    plays, periods = room.plays[0], room.periods[0]
    cards = len(variant.rules.deck)
    return Tape(tape.given, tape.packs[:periods, :cards], tape.moves[:plays], tape.calls[:plays], tape.boards[:plays])


def compare(variant: Variant, tape: Tape, *, dealer: int = 0) -> None:
    """Play a tape in the engine: moves are legal, calls and boards the same after every one, and so is the end."""
    rules: Any = variant.rules
    moves: Any = MOVES if isinstance(variant.rules, Rink) else deck()
    calls: Any = CALLS if isinstance(variant.rules, Rink) else tuple(Call)
    packs: list[list[int]] = tape.packs.tolist()
    plays: Any = zip(tape.moves.tolist(), tape.calls.tolist(), tape.boards.tolist(), strict=True)
    state = rules.start(Stacked([[deck()[card] for card in pack] for pack in packs]), dealer=dealer)
    for move, call, board in plays:
        step = rules.step(state, moves[move])
        assert (calls[call], board) == (step.call, list(step.state.score))
        state = step.state
    assert rules.outcome(state) is not None
    assert len(tape.packs) == state.period + 1


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
    """Return a player whose taste looks like chance, but stays the same."""
    return Scoring(lambda *known: crc32(repr((seed, *known)).encode()) % values)


def players() -> st.SearchStrategy[Player]:
    """Draw a player."""
    scorings = st.builds(_scoring, st.integers(0, 99), st.integers(1, 5))
    return st.sampled_from(["random", "greedy", "counter"]) | scorings
