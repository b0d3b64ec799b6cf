"""Checks of views, redacted events and imagined states. Each checks one position, and raises ``BrokenPromise``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove
from hockey_cards.game import Game
from hockey_cards.rules import Ending, Event, Outcome, Played, Seat, State, Step
from hockey_cards.shoe import Seeded
from hockey_cards.testing.cases import Position
from hockey_cards.testing.errors import BrokenPromise, attempt, raised, require
from hockey_cards.testing.object_graph import difference, format_path, reachable
from hockey_cards.view_json import read_view

_IMAGINED: Final = 2
_SWAPPED: Final = 4


@attrs.frozen
class SwappedShoe:
    """A shoe in which two cards of the pack of a period have changed places.

    Args:
        shoe: The original shoe.
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


def view(position: Position) -> None:
    """Check that views agree with the state."""
    rules, state = position.rules, position.state
    require(state.rules == rules, "the rules of the state are not those of the game")
    mover, last = None if position.is_over else rules.seat(state), _last_play(position)
    for viewer, seen in zip(position.viewers, position.views, strict=True):
        legal = position.legal if viewer is not None and viewer == mover else ()
        expected = {"rules": rules, "seat": viewer, "mover": mover, "legal": legal}
        expected |= {"period": state.period, "score": state.score, "outcome": rules.outcome(state), "last": last}
        for name, value in expected.items():
            shown = getattr(seen, name)
            require(shown == value, f"{name} is {value!r}, but {shown!r} in the view of {_describe(viewer)}")


def _last_play(position: Position) -> Played[Any] | None:
    """Return the last play as a spectator saw it, as a plain ``Played``; None before the first move."""
    if not position.moves:
        return None
    before = position.case.states[position.ply - 1]
    seen: Any = position.rules.step(before, position.moves[-1]).events[0].seen_by(None)
    return Played(seen.seat, seen.side, seen.move, seen.call)


_KEPT: Final = ("rules", "seat", "period", "score", "last")


def forfeit(position: Position) -> None:
    """Check the views of a game that is forfeited here."""
    rules = position.rules
    if position.is_over:
        return
    for viewer, seen in zip(position.viewers, position.views, strict=True):
        outcome = Outcome(position.ply % 2, Ending.FORFEIT, seen.score)
        ended = seen.ended(outcome)
        kept = {name: getattr(seen, name) for name in _KEPT}
        expected = {"outcome": outcome, "mover": None, "legal": (), **kept}
        for name, value in expected.items():
            shown = getattr(ended, name)
            require(shown == value, f"{name} is {shown!r} in the view of {_describe(viewer)} after a forfeit")
        require(ended != seen, "a view equals the one after a forfeit")
        again = attempt(partial(read_view, family=position.case.family), ended.to_json())
        require(again == ended, f"a view after a forfeit is {again!r} after being written and read")
        imagined = rules.view(rules.imagine(ended, position.rng("forfeit")), viewer)
        require(imagined == seen, f"a forfeit changes the imagined state of {_describe(viewer)}")


