"""A game at a prompt: lines of text only, fit for screen readers, pipes and any terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import attrs
from rich.text import Text

from hockey_cards.errors import SessionError, StrategyError, UnknownStrategy
from hockey_cards.events import Dealt, Event, GameEnded, PeriodEnded, Played, side_of
from hockey_cards.language import (
    Highlight,
    Language,
    effects,
    how_to_play,
    lines,
    move_text,
    read_move,
    seat_names,
    translatable,
)
from hockey_cards.rules import Move, Seat, View
from hockey_cards.session import Session
from hockey_cards.strategies import strategy
from hockey_cards.terminal.console import flow, show
from hockey_cards.terminal.display import board
from hockey_cards.terminal.text import coloured

ADVISER: Final = "counter"
"""The bot that gives hints."""

_LOG: Final = 15
"""The number of lines of the log that are shown."""

_PROMPT: Final = translatable("your move (1-{number}, or its name; 0 or {help} for help):")
_FORCED_PROMPT: Final = translatable("your move (1, or only Enter; 0 or {help} for help):")
_NO_MOVE: Final = translatable("{text} is none of your moves: give a number from 1 to {number}, or the name of a move.")
_HELP: Final = translatable("Type the number of a move or its name, or a command by its name or its number:")

_COMMANDS: Final = (
    ("0", translatable("help"), translatable("this list")),
    ("01", translatable("hint"), translatable("a good move, and what it would do")),
    ("02", translatable("undo"), translatable("takes back your last move")),
    ("03", translatable("log"), translatable("what happened last")),
    ("04", translatable("table"), translatable("the cards dealt face up")),
    ("05", translatable("rules"), translatable("how to play")),
    ("06", translatable("forced"), translatable("plays your only move by itself, or stops doing so")),
    ("07", translatable("quit"), translatable("leaves the game")),
)
"""The number, the word and the description of each command. Digits are found on every keyboard."""

_SHORT: Final = {"h": "help", "?": "help", "q": "quit"}

_MARKS: Final = {
    Highlight.GOAL: ("*** ", "bold reverse"),
    Highlight.STEAL: ("* ", "bold"),
    Highlight.SAVE: ("* ", "bold"),
}
"""How the line of a big moment is marked: by signs, for those who see no colours, and by a style."""


class Left(Exception):
    """The person has left the game."""


def play_at_prompt(session: Session, seat: Seat, language: Language, save: Callable[[], object]) -> bool:
    """Play a game to its end.

    Args:
        session: The session, whose only person sits at the prompt.
        seat: The seat of that person.
        language: The language of the person.
        save: Called after each change.

    Returns:
        Whether the game is over; False if the person has left it.

    Raises:
        StrategyError: If a bot fails.
    """
    game = _Prompt(session, seat, language, save)
    show(Text(game.seating))
    try:
        game.play()
    except Left:
        return False
    return True


def shown_names(session: Session, seat: Seat, language: Language) -> list[str]:
    """Return the name of each seat as a person sees the table, from the south: ``North (greedy)``."""
    names = session.names
    places = seat_names(len(names), language)
    return [places[0] if own == seat else f"{places[own - seat]} ({names[own]})" for own in range(len(names))]


@attrs.define
class _Prompt:
    session: Session
    seat: Seat
    language: Language
    save: Callable[[], object]
    plays_forced: bool = False
    _adviser: Callable[[View], Move] | None = None

    @property
    def names(self) -> list[str]:
        return shown_names(self.session, self.seat, self.language)

    @property
    def rules(self) -> Any:
        return self.session.game.variant.rules

    @property
    def seating(self) -> str:
        """The partners and the opponents of the person, in sentences."""
        own, other, names = side_of(self.seat), 1 - side_of(self.seat), self.names
        partners = [name for seat, name in enumerate(names) if side_of(seat) == own and seat != self.seat]
        spoken, say = self.language, self.language.say
        said = [say("Your side: {names}.", names=spoken.names([say("you"), *partners]))] if partners else []
        said.append(say("Against you: {names}.", names=spoken.names(names[other::2])))
        return " ".join([*said, say("In a score, your side comes first.")])

    def play(self) -> None:
        """Ask until the game is over."""
        shown = -1
        while True:
            self._advance()
            if self.session.person is None:
                show(*self._news())
                return
            view = self.session.game.view(self.seat)
            if shown != self.session.turn:
                self._show(view)
                shown = self.session.turn
            move = self._ask(view)
            if move is not None:
                self.session.play(self.seat, move, turn=self.session.turn)
                self.save()

    def _advance(self) -> None:
        faults = len(self.session.faults)
        self.session.advance()
        for fault in self.session.faults[faults:]:
            raise StrategyError(fault.message, fault.seat)
        if self.session.turn:
            self.save()

    def _events(self) -> tuple[Event, ...]:
        return self.session.game.history(self.seat)

    def _news(self) -> Iterator[Text]:
        """Yield what has happened since the person's last decision, that move included."""
        events = self._events()
        own = (place for place, event in enumerate(events) if isinstance(event, Played) and event.seat == self.seat)
        return self._lines(events, max(own, default=0))

    def _lines(self, events: Sequence[Event], since: int) -> Iterator[Text]:
        for line in lines(self.rules, events, self.names, seat=self.seat, since=since, language=self.language):
            text = coloured(line.text)
            if line.highlight is not None:
                mark, style = _MARKS[line.highlight]
                text = Text.assemble((mark, style), text)
                text.stylize(style)
            elif isinstance(line.event, GameEnded):
                text.stylize("bold")
            yield text

    def _show(self, view: View) -> None:
        news = list(self._news())
        show("", *news, *([""] if news else []), *board(view, self.names, self.language), *self._choices(view))

    def _choices(self, view: View) -> Iterator[Text]:
        """Yield the lines of the moves, each with its number and what it would do."""
        return flow(
            Text.assemble((str(number), "bold"), " ", self._move(move, effect))
            for number, (move, effect) in enumerate(effects(view, self.language), 1)
        )

    def _move(self, move: Move, effect: str) -> Text:
        named = coloured(move_text(self.rules, move, self.language))
        return Text.assemble(named, f" ({effect})" if effect else "")

    def _ask(self, view: View) -> Move | None:
        """Return the move that the person chooses; None after a command."""
        forced = len(view.legal) == 1
        only: Move = view.legal[0]
        if forced and self.plays_forced:
            return only
        prompt = _FORCED_PROMPT if forced else _PROMPT
        line = ask(self.language.say(prompt, number=len(view.legal), help=self.language.say("help")))
        if line is None:
            raise Left
        if forced and not line:
            return only
        chosen = read_move(view, line, self.language)
        if chosen is not None:
            return chosen
        command = self._command(line)
        if command is not None:
            self._obey(command, view)
            return None
        return self._numbered(line, view) if line else None

    def _command(self, line: str) -> str | None:
        """Return the command that a line names, in English; None if it names none."""
        word = line.casefold()
        for number, name, _ in _COMMANDS:
            if word in (number, self.language.say(name).casefold()) or _SHORT.get(word) == name:
                return name
        return None

    def _numbered(self, text: str, view: View) -> Move | None:
        """Return the move of a number; if there is none, say so."""
        number = int(text[:9]) if text.isascii() and text.isdigit() else 0
        if 1 <= number <= len(view.legal):
            chosen: Move = view.legal[number - 1]
            return chosen
        show(self.language.say(_NO_MOVE, text=text[:40], number=len(view.legal)))
        return None

    def _obey(self, command: str, view: View) -> None:
        """Carry out a command."""
        match command:
            case "hint":
                show(self._hint(view))
            case "undo":
                self._undo()
            case "log":
                events = self._events()
                show(*list(self._lines(events, 0))[-_LOG:])
            case "table":
                show(self._table())
            case "rules":
                show(how_to_play(self.session.game.variant, self.language), "", *self._choices(view))
            case "forced":
                self.plays_forced = not self.plays_forced
                on, off = (
                    translatable("Your only move is now played by itself."),
                    translatable("You play every move yourself."),
                )
                show(self.language.say(on if self.plays_forced else off))
            case "quit":
                raise Left
            case _:
                show(*self._help(), *self._choices(view))

    def _help(self) -> Iterator[Text]:
        say = self.language.say
        yield Text(say(_HELP))
        yield from flow(
            Text.assemble((f"{number} {say(name)}", "bold"), f": {say(what)}") for number, name, what in _COMMANDS
        )
        yield Text(self.seating)

    def _hint(self, view: View) -> Text:
        """Return the move that a good player would make, and what it would do."""
        try:
            if self._adviser is None:
                self._adviser = _adviser(self.session, self.seat)
            move = self._adviser(view)
        except UnknownStrategy:
            return Text(self.language.say("There are no hints for this game."))
        effect = dict(effects(view, self.language))[move]
        hint = self.language.say("Hint: {move}.", move=self._move(move, effect).plain)
        return coloured(hint)

    def _undo(self) -> None:
        try:
            self.session.undo(self.seat, turn=self.session.turn)
        except SessionError as error:
            if error.code != "no-move":
                raise
            show(self.language.say("You have made no move that you could take back."))
            return
        self.save()
        show(self.language.say("Your last move is taken back."))

    def _table(self) -> Text:
        """Return the cards that were dealt face up in this period."""
        cards: list[Any] = []
        for event in self._events():
            if isinstance(event, PeriodEnded):
                cards.clear()
            elif isinstance(event, Dealt):
                cards += event.table
        if not cards:
            return Text(self.language.say("No cards were dealt face up in this period."))
        return coloured(self.language.say("Dealt face up in this period: {cards}.", cards=self.language.cards(cards)))


def _adviser(session: Session, seat: Seat) -> Callable[[View], Move]:
    made: Any = strategy(ADVISER)
    adviser: Callable[[View], Move] = made.make(session.game.variant, seat, Random(0))
    return adviser


def ask(question: str) -> str | None:
    """Ask for a line at the terminal; None at the end of the input."""
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None
