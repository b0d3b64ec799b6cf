"""What a family promises of views: each check looks at one position, and raises ``Broken`` if it finds fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from operator import attrgetter, methodcaller
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove
from hockey_cards.rules import Event, Seat, State, Step
from hockey_cards.shoe import Seeded
from hockey_cards.testing.cases import Position
from hockey_cards.testing.failure import Broken, answer, refused, require
from hockey_cards.testing.walk import difference, reachable, told

_IMAGINED: Final = 2
_SWAPPED: Final = 4


@attrs.frozen
class Swapped:
    """A shoe in which two cards of a period's pack have changed places.

    Args:
        shoe: The shoe as it was.
        period: The period.
        places: The two places in the pack.
    """

    shoe: Seeded
    period: int
    places: tuple[int, int]

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period."""
        cards = list(self.shoe.pack(period))
        if period == self.period:
            one, other = self.places
            cards[one], cards[other] = cards[other], cards[one]
        return tuple(cards)


def agreement(at: Position) -> None:
    """Check that views say what the state says."""
    rules, state = at.rules, at.state
    require(state.rules == rules, "the rules of the state are not those of the game")
    mover = None if at.over else rules.seat(state)
    for viewer, view in zip(at.viewers, at.views, strict=True):
        legal = at.legal if viewer is not None and viewer == mover else ()
        true = {"rules": rules, "seat": viewer, "mover": mover, "legal": legal}
        true |= {"period": state.period, "score": state.score}
        for name, value in true.items():
            said = getattr(view, name)
            require(said == value, f"{name} is {value!r}, but {said!r} in the view of {_named(viewer)}")


def _named(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def imagination(at: Position) -> None:
    """Check that imagined states are such as the viewer may be in, and can be played on."""
    for viewer, view in zip(at.viewers, at.views, strict=True):
        state = at.rules.imagine(view, at.chance("imagine"))
        require(isinstance(state, State), f"imagine returns a {type(state).__name__}")
        same = at.rules.view(state, viewer) == view
        require(same, f"{_named(viewer)} can tell the imagined state from the true one")
        same = state == at.rules.imagine(view, at.chance("imagine"))
        require(same, "imagine gives another state for the same view and chance")
        if at.case.claims.cards is not None:
            held = sorted(at.case.claims.cards(state))
            require(held == sorted(at.rules.deck), "the cards of the imagined state are not the deck")
        _play_on(at, state)


def _play_on(at: Position, state: Any) -> None:
    chance = at.chance("play on")
    for _ in range(at.rules.max_moves + 1):
        legal = at.rules.legal(state)
        if not legal:
            break
        state = at.rules.apply(state, chance.choice(legal))
    require(at.rules.outcome(state) is not None, "a game that goes on from an imagined state does not end")


def isolation(at: Position) -> None:
    """Check that nothing that is handed to a player leads to what is hidden."""
    met: dict[int, object] = {}
    shoe = at.case.shoe
    pack = shoe.pack(at.state.period)
    for name, value in _handed(at):
        for reached, trail in reachable(value, met):
            kind = _hidden(reached, pack, shoe.seed)
            if kind is not None:
                raise Broken(f"from {name} a way leads to {kind}: {told(trail)}")


def _handed(at: Position) -> Iterator[tuple[str, object]]:
    """Yield what is handed to viewers, each with what it is called."""
    for viewer, view in zip(at.viewers, at.views, strict=True):
        yield f"the view of {_named(viewer)}", view
        for move in at.some(at.legal, 2):
            for event in at.rules.step(at.state, move).events:
                yield f"an event that {_named(viewer)} may know", event.seen_by(viewer)


def _hidden(value: object, pack: tuple[Card, ...], seed: bytes) -> str | None:
    """Name what it is that ought to be hidden; None for what need not be."""
    if isinstance(value, State):
        return "a state"
    if callable(getattr(type(value), "pack", None)):
        return "a shoe"
    if isinstance(value, bytes) and value == seed:
        return "the seed"
    return "the pack" if isinstance(value, tuple | list) and (*cast("Iterable[object]", value),) == pack else None


def alike(at: Position, viewer: Seat | None, swapped: Iterable[Any]) -> Iterator[Any]:
    """Yield states that a viewer cannot tell from the true one: imagined ones, and some of those that are given."""
    view = at.rules.view(at.state, viewer)
    for number in range(_IMAGINED):
        yield at.rules.imagine(view, at.chance(f"imagine {number}"))
    for state in swapped:
        if at.rules.view(state, viewer) == view:
            yield state


def swapped(at: Position) -> Iterator[Any]:
    """Yield states that the same moves lead to when two cards of a pack have changed places."""
    chance = at.chance("swap")
    for _ in range(_SWAPPED):
        one, other = chance.sample(range(len(at.rules.deck)), 2)
        shoe = Swapped(at.case.shoe, at.state.period + chance.randrange(2), (one, other))
        with suppress(IllegalMove):
            yield at.fresh(shoe)


_FACES: Final[dict[str, Callable[[Any], Any]]] = {
    "repr": repr,
    "str": str,
    "hash": hash,
    "JSON": methodcaller("to_json"),
    "legal": attrgetter("legal"),
}


def interference(at: Position) -> None:
    """Check that views of what a viewer cannot tell apart are the same all through."""
    others = list(swapped(at))
    for viewer in at.viewers:
        view = at.rules.view(at.state, viewer)
        faces = {name: answer(face, view) for name, face in _FACES.items()}
        for state in alike(at, viewer, others):
            other = at.rules.view(state, viewer)
            for name, face in _FACES.items():
                same = answer(face, other) == faces[name]
                require(same, f"the {name} of a view of {_named(viewer)} depends on hidden cards")
            place = difference(view, other)
            require(place is None, f"a view of {_named(viewer)} holds at {place} what depends on hidden cards")


def redaction(at: Position) -> None:
    """Check that the events that a viewer is told tell no more than the views before and after."""
    others = list(swapped(at))
    for viewer in at.viewers:
        heard: dict[Any, Any] = {}
        for state in (at.state, *alike(at, viewer, others)):
            for move in at.some(at.rules.legal(state)):
                _check_told(at, viewer, state, at.rules.step(state, move), heard)


def _check_told(at: Position, viewer: Seat | None, state: Any, step: Step[Any], heard: dict[Any, Any]) -> None:
    seen = tuple(event.seen_by(viewer) for event in step.events)
    require(all(isinstance(event, Event) for event in seen), f"an event is redacted to what is none: {seen!r}")
    again = tuple(event.seen_by(viewer) for event in seen)
    require(again == seen, f"events are redacted again when {_named(viewer)} looks twice")
    first: Any = None
    if step.state.period != state.period or at.rules.outcome(step.state) is not None:
        # The view after it has forgotten the period, and with it what the mover alone knew.
        if viewer == at.rules.seat(state):
            return
        first = seen[0]
    known = heard.setdefault((at.rules.view(step.state, viewer), first), seen)
    require(known == seen, f"{_named(viewer)} is told more than the views before and after say: {known!r} or {seen!r}")


def discretion(at: Position) -> None:
    """Check that the message of a refusal is the same whatever is hidden."""
    for state in alike(at, None, swapped(at)):
        legal = {*at.legal, *at.rules.legal(state)}
        for move in at.others():
            if move in legal:
                continue
            said, other = (str(refused(IllegalMove, at.rules.apply, true, move)) for true in (at.state, state))
            require(said == other, f"what is said of an illegal move depends on hidden cards: {said!r} or {other!r}")
