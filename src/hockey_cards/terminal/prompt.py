"""A game at a prompt: lines of text only, fit for screen readers, pipes and any terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import attrs
from rich.text import Text

from hockey_cards.language import effects, how_to_play, read_move, translatable
from hockey_cards.rules import Move, View
from hockey_cards.terminal.console import flow, show
from hockey_cards.terminal.display import board
from hockey_cards.terminal.person import COMMANDS, Person, move_line, styled
from hockey_cards.terminal.text import coloured

_LOG: Final = 15
"""The number of lines of the log that are shown."""

_PROMPT: Final = translatable("your move (1-{number}, or its name; 0 or {help} for help):")
_FORCED_PROMPT: Final = translatable("your move (1, or only Enter; 0 or {help} for help):")
_NO_MOVE: Final = translatable("{text} is none of your moves: give a number from 1 to {number}, or the name of a move.")
_HELP: Final = translatable("Type the number of a move or its name, or a command by its name or its number:")

_SHORT: Final = {"h": "help", "?": "help", "q": "quit"}


class Left(Exception):
    """The person has left the game."""


def play_at_prompt(person: Person) -> bool:
    """Play a game to its end.

    Args:
        person: The person at the prompt, in their game.

    Returns:
        Whether the game is over; False if the person has left it.

    Raises:
        StrategyError: If a bot fails.
    """
    show(Text(person.seating))
    try:
        _Prompt(person).play()
    except Left:
        return False
    return True


@attrs.define
class _Prompt:
    person: Person

    def play(self) -> None:
        """Ask until the game is over."""
        person, session, shown = self.person, self.person.session, -1
        while True:
            _report(person.advance())
            if session.person is None:
                show(*self._news())
                return
            view = person.view
            if shown != session.turn:
                self._show(view)
                shown = session.turn
            move = self._ask(view)
            if move is not None:
                _report(person.play(move))

    def _news(self) -> Iterator[Text]:
        """Yield what has happened since the person's last decision, that move included."""
        events = self.person.events
        return map(styled, self.person.lines(events, since=self.person.last_decision(events)))

    def _show(self, view: View) -> None:
        news = list(self._news())
        shown = board(view, self.person.names, self.person.language)
        show("", *news, *([""] if news else []), *shown, *self._choices(view))

    def _choices(self, view: View) -> Iterator[Text]:
        """Yield the lines of the moves, each with its number and what it would do."""
        language = self.person.language
        return flow(
            Text.assemble((str(number), "bold"), " ", move_line(view, move, effect, language))
            for number, (move, effect) in enumerate(effects(view, language), 1)
        )

    def _ask(self, view: View) -> Move | None:
        """Return the move that the person chooses; None after a command."""
        if self.person.forced is not None:
            return self.person.forced
        forced, language = len(view.legal) == 1, self.person.language
        prompt = _FORCED_PROMPT if forced else _PROMPT
        line = ask(language.say(prompt, number=len(view.legal), help=language.say("help")))
        if line is None:
            raise Left
        if forced and not line:
            only: Move = view.legal[0]
            return only
        chosen = read_move(view, line, language)
        if chosen is not None:
            return chosen
        command = self._command(line)
        if command is not None:
            self._obey(command, view)
            return None
        return self._numbered(line, view) if line else None

    def _command(self, line: str) -> str | None:
        """Return the key of the command that a line names; None if it names none."""
        word = line.casefold()
        for number, (key, name, _) in enumerate(COMMANDS):
            if word in (_digits(number), self.person.language.say(name).casefold()) or _SHORT.get(word) == key:
                return key
        return None

    def _numbered(self, text: str, view: View) -> Move | None:
        """Return the move of a number; if there is none, say so."""
        number = int(text[:9]) if text.isascii() and text.isdigit() else 0
        if 1 <= number <= len(view.legal):
            chosen: Move = view.legal[number - 1]
            return chosen
        show(self.person.language.say(_NO_MOVE, text=text[:40], number=len(view.legal)))
        return None

    def _obey(self, command: str, view: View) -> None:
        """Carry out a command."""
        person = self.person
        match command:
            case "hint":
                show(coloured(person.hint()))
            case "undo":
                show(person.undo())
            case "log":
                show(*list(map(styled, person.lines(person.events)))[-_LOG:])
            case "table":
                show(coloured(person.dealt_face_up()))
            case "rules":
                show(how_to_play(person.session.game.variant, person.language), "", *self._choices(view))
            case "forced":
                show(person.switch_forced())
            case "seed":
                show(person.seed())
            case "quit":
                raise Left
            case _:
                show(*self._help(), *self._choices(view))

    def _help(self) -> Iterator[Text]:
        say = self.person.language.say
        yield Text(say(_HELP))
        yield from flow(
            Text.assemble((f"{_digits(number)} {say(name)}", "bold"), f": {say(what)}")
            for number, (_, name, what) in enumerate(COMMANDS)
        )
        yield Text(self.person.seating)


def _digits(number: int) -> str:
    """Return the digits of a command, which no move has. Digits are found on every keyboard."""
    return f"0{number}" if number else "0"


def _report(problem: str | None) -> None:
    if problem is not None:
        show(problem)


def ask(question: str) -> str | None:
    """Ask for a line at the terminal; None at the end of the input."""
    sys.stdout.write(f"{question} ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None
