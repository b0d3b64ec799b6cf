"""The toy again and again, each time with one fault, and the promise that the fault breaks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Drawn, Ending, Event, IllegalMove, Option, Outcome, ShoeError, Step
from hockey_cards.options import Kind
from toys import sound
from toys.sound import State, View, changed


@attrs.frozen
class Fault:
    """A faulty toy: the promise that it breaks, and what is wrong, in words."""

    promise: str
    what: str
    rules: sound.Toy = attrs.field(repr=False)


FAULTS: list[Fault] = []


def fault(promise: str, what: str, **parts: Any) -> None:
    FAULTS.append(Fault(promise, what, changed(what, **parts)))


def in_place_of(part: str, promise: str, what: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a faulty toy in which the function takes the place of a part of the sound one."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        fault(promise, what, **{part: function}, **more)
        return function

    return register


# Facts and options.

fault("facts", "three seats", seats=3)
fault("facts", "a deck out of order", deck=sound.DECK[::-1])
fault("bound", "a bound that is too low", max_moves=11)


@in_place_of("offer", "options", "a default that is refused")
def offer_too_much(rules: sound.Toy) -> tuple[Option, ...]:
    return (Option("size", Kind.COUNT, 4, rules.size, "toy.1", low=1, high=3), sound.offer(rules)[1])


@in_place_of("offer", "options", "a value that is not the one in force")
def offer_stale(rules: sound.Toy) -> tuple[Option, ...]:
    return (attrs.evolve(sound.offer(rules)[0], value=2), sound.offer(rules)[1])


@in_place_of("build", "options", "a house rule that nobody obeys")
def build_deaf(rules: sound.Toy, **values: Any) -> sound.Toy:
    return rules


@in_place_of("build", "options", "house rules that fail together")
def build_brittle(rules: sound.Toy, **values: Any) -> sound.Toy:
    if len(values) == 2 and values["size"] != 2:
        raise KeyError("size")
    return attrs.evolve(rules, **values)


# Play.


@in_place_of("apply", "purity", "a state that is changed in place")
def apply_in_place(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    for field in attrs.fields(State):
        object.__setattr__(state, field.name, getattr(after, field.name))
    return state


@in_place_of("imagine", "purity", "chance from elsewhere")
def imagine_by_luck(view: View, rng: Random) -> State:
    return sound.imagine(view, Random(random.random()))


@in_place_of("call", "totality", "a case that was forgotten")
def call_some(state: State, move: Card) -> str:
    if len(state.plays) > 3:
        return {"Q": "play", "K": "play"}[move.code[0]]
    return sound.call(state, move)


@in_place_of("seat", "totality", "no seat after the end")
def seat_while_it_lasts(state: State) -> int | None:
    return state.mover if any(state.hands) else None


@in_place_of("legal", "soundness", "a legal move that cannot be made")
def legal_too_many(state: State) -> tuple[Card, ...]:
    hand = sound.legal(state)
    return tuple(sorted((*hand, *state.stock[:1]))) if hand else ()


@in_place_of("legal", "completeness", "a legal move that is left out")
def legal_too_few(state: State) -> tuple[Card, ...]:
    hand = sound.legal(state)
    return hand[:-1] if len(hand) > 1 else hand


@in_place_of("legal", "liveness", "a dead end")
def legal_none(state: State) -> tuple[Card, ...]:
    return () if len(state.plays) == 5 else sound.legal(state)


@in_place_of("outcome", "liveness", "an outcome before the end")
def outcome_early(state: State) -> Outcome | None:
    return Outcome(None, Ending.DRAW, state.score) if len(state.plays) == 11 else sound.outcome(state)


@in_place_of("apply", "bound", "a game without an end")
def apply_endlessly(state: State, move: Card) -> State:
    return attrs.evolve(sound.apply(state, move), hands=state.hands, stock=state.stock)


@in_place_of("refuse", "end", "another word after the end")
def refuse_in_other_words(state: State, move: Card) -> IllegalMove:
    error = sound.refuse(state, move)
    return IllegalMove(str(error), code="too-late", rule="toy.3") if error.code == "game-over" else error


@in_place_of("refuse", "refusal", "a refusal without a code")
def refuse_without_code(state: State, move: Card) -> IllegalMove:
    error = sound.refuse(state, move)
    return error if error.code == "game-over" else IllegalMove("no", code="", rule="toy.1", move=move)


@in_place_of("refuse", "refusal", "another error")
def refuse_by_key(state: State, move: Card) -> Exception:
    return sound.refuse(state, move) if sound.outcome(state) else KeyError(move)


@in_place_of("legal", "order", "moves in the wrong order")
def legal_reversed(state: State) -> tuple[Card, ...]:
    return sound.legal(state)[::-1]


@in_place_of("parse", "codes", "codes that are read wrongly")
def parse_one(text: str) -> Card:
    return max(Card.parse(text), sound.DECK[1])


@in_place_of("step", "events", "a play of the other side")
def step_of_other(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    first: Any = step.events[0]
    return Step(step.state, (attrs.evolve(first, side=1 - first.side), *step.events[1:]))


@in_place_of("step", "events", "an end that is not told")
def step_without_end(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    return Step(step.state, step.events[:1])


@in_place_of("outcome", "outcome", "the wrong winner")
def outcome_reversed(state: State) -> Outcome | None:
    result = sound.outcome(state)
    return result and attrs.evolve(result, winner=None if result.winner is None else 1 - result.winner)


@in_place_of("deal", "deal", "any pack that is long enough")
def deal_anything(rules: sound.Toy, shoe: Any, dealer: int) -> State:
    class Cut:
        def pack(self, period: int) -> tuple[Card, ...]:
            return tuple(sorted({*shoe.pack(period), *sound.DECK}))

    try:
        return sound.deal(rules, shoe, dealer)
    except ShoeError:
        return sound.deal(rules, Cut(), dealer)


@in_place_of("apply", "conservation", "a card that is lost")
def apply_losing(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    return attrs.evolve(after, stock=after.stock[1:]) if len(after.plays) == 4 else after


@in_place_of("deal", "rotation", "a first player that never changes")
def deal_to_first(rules: sound.Toy, shoe: Any, dealer: int) -> State:
    return attrs.evolve(sound.deal(rules, shoe, dealer), dealer=1)


# What is hidden.


@in_place_of("view", "view", "a score that is not the board's")
def view_of_no_goals(state: State, seat: int | None) -> View:
    return attrs.evolve(sound.view(state, seat), score=(0, 0))


@in_place_of("imagine", "imagination", "an imagined state of another seat")
def imagine_other(view: View, rng: Random) -> State:
    state = sound.imagine(view, rng)
    return attrs.evolve(state, hands=state.hands[::-1]) if view.seat == 1 else state


@in_place_of("imagine", "imagination", "an imagined state that cannot be played on")
def imagine_stuck(view: View, rng: Random) -> State:
    state = sound.imagine(view, rng)
    return attrs.evolve(state, stock=state.stock[::-1][:1] * len(state.stock))


@attrs.frozen(repr=False)
class Leaking(View):
    """A view with a field more, which equality does not see."""

    secret: Any = attrs.field(default=None, eq=False)


def leak(state: State, seat: int | None, secret: Any) -> Any:
    seen: Any = sound.view(state, seat)
    return attrs.evolve(seen, secret=secret)


@in_place_of("view", "isolation", "a view that holds the state", view_of=Leaking)
def view_with_state(state: State, seat: int | None) -> Any:
    return leak(state, seat, (state,))


@in_place_of("view", "isolation", "a view that holds a function of the state", view_of=Leaking)
def view_with_function(state: State, seat: int | None) -> Any:
    return leak(state, seat, lambda: state.stock)


@in_place_of("view", "non-interference", "a view that holds a hidden card", view_of=Leaking)
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


fault("non-interference", "a hidden card in the repr", view=view_with_stock, view_of=Talkative)
fault("non-interference", "a hidden card in the JSON", view=view_with_stock, view_of=Wordy)
fault("non-interference", "a hidden card in the hash", view=view_with_stock, view_of=Telling)


@attrs.frozen
class Shouted(Event):
    """A drawn card that everybody hears."""

    card: Card


@in_place_of("step", "redaction", "an event that is not redacted")
def step_aloud(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    return Step(
        step.state, tuple(Shouted(each.card) if isinstance(each, Drawn) and each.card else each for each in step.events)
    )


@in_place_of("refuse", "discretion", "a refusal that tells of the other hand")
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


class Forgetful(View):
    """A view that forgets plays when it is read."""

    __slots__ = ()

    @classmethod
    def from_json(cls, text: str) -> View:
        seen = sound.read(cls, text)
        return attrs.evolve(seen, plays=seen.plays[-1:])


fault("equality", "states that equal themselves alone", state=Singular)
fault("hash", "a hash that is an address", state=Slippery)
fault("frozenness", "a state that can be changed", state=Open)
fault("frozenness", "a view that holds a list", view_of=Listed)
fault("pickle", "a state that cannot be pickled", state=Stuck)
fault("copy", "a state that is copied badly", state=Dropping)
fault("json", "a view that is read badly", view_of=Forgetful)


@in_place_of("apply", "record", "a score below nothing, which no record holds")
def apply_with_own_goals(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    score = tuple(goals - (side == state.mover) for side, goals in enumerate(after.score))
    return attrs.evolve(after, score=score) if move == sound.DECK[0] else after


@in_place_of("call", "determinism", "a call that hangs on the order of a set")
def call_by_hash(state: State, move: Card) -> str:
    return next(iter({"goal", "play", "pass", "block"})) if len(state.plays) > 2 else "play"
