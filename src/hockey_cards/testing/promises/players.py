"""What a player promises to those who seat it, and the search for a broken promise."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from inspect import iscoroutine
from random import Random
from typing import Any, Final, cast

import attrs

from hockey_cards.events import side_of
from hockey_cards.registry import resolve
from hockey_cards.rules import Family, Seat, Variant
from hockey_cards.shoe import Seeded, derive
from hockey_cards.strategy import Player
from hockey_cards.testing.cases import Case, Position
from hockey_cards.testing.failure import Broken, ConformanceError, answer, named, require
from hockey_cards.testing.promises.table import Promise, Where
from hockey_cards.testing.walk import difference
from hockey_cards.view_json import read_view


@attrs.frozen(eq=False)
class Asked:
    """A player was asked for a move.

    Args:
        ply: After how many moves of the game.
        seat: Whose player it was.
        view: What it was given.
        untouched: The same view, made for nobody.
        move: What it answered; None if it raised.
        error: What it raised.
    """

    ply: int
    seat: Seat
    view: Any
    untouched: Any
    move: Any = None
    error: Exception | None = None


@attrs.frozen(eq=False)
class Sitting:
    """A game in which a player sat at some seats, and chance at the others.

    Args:
        player: The player, or its factory.
        case: The game.
        asked: What the player was asked for, in order.
    """

    player: Player
    case: Case
    asked: tuple[Asked, ...]

    def of(self, seat: Seat) -> list[Asked]:
        """Return what was asked of one seat."""
        return [asked for asked in self.asked if asked.seat == seat]

    def answers(self, seat: Seat) -> list[Any]:
        """Return what one seat answered."""
        return [asked.move for asked in self.of(seat)]

    @property
    def seats(self) -> list[Seat]:
        """The seats that were asked."""
        return sorted({asked.seat for asked in self.asked})

    def alone(self, seat: Seat, change: Callable[[Any], Any], *, luck: int) -> list[Any]:
        """Ask a player made anew, who sees nothing but the views of one seat, and return what it answers.

        Args:
            seat: The seat.
            change: Makes of a view the one that is given.
            luck: The seed of the chance that is not the player's own.
        """
        with _luck(luck):
            ask = _made(self.player, self.case, seat)
            return [answer(ask, change(asked.untouched)) for asked in self.of(seat)]


@contextmanager
def _luck(seed: int) -> Generator[None]:
    """Seed the chance of the module ``random`` for a while, and give it back as it was."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


def total(sitting: Sitting) -> None:
    """Check that the player answers."""
    for asked in sitting.asked:
        if asked.error is not None:
            why = f"the player of seat {asked.seat} raises {named(asked.error)}"
            raise Broken(why, ply=asked.ply, seat=asked.seat) from asked.error


def legal(sitting: Sitting) -> None:
    """Check that the player answers with legal moves."""
    for asked in sitting.asked:
        sound = any(type(move) is type(asked.move) and move == asked.move for move in asked.untouched.legal)
        shown = [move.code for move in asked.untouched.legal]
        why = f"the player of seat {asked.seat} returns {asked.move!r}: {shown} are legal"
        require(sound, why, ply=asked.ply, seat=asked.seat)


def gentle(sitting: Sitting) -> None:
    """Check that the player leaves its view as it was."""
    for asked in sitting.asked:
        place = difference(asked.view, asked.untouched)
        why = f"the player of seat {asked.seat} changes its view at {place}"
        require(place is None, why, ply=asked.ply, seat=asked.seat)


def fresh(sitting: Sitting) -> None:
    """Check that nothing but the game and the player's own chance has a say, be it another game or another seat."""
    for seat in sitting.seats:
        again = sitting.alone(seat, _same, luck=1)
        if again != sitting.answers(seat) and not _lucky(sitting, seat):
            ply = _where(sitting, seat, again)
            raise Broken(f"a player made anew for seat {seat} answers the same views differently", ply=ply, seat=seat)


def determined(sitting: Sitting) -> None:
    """Check that the player's own chance is all the chance that it takes."""
    for seat in sitting.seats:
        again = sitting.alone(seat, _same, luck=2)
        if again != sitting.answers(seat):
            ply = _where(sitting, seat, again)
            raise Broken(f"the player of seat {seat} takes chance that is not its own", ply=ply, seat=seat)


def copies(sitting: Sitting) -> None:
    """Check that the player answers to copies of views as to the views.

    In half of the games the copies are pickled; in the others they are written as JSON, if the family is registered.
    """
    name, copied = "that were pickled", _pickled
    family = sitting.case.family
    if sitting.case.seed // 2 % 2 and family is not None:
        name, copied = "that were written as JSON", partial(_written, family)
    for seat in sitting.seats:
        again = sitting.alone(seat, copied, luck=1)
        if again != sitting.answers(seat):
            ply = _where(sitting, seat, again)
            raise Broken(f"the player of seat {seat} answers differently to views {name}", ply=ply, seat=seat)


def _pickled(view: Any) -> Any:
    return pickle.loads(pickle.dumps(view))


def _written(family: Family, view: Any) -> Any:
    return read_view(view.to_json(), family=family)


def _same(view: Any) -> Any:
    return view


def _lucky(sitting: Sitting, seat: Seat) -> bool:
    """Tell whether the player depends on the chance that everybody shares, and on nothing else that changes."""
    one, again, other = (sitting.alone(seat, _same, luck=luck) for luck in (1, 1, 2))
    return one == again and one != other


