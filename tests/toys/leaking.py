"""The toy with one fault each in its views, or in the values that it is made of."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Drawn, Event, IllegalMove, Stacked, Step
from toys import sound
from toys.faults import Faults
from toys.sound import State, View

FAULTS = Faults()


# What is hidden.


@FAULTS.in_place_of("view", "view", "a score that is not the board's")
def view_of_no_goals(state: State, seat: int | None) -> View:
    return attrs.evolve(sound.view(state, seat), score=(0, 0))


@FAULTS.in_place_of("imagine", "imagination", "an imagined state of another seat")
def imagine_other(view: View, rng: Random) -> State:
    state = sound.imagine(view, rng)
    return attrs.evolve(state, hands=state.hands[::-1]) if view.seat == 1 else state


@FAULTS.in_place_of("imagine", "imagination", "an imagined state that cannot be played on")
def imagine_stuck(view: View, rng: Random) -> State:
    state = sound.imagine(view, rng)
    return attrs.evolve(state, stock=state.stock[::-1][:1] * len(state.stock))


@FAULTS.in_place_of("imagine", "imagination", "an imagined state without a stock")
def imagine_less(view: View, rng: Random) -> State:
    return attrs.evolve(sound.imagine(view, rng), stock=())


@attrs.frozen(repr=False)
class Leaking(View):
    """A view with a field more, which equality does not see."""

    secret: Any = attrs.field(default=None, eq=False)


def leak(state: State, seat: int | None, secret: Any) -> Any:
    seen: Any = sound.view(state, seat)
    return attrs.evolve(seen, secret=secret)


@FAULTS.in_place_of("view", "isolation", "a view that holds the state", view_of=Leaking)
def view_with_state(state: State, seat: int | None) -> Any:
    return leak(state, seat, (state,))


@FAULTS.in_place_of("view", "isolation", "a view that holds a function of the state", view_of=Leaking)
def view_with_function(state: State, seat: int | None) -> Any:
    return leak(state, seat, lambda: state.stock)


@FAULTS.in_place_of("view", "isolation", "a view that holds a shoe", view_of=Leaking)
def view_with_shoe(state: State, seat: int | None) -> Any:
    return leak(state, seat, Stacked([state.stock]))


@FAULTS.in_place_of("view", "non-interference", "a view that holds a hidden card", view_of=Leaking)
def view_with_card(state: State, seat: int | None) -> Any:
    return leak(state, seat, state.stock[:1])


class Talkative(Leaking):
    """A view whose repr says too much."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<toy.View, stock {self.secret}>"


class Wordy(Leaking):
    """A view whose JSON says too much."""

    __slots__ = ()

    def to_json(self) -> str:
        return json.dumps(json.loads(View.to_json(self)) | {"stock": [card.code for card in self.secret]})


class Telling(Leaking):
    """A view whose hash says too much."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self.secret)


def view_with_stock(state: State, seat: int | None) -> Any:
    return leak(state, seat, state.stock)


FAULTS.add("non-interference", "a hidden card in the repr", view=view_with_stock, view_of=Talkative)
FAULTS.add("non-interference", "a hidden card in the JSON", view=view_with_stock, view_of=Wordy)
FAULTS.add("non-interference", "a hidden card in the hash", view=view_with_stock, view_of=Telling)


@attrs.frozen
class Shouted(Event):
    """A drawn card that everybody hears."""

    card: Card


@FAULTS.in_place_of("step", "redaction", "an event that is not redacted")
def step_aloud(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    return Step(
        step.state, tuple(Shouted(each.card) if isinstance(each, Drawn) and each.card else each for each in step.events)
    )


@FAULTS.in_place_of("refuse", "discretion", "a refusal that tells of the other hand")
def refuse_telling(state: State, move: Card) -> IllegalMove:
    error = sound.refuse(state, move)
    held = move in state.hands[1 - state.mover]
    return IllegalMove(f"{error}: held={held}", code=error.code, rule=error.rule, move=move, legal=error.legal)


# Values.


class Singular(State):
    """A state that equals itself alone."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


class Slippery(State):
    """A state whose hash is its address."""

    __slots__ = ()
    __hash__ = object.__hash__


class Open(State):
    """A state that can be changed, for all that it is frozen."""

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


class Listed(View):
    """A view with a list in it."""

    __slots__ = ("notes",)

    def __init__(self, *values: Any) -> None:
        View.__init__(self, *values)
        object.__setattr__(self, "notes", [])


class Stuck(State):
    """A state that cannot be pickled."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a state stays where it is")


class Dropping(State):
    """A state that loses something when it is copied."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return attrs.evolve(self, stock=())


def forgetful(fields: Mapping[str, Any]) -> View:
    """Forget plays when a view is read."""
    seen = sound.read_view(fields)
    return attrs.evolve(seen, plays=seen.plays[-1:])


FAULTS.add("equality", "states that equal themselves alone", state=Singular)
FAULTS.add("hash", "a hash that is an address", state=Slippery)
FAULTS.add("frozenness", "a state that can be changed", state=Open)
FAULTS.add("frozenness", "a view that holds a list", view_of=Listed)
FAULTS.add("pickle", "a state that cannot be pickled", state=Stuck)
FAULTS.add("copy", "a state that is copied badly", state=Dropping)
FAULTS.add("json", "a view that is read badly", read_view=forgetful)


@FAULTS.in_place_of("apply", "record", "a score below nothing, which no record holds")
def apply_with_own_goals(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    score = tuple(goals - (side == state.mover) for side, goals in enumerate(after.score))
    return attrs.evolve(after, score=score) if move == sound.DECK[0] else after


@FAULTS.in_place_of("call", "determinism", "a call that hangs on the order of a set")
def call_by_hash(state: State, move: Card) -> str:
    return next(iter({"goal", "play", "pass", "block"})) if len(state.plays) > 2 else "play"


@FAULTS.in_place_of("call", "determinism", "a game that another process cannot play")
def call_here(state: State, move: Card) -> str:
    if os.environ.get("PYTHONHASHSEED") == "2":
        raise OSError("not in this house")
    return sound.call(state, move)
