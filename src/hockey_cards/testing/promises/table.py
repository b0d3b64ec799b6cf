"""The promises of variants and of players: for each its name, its sentence, where it is checked, and the check."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import attrs

from hockey_cards.testing.errors import BrokenPromise, describe
from hockey_cards.testing.promises import determinism, hidden_information, histories, options, play, players, values


class Scope(StrEnum):
    """Where a promise is checked."""

    RULES = "rules"
    """Once for each set of house rules; no game is needed."""
    START = "start"
    """At the start of each game."""
    SAMPLED = "sampled"
    """At some positions of each game, its last one among them."""
    EVERY = "every"
    """At every position of each game."""
    LONGEST = "longest"
    """At the end of the longest game."""
    TRIALS = "trials"
    """In whole games of a player."""


@attrs.frozen
class Promise:
    """A promise that every variant, or every player, must keep.

    Args:
        name: The name: a stable word.
        sentence: What is promised.
        scope: Where it is checked.
        check: A function of a position, or of a trial game, that raises an exception if the promise is broken there.
    """

    name: str
    sentence: str
    scope: Scope
    check: Callable[[Any], None]

    def violation(self, subject: Any) -> BrokenPromise | None:
        """Return how a position, or a trial game, breaks the promise; None if it does not."""
        try:
            self.check(subject)
        except BrokenPromise as broken:
            return broken
        except Exception as error:  # noqa: BLE001  # an exception where a result was due breaks the promise too
            unexpected = BrokenPromise(f"an unexpected exception: {describe(error)}")
            unexpected.__cause__ = error
            return unexpected
        return None


PROMISES: Final[tuple[Promise, ...]] = (
    Promise(
        "facts",
        "A variant has a key, a name, a summary and a source; its rules have an even number of seats, a deck in "
        "canonical order without duplicates, and a maximum number of moves and of periods.",
        Scope.RULES,
        options.facts,
    ),
    Promise(
        "options",
        "Options accept their defaults and their current values; house, given the changes of a variant, leads from its "
        "base to its rules, and, given the current values, changes nothing; whatever is invalid raises VariantError.",
        Scope.RULES,
        options.options,
    ),
    Promise(
        "moves",
        "The moves are listed in ascending order without duplicates; number returns the place of a move, and raises "
        "ParseError for anything else.",
        Scope.RULES,
        play.moves,
    ),
    Promise(
        "purity",
        "Every function of the rules returns the same for the same arguments, and leaves them unchanged.",
        Scope.SAMPLED,
        play.purity,
    ),
    Promise(
        "totality",
        "Every function of the rules returns a value of the right type in every state that a game can reach.",
        Scope.EVERY,
        play.totality,
    ),
    Promise(
        "soundness",
        "Every legal move can be made.",
        Scope.EVERY,
        play.soundness,
    ),
    Promise(
        "liveness",
        "There is a legal move until the game has an outcome, and none afterwards.",
        Scope.EVERY,
        play.liveness,
    ),
    Promise(
        "length",
        "No game has more moves than max_moves, or more periods than max_periods.",
        Scope.EVERY,
        play.length,
    ),
    Promise(
        "equality",
        "States, views, moves and events are equal if their contents are equal, and a move changes the state.",
        Scope.SAMPLED,
        values.equality,
    ),
    Promise(
        "hash",
        "Equal states, views, moves and events have equal hashes.",
        Scope.SAMPLED,
        values.hashing,
    ),
    Promise(
        "completeness",
        "No move can be made that is not among the legal ones.",
        Scope.SAMPLED,
        play.completeness,
    ),
    Promise(
        "game-over",
        "After the end every move is refused with the code game-over.",
        Scope.SAMPLED,
        play.game_over,
    ),
    Promise(
        "illegal-move",
        "A move that is not legal raises IllegalMove with a code, the paragraph of the rules, the move and the legal "
        "moves, and leaves the state unchanged.",
        Scope.SAMPLED,
        play.illegal_move,
    ),
    Promise(
        "order",
        "Legal moves are in ascending order and without duplicates.",
        Scope.EVERY,
        play.order,
    ),
    Promise(
        "codes",
        "Every move can be parsed from its code, no two legal moves have the same code, and parsing anything else "
        "raises ParseError.",
        Scope.SAMPLED,
        play.codes,
    ),
    Promise(
        "numbers",
        "Every legal move is one of moves; a move of which a redacted event hides something has no number.",
        Scope.SAMPLED,
        play.numbers,
    ),
    Promise(
        "events",
        "A step leads to the same state as apply. Its first event is the play, with the seat and side_of(seat); the "
        "ends of periods and of the game are among its events.",
        Scope.SAMPLED,
        play.events,
    ),
    Promise(
        "outcome",
        "The outcome has the score of the state; its winner has the most goals, and only a draw has no winner.",
        Scope.EVERY,
        play.outcome,
    ),
    Promise(
        "deal",
        "A pack that is not exactly the deck raises ShoeError; a seat that does not exist raises SeatError.",
        Scope.START,
        play.deal,
    ),
    Promise(
        "dealt",
        "The events of the first deal begin with Dealt, which has the period, the dealer and a hand for each seat; "
        "redacting them twice is the same as redacting them once.",
        Scope.START,
        histories.dealt,
    ),
    Promise(
        "conservation",
        "Events show only cards of the deck; if all cards of a state can be listed, they are the deck.",
        Scope.SAMPLED,
        play.conservation,
    ),
    Promise(
        "rotation",
        "If the family promises it: the same game follows, with the seats renamed, when another seat deals the same "
        "pack.",
        Scope.SAMPLED,
        play.rotation,
    ),
    Promise(
        "view",
        "A view agrees with the state on the rules, the mover, the legal moves, the period, the score and the outcome; "
        "it names its seat, and the last play as a spectator saw it.",
        Scope.SAMPLED,
        hidden_information.view,
    ),
    Promise(
        "imagine",
        "The viewer has the same view of an imagined state as of the true one; the same random numbers give the same "
        "imagined state, and it can be played to the end.",
        Scope.SAMPLED,
        hidden_information.imagine,
    ),
    Promise(
        "isolation",
        "No reference leads from a view, or from a redacted event, to a state, a shoe, a pack or a seed.",
        Scope.SAMPLED,
        hidden_information.isolation,
    ),
    Promise(
        "non-interference",
        "Views of states that a viewer cannot distinguish have the same repr, hash, JSON and legal moves, and the same "
        "contents throughout.",
        Scope.SAMPLED,
        hidden_information.non_interference,
    ),
    Promise(
        "redaction",
        "Redacted events reveal no more than the views before and after the move, whichever of the states and moves "
        "that the viewer cannot distinguish was the true one.",
        Scope.SAMPLED,
        hidden_information.redaction,
    ),
    Promise(
        "history",
        "A history grows only at its end, and ends with a forfeit; the histories of a seat in two games are the same, "
        "byte for byte in JSON, exactly as long as the seat has seen the same.",
        Scope.SAMPLED,
        histories.history,
    ),
    Promise(
        "error-messages",
        "The message for an illegal move is the same in all states that a spectator cannot distinguish.",
        Scope.SAMPLED,
        hidden_information.error_messages,
    ),
    Promise(
        "immutability",
        "No attribute of a state, view, move or event can be set, and none of them contains anything mutable.",
        Scope.SAMPLED,
        values.immutability,
    ),
    Promise(
        "pickle",
        "Variants, rules, states, views, moves, events and outcomes are the same after pickling.",
        Scope.SAMPLED,
        values.pickling,
    ),
    Promise(
        "copy",
        "Variants, rules, states, views, moves, events and outcomes are the same after copying and deep-copying.",
        Scope.SAMPLED,
        values.copying,
    ),
    Promise(
        "json",
        "A view is the same after being written as JSON and read; reading anything else raises ParseError.",
        Scope.SAMPLED,
        values.round_trip,
    ),
    Promise(
        "forfeit",
        "After a forfeit a view has its outcome, no mover and no legal moves; all else is the same. It can be written "
        "as JSON and read, and imagine ignores the forfeit.",
        Scope.SAMPLED,
        hidden_information.forfeit,
    ),
    Promise(
        "event-json",
        "Events and histories are the same after being written as JSON and read; reading anything else raises "
        "ParseError.",
        Scope.SAMPLED,
        histories.event_json,
    ),
    Promise(
        "record",
        "A game, finished or not, is the same after being recorded and read.",
        Scope.SAMPLED,
        values.record,
    ),
    Promise(
        "imagined-game",
        "The viewer has the same history and views of an imagined game as of the true one. It depends on that history "
        "and the random numbers alone, and is the same after being recorded and read.",
        Scope.SAMPLED,
        hidden_information.imagined_game,
    ),
    Promise(
        "determinism",
        "A game is the same in every process, whatever the value of PYTHONHASHSEED.",
        Scope.LONGEST,
        determinism.determinism,
    ),
)
"""The promises of a variant, in the order in which they are checked."""

PLAYER_PROMISES: Final[tuple[Promise, ...]] = (
    Promise(
        "answer",
        "A player answers every view of its own turn, and raises nothing.",
        Scope.TRIALS,
        players.answers,
    ),
    Promise(
        "legal",
        "A player returns one of the legal moves of its view, as an object of the same type.",
        Scope.TRIALS,
        players.legal,
    ),
    Promise(
        "view-unchanged",
        "A player does not change the view that it is given.",
        Scope.TRIALS,
        players.view_unchanged,
    ),
    Promise(
        "independence",
        "A player depends only on the views of its own game and seat: a factory makes a new player for each.",
        Scope.TRIALS,
        players.independence,
    ),
    Promise(
        "randomness",
        "A player takes random numbers only from the rng that its factory is given.",
        Scope.TRIALS,
        players.randomness,
    ),
    Promise(
        "copies",
        "A player answers a copy of a view as it answers the view.",
        Scope.TRIALS,
        players.copies,
    ),
)
"""The promises of a player, in the order in which they are checked."""