def _describe(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def imagine(position: Position) -> None:
    """Check that imagined states are consistent with the view, and can be played to the end."""
    rules, case = position.rules, position.case
    for viewer, seen in zip(position.viewers, position.views, strict=True):
        state = rules.imagine(seen, position.rng("imagine"))
        require(isinstance(state, State), f"imagine returns a {type(state).__name__}")
        is_same = rules.view(state, viewer) == seen
        require(is_same, f"the view of {_describe(viewer)} of an imagined state differs from that of the true one")
        is_same = state == rules.imagine(seen, position.rng("imagine"))
        require(is_same, "imagine returns another state for the same view and random numbers")
        if case.settings.cards is not None:
            held = sorted(case.settings.cards(state))
            require(held == sorted(rules.deck), "the cards of an imagined state are not the deck")
        _play_on(position, state)


def _play_on(position: Position, state: Any) -> None:
    rules, rng = position.rules, position.rng("play on")
    for _ in range(rules.max_moves + 1):
        legal = rules.legal(state)
        if not legal:
            break
        state = rules.apply(state, rng.choice(legal))
    require(rules.outcome(state) is not None, "a game that continues from an imagined state does not end")


def imagined_game(position: Position) -> None:
    """Check that a viewer cannot distinguish an imagined game from the true one, and that it can be recorded.

    The check replays whole games, so that it asks one viewer of each position, chosen at random.
    """
    game, case = position.game, position.case
    viewer = position.rng("choose a viewer").choice(list(position.viewers))
    found = game.imagine(viewer, position.rng("imagine a game"))
    what = f"of {_describe(viewer)} of an imagined game"
    same = found.history(viewer) == game.history(viewer)
    require(same, f"the history {what} differs from that of the true one")
    pairs = zip(_views(found, viewer), _views(game, viewer), strict=True)
    require(all(one == other for one, other in pairs), f"a view {what} differs from that of the true one")
    again = (each.imagine(viewer, position.rng("imagine a game")) for each in (game, found))
    same = all(each == found for each in again)
    require(same, f"the imagined game depends on more than the history of {_describe(viewer)} and the rng")
    line = found.record()
    same = Game.from_record(line, variants={case.base.key: case.base}).record() == line
    require(same, "an imagined game differs after it is recorded and read")


def _views(game: Game[Any, Any, Any], viewer: Seat | None) -> Iterator[Any]:
    """Yield what a viewer saw before each move, and sees now."""
    for turn in game.turns:
        yield game.variant.rules.view(turn.before, viewer)
    yield game.view(viewer)


def isolation(position: Position) -> None:
    """Check that no reference leads from what players are given to what is hidden."""
    met: dict[int, object] = {}
    shoe = position.case.shoe
    pack = shoe.pack(position.state.period)
    for name, value in _given(position):
        for found, path in reachable(value, met):
            kind = _hidden(found, pack, shoe.seed)
            if kind is not None:
                raise BrokenPromise(f"{name} leads to {kind}: {format_path(path)}")


def _given(position: Position) -> Iterator[tuple[str, object]]:
    """Yield what viewers are given, each value with a description."""
    for viewer, seen in zip(position.viewers, position.views, strict=True):
        yield f"the view of {_describe(viewer)}", seen
        for move in position.sample(position.legal, 2):
            for event in position.rules.step(position.state, move).events:
                yield f"an event redacted for {_describe(viewer)}", event.seen_by(viewer)


def _hidden(value: object, pack: tuple[Card, ...], seed: bytes) -> str | None:
    """Return a description of a value that must stay hidden; None for any other value."""
    if isinstance(value, State):
        return "a state"
    if callable(getattr(type(value), "pack", None)):
        return "a shoe"
    if isinstance(value, bytes) and value == seed:
        return "the seed"
    return "the pack" if isinstance(value, tuple | list) and (*cast("Iterable[object]", value),) == pack else None


def _indistinguishable(position: Position, viewer: Seat | None, swapped: Iterable[Any]) -> Iterator[Any]:
    """Yield states of which a viewer has the same view: imagined ones, and some of the swapped ones."""
    seen = position.rules.view(position.state, viewer)
    for number in range(_IMAGINED):
        yield position.rules.imagine(seen, position.rng(f"imagine {number}"))
    for state in swapped:
        if position.rules.view(state, viewer) == seen:
            yield state


def _swapped_states(position: Position) -> Iterator[Any]:
    """Yield states that the same moves lead to after two cards of a pack have changed places."""
    rng = position.rng("swap")
    for _ in range(_SWAPPED):
        one, other = rng.sample(range(len(position.rules.deck)), 2)
        shoe = SwappedShoe(position.case.shoe, position.state.period + rng.randrange(2), (one, other))
        with suppress(IllegalMove):
            yield position.replay(shoe)


_OBSERVATIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "repr": repr,
    "str": str,
    "hash": hash,
    "JSON": methodcaller("to_json"),
    "legal": attrgetter("legal"),
}


def non_interference(position: Position) -> None:
    """Check that views of states that a viewer cannot distinguish are the same throughout."""
    others = list(_swapped_states(position))
    for viewer in position.viewers:
        seen = position.rules.view(position.state, viewer)
        observed = {name: attempt(observe, seen) for name, observe in _OBSERVATIONS.items()}
        for state in _indistinguishable(position, viewer, others):
            other = position.rules.view(state, viewer)
            for name, observe in _OBSERVATIONS.items():
                is_same = attempt(observe, other) == observed[name]
                require(is_same, f"the {name} of the view of {_describe(viewer)} depends on hidden cards")
            place = difference(seen, other)
            require(place is None, f"{place} in the view of {_describe(viewer)} depends on hidden cards")


def redaction(position: Position) -> None:
    """Check that redacted events reveal no more than the views before and after the move."""
    others = list(_swapped_states(position))
    for viewer in position.viewers:
        known: dict[Any, Any] = {}
        for state in (position.state, *_indistinguishable(position, viewer, others)):
            for move in position.sample(position.rules.legal(state)):
                _check_redacted(position, viewer, state, position.rules.step(state, move), known)


def _check_redacted(
    position: Position, viewer: Seat | None, state: Any, step: Step[Any], known: dict[Any, Any]
) -> None:
    """Check the events of one step against those of steps that led to the same view; ``known`` grows."""
    seen = tuple(event.seen_by(viewer) for event in step.events)
    require(all(isinstance(event, Event) for event in seen), f"not all redacted events are events: {seen!r}")
    again = tuple(event.seen_by(viewer) for event in seen)
    require(again == seen, f"redacting events twice for {_describe(viewer)} differs from redacting them once")
    first: Any = None
    if step.state.period != state.period or position.rules.outcome(step.state) is not None:
        # The view afterwards no longer holds the period that ended, and what the mover alone knew of it.
        if viewer == position.rules.seat(state):
            return
        first = seen[0]
    expected = known.setdefault((position.rules.view(step.state, viewer), first), seen)
    same_view = f"steps to the same view give {_describe(viewer)} different events"
    require(expected == seen, f"{same_view}: {expected!r} and {seen!r}")


def error_messages(position: Position) -> None:
    """Check that the message for an illegal move does not depend on hidden cards."""
    apply = position.rules.apply
    for state in _indistinguishable(position, None, _swapped_states(position)):
        legal = {*position.legal, *position.rules.legal(state)}
        for move in position.illegal_moves():
            if move in legal:
                continue
            message, other = (str(raised(apply, each, move)) for each in (position.state, state))
            is_same = message == other
            require(is_same, f"the message for an illegal move depends on hidden cards: {message!r} or {other!r}")
