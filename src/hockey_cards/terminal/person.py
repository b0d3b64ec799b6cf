"""The person at a terminal: what they see of their game, and what they do in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs
from rich.text import Text

from hockey_cards.errors import SessionError, StrategyError
from hockey_cards.events import Dealt, Event, GameEnded, PeriodEnded, Played, side_of
from hockey_cards.language import Highlight, Language, Line, effects, lines, move_text, seat_names, translatable
from hockey_cards.rules import Move, Seat, View
from hockey_cards.session import Session
from hockey_cards.shoe import Seeded
from hockey_cards.terminal.advice import Adviser
from hockey_cards.terminal.text import coloured

COMMANDS: Final = (
    ("help", translatable("help"), translatable("this list")),
    ("hint", translatable("hint"), translatable("a good move, and what it would do")),
    ("undo", translatable("undo"), translatable("takes back your last move")),
    ("log", translatable("log"), translatable("what happened last")),
    ("table", translatable("table"), translatable("the cards dealt face up")),
    ("rules", translatable("rules"), translatable("how to play")),
    ("forced", translatable("forced"), translatable("plays your only move by itself, or stops doing so")),
    ("quit", translatable("quit"), translatable("leaves the game")),
    ("seed", translatable("seed"), translatable("the commitment of the shuffle")),
)
"""The key, the word and the description of each command."""

_MARKS: Final = {Highlight.GOAL: "*** ", Highlight.STEAL: "* ", Highlight.SAVE: "* "}
"""The signs of big moments, for those who see no colours."""

_PLAYS_FORCED: Final = translatable("Your only move is now played by itself.")
_PLAYS_ALL: Final = translatable("You play every move yourself.")


@attrs.define
class Person:
    """A person in a game with bots.

    Args:
        session: The session; this must be its only person.
        seat: The seat of the person.
        language: The language of the person.
        save: Called after each change; returns a message if the game could not be saved, and None otherwise.
        commitment: The commitment of the shuffle; None if there is none.
        plays_forced: Whether the only legal move is played without a question.
    """

    session: Session[Any, Any, Any]
    seat: Seat
    language: Language
    save: Callable[[], str | None]
    commitment: str | None = None
    plays_forced: bool = False
    _adviser: Adviser | None = None

    @property
    def names(self) -> list[str]:
        """The name of each seat as the person sees the table, from the south: ``North (greedy)``."""
        names = self.session.names
        places = seat_names(len(names), self.language)
        return [
            places[0] if own == self.seat else f"{places[own - self.seat]} ({names[own]})" for own in range(len(names))
        ]

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.session.game.variant.rules

    @property
    def view(self) -> View:
        """What the person sees now."""
        seen: View = self.session.game.view(self.seat)
        return seen

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened in the game, as far as the person knows."""
        return self.session.game.history(self.seat)

    @property
    def forced(self) -> Move | None:
        """The only legal move, if it is to be played without a question."""
        legal = self.view.legal if self.plays_forced else ()
        return legal[0] if len(legal) == 1 else None

    @property
    def seating(self) -> str:
        """The partners and the opponents of the person, in sentences."""
        own, other, names = side_of(self.seat), 1 - side_of(self.seat), self.names
        partners = [name for seat, name in enumerate(names) if side_of(seat) == own and seat != self.seat]
        spoken, say = self.language, self.language.say
        said = [say("Your side: {names}.", names=spoken.names([say("you"), *partners]))] if partners else []
        said.append(say("Against you: {names}.", names=spoken.names(names[other::2])))
        return " ".join([*said, say("In a score, your side comes first.")])

    def advance(self) -> str | None:
        """Let the bots move until it is the person's turn; return a message if the game could not be saved.

        Raises:
            StrategyError: If a bot fails.
        """
        faults = len(self.session.faults)
        self.session.advance()
        for fault in self.session.faults[faults:]:
            raise StrategyError(fault.message, fault.seat)
        return self.save() if self.session.turn else None

    def play(self, move: Move) -> str | None:
        """Make a move; return a message if the game could not be saved."""
        self.session.play(self.seat, move, turn=self.session.turn)
        return self.save()

    def undo(self) -> str:
        """Take back the person's last move if there is one, and return what was done."""
        try:
            self.session.undo(self.seat, turn=self.session.turn)
        except SessionError as error:
            if error.code != "no-move":
                raise
            return self.language.say("You have made no move that you could take back.")
        return self.save() or self.language.say("Your last move is taken back.")

    def switch_forced(self) -> str:
        """Change whether forced moves are played without a question, and return what holds from now on."""
        self.plays_forced = not self.plays_forced
        return self.language.say(_PLAYS_FORCED if self.plays_forced else _PLAYS_ALL)

    def hint(self) -> str:
        """Return the move that a good player would make, and what it would do."""
        view, say = self.view, self.language.say
        if self._adviser is None:
            self._adviser = Adviser(self.session.game.variant, self.seat)
        advice = self._adviser.advise(view)
        if advice is None:
            return say("There are no hints for this game.")
        effect = dict(effects(view, self.language))[advice.move]
        hint = say("Hint: {move}.", move=move_line(view, advice.move, effect, self.language).plain)
        if advice.goals is None:
            return hint
        goals = f"{advice.goals:+.1f}".replace("-", "\N{MINUS SIGN}")
        expected = say("Expected goal difference until the end of the period: {goals}.", goals=goals)
        return f"{hint} {expected}"

    def dealt_face_up(self) -> str:
        """Return the cards that were dealt face up in this period."""
        cards: list[Any] = []
        for event in self.events:
            if isinstance(event, PeriodEnded):
                cards.clear()
            elif isinstance(event, Dealt):
                cards += event.table
        if not cards:
            return self.language.say("No cards were dealt face up in this period.")
        return self.language.say("Dealt face up in this period: {cards}.", cards=self.language.cards(cards))

    def seed(self) -> str:
        """Return the commitment of the shuffle, or after the game the seed, which shows that it was kept."""
        shoe = self.session.game.shoe
        if self.commitment is None:
            return self.language.say("The cards were not dealt from a seed.")
        if self.session.game.outcome is not None and isinstance(shoe, Seeded):
            return self.language.say("The seed of the shuffle was {seed}.", seed=shoe.seed.hex())
        return self.language.say(
            "The commitment of the shuffle is {commitment}. The seed is shown after the game.",
            commitment=self.commitment,
        )

    def lines(self, events: Sequence[Event], *, since: int = 0) -> Iterator[Line]:
        """Return lines about events.

        Args:
            events: The events of the game from its beginning.
            since: The number of events to leave out.
        """
        return lines(self.rules, events, self.names, seat=self.seat, since=since, language=self.language)

    def last_decision(self, events: Sequence[Event]) -> int:
        """Return the place of the person's last move in the events; 0 if there is none."""
        own = (place for place, event in enumerate(events) if isinstance(event, Played) and event.seat == self.seat)
        return max(own, default=0)


def styled(line: Line, *, four: bool = False) -> Text:
    """Return a line with its cards in colour, and with a big moment or the end of the game marked.

    Args:
        line: The line.
        four: Whether each suit has a colour of its own.
    """
    text = coloured(line.text, four=four)
    if line.highlight is not None:
        text = Text.assemble((_MARKS[line.highlight], "bold"), text)
        text.stylize("bold reverse" if line.highlight is Highlight.GOAL else "bold")
    elif isinstance(line.event, GameEnded):
        text.stylize("bold")
    return text


def move_line(view: View, move: Move, effect: str, language: Language) -> Text:
    """Return a move with what it would do: ``Q♥ (breakaway)``."""
    named = coloured(move_text(view.rules, move, language))
    return Text.assemble(named, f" ({effect})" if effect else "")
