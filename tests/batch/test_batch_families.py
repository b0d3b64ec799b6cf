"""Families of plug-ins: a family that brings its own kernels and observations, and one that brings none."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from hockey_cards import Game, ParseError, VariantError, registry
from hockey_cards.batch import BatchFamily, Kernel, Layout, Table, layout_of, observe, simulate
from hockey_cards.batch.compiled.arrays import Array, Lineup, Recording, ResultArrays, TimeStep
from hockey_cards.batch.players import RANDOM
from toys import parts
from toys.toy import DECK, TOY, Toy, View, toy_variant

VARIANT: Final = toy_variant(TOY)
HAND: Final = Layout.of([("hand", len(DECK), 1, "for each card of the deck: 1 if the mover holds it")])


def numbers(view: View) -> list[int]:
    return [int(card in view.hand) for card in DECK]


class ToyGames(NamedTuple):
    """Games of the toy at a table."""

    number: Array
    moves: Array
    plays: Array
    legal: Array
    score: Array
    shown: Array
    ended: Array


def _empty(games: int) -> ToyGames:
    return ToyGames(
        np.arange(games),
        np.zeros((games, 2, 12), np.uint8),
        np.zeros(games, np.int32),
        np.zeros(games, np.int64),
        *(np.zeros((games, 2), np.int32) for _ in range(3)),
    )


def kernel(rules: Toy, dealer: int) -> Kernel:
    """Return a kernel in plain Python, in which game n ends n to 0 after n moves."""

    def play(
        key: tuple[int, int], lineup: Lineup | None, recording: Recording | None, first: int, out: ResultArrays
    ) -> None:
        out.score[:, 0] = out.plays[:] = range(first, first + len(out.plays))
        out.periods[:] = 1

    def step(
        key: tuple[int, int],
        games: Any,
        moves: Array | None,
        lineup: Lineup | None,
        out: TimeStep,
        rows: tuple[int, int],
    ) -> None:
        start, end = rows
        games.plays[start:end] += moves is not None
        games.legal[start:end] = 2 ** len(DECK) - 1
        out.observation[start:end] = games.plays[start:end, None]

    return Kernel(
        seats=2,
        regular_periods=1,
        max_periods=1,
        is_opener_fixed=True,
        moves=DECK,
        players={"random": RANDOM},
        example=(),
        tabulate=lambda scoring: np.zeros(1, np.int64),
        play=play,
        games=_empty,
        step=step,
        reference_player=lambda player, shoe: lambda view: view.legal[0],
    )


FAMILY: Final = BatchFamily(f"{__name__}:kernel", layout=lambda rules: HAND, numbers=numbers)


@pytest.fixture(name="toy")
def fixture_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the family of the toy with a batch part."""
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family(batch=f"{__name__}:FAMILY"))


@pytest.mark.usefixtures("toy")
def test_a_family_brings_its_own_kernels() -> None:
    batch = simulate(VARIANT, ["random", "random"], 5, first=2)
    assert [2, 3, 4, 5, 6] == batch.score[:, 0].tolist()
    assert not batch.overtime.any()
    table = Table(VARIANT, 3)
    assert (DECK, HAND) == (table.moves, table.layout)
    assert [[0] * 12] * 3 == table.reset().observation.tolist()
    assert [[1] * 12] * 3 == table.step([0, 1, 2]).observation.tolist()


@pytest.mark.usefixtures("toy")
def test_a_family_brings_its_own_observations() -> None:
    game: Any = Game.start(VARIANT, seed=1)
    view = game.view(game.seat)
    assert numbers(view) == observe(view).tolist()
    assert HAND == layout_of(VARIANT)


def test_a_family_without_a_batch_part_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The errors name the families that have one, whether the family is registered or not."""
    for _ in range(2):
        with pytest.raises(VariantError, match="toy cannot be played in batches: only games of pile, rink can"):
            simulate(VARIANT, ["random", "random"], 1)
        with pytest.raises(
            ParseError, match=r"a toys\.toy\.View has no observation: give a view of a game of pile, rink, blades"
        ):
            observe(Game.start(VARIANT, seed=1).view(0))
        with pytest.raises(VariantError, match="toy has no observations: only games of pile, rink, blades have"):
            layout_of(VARIANT)
        monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family())
