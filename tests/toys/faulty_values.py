"""Toys with one fault each in their views, or in the values that they are made of."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Dealt, Drawn, Event, IllegalMove, Stacked, Step
from toys import toy
from toys.faults import Faults
from toys.toy import State, View

FAULTS = Faults()


# Hidden information


@FAULTS.replace("view", "view", "a score that is not the state's")
def view_of_no_goals(state: State, seat: int | None) -> View:
    return attrs.evolve(toy.view(state, seat), score=(0, 0))


class WithoutLast(View):
    """A view that does not know the last play."""

    __slots__ = ()

    @property
    def last(self) -> None:
        return None


class Unended(View):
    """A view that keeps its mover after a forfeit."""

    __slots__ = ()

    @property
    def mover(self) -> int | None:
        return (self.dealer + 1 + len(self.plays)) % 2 if len(self.plays) < len(toy.DECK) else None


class WithoutForfeit(View):
    """A view whose JSON lacks a forfeit."""

    __slots__ = ()

    def to_json(self) -> str:
        return View.to_json(attrs.evolve(self, ending=None))


FAULTS.add("view", "a view without the last play", view_of=WithoutLast)
FAULTS.add("forfeit", "a mover after a forfeit", view_of=Unended)
FAULTS.add("forfeit", "JSON without the forfeit", view_of=WithoutForfeit)


@FAULTS.replace("imagine", "imagine", "an imagined state of another seat")
def imagine_other(view: View, rng: Random) -> State:
    state = toy.imagine(view, rng)
    return attrs.evolve(state, hands=state.hands[::-1]) if view.seat == 1 else state


@FAULTS.replace("imagine", "imagine", "an imagined state that cannot be played on")
def imagine_stuck(view: View, rng: Random) -> State:
    state = toy.imagine(view, rng)
    return attrs.evolve(state, stock=state.stock[::-1][:1] * len(state.stock))


@FAULTS.replace("imagine", "imagine", "an imagined state without a stock")
def imagine_less(view: View, rng: Random) -> State:
    return attrs.evolve(toy.imagine(view, rng), stock=())


@FAULTS.replace("imagine_period", "imagined-game", "an imagined game whose draws are in another order")
def imagine_period_of_other_draws(seen: Any, rng: Random) -> Any:
    pack, plays = toy.imagine_period(seen, rng)
    start = 2 * seen.first.rules.size
    drawn = sorted(pack[start : start + 4])
    return (*pack[:start], *drawn, *pack[start + 4 :]), plays


@FAULTS.replace("imagine_period", "imagined-game", "an imagined game without its last play")
def imagine_period_of_fewer_plays(seen: Any, rng: Random) -> Any:
    pack, plays = toy.imagine_period(seen, rng)
    return pack, plays[:-1]


@FAULTS.replace("imagine_period", "imagined-game", "an imagined game that depends on other chance")
def imagine_period_with_global_random(seen: Any, rng: Random) -> Any:
    return toy.imagine_period(seen, Random(random.random()))


FAULTS.add("imagined-game", "rules that cannot imagine a period", imagine_period=None)


@attrs.frozen(repr=False)
class Leaking(View):
    """A view with a field that equality ignores."""

    secret: Any = attrs.field(default=None, eq=False)


def leak(state: State, seat: int | None, secret: Any) -> Any:
    seen: Any = toy.view(state, seat)
    return attrs.evolve(seen, secret=secret)


@FAULTS.replace("view", "isolation", "a view that holds the state", view_of=Leaking)
def view_with_state(state: State, seat: int | None) -> Any:
    return leak(state, seat, (state,))


@FAULTS.replace("view", "isolation", "a view that holds a function of the state", view_of=Leaking)
def view_with_function(state: State, seat: int | None) -> Any:
    return leak(state, seat, lambda: state.stock)


@FAULTS.replace("view", "isolation", "a view that holds a shoe", view_of=Leaking)
def view_with_shoe(state: State, seat: int | None) -> Any:
    return leak(state, seat, Stacked([state.stock]))


@FAULTS.replace("view", "non-interference", "a view that holds a hidden card", view_of=Leaking)
def view_with_card(state: State, seat: int | None) -> Any:
    return leak(state, seat, state.stock[:1])


class LeakingRepr(Leaking):
    """A view whose repr shows hidden cards."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<toy.View, stock {self.secret}>"


