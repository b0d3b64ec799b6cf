"""Integers of other libraries: they are taken wherever an integer is, and become Python's own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest

from hockey_cards import (
    Card,
    Game,
    HockeyError,
    Seeded,
    Stacked,
    Variant,
    deck,
    derive,
    play,
    read_history,
    render,
    variant,
    variants,
)
from hockey_cards.batch import BatchShoe, Table, deal_games, simulate
from hockey_cards.batch import tournament as fast_tournament
from hockey_cards.measure import measure
from hockey_cards.measure import variant as measurement
from hockey_cards.shoe import Continued
from hockey_cards.tournament import KnockOut, Limits, Policy, Swiss, fixtures, tournament
from hockey_cards.tournament.pairing.formats import format_to_dict
from hockey_cards.tournament.playing.executors import Execution


class Number:
    """A number that has ``__index__`` and nothing else."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


INTEGERS = pytest.mark.parametrize("integer", [np.int64, np.uint8, Number], ids=lambda kind: kind.__name__)
SHORT: Variant[Any, Any, Any] = variant("breakaway").house(packets=[5], periods=1)
NAMES = {"a": "random", "b": "greedy"}


def batch(**given: Any) -> Any:
    found = simulate(SHORT, ["random", "random"], **{"games": 2, **given})
    return found.first, found.dealer, found.score.tolist(), found.game(found.first + 1).record()


def table(**given: Any) -> Any:
    arguments: dict[str, Any] = {"games": 2, **given}
    made = Table(SHORT, **arguments)
    return made.games, made.dealer, made.threads, made.reset().mask.tolist(), made.game(1).record()


def reset(games: int) -> Any:
    made = Table(SHORT, 2)
    return made.reset(games).mask.tolist(), made.games


def table_game(place: int) -> Any:
    return Table(SHORT, 4).game(place)


def ended(place: int) -> Any:
    made = Table(SHORT, 4)
    shown = made.reset()
    while (last := made.ended(place)) is None:
        shown = made.step(shown.mask.argmax(axis=1))
    return last


def measured(**given: Any) -> Any:
    arguments: dict[str, Any] = {"games": 100, **given}
    return measure(SHORT, **arguments).to_dict()


PACKS = Seeded(7).pack(0), Seeded(7).pack(1)
GAME = Game.start(SHORT, seed=7)
PLAYED = GAME.play(GAME.legal[0])

