"""The toy with one fault each in its options or in its play."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Ending, IllegalMove, Option, Outcome, ShoeError, Step
from hockey_cards.options import Kind
from toys import sound
from toys.faults import Faults
from toys.sound import State, View

FAULTS = Faults()


# Facts and options.

FAULTS.add("facts", "three seats", seats=3)
FAULTS.add("facts", "a deck out of order", deck=sound.DECK[::-1])
FAULTS.add("bound", "a bound that is too low", max_moves=11)


@FAULTS.in_place_of("offer", "options", "a default that is refused")
def offer_too_much(rules: sound.Toy) -> tuple[Option, ...]:
    return (Option("size", Kind.COUNT, 4, rules.size, "toy.1", low=1, high=3), sound.offer(rules)[1])


@FAULTS.in_place_of("offer", "options", "a value that is not the one in force")
def offer_stale(rules: sound.Toy) -> tuple[Option, ...]:
    return (attrs.evolve(sound.offer(rules)[0], value=2), sound.offer(rules)[1])


@FAULTS.in_place_of("build", "options", "a house rule that nobody obeys")
def build_deaf(rules: sound.Toy, **values: Any) -> sound.Toy:
    return rules


@FAULTS.in_place_of("build", "options", "house rules that fail together")
def build_brittle(rules: sound.Toy, **values: Any) -> sound.Toy:
    if len(values) == 2 and values["size"] != 2:
        raise KeyError("size")
    return attrs.evolve(rules, **values)


# Play.


@FAULTS.in_place_of("apply", "purity", "a state that is changed in place")
def apply_in_place(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    for field in attrs.fields(State):
        object.__setattr__(state, field.name, getattr(after, field.name))
    return state


@FAULTS.in_place_of("imagine", "purity", "chance from elsewhere")
def imagine_by_luck(view: View, rng: Random) -> State:
    return sound.imagine(view, Random(random.random()))


@FAULTS.in_place_of("call", "totality", "a case that was forgotten")
def call_some(state: State, move: Card) -> str:
    if len(state.plays) > 3:
        return {"Q": "play", "K": "play"}[move.code[0]]
    return sound.call(state, move)


@FAULTS.in_place_of("seat", "totality", "no seat after the end")
def seat_while_it_lasts(state: State) -> int | None:
    return state.mover if any(state.hands) else None


@FAULTS.in_place_of("legal", "soundness", "a legal move that cannot be made")
def legal_too_many(state: State) -> tuple[Card, ...]:
    hand = sound.legal(state)
    return tuple(sorted((*hand, *state.stock[:1]))) if hand else ()


@FAULTS.in_place_of("legal", "completeness", "a legal move that is left out")
def legal_too_few(state: State) -> tuple[Card, ...]:
    hand = sound.legal(state)
    return hand[:-1] if len(hand) > 1 else hand


@FAULTS.in_place_of("legal", "liveness", "a dead end")
def legal_none(state: State) -> tuple[Card, ...]:
    return () if len(state.plays) == 5 else sound.legal(state)


@FAULTS.in_place_of("outcome", "liveness", "an outcome before the end")
def outcome_early(state: State) -> Outcome | None:
    return Outcome(None, Ending.DRAW, state.score) if len(state.plays) == 11 else sound.outcome(state)


@FAULTS.in_place_of("apply", "bound", "a game without an end")
def apply_endlessly(state: State, move: Card) -> State:
    return attrs.evolve(sound.apply(state, move), hands=state.hands, stock=state.stock)


@FAULTS.in_place_of("refuse", "end", "another word after the end")
def refuse_in_other_words(state: State, move: Card) -> IllegalMove:
    error = sound.refuse(state, move)
    return IllegalMove(str(error), code="too-late", rule="toy.3") if error.code == "game-over" else error


@FAULTS.in_place_of("refuse", "refusal", "a refusal without a code")
def refuse_without_code(state: State, move: Card) -> IllegalMove:
    error = sound.refuse(state, move)
    return error if error.code == "game-over" else IllegalMove("no", code="", rule="toy.1", move=move)


@FAULTS.in_place_of("refuse", "refusal", "another error")
def refuse_by_key(state: State, move: Card) -> Exception:
    return sound.refuse(state, move) if sound.outcome(state) else KeyError(move)


@FAULTS.in_place_of("legal", "order", "moves in the wrong order")
def legal_reversed(state: State) -> tuple[Card, ...]:
    return sound.legal(state)[::-1]


@FAULTS.in_place_of("parse", "codes", "codes that are read wrongly")
def parse_one(text: str) -> Card:
    return max(Card.parse(text), sound.DECK[1])


@FAULTS.in_place_of("step", "events", "a play of the other side")
def step_of_other(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    first: Any = step.events[0]
    return Step(step.state, (attrs.evolve(first, side=1 - first.side), *step.events[1:]))


@FAULTS.in_place_of("step", "events", "an end that is not told")
def step_without_end(state: State, move: Card) -> Step[State]:
    step = sound.step(state, move)
    return Step(step.state, step.events[:1])


@FAULTS.in_place_of("outcome", "outcome", "the wrong winner")
def outcome_reversed(state: State) -> Outcome | None:
    result = sound.outcome(state)
    return result and attrs.evolve(result, winner=None if result.winner is None else 1 - result.winner)


@FAULTS.in_place_of("deal", "deal", "any pack that is long enough")
def deal_anything(rules: sound.Toy, shoe: Any, dealer: int) -> State:
    class Cut:
        def pack(self, period: int) -> tuple[Card, ...]:
            return tuple(sorted({*shoe.pack(period), *sound.DECK}))

    try:
        return sound.deal(rules, shoe, dealer)
    except ShoeError:
        return sound.deal(rules, Cut(), dealer)


@FAULTS.in_place_of("apply", "conservation", "a card that is lost")
def apply_losing(state: State, move: Card) -> State:
    after = sound.apply(state, move)
    return attrs.evolve(after, stock=after.stock[1:]) if len(after.plays) == 4 else after


@FAULTS.in_place_of("deal", "rotation", "a first player that never changes")
def deal_to_first(rules: sound.Toy, shoe: Any, dealer: int) -> State:
    return attrs.evolve(sound.deal(rules, shoe, dealer), dealer=1)