class LeakingJson(Leaking):
    """A view whose JSON shows hidden cards."""

    __slots__ = ()

    def to_json(self) -> str:
        return json.dumps(json.loads(View.to_json(self)) | {"stock": [card.code for card in self.secret]})


class LeakingHash(Leaking):
    """A view whose hash depends on hidden cards."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self.secret)


def view_with_stock(state: State, seat: int | None) -> Any:
    return leak(state, seat, state.stock)


FAULTS.add("non-interference", "a hidden card in the repr", view=view_with_stock, view_of=LeakingRepr)
FAULTS.add("non-interference", "a hidden card in the JSON", view=view_with_stock, view_of=LeakingJson)
FAULTS.add("non-interference", "a hidden card in the hash", view=view_with_stock, view_of=LeakingHash)


@attrs.frozen
class DrawnOpenly(Event):
    """A drawn card that everybody sees."""

    card: Card


@FAULTS.replace("step", "redaction", "an event that is not redacted")
def step_unredacted(state: State, move: Card) -> Step[State]:
    step = toy.step(state, move)
    return Step(
        step.state,
        tuple(DrawnOpenly(each.card) if isinstance(each, Drawn) and each.card else each for each in step.events),
    )


@attrs.frozen
class DealtOpenly(Dealt):
    """A deal in which everybody sees all hands."""

    def seen_by(self, seat: int | None) -> Dealt:
        return self


@FAULTS.replace("dealt", "history", "a deal that is not redacted")
def dealt_openly(state: State) -> tuple[Event, ...]:
    return (DealtOpenly(0, state.dealer, state.hands, (), state.mover),)


@FAULTS.replace("refuse", "error-messages", "a message that depends on the other hand")
def refuse_leaking(state: State, move: Card) -> IllegalMove:
    error = toy.refuse(state, move)
    held = move in state.hands[1 - state.mover]
    return IllegalMove(f"{error}: held={held}", code=error.code, rule=error.rule, move=move, legal=error.legal)


# Values


class ComparedByIdentity(State):
    """A state that equals only itself."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


class HashedByIdentity(State):
    """A state whose hash is its address."""

    __slots__ = ()
    __hash__ = object.__hash__


class Settable(State):
    """A state whose attributes can be set, although it is frozen."""

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


class WithList(View):
    """A view that holds a list."""

    __slots__ = ("notes",)

    def __init__(self, *values: Any) -> None:
        View.__init__(self, *values)
        object.__setattr__(self, "notes", [])


class Unpicklable(State):
    """A state that cannot be pickled."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("not picklable")


class Miscopied(State):
    """A state that loses its stock when it is copied."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return attrs.evolve(self, stock=())


def read_last_play(fields: Mapping[str, Any]) -> View:
    """Read a view without its first plays."""
    seen = toy.read_view(fields)
    return attrs.evolve(seen, plays=seen.plays[-1:])


FAULTS.add("equality", "states that are compared by identity", state=ComparedByIdentity)
FAULTS.add("hash", "a hash that is an address", state=HashedByIdentity)
FAULTS.add("immutability", "a state whose attributes can be set", state=Settable)
FAULTS.add("immutability", "a view that holds a list", view_of=WithList)
FAULTS.add("pickle", "a state that cannot be pickled", state=Unpicklable)
FAULTS.add("copy", "a state that is copied wrongly", state=Miscopied)
FAULTS.add("json", "a view that is read wrongly", read_view=read_last_play)


@attrs.frozen
class Whistled(Event):
    """An event that the family does not list."""


@FAULTS.replace("dealt", "event-json", "an event that the family does not list")
def dealt_with_whistle(state: State) -> tuple[Event, ...]:
    return (*toy.dealt(state), Whistled())


@FAULTS.replace("apply", "record", "a negative score, which records refuse")
def apply_with_negative_score(state: State, move: Card) -> State:
    after = toy.apply(state, move)
    score = tuple(goals - (side == state.mover) for side, goals in enumerate(after.score))
    return attrs.evolve(after, score=score) if move == toy.DECK[0] else after


@FAULTS.replace("call", "determinism", "a call that depends on the order of a set")
def call_by_hash(state: State, move: Card) -> str:
    return next(iter({"goal", "play", "pass", "block"})) if len(state.plays) > 2 else "play"


@FAULTS.replace("call", "determinism", "a game that another process cannot play")
def call_in_one_process(state: State, move: Card) -> str:
    if os.environ.get("PYTHONHASHSEED") == "2":
        raise OSError("not in this process")
    return toy.call(state, move)
