"""The words of a family, and what they say: how to play, the table of the rules, moves and what they would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.language.languages import LETTERS, Language
from hockey_cards.registry import part_of
from hockey_cards.rules import Event, Move, Played, Rules, Seat, Variant, View

Rows = tuple[tuple[str, ...], ...]
"""The rows of a table, the heading first."""

Score = tuple[int, ...]
"""The score of each side."""

Message = tuple[str, str]
"""A message about what somebody does, in two forms: to the player who does it, and about the player ``{name}``."""


class Highlight(Enum):
    """The kind of a big moment of a game."""

    GOAL = "goal"
    STEAL = "steal"
    SAVE = "save"

    def __repr__(self) -> str:
        return f"Highlight.{self.name}"


@attrs.frozen
class Moment:
    """An event of a game and what a viewer knows with it.

    Args:
        rules: The rules of the game.
        events: The events of the game from its beginning, as the viewer may know them.
        place: The place of the event among them.
        score: The score after the move that the event belongs to, or after the deal.
        names: The name of each seat.
        seat: The seat of the viewer, who is addressed as "you"; None for a spectator.
        language: The language.
    """

    rules: Any
    events: Sequence[Event]
    place: int
    score: Score
    names: Sequence[str]
    seat: Seat | None
    language: Language

    @property
    def event(self) -> Event:
        """The event."""
        return self.events[self.place]

    @property
    def earlier(self) -> Iterator[Event]:
        """The events before it, the latest first."""
        return (self.events[place] for place in range(self.place - 1, -1, -1))

    @property
    def move_events(self) -> tuple[Event, ...]:
        """The events of the move that the event belongs to, or those of the first deal."""
        first, last = self.place, self.place + 1
        while first > 0 and not isinstance(self.events[first], Played):
            first -= 1
        while last < len(self.events) and not isinstance(self.events[last], Played):
            last += 1
        return tuple(self.events[first:last])

    @property
    def shown_score(self) -> str:
        """The score with the viewer's side first, ``2-1``; a spectator looks from side 0."""
        return score_text(self.score, self.seat, self.language)

    def tell(self, text: Message, seat: Seat, **places: object) -> str:
        """Return what a seat does: to the viewer if it is the viewer's own seat, else with the name of the seat."""
        return self.language.say(text[seat != self.seat], name=self.names[seat], **places)


def score_text(score: Score, seat: Seat | None, language: Language) -> str:
    """Return a score with the side of a seat first, ``2-1``; a spectator looks from side 0."""
    side = side_of(seat or 0)
    return language.say("{own}-{other}", own=score[side], other=score[1 - side])


def _no_text(_rules: Any, _language: Language) -> Iterable[str]:
    return ()


def _no_table(_rules: Any, _language: Language) -> Rows:
    return ()


def _no_sentence(_moment: Moment) -> str | None:
    return None


def _not_saved(_moment: Moment) -> bool:
    return False


def _no_effect(_view: Any, _move: Any, _language: Language) -> str:
    return ""


def _no_status(_view: Any, _names: Sequence[str], _language: Language) -> Iterable[tuple[str, str]]:
    return ()


def _move(move: Any, language: Language) -> str:
    code: str = move.code
    return language.card(move) if isinstance(move, Card) else code


def _sum(_rules: Any, before: Score, goals: Score) -> Score:
    return tuple(map(sum, zip(before, goals, strict=True)))


@attrs.frozen
class Words:
    """What a family puts into words: the part ``language`` of a ``rules.Family``.

    Whatever is left out falls back on words that fit every game.

    Args:
        how_to_play: Takes the rules and a language, and returns paragraphs that explain the game.
        table: Takes the rules and a language, and returns what a move does: a heading, then a row for each case.
        sentence: Takes a ``Moment``, and returns a line about its event; ``""`` if the line of the move says it all,
            None for the general words.
        saved: Takes a ``Moment`` of a move, and returns whether the move was saved; a block is a save in every game.
        effect: Takes the view of the player to move, a legal move and a language, and returns in a few words what the
            move would do; ``""`` if nothing is known.
        status: Takes a view, the names of the seats and a language, and returns what a player sees on the table, as
            pairs of a label and a text.
        move: Takes a move and a language, and returns the move as it is shown and typed; by default a card, or the code
            of any other move.
        board: Takes the rules, the score at the beginning of a period and the goals in it, and returns the score; by
            default the sum.
        catalogues: The package whose folder ``catalogues`` holds the translations of these words, ``fr.mo``; None if
            they are part of this library's, or are not translated.
    """

    how_to_play: Callable[[Any, Language], Iterable[str]] = _no_text
    table: Callable[[Any, Language], Rows] = _no_table
    sentence: Callable[[Moment], str | None] = _no_sentence
    saved: Callable[[Moment], bool] = _not_saved
    effect: Callable[[Any, Any, Language], str] = _no_effect
    status: Callable[[Any, Sequence[str], Language], Iterable[tuple[str, str]]] = _no_status
    move: Callable[[Any, Language], str] = _move
    board: Callable[[Any, Score, Score], Score] = _sum
    catalogues: str | None = None


