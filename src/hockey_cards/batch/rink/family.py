"""The kernel of a rink: its tables, compiled functions and players put together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from hockey_cards.batch.compiled.arrays import PACK_SIZE, Array, Lineup, Recording, ResultArrays, TimeStep
from hockey_cards.batch.kernels import Kernel, Key, words_of_key
from hockey_cards.batch.players import RANDOM, PlayerFunction, Scoring
from hockey_cards.batch.rink.arrays import PLACES, RinkWorkspace
from hockey_cards.batch.rink.counting import rink_counter
from hockey_cards.batch.rink.input import RinkInput
from hockey_cards.batch.rink.kernel import play_rink
from hockey_cards.batch.rink.observation import places
from hockey_cards.batch.rink.reference_player import RinkReferencePlayer
from hockey_cards.batch.rink.stepper import empty_games, step_rink
from hockey_cards.batch.rink.tables import scores_of, tables
from hockey_cards.rink import Rink, Stage
from hockey_cards.rules import Seat


def _greedy(stage: Stage, passes: bool | None) -> int:  # noqa: FBT001  # as scorings are called
    """Prefer an open card that is passed, then a closed card."""
    return 1 if passes is None else 2 * passes


_PLAYERS: Final[Mapping[str, Scoring | PlayerFunction]] = MappingProxyType(
    {"random": RANDOM, "greedy": Scoring(_greedy), "counter": rink_counter}
)


def kernel(rules: Rink, dealer: Seat) -> Kernel:
    """Return the kernel of a game."""
    known, shown = tables(rules, dealer), np.array([places(seat) for seat in (0, 1)], np.uint8)
    no_layout = np.zeros(PLACES, np.int8)

    def play(key: Key, lineup: Lineup | None, recording: Recording | None, first: int, out: ResultArrays) -> None:
        work = RinkWorkspace(np.zeros(PACK_SIZE, np.uint8), np.zeros(PLACES, np.int8))
        play_rink(words_of_key(key), known, lineup, recording, work, first, out)

    def step(
        key: Key, games: Any, moves: Array | None, lineup: Lineup | None, out: TimeStep, rows: tuple[int, int]
    ) -> None:
        layout = no_layout if lineup is None else no_layout.copy()  # one for each thread
        step_rink(words_of_key(key), known, shown, games, layout, moves, lineup, out, *rows)

    return Kernel(
        seats=rules.seats,
        regular_periods=1,
        max_periods=rules.max_periods,
        is_opener_fixed=True,
        moves=rules.moves,
        players=_PLAYERS,
        example=(np.zeros(PLACES, np.int8), known.paths[0], 0, RinkInput(0, 0, 0, 0, 0, 0, 0, 0)),
        tabulate=lambda scoring: scores_of(scoring.score),
        play=play,
        games=lambda games: empty_games(games, rules.max_moves),
        step=step,
        reference_player=RinkReferencePlayer,
    )
