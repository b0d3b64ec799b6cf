"""The menu of the game: which game, against whom, in which language, or the last game once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs
from rich.text import Text

from hockey_cards.errors import UnknownLanguage
from hockey_cards.language import LANGUAGES, Language, translatable
from hockey_cards.rules import Variant
from hockey_cards.terminal.console import show
from hockey_cards.terminal.prompt import ask

Items = Sequence[tuple[str, str]]
"""The items of a list: the value of each, and its text."""

Pick = Callable[[Language, Items, str, str], str | None]
"""Shows a list, and returns the value of the item that is picked."""

_QUESTION: Final = translatable("your choice (0-{number}):")


@attrs.define
class Menu:
    """What a person has chosen.

    Args:
        pick: Shows a list of items, pairs of a value and a text, and returns the value of the one that is picked, or
            None; called with the language, the items, what to call the way back, and a message.
        language: The language.
        opponent: The name of the bot in all other seats.
        variant: The key of the game; None for the last unfinished one.
        note: A message that is shown with the next list.
    """

    pick: Pick
    language: Language
    opponent: str = "greedy"
    variant: str | None = None
    note: str = ""

    def choose(self, games: Mapping[str, Variant], bots: Sequence[str], *, unfinished: bool) -> bool:
        """Let the person choose a game.

        Args:
            games: The games by key.
            bots: The names of the bots.
            unfinished: Whether there is an unfinished game to go on with.

        Returns:
            False if the person leaves.
        """
        while True:
            say = self.language.say
            items = [
                *([("continue", say("continue the last game"))] if unfinished else []),
                ("game", say("new game")),
                ("bot", say("opponents: {name}", name=self.opponent)),
                ("language", say("language: {name}", name=LANGUAGES[self.language.code])),
            ]
            match self._pick(items, say("leave")):
                case "continue":
                    self.variant = None
                    return True
                case "game":
                    named = ((key, f"{key}: {self.language.translated(game.name)}") for key, game in games.items())
                    self.variant = self._pick(list(named), say("back"))
                    if self.variant is not None:
                        return True
                case "bot":
                    self.opponent = self._pick([(bot, bot) for bot in bots], say("back")) or self.opponent
                case "language":
                    spoken = [(code, LANGUAGES[code]) for code in LANGUAGES if _has_catalogue(code)]
                    code = self._pick(spoken, say("back"))
                    self.language = self.language if code is None else Language.of(code)
                case _:
                    return False

    def _pick(self, items: Items, back: str) -> str | None:
        note, self.note = self.note, ""
        return self.pick(self.language, items, back, note)


def pick_at_prompt(language: Language, items: Items, back: str, note: str) -> str | None:
    """Show numbered items, and return the value of the one that is picked; None for 0 and at the end of the input."""
    if note:
        show(note)
    shown = [*((str(number), text) for number, (_, text) in enumerate(items, 1)), ("0", back)]
    show("", *(Text.assemble((number, "bold"), f" {text}") for number, text in shown))
    while True:
        line = ask(language.say(_QUESTION, number=len(items)))
        if line is None or line == "0":
            return None
        if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(items):
            return items[int(line[:9]) - 1][0]


def _has_catalogue(code: str) -> bool:
    try:
        Language.of(code)
    except UnknownLanguage:
        return False
    return True