_NO_WORDS: Final = Words()


def words_of(rules: Rules[Any, Any, Any], language: Language | str) -> tuple[Words, Language]:
    """Return the words of the family that rules belong to, and the language with the family's own catalogues."""
    words: Words = part_of(rules, "language") or _NO_WORDS
    spoken = Language.of(language)
    return words, spoken if words.catalogues is None else spoken.extended(words.catalogues)


def how_to_play(variant: Variant[Any, Any, Any], language: Language | str = "en") -> str:
    """Return how a game is played, house rules included: paragraphs with an empty line between them.

    The text is composed from the rules. Of a family without words it names the number of players and of cards.

    Args:
        variant: The game.
        language: The language, or its code.

    Raises:
        UnknownLanguage: If there is no such language.
    """
    rules = variant.rules
    words, spoken = words_of(rules, language)
    return "\n\n".join(words.how_to_play(rules, spoken)) or spoken.say(
        "{seats} players play with {cards} cards.", seats=rules.seats, cards=len(rules.deck)
    )


def introduction(variant: Variant[Any, Any, Any], language: Language | str = "en") -> str:
    """Return the name of a game and its summary; what no catalogue has stays as it is: ``Shots: Breakaway ...``."""
    _, spoken = words_of(variant.rules, language)
    return f"{spoken.translated(variant.name)}: {spoken.translated(variant.summary)}"


def rules_table(rules: Rules[Any, Any, Any], language: Language | str = "en") -> Rows:
    """Return what a move does, read off the rules that the engine plays by: a heading, then a row for each case.

    Of a family without a table, ``()`` is returned.
    """
    words, spoken = words_of(rules, language)
    return words.table(rules, spoken)


def status(view: View, names: Sequence[str], language: Language | str = "en") -> tuple[tuple[str, str], ...]:
    """Return what a player sees on the table, as pairs of a label and a text.

    Of a family without words for it, ``()`` is returned.

    Args:
        view: The view of the player.
        names: The name of each seat.
        language: The language, or its code.
    """
    words, spoken = words_of(view.rules, language)
    return tuple(words.status(view, names, spoken))


def move_text(rules: Rules[Any, Any, Any], move: Move, language: Language | str = "en") -> str:
    """Return a move as it is shown in a language, which ``read_move`` reads back."""
    words, spoken = words_of(rules, language)
    return words.move(move, spoken)


def read_move(view: View, text: str, language: Language | str = "en") -> Move | None:
    """Return the legal move that a text stands for; None if it stands for none.

    Only the letters of the language are read, in upper or lower case; suits may be symbols. Where these letters are the
    English ones, the codes of records are read too.

    Args:
        view: The view of the player to move.
        text: What the player typed.
        language: The language, or its code.
    """
    words, spoken = words_of(view.rules, language)
    letters = spoken.letters
    typed = letters.folded(text)
    names = {letters.folded(move.code): move for move in view.legal} if letters == LETTERS["en"] else {}
    return {**names, **{letters.folded(words.move(move, spoken)): move for move in view.legal}}.get(typed)


def effects(view: View, language: Language | str = "en") -> tuple[tuple[Move, str], ...]:
    """Return for each legal move of a view what it would do now, in a few words.

    The text is ``""`` for a move of which nothing is known, and for all moves of a family without such words.
    """
    words, spoken = words_of(view.rules, language)
    return tuple((move, words.effect(view, move, spoken)) for move in view.legal)
