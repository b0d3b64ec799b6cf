"""The kernel of a pile game: its tables, compiled functions and players put together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from hockey_cards.batch.compiled.arrays import PACK_SIZE, Array, Lineup, Recording, ResultArrays, TimeStep
from hockey_cards.batch.kernels import Kernel, Key, words_of_key
from hockey_cards.batch.pile.arrays import COUNTING, PileWorkspace
from hockey_cards.batch.pile.counting import pile_counter
from hockey_cards.batch.pile.input import PileInput
from hockey_cards.batch.pile.kernel import play_pile
from hockey_cards.batch.pile.reference_player import PileReferencePlayer
from hockey_cards.batch.pile.stepper import empty_games, step_pile
from hockey_cards.batch.pile.tables import schedule_columns, scores_of, tables
from hockey_cards.batch.players import RANDOM, PlayerFunction, Scoring
from hockey_cards.cards import Rank
from hockey_cards.pile import Pile, Ruling, Situation
from hockey_cards.rules import Seat
from hockey_cards.strategies.pile import CALL_WORTH


def _greedy(situation: Situation, rank: Rank, ruling: Ruling) -> int:
    return CALL_WORTH.get(ruling.call, 0)


_PLAYERS: Final[Mapping[str, Scoring | PlayerFunction]] = MappingProxyType(
    {"random": RANDOM, "greedy": Scoring(_greedy), "counter": pile_counter}
)


def kernel(rules: Pile, dealer: Seat) -> Kernel:
    """Return the kernel of a game."""
    known, schedule = tables(rules, dealer), schedule_columns(rules)
    no_scores = np.zeros((1, 1), np.int64)

    def play(key: Key, lineup: Lineup | None, recording: Recording | None, first: int, out: ResultArrays) -> None:
        scores = no_scores if lineup is None else lineup.scores
        work = PileWorkspace(np.zeros(PACK_SIZE, np.uint8), known.rulings.copy(), scores.copy())
        play_pile(words_of_key(key), known, lineup, recording, work, first, out)

    def step(
        key: Key, games: Any, moves: Array | None, lineup: Lineup | None, out: TimeStep, rows: tuple[int, int]
    ) -> None:
        scores = no_scores if lineup is None else lineup.scores.copy()  # one for each thread
        step_pile(words_of_key(key), known, schedule, games, scores, moves, lineup, out, *rows)

    return Kernel(
        seats=rules.seats,
        regular_periods=rules.schedule.periods,
        max_periods=rules.max_periods,
        is_opener_fixed=rules.schedule.opener is None,
        moves=rules.moves,
        players=_PLAYERS,
        example=(known.rulings, 0, PileInput(0, 0, 0, 0, 0, 0, 0, 0, 0)),
        tabulate=lambda scoring: scores_of(rules, scoring.score),
        play=play,
        games=lambda games: empty_games(known, games, rules.max_moves),
        step=step,
        reference_player=PileReferencePlayer,
        inlined={pile_counter: COUNTING},
    )
