"""Players with one fault each, and the promise that the fault breaks."""

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
    """Play by chance and memory of its own: sound too."""
    seen: list[Any] = []

    def play(view: Any) -> Any:
        seen.append(view)
        return view.legal[len(seen) % len(view.legal)] if seat else rng.choice(view.legal)

    return play


def absent(view: Any) -> Any:
    raise RuntimeError("gone to lunch")


@factory
def unmade(variant: Variant, seat: Seat, rng: Random) -> Any:
    raise LookupError(f"no player for {variant.key}")


def silent(view: Any) -> Any:
    return None


def cheating(view: Any) -> Any:
    return view.legal[0] if len(view.plays) < 4 else Card("2c")


def numeric(view: Any) -> Any:
    """Return a number that equals the card."""
    return int(view.legal[0])


async def slow(view: Any) -> Any:
    return view.legal[0]


def wordy(view: Any) -> Any:
    return view.legal[0].code


def scribbling(view: Any) -> Any:
    move = view.legal[0]
    object.__setattr__(view, "score", (9, 0))
    return move


@factory
def lucky(variant: Variant, seat: Seat, rng: Random) -> Any:
    def play(view: Any) -> Any:
        return random.choice(view.legal)

    return play


@attrs.frozen
class Remembering:
    """A factory whose players share what they have seen."""

    seen: list[Any] = attrs.field(factory=list[Any])

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Any:
        return self.play

    def play(self, view: Any) -> Any:
        self.seen.append(view)
        return view.legal[len(self.seen) // 7 % len(view.legal)]


@attrs.frozen
class Peeping:
    """A factory whose players tell each other what they hold, and forget it after the game."""

    held: dict[Seat, Any] = attrs.field(factory=dict[Seat, Any])

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Any:
        self.held.clear()

        def play(view: Any) -> Any:
            self.held[seat] = view.hand
            return view.legal[-1 if 1 - seat in self.held else 0]

        return play


@attrs.frozen
class Numbered:
    """A player with memory that is no factory."""

    turns: Any = attrs.field(factory=count)

    def __call__(self, view: Any) -> Any:
        return view.legal[next(self.turns) // 3 % len(view.legal)]


@factory
def possessive(variant: Variant, seat: Seat, rng: Random) -> Any:
    """Tell the views that it was given from copies of them by their rules."""

    def play(view: Any) -> Any:
        return view.legal[0 if view.rules is variant.rules else -1]

    return play


FAULTY: tuple[tuple[str, Any], ...] = (
    ("answer", absent),
    ("answer", unmade),
    ("legal", silent),
    ("legal", cheating),
    ("legal", numeric),
    ("legal", wordy),
    ("legal", slow),
    ("gentleness", scribbling),
    ("freshness", Remembering()),
    ("freshness", Peeping()),
    ("freshness", Numbered()),
    ("chance", lucky),
    ("copies", possessive),
)
