"""Promises, and those of a family as a table: a name, a sentence, where to look, and how to find out."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import attrs

from hockey_cards.testing.failure import Broken, named
from hockey_cards.testing.promises import hiding, options, playing, processes, values


class Where(StrEnum):
    """Where a promise is looked at."""

    RULES = "rules"
    """Once for each set of house rules; no game is needed."""
    START = "start"
    """At the start of each game."""
    CLOSE = "close"
    """At some positions of each game, its end among them."""
    EVERY = "every"
    """At every position."""
    ONCE = "once"
    """At the end of the longest game."""
    GAMES = "games"
    """In whole games: a promise of players."""


@attrs.frozen
class Promise:
    """Something that every family, or every player, must keep.

    Args:
        name: A stable word.
        sentence: What is promised.
        where: Where it is looked at.
        check: Raises an error of the kit if it is broken there.
    """

    name: str
    sentence: str
    where: Where
    check: Callable[[Any], None]

    def broken(self, at: Any) -> Broken | None:
        """Return how a position, or a game, breaks the promise; None if it does not."""
        try:
            self.check(at)
        except Broken as broken:
            return broken
        except Exception as error:  # noqa: BLE001  # whatever is raised where an answer was due breaks the promise
            raised = Broken(f"asking raises {named(error)}")
            raised.__cause__ = error
            return raised
        return None


PROMISES: Final[tuple[Promise, ...]] = (
    Promise(
        "facts",
        "A variant has a key, a name, a summary and a source; its rules an even number of seats, a deck in canonical "
        "order without doubles, and a greatest number of moves.",
        Where.RULES,
        options.facts,
    ),
    Promise(
        "options",
        "Options take their defaults and their values in force; the house rules of a variant lead to it from its base, "
        "the values in force lead back to it, and what makes no sense is refused by a VariantError.",
        Where.RULES,
        options.options,
    ),
    Promise(
        "purity",
        "Every function of the rules answers the same question the same way, and leaves what it is given as it was.",
        Where.CLOSE,
        playing.purity,
    ),
    Promise(
        "totality",
        "Every function of the rules answers, with a value of the right type, in every state that a game can reach.",
        Where.EVERY,
        playing.totality,
    ),
    Promise(
        "soundness",
        "Every legal move can be made.",
        Where.EVERY,
        playing.soundness,
    ),
    Promise(
        "liveness",
        "There is a legal move until the game has an outcome, and none after.",
        Where.EVERY,
        playing.liveness,
    ),
    Promise(
        "bound",
        "No game has more moves than max_moves.",
        Where.EVERY,
        playing.bound,
    ),
    Promise(
        "equality",
        "States, views, moves and events are equal if what they hold is equal, and a move changes the state.",
        Where.CLOSE,
        values.equality,
    ),
    Promise(
        "hash",
        "Equal states, views, moves and events have equal hashes.",
        Where.CLOSE,
        values.hashing,
    ),
    Promise(
        "completeness",
        "No move can be made that is not among the legal ones.",
        Where.CLOSE,
        playing.completeness,
    ),
    Promise(
        "end",
        "After the end every move is refused with the code game-over.",
        Where.CLOSE,
        playing.end,
    ),
    Promise(
        "refusal",
        "A move that is not legal raises IllegalMove with a code, the paragraph of the rules, the move and the legal "
        "moves, and leaves the state as it was.",
        Where.CLOSE,
        playing.refusal,
    ),
    Promise(
        "order",
        "Legal moves are in ascending order and without doubles.",
        Where.EVERY,
        playing.order,
    ),
    Promise(
        "codes",
        "Every move is read from its code, no two legal moves have one code, and what is no code is a ParseError.",
        Where.CLOSE,
        playing.codes,
    ),
    Promise(
        "events",
        "A step leads where apply does, and its first event says who played what and for which side; the ends of "
        "periods and of the game are among its events.",
        Where.CLOSE,
        playing.events,
    ),
    Promise(
        "outcome",
        "The outcome shows the board; its winner has the most goals, and only a draw has none.",
        Where.EVERY,
        playing.outcome,
    ),
    Promise(
        "deal",
        "A pack that is not exactly the deck is a ShoeError; a seat that is not at the table is a SeatError.",
        Where.START,
        playing.deal,
    ),
    Promise(
        "conservation",
        "Events show no card but those of the deck; where all cards of a state can be listed, they are the deck.",
        Where.CLOSE,
        playing.conservation,
    ),
    Promise(
        "rotation",
        "Where it is claimed: the game is the same, seats renamed, when another seat deals the same pack.",
        Where.CLOSE,
        playing.rotation,
    ),
    Promise(
        "view",
        "A view says of rules, seat, mover, legal moves, period and score what the state says.",
        Where.CLOSE,
        hiding.agreement,
    ),
    Promise(
        "imagination",
        "The viewer cannot tell an imagined state from the true one; it is the same for the same chance, and can be "
        "played to its end.",
        Where.CLOSE,
        hiding.imagination,
    ),
    Promise(
        "isolation",
        "No way leads from a view, or from an event as a seat may know it, to a state, a shoe, a pack or a seed.",
        Where.CLOSE,
        hiding.isolation,
    ),
    Promise(
        "non-interference",
        "Views of states that a viewer cannot tell apart have the same repr, hash, JSON and legal moves, and hold the "
        "same all through.",
        Where.CLOSE,
        hiding.interference,
    ),
    Promise(
        "redaction",
        "Events as a viewer may know them tell no more than the views before and after do, of states and moves that "
        "the viewer cannot tell apart.",
        Where.CLOSE,
        hiding.redaction,
    ),
    Promise(
        "discretion",
        "What is said of an illegal move is the same in states that a spectator cannot tell apart.",
        Where.CLOSE,
        hiding.discretion,
    ),
    Promise(
        "frozenness",
        "Nothing about a state, view, move or event can be set, and none of them holds what can be changed.",
        Where.CLOSE,
        values.frozenness,
    ),
    Promise(
        "pickle",
        "Variants, rules, states, views, moves, events and outcomes are the same after being pickled.",
        Where.CLOSE,
        values.pickling,
    ),
    Promise(
        "copy",
        "They are the same after being copied and deep-copied.",
        Where.CLOSE,
        values.copying,
    ),
    Promise(
        "json",
        "A view is the same after being written as JSON and read; what is no view is a ParseError.",
        Where.CLOSE,
        values.interchange,
    ),
    Promise(
        "record",
        "A game, finished or not, is the same after being recorded and read.",
        Where.CLOSE,
        values.record,
    ),
    Promise(
        "determinism",
        "A game is the same in every process, whatever the seed of Python's hashes.",
        Where.ONCE,
        processes.determinism,
    ),
)
"""The promises of a family, in the order in which they are looked at."""
