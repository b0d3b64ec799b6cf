"""The moves of a player on a full screen: numbered, each with what it would do, in as many columns as fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar, Final

import attrs
from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from hockey_cards.cards import Card
from hockey_cards.language import Language
from hockey_cards.terminal.tabletop import LARGE, SMALL, card_picture
from hockey_cards.terminal.text import coloured

_LINE: Final = 1
"""The height of a choice that is not drawn."""

ROOM: Final = 0.36
MOST_ROOM: Final = 0.42
"""The part of the screen that choices should take, and the part that they may take before they are cut or scrolled."""

_GAP: Final = 2
_CUT: Final = 20
"""The width to which long texts may be cut."""

_NARROW: Final = 12
"""The least width of the text beside a drawn card."""


@attrs.frozen
class Choice:
    """Something that a person can choose.

    Args:
        value: What is chosen.
        name: Its name.
        effect: What it would do, in a few words.
    """

    value: Any
    name: str
    effect: str = ""


@attrs.frozen
class _Layout:
    """How choices are arranged: column by column, from the top."""

    height: int
    rows: int
    columns: int
    width: int


class Choices(Widget, can_focus=True):
    """Choices by arrows and Enter, by their numbers, or by the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "across(-1)", show=False),
        Binding("right", "across(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(-1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("space", "choose", show=False),
    ]

    class Chosen(Message):
        """Posted when something is chosen.

        Args:
            value: What is chosen.
        """

        def __init__(self, value: Any) -> None:
            super().__init__()
            self.value = value

    def __init__(self, language: Language, *, room: float = ROOM, most_room: float = MOST_ROOM) -> None:
        super().__init__(id="choices")
        self.language = language
        self.room = room
        self.most_room = most_room
        self.large = False
        self.four_colours = False
        self._choices: tuple[Choice, ...] = ()
        self._cursor = 0
        self._typed = ""

    def offer(self, choices: Sequence[Choice], *, cursor: int = 0) -> None:
        """Offer other choices.

        Args:
            choices: The choices.
            cursor: The place of the one under the cursor.
        """
        self._choices, self._cursor, self._typed = tuple(choices), cursor, ""
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        layout = self._layout(width)
        return layout.rows * layout.height

    def render(self) -> Text:
        """Return the lines."""
        layout = self._layout(self.size.width)
        cells = [self._cell(number, choice, layout) for number, choice in enumerate(self._choices)]
        places = product(range(layout.rows), range(layout.height))
        return Text("\n").join(
            Text.assemble(*(cell[line] for cell in cells[row :: layout.rows])) for row, line in places
        )

    def on_key(self, event: events.Key) -> None:
        """Take a digit."""
        if event.character is not None and event.character.isascii() and self.type(event.character):
            event.stop()

    def type(self, character: str) -> bool:
        """Take a digit of a number, and choose as soon as no other digit can follow.

        Returns:
            False if the character belongs to no number of a choice.
        """
        typed, most = self._typed + character, len(self._choices)
        number = int(typed) if typed.isdigit() else 0
        if not 1 <= number <= most:
            self._typed = ""
            return False
        self._select(number - 1)
        self._typed = typed if 10 * number <= most else ""
        if not self._typed:
            self.action_choose()
        return True

    def on_click(self, event: events.Click) -> None:
        """Choose what is clicked."""
        layout = self._layout(self.size.width)
        row, column = event.y // layout.height, event.x // layout.width
        place = column * layout.rows + row
        if row < layout.rows and place < len(self._choices):
            self._select(place)
            self.action_choose()

    def action_move(self, step: int) -> None:
        """Move the cursor up or down."""
        self._select((self._cursor + step) % max(len(self._choices), 1))

    def action_across(self, step: int) -> None:
        """Move the cursor to another column."""
        layout = self._layout(self.size.width)
        place = self._cursor + step * layout.rows
        if layout.columns == 1:
            self.action_move(step)
        elif 0 <= place < len(self._choices):
            self._select(place)

    def action_edge(self, place: int) -> None:
        """Move the cursor to the first or the last choice."""
        self._select(place % max(len(self._choices), 1))

    def action_choose(self) -> None:
        """Choose what is under the cursor."""
        if self._choices:
            self.post_message(self.Chosen(self._choices[self._cursor].value))

    def _select(self, place: int) -> None:
        self._cursor, self._typed = place, ""
        self.refresh()
        layout = self._layout(self.size.width)
        if self.parent is not None and layout.rows:
            row = place % layout.rows
            room: Any = self.parent
            room.scroll_to_region(Region(0, row * layout.height, 1, layout.height), animate=False)

    def _layout(self, width: int) -> _Layout:
        """Return the largest arrangement that fits the room: cut texts come last, and after them what must scroll."""
        count = len(self._choices)
        if not count:
            return _Layout(_LINE, 0, 1, width)
        drawn = all(isinstance(choice.value, Card) for choice in self._choices)
        heights = (LARGE,) if self.large and drawn else (SMALL, _LINE) if drawn else (_LINE,)
        most = {height: range(1, min(count, columns) + 1) for height, columns in self._most_columns(width).items()}
        comfortable, room = (max(int(self.screen.size.height * part), 1) for part in (self.room, self.most_room))
        wanted = [(height, columns, False, comfortable) for height in heights for columns in most[height]]
        wanted += [(heights[-1], columns, cut, room) for cut in (False, True) for columns in most[heights[-1]]]
        for height, columns, cut, lines in wanted:
            rows = -(-count // columns)
            if rows * height <= lines and self._fits(width // columns, height, cut=cut):
                return _Layout(height, rows, -(-count // rows), width // columns)
        height = heights[-1]
        columns = max((each for each in most[height] if self._fits(width // each, height)), default=1)
        return _Layout(height, -(-count // columns), columns, width // columns)

    def _most_columns(self, width: int) -> dict[int, int]:
        """Return the most columns for each height: one where the width of texts is not reliable."""
        if not all(_has_reliable_width(choice.effect + choice.name) for choice in self._choices):
            return dict.fromkeys((LARGE, SMALL, _LINE), 1)
        return {LARGE: max(width // 24, 1), SMALL: max(width // 20, 1), _LINE: max(width // 12, 1)}

    def _fits(self, width: int, height: int, *, cut: bool = False) -> bool:
        """Return whether every choice can be shown in a width, given the height, if need be with its text cut."""
        numbers = len(str(len(self._choices)))
        if height == _LINE:
            names = max((cell_len(choice.name) for choice in self._choices), default=0)
            effects = max((cell_len(choice.effect) for choice in self._choices), default=0)
            return numbers + 1 + names + 2 + (min(effects, _CUT) if cut else effects) + _GAP <= width
        room = self._beside(width, height)
        return (
            not cut
            and room >= _NARROW
            and all(len(_wrapped(choice.effect, room)) <= height for choice in self._choices)
        )

    def _beside(self, width: int, height: int) -> int:
        """Return the width of the text beside a drawn card."""
        return width - len(str(len(self._choices))) - 1 - (height + 2) - 1 - _GAP

    def _cell(self, place: int, choice: Choice, layout: _Layout) -> list[Text]:
        """Return the lines of a choice, of the width of its column unless it is the last."""
        chosen = place == self._cursor
        digits = len(str(len(self._choices)))
        number = Text(str(place + 1).rjust(digits), "bold reverse" if chosen else "bold")
        if layout.height == _LINE:
            names = max(cell_len(each.name) for each in self._choices)
            name = coloured(choice.name, four=self.four_colours)
            name.stylize("bold")
            line = Text.assemble(number, " ", name, " " * (names - cell_len(choice.name) + 2))
            effect = coloured(choice.effect, four=self.four_colours)
            line.append_text(effect)
            if chosen:
                line.stylize("reverse", 0, len(line))
            return [_filled(line, layout.width)]
        picture = card_picture(choice.value, self.language, height=layout.height)
        words = _wrapped(choice.effect, self._beside(layout.width, layout.height))
        first = (layout.height - min(len(words), layout.height)) // 2
        lines: list[Text] = []
        for at, drawn in enumerate(picture):
            word = words[at - first] if 0 <= at - first < len(words) else ""
            head = number if at == layout.height // 2 else Text(" " * digits)
            card = coloured(drawn, four=self.four_colours)
            card.stylize("bold")
            text = Text(word, "reverse" if chosen else "")
            lines.append(_filled(Text.assemble(head, " ", card, " ", text), layout.width))
        return lines


def _filled(line: Text, width: int) -> Text:
    """Return a line of exactly a width; a longer one is cut."""
    line.truncate(width - _GAP, overflow="ellipsis")
    line.append(" " * max(width - line.cell_len, 0))
    return line


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text in a width; words are not broken."""
    lines: list[str] = []
    for word in text.split():
        if lines and cell_len(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines if all(cell_len(line) <= width for line in lines) else [*lines, *[""] * LARGE]


def _has_reliable_width(text: str) -> bool:
    """Return whether terminals agree on the width of a text: none of its characters joins the one before."""
    return not any(unicodedata.category(character).startswith("M") for character in text)