PLACES: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "seed": (7, lambda number: Game.start("rink", seed=number).record()),
    "seed of derive": (7, lambda number: derive(number, "deal")),
    "label": (17, lambda number: derive(7, "deal", number)),
    "dealer": (1, lambda number: Game.start("rink", seed=7, dealer=number).record()),
    "dealer of play": (1, lambda number: play("rink", ["greedy", "greedy"], seed=7, dealer=number).record()),
    "dealer of rules": (1, lambda number: SHORT.rules.start(Seeded(7), dealer=number)),
    "seat": (1, lambda number: (GAME.view(number), GAME.view(number).seat)),
    "seat of rules": (1, lambda number: SHORT.rules.view(GAME.state, number)),
    "seat of a history": (1, GAME.history_json),
    "since": (1, lambda number: PLAYED.history_json(0, since=number)),
    "side": (1, lambda number: GAME.forfeit(number).record()),
    "count": (3, lambda number: variant("breakaway").house(max_overtimes=number)),
    "counts": (13, lambda number: variant("breakaway").house(packets=[number])),
    "choice": (52, lambda number: variant("rink").house(deck=number)),
    "count of blades": (2, lambda number: variant("blades").house(max_overtimes=number)),
    "deck": (36, deck),
    "period": (1, Seeded(7).pack),
    "period of packs": (1, Stacked(PACKS).pack),
    "period of packs and a seed": (1, Continued(PACKS, Seeded(8)).pack),
    "width": (200, lambda number: render.svg(GAME, width=number)),
    "first": (1, lambda number: render.strip(PLAYED, first=number)),
    "last": (1, lambda number: render.strip(PLAYED, last=number)),
    "columns": (1, lambda number: render.strip(PLAYED, columns=number)),
    "deals": (2, lambda number: tournament(SHORT, NAMES, deals=number, seed=1).to_json()),
    "jobs": (1, lambda number: (tournament(SHORT, NAMES, deals=1, seed=1, jobs=number).to_json(), Execution(number))),
    "rounds": (1, lambda number: _standings(Swiss(number))),
    "best of": (3, lambda number: _standings(KnockOut(number))),
    "deal of fixtures": (3, lambda number: list(fixtures(SHORT, ["a", "b"], [number], 1))),
    "retries": (2, lambda number: Policy(retries=number).to_dict()),
    "memory": (512, lambda number: Limits(memory=number).to_dict()),
    "games": (3, lambda number: batch(games=number)),
    "threads": (2, lambda number: batch(threads=number)),
    "dealer of a batch": (1, lambda number: batch(dealer=number)),
    "first of a batch": (5, lambda number: batch(first=number)),
    "number in a batch": (3, lambda number: simulate(SHORT, ["random", "random"], 4).game(number).record()),
    "game of a shoe": (3, lambda number: BatchShoe(1, number).pack(1)),
    "period of a batch": (1, lambda number: BatchShoe(1, 3).pack(number)),
    "games of a table": (3, lambda number: table(games=number)),
    "threads of a table": (2, lambda number: table(threads=number)),
    "dealer of a table": (1, lambda number: table(dealer=number)),
    "games of a reset": (3, reset),
    "place": (2, table_game),
    "place of an ended game": (2, ended),
    "deals of compiled players": (2, lambda number: fast_tournament(SHORT, NAMES, deals=number, seed=1).to_json()),
    "threads of a tournament": (
        2,
        lambda number: fast_tournament(SHORT, NAMES, deals=2, seed=1, threads=number).to_json(),
    ),
    "deal of compiled players": (3, lambda number: deal_games(SHORT, NAMES, ("a", "b"), number, seed=1)),
    "games to measure": (100, lambda number: measured(games=number)),
    "threads of a measurement": (2, lambda number: measured(threads=number)),
}
"""For each place where an integer is taken: a number, and a function that gives it there and returns the result."""
INDICES = {"number in a batch", "place", "place of an ended game"}
COMPILED = {*islice(PLACES, list(PLACES).index("games"), None)}
"""The places in compiled code, whose tests compile it."""
ANY_PLACE = pytest.mark.parametrize(
    "place", [pytest.param(place, marks=pytest.mark.slow) if place in COMPILED else place for place in PLACES]
)


def _standings(form: Any) -> Any:
    return form, format_to_dict(form), tournament(SHORT, NAMES, deals=1, seed=1, format=form).to_json()


@pytest.fixture(autouse=True)
def random_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure with one player, because others take longer."""
    monkeypatch.setattr(measurement, "LADDER", ("random",))


@INTEGERS
@ANY_PLACE
def test_integers_of_other_libraries(place: str, integer: Any) -> None:
    """What comes of them is what comes of an ``int``, and holds none of them."""
    number, give = PLACES[place]
    number = number if integer is not np.uint8 or number < 256 else 200
    expected, found = give(number), give(integer(number))
    assert expected == found
    assert repr(expected) == repr(found)


@ANY_PLACE
@pytest.mark.parametrize(
    "value",
    [True, np.True_, 1.0, np.float64(1), "one", Card("2d")],
    ids=["bool", "bool_", "float", "float64", "text", "card"],
)
def test_values_that_are_no_integers(place: str, value: Any) -> None:
    """Booleans and floats are refused, those of NumPy too, and so is a card where a number is meant."""
    if place in {"seed", "seed of derive", "label"} and isinstance(value, str | Card):
        PLACES[place][1](value)  # a text is a seed and a label, and a card stands for its number there
        return
    refused = ValueError if place == "since" else IndexError if place in INDICES else HockeyError
    with pytest.raises(refused):
        PLACES[place][1](value)


@INTEGERS
@pytest.mark.parametrize("key", sorted(variants()))
def test_games(key: str, integer: Any) -> None:
    """Games of all families are the same, and so are their views and histories."""
    game, same = Game.start(key, seed=7, dealer=1), Game.start(key, seed=integer(7), dealer=integer(1))
    assert game == same
    assert game.record() == same.record()
    assert (type(same.dealer), type(same.view(integer(1)).seat)) == (int, int)
    assert game.view(1) == same.view(integer(1))
    assert game.history_json(1, since=1) == same.history_json(integer(1), since=integer(1))
    assert read_history(same.history_json(integer(0))).events == game.history(0)
    assert game.forfeit(1) == same.forfeit(integer(1))
