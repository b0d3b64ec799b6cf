"""The errors: their types, messages and attributes, and pickling."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import hockey_cards
from hockey_cards import (
    Card,
    Game,
    HockeyError,
    HostError,
    IllegalMove,
    MissingExtra,
    ParseError,
    RecordError,
    SeatError,
    SessionError,
    ShoeError,
    StrategyError,
    UnknownLanguage,
    UnknownStrategy,
    UnknownVariant,
    VariantError,
    errors,
    variant,
)

BASES: dict[type[HockeyError], type[Exception]] = {
    HostError: RuntimeError,
    IllegalMove: ValueError,
    MissingExtra: ImportError,
    ParseError: ValueError,
    RecordError: ValueError,
    SeatError: ValueError,
    SessionError: ValueError,
    ShoeError: ValueError,
    StrategyError: RuntimeError,
    UnknownLanguage: LookupError,
    UnknownStrategy: LookupError,
    UnknownVariant: LookupError,
    VariantError: ValueError,
}
SAMPLES: list[HockeyError] = [
    HockeyError("what"),
    HostError("no files left"),
    IllegalMove("not now", code="stop-card", rule="pile.1.5", move=Card("Jc"), legal=(Card("2c"), Card("3d"))),
    IllegalMove("not at all", code="game-over", rule="game"),
    MissingExtra("no numba"),
    ParseError("no card"),
    RecordError("wrong", line=3, game=1, move=7),
    RecordError("wrong"),
    SeatError("no seat"),
    SessionError("too late", code="stale"),
    ShoeError("no pack"),
    StrategyError("raised KeyError", 3),
    StrategyError("made an illegal move", 3, "illegal"),
    UnknownLanguage("no language"),
    UnknownStrategy("no player"),
    UnknownVariant("no variant"),
    VariantError(["one thing", "another"]),
    VariantError([]),
]


@pytest.mark.parametrize("error", BASES, ids=lambda error: error.__name__)
def test_bases(error: type[HockeyError]) -> None:
    """Every error is a ``HockeyError`` and a fitting built-in error; lookup errors are not ``KeyError``."""
    assert issubclass(error, HockeyError)
    assert issubclass(error, BASES[error])
    assert not issubclass(error, KeyError)


def test_all_errors_are_public() -> None:
    """All errors can be imported from the package."""
    kinds = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, HockeyError)]
    found = {kind.__name__ for kind in kinds}
    assert found == {"HockeyError", *(error.__name__ for error in BASES)}
    assert found <= set(hockey_cards.__all__)


def told(error: HockeyError) -> dict[str, Any]:
    """Return the message and the attributes of an error."""
    return {"type": type(error), "args": error.args, "text": str(error), **vars(error)}


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_can_be_pickled_and_copied(error: HockeyError, protocol: int) -> None:
    """A pickled or copied error has the same message and attributes."""
    for other in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error), copy.deepcopy(error)):
        assert told(error) == told(other)


def test_illegal_move() -> None:
    """The error has the move and the legal moves; the message does not show the hand."""
    game = Game.start("breakaway", seed=7)
    other = next(card for card in variant("breakaway").rules.deck if card not in game.legal)
    with pytest.raises(IllegalMove) as caught:
        game.play(other)
    error = caught.value
    assert (error.code, error.rule, error.move, error.legal) == ("not-in-hand", "pile.1.1", other, game.legal)
    assert other.code in str(error)
    assert [card for card in game.legal if isinstance(card, Card) and card.code in str(error)] == []


def test_record_error_names_its_place() -> None:
    """Line, game and move precede the message if they are known; ``at`` adds the place in a file."""
    error = RecordError("the move cannot be made", move=7)
    assert (error.line, error.game, error.move, str(error)) == (None, None, 7, "move 7: the move cannot be made")
    placed = error.at(line=3, game=1)
    assert (placed.line, placed.game, placed.move) == (3, 1, 7)
    assert str(placed) == "line 3, game 1, move 7: the move cannot be made"
    assert str(RecordError("no", game=0)) == "game 0: no"
    assert str(RecordError("no")) == "no"


def test_variant_error_lists_all_problems() -> None:
    """A VariantError lists all problems, one sentence for each."""
    with pytest.raises(VariantError) as caught:
        variant("breakaway").house(max_overtimes=-1, nonsense=1, reply="pass", goal_ranks="J")
    problems = caught.value.problems
    assert len(problems) == 4
    assert [
        word for word in ("max_overtimes", "nonsense", "reply", "rank J") if not any(word in one for one in problems)
    ] == []
    assert str(caught.value) == "; ".join(problems)
    assert VariantError(["one"]).problems == ("one",)


def test_strategy_error_names_the_seat() -> None:
    error = StrategyError("the strategy of seat 3 raised KeyError", 3)
    assert (error.seat, str(error)) == (3, "the strategy of seat 3 raised KeyError")