def _where(sitting: Sitting, seat: Seat, answers: Sequence[Any]) -> int:
    pairs = zip(sitting.of(seat), answers, strict=True)
    return next((asked.ply for asked, move in pairs if asked.move != move), 0)


PLAYER_PROMISES: Final[tuple[Promise, ...]] = (
    Promise(
        "answer",
        "A player answers whatever view it is given at its turn, and raises nothing.",
        Where.GAMES,
        total,
    ),
    Promise(
        "legal",
        "A player returns one of the legal moves of its view, as an object of their type.",
        Where.GAMES,
        legal,
    ),
    Promise(
        "gentleness",
        "A player leaves the view that it is given as it was.",
        Where.GAMES,
        gentle,
    ),
    Promise(
        "freshness",
        "A player depends on the views of its own game and seat alone: a factory makes a new one for each.",
        Where.GAMES,
        fresh,
    ),
    Promise(
        "chance",
        "A player takes chance from the rng that its factory is given, and from nowhere else.",
        Where.GAMES,
        determined,
    ),
    Promise(
        "copies",
        "A player answers to a copy of a view as to the view.",
        Where.GAMES,
        copies,
    ),
)
"""The promises of a player, in the order in which they are looked at."""


def check_strategy(
    strategy: Player,
    variant: Variant[Any, Any, Any] | str,
    *,
    examples: int = 20,
    seed: int = 0,
) -> None:
    """Check that a player keeps the promises that ``PLAYER_PROMISES`` lists.

    In every other game it sits at all seats; in the others at those of one side, and legal moves at random are made
    at the others. The check may miss a fault, and what it reports is one. It is the same each time for the same
    arguments, unless the player is not.

    Args:
        strategy: The player, or its factory; no coroutine function.
        variant: What is played, or its name.
        examples: How many games are played.
        seed: The seed of the first game; the others take the numbers after it.

    Raises:
        ConformanceError: If a promise is broken; it names the promise and the smallest example found.
        UnknownVariant: If there is no variant of that name.
    """
    base = resolve(variant)
    sittings = [_sit(strategy, base, number, seed + number) for number in range(examples)]
    for promise in PLAYER_PROMISES:
        found = sorted(_found(promise, sittings), key=lambda one: one[1].ply or 0)
        for sitting, broken in found[:1]:
            example = Position(sitting.case, broken.ply or 0).example(seat=broken.seat)
            raise ConformanceError(promise.name, promise.sentence, broken.why, example) from broken.__cause__


def _found(promise: Promise, sittings: Sequence[Sitting]) -> Iterator[tuple[Sitting, Broken]]:
    for sitting in sittings:
        broken = promise.broken(sitting)
        if broken is not None:
            yield sitting, broken


def _made(player: Player, case: Case, seat: Seat) -> Callable[[Any], Any]:
    make: Callable[..., Any] | None = getattr(player, "make", None)
    chance = Random(int.from_bytes(derive(case.seed, "player", seat), "big"))
    made: Any = player if make is None else make(case.variant, seat, chance)
    return cast("Callable[[Any], Any]", made)


def _sit(player: Player, base: Variant[Any, Any, Any], number: int, seed: int) -> Sitting:
    """Play a game until it ends or the player is at fault."""
    rules: Any = base.rules
    seats = [seat for seat in range(rules.seats) if number % 2 == 0 or side_of(seat) == number // 2 % 2]
    case = Case(base, {}, seed, number % rules.seats)
    with _luck(1):
        asked, moves = _played(player, case, seats)
    return Sitting(player, attrs.evolve(case, moves=tuple(moves)), tuple(asked))


def _played(player: Player, case: Case, seats: Sequence[Seat]) -> tuple[list[Asked], list[Any]]:
    rules: Any = case.variant.rules
    chance, asked, moves = Random(case.seed), list[Asked](), list[Any]()
    state = rules.start(Seeded(case.seed, rules.deck), dealer=case.dealer)
    players = {seat: _ready(player, case, seat) for seat in seats}
    while lawful := rules.legal(state):
        seat = rules.seat(state)
        if seat in players:
            asked.append(_ask(players[seat], rules, state, len(moves)))
            move = asked[-1].move
            if asked[-1].error is not None or move not in lawful:
                break
        else:
            move = chance.choice(lawful)
        moves.append(move)
        state = rules.apply(state, lawful[lawful.index(move)])
    return asked, moves


def _ready(player: Player, case: Case, seat: Seat) -> Callable[[Any], Any]:
    """Make the player of a seat; if that fails, one that raises the same when it is asked."""
    try:
        return _made(player, case, seat)
    except Exception as error:  # noqa: BLE001  # a factory that raises is a player that does not answer
        failure = error

    def fail(view: Any) -> Any:
        raise failure

    return fail


def _ask(ask: Callable[[Any], Any], rules: Any, state: Any, ply: int) -> Asked:
    seat = rules.seat(state)
    view, untouched = rules.view(state, seat), rules.view(state, seat)
    try:
        move = ask(view)
        if iscoroutine(move):
            move.close()  # it is no move, and nobody is going to wait for it
    except Exception as error:  # noqa: BLE001  # whatever a player raises is its fault, and is told as such
        return Asked(ply, seat, view, untouched, error=error)
    return Asked(ply, seat, view, untouched, move)
