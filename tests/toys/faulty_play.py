"""Toys with one fault each in their options or in their play."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Ending, IllegalMove, Option, Outcome, ShoeError, Step
from hockey_cards.options import Kind
from toys import toy
from toys.faults import Faults
from toys.toy import State, View

FAULTS = Faults()


# Facts and options

FAULTS.add("facts", "three seats", seats=3)
FAULTS.add("facts", "a deck out of order", deck=toy.DECK[::-1])
FAULTS.add("length", "a maximum that is too low", max_moves=11)
FAULTS.add("facts", "a number of periods that is no number", max_periods="one")
FAULTS.add("moves", "moves out of order", moves=toy.DECK[::-1])
FAULTS.add("moves", "a move that is listed twice", moves=(*toy.DECK, toy.DECK[-1]))
FAULTS.add("numbers", "legal moves that are not listed", moves=toy.DECK[:6])


@FAULTS.replace("number", "moves", "numbers that are not the places of the moves")
def number_of_deck(move: Card) -> int:
    return toy.number(move) + 40


@FAULTS.replace("number", "moves", "numbers of what is not a move")
def number_anything(move: object) -> int:
    return toy.DECK.index(move) if move in toy.DECK else -1


@FAULTS.replace("offer", "options", "a default that is refused")
def offer_too_much(rules: toy.Toy) -> tuple[Option, ...]:
    return (Option("size", Kind.COUNT, 4, rules.size, "toy.1", low=1, high=3), toy.offer(rules)[1])


@FAULTS.replace("offer", "options", "a value that is not the one in force")
def offer_stale(rules: toy.Toy) -> tuple[Option, ...]:
    return (attrs.evolve(toy.offer(rules)[0], value=2), toy.offer(rules)[1])


@FAULTS.replace("build", "options", "a house rule without effect")
def build_nothing(rules: toy.Toy, **values: Any) -> toy.Toy:
    return rules


@FAULTS.replace("build", "options", "house rules that raise KeyError together")
def build_brittle(rules: toy.Toy, **values: Any) -> toy.Toy:
    if len(values) == 2 and values["size"] != 2:
        raise KeyError("size")
    return attrs.evolve(rules, **values)


# Play


@FAULTS.replace("apply", "purity", "a state that is changed in place")
def apply_in_place(state: State, move: Card) -> State:
    after = toy.apply(state, move)
    for field in attrs.fields(State):
        object.__setattr__(state, field.name, getattr(after, field.name))
    return state


@FAULTS.replace("imagine", "purity", "random numbers from elsewhere")
def imagine_with_global_random(view: View, rng: Random) -> State:
    return toy.imagine(view, Random(random.random()))


@FAULTS.replace("call", "totality", "a case that is missing")
def call_incomplete(state: State, move: Card) -> str:
    if len(state.plays) > 3:
        return {"Q": "play", "K": "play"}[move.code[0]]
    return toy.call(state, move)


@FAULTS.replace("seat", "totality", "no seat after the end")
def seat_until_the_end(state: State) -> int | None:
    return state.mover if any(state.hands) else None


@FAULTS.replace("legal", "soundness", "a legal move that cannot be made")
def legal_too_many(state: State) -> tuple[Card, ...]:
    hand = toy.legal(state)
    return tuple(sorted((*hand, *state.stock[:1]))) if hand else ()


@FAULTS.replace("legal", "completeness", "a legal move that is missing")
def legal_too_few(state: State) -> tuple[Card, ...]:
    hand = toy.legal(state)
    return hand[:-1] if len(hand) > 1 else hand


@FAULTS.replace("legal", "liveness", "a dead end")
def legal_none(state: State) -> tuple[Card, ...]:
    return () if len(state.plays) == 5 else toy.legal(state)


@FAULTS.replace("outcome", "liveness", "an outcome before the end")
def outcome_early(state: State) -> Outcome | None:
    return Outcome(None, Ending.DRAW, state.score) if len(state.plays) == 11 else toy.outcome(state)


@FAULTS.replace("apply", "length", "a game that does not end")
def apply_endlessly(state: State, move: Card) -> State:
    return attrs.evolve(toy.apply(state, move), hands=state.hands, stock=state.stock)


@FAULTS.replace("refuse", "game-over", "another code after the end")
def refuse_with_other_code(state: State, move: Card) -> IllegalMove:
    error = toy.refuse(state, move)
    return IllegalMove(str(error), code="too-late", rule="toy.3") if error.code == "game-over" else error


@FAULTS.replace("refuse", "illegal-move", "an error without a code")
def refuse_without_code(state: State, move: Card) -> IllegalMove:
    error = toy.refuse(state, move)
    return error if error.code == "game-over" else IllegalMove("no", code="", rule="toy.1", move=move)


@FAULTS.replace("refuse", "illegal-move", "another type of error")
def refuse_with_key_error(state: State, move: Card) -> Exception:
    return toy.refuse(state, move) if toy.outcome(state) else KeyError(move)


@FAULTS.replace("legal", "order", "moves in the wrong order")
def legal_reversed(state: State) -> tuple[Card, ...]:
    return toy.legal(state)[::-1]


@FAULTS.replace("parse", "codes", "codes that are parsed wrongly")
def parse_wrongly(text: str) -> Card:
    return max(Card.parse(text), toy.DECK[1])


@FAULTS.replace("step", "events", "an event with the wrong side")
def step_of_other(state: State, move: Card) -> Step[State]:
    step = toy.step(state, move)
    first: Any = step.events[0]
    return Step(step.state, (attrs.evolve(first, side=1 - first.side), *step.events[1:]))


@FAULTS.replace("step", "events", "an end without an event")
def step_without_end(state: State, move: Card) -> Step[State]:
    step = toy.step(state, move)
    return Step(step.state, step.events[:1])


@FAULTS.replace("outcome", "outcome", "the wrong winner")
def outcome_reversed(state: State) -> Outcome | None:
    result = toy.outcome(state)
    return result and attrs.evolve(result, winner=None if result.winner is None else 1 - result.winner)


@FAULTS.replace("deal", "deal", "a deal of any pack")
def deal_anything(rules: toy.Toy, shoe: Any, dealer: int) -> State:
    class Cut:
        def pack(self, period: int) -> tuple[Card, ...]:
            return tuple(sorted({*shoe.pack(period), *toy.DECK}))

    try:
        return toy.deal(rules, shoe, dealer)
    except ShoeError:
        return toy.deal(rules, Cut(), dealer)


@FAULTS.replace("apply", "conservation", "a card that is lost")
def apply_losing(state: State, move: Card) -> State:
    after = toy.apply(state, move)
    return attrs.evolve(after, stock=after.stock[1:]) if len(after.plays) == 4 else after


@FAULTS.replace("deal", "rotation", "first cards that always go to the same seat")
def deal_to_seat_zero(rules: toy.Toy, shoe: Any, dealer: int) -> State:
    state = toy.deal(rules, shoe, dealer)
    return state if dealer else attrs.evolve(state, hands=state.hands[::-1])


@FAULTS.replace("dealt", "dealt", "a deal without an event")
def dealt_without_event(state: State) -> tuple[()]:
    return ()
