"""Players with one fault each, with the promise that each breaks; and two sound ones."""

from __future__ import annotations

import random
from itertools import count
from random import Random
from typing import Any

import attrs

from hockey_cards import Card, Seat, Variant, factory


def first(view: Any) -> Any:
    """Play the first legal move: a sound player."""
    return view.legal[0]


@factory
def careful(variant: Variant, seat: Seat, rng: Random) -> Any:
    """Play by memory and random numbers of its own: sound too."""
    seen: list[Any] = []

    def play(view: Any) -> Any:
        seen.append(view)
        return view.legal[len(seen) % len(view.legal)] if seat else rng.choice(view.legal)

    return play


def raising(view: Any) -> Any:
    raise RuntimeError("no idea")


@factory
def raising_factory(variant: Variant, seat: Seat, rng: Random) -> Any:
    raise LookupError(f"no player for {variant.key}")


def returning_none(view: Any) -> Any:
    return None


def cheating(view: Any) -> Any:
    return view.legal[0] if len(view.plays) < 4 else Card("2c")


def numeric(view: Any) -> Any:
    """Return a number that equals the card."""
    return int(view.legal[0])


async def asynchronous(view: Any) -> Any:
    return view.legal[0]


def returning_code(view: Any) -> Any:
    return view.legal[0].code


def changing_view(view: Any) -> Any:
    move = view.legal[0]
    object.__setattr__(view, "score", (9, 0))
    return move


@factory
def globally_random(variant: Variant, seat: Seat, rng: Random) -> Any:
    def play(view: Any) -> Any:
        return random.choice(view.legal)

    return play


@attrs.frozen
class Remembering:
    """A factory whose players share a memory."""

    seen: list[Any] = attrs.field(factory=list[Any])

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Any:
        return self.play

    def play(self, view: Any) -> Any:
        self.seen.append(view)
        return view.legal[len(self.seen) // 7 % len(view.legal)]


@attrs.frozen
class Peeping:
    """A factory whose players know each other's hands during a game."""

    held: dict[Seat, Any] = attrs.field(factory=dict[Seat, Any])

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Any:
        self.held.clear()

        def play(view: Any) -> Any:
            self.held[seat] = view.hand
            return view.legal[-1 if 1 - seat in self.held else 0]

        return play


@attrs.frozen
class Counting:
    """A player with a memory that is not a factory."""

    turns: Any = attrs.field(factory=count)

    def __call__(self, view: Any) -> Any:
        return view.legal[next(self.turns) // 3 % len(view.legal)]


@factory
def comparing_identity(variant: Variant, seat: Seat, rng: Random) -> Any:
    """Distinguish views from copies of them by their rules."""

    def play(view: Any) -> Any:
        return view.legal[0 if view.rules is variant.rules else -1]

    return play


FAULTY: tuple[tuple[str, Any], ...] = (
    ("answer", raising),
    ("answer", raising_factory),
    ("legal", returning_none),
    ("legal", cheating),
    ("legal", numeric),
    ("legal", returning_code),
    ("legal", asynchronous),
    ("view-unchanged", changing_view),
    ("independence", Remembering()),
    ("independence", Peeping()),
    ("independence", Counting()),
    ("randomness", globally_random),
    ("copies", comparing_identity),
)
