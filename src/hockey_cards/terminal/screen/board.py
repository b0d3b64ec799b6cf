"""The parts of the full screen of a game or a replay: score, table, log, big moments, moves, messages and keys."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import App
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from hockey_cards.events import Dealt, Event, PeriodEnded, Played, Scored, side_of
from hockey_cards.language import Highlight, Language, lines, score_text, translatable
from hockey_cards.rules import State, View
from hockey_cards.terminal.person import styled
from hockey_cards.terminal.screen.choices import Choices
from hockey_cards.terminal.tabletop import tabletop
from hockey_cards.terminal.text import coloured

WIDTH: Final = 80
HEIGHT: Final = 24
"""The size of the smallest terminal that a game fits into."""

CSS: Final = """
Screen { layout: vertical; layers: base above; }
#heading { height: 1; text-style: bold reverse; }
#table { height: auto; padding: 0 1; }
.rule { height: 1; }
#log { height: 1fr; padding: 0 1; scrollbar-size: 0 0; }
#text { height: auto; }
#room { height: auto; max-height: 42vh; padding: 0 1; scrollbar-size: 0 0; }
#choices { height: auto; }
#message { height: auto; max-height: 3; padding: 0 1; text-style: italic; }
#keys { height: auto; link-style: none; link-color: $foreground; link-background: $background; }
#small { layer: above; display: none; width: 100%; height: 100%; background: $background; }
"""

_COLOURS: Final = {Highlight.GOAL: "green", Highlight.STEAL: "yellow", Highlight.SAVE: "cyan"}
"""The colours of big moments, beside their signs."""

_SMALL: Final = translatable(
    "The terminal has {width} columns and {height} lines. The game needs {least_width} and {least_height}: make it "
    "larger."
)


T = TypeVar("T")


class ScreenApp(App[T]):
    """The base of the full-screen programs: in the terminal's own colours, or in none with ``NO_COLOR``."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(self) -> None:
        no_colour = os.environ.get("NO_COLOR")
        super().__init__(ansi_color=True)
        if no_colour is not None:
            os.environ["NO_COLOR"] = no_colour  # Textual removes it, but other apps may follow in this process
        self.theme = "ansi-dark"


class Board:
    """The parts of the screen.

    Args:
        language: The language.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.choices: Choices = Choices(language)
        self._heading = Static(id="heading", markup=False)
        self._table = Static(id="table")
        self._edge = Static(id="edge", classes="rule", markup=False)
        self._text = Static(id="text", markup=False)
        self._log = VerticalScroll(self._text, id="log", can_focus=False)
        self._rule = Static(id="rule", classes="rule", markup=False)
        self._room = VerticalScroll(self.choices, id="room", can_focus=False)
        self._message = Static(id="message", markup=False)
        self._small = Static(id="small", markup=False)
        self._width = WIDTH

    def parts(self, keys: Text) -> Iterator[Widget]:
        """Yield the parts, from the top.

        Args:
            keys: The lines of keys.
        """
        yield from (self._heading, self._table, self._edge, self._log, self._rule, self._room, self._message)
        yield Static(keys, id="keys")
        yield self._small

    def resize(self, size: Size) -> None:
        """Take the size of the terminal; cover everything with a message if it is too small."""
        self._width = size.width
        self._small.display = size.width < WIDTH or size.height < HEIGHT
        places = {"width": size.width, "height": size.height, "least_width": WIDTH, "least_height": HEIGHT}
        self._small.update(self.language.say(_SMALL, **places))

    def show(
        self,
        view: View,
        names: Sequence[str],
        events: Sequence[Event],
        *,
        since: int,
        head: Sequence[str],
        preface: Sequence[str] = (),
        state: State | None = None,
    ) -> None:
        """Show a table and what has happened at it.

        Args:
            view: What the viewer sees.
            names: The name of each seat.
            events: The events of the game as the viewer knows them.
            since: The number of events already shown.
            head: The texts of the first line.
            preface: Lines shown at the start of the log.
            state: The state, if all cards are shown.
        """
        four = self.choices.four_colours
        self._heading.update((" " + "   ".join(text for text in head if text)).ljust(self._width))
        self._table.update(tabletop(view, names, self.language, state=state, four=four))
        self._edge.update("─" * self._width)
        every, news = (
            [*lines(view.rules, events, names, seat=view.seat, since=first, language=self.language)]
            for first in (0, since)
        )
        shown = [*map(Text, preface), *(styled(line, four=four) for line in every)]
        old = len(shown) - len(news)
        for text, line in zip(shown[old:], news, strict=True):
            if line.highlight is not None:
                text.stylize(f"bold reverse {_COLOURS[line.highlight]}")
        for text in shown[:old] if since else ():
            text.stylize("dim")
        self._text.update(Text("\n").join(shown))
        self._rule.update("─" * self._width)
        self.tell("")

    def tell(self, message: str) -> None:
        """Show a message below the moves; the end of the log stays in sight."""
        self._message.update(coloured(message, four=self.choices.four_colours))
        self._log.call_after_refresh(self._show_end)  # a message of more lines leaves less room for the log

    def _show_end(self) -> None:
        """Scroll to the end of the log, unless a text is read."""
        if not self._log.can_focus:
            self._log.scroll_end(animate=False)

    def read(self, text: str) -> None:
        """Show a text in the place of the log, scrolled by the arrows."""
        self._text.update(coloured(text, four=self.choices.four_colours))
        self._log.can_focus = True
        self._log.focus()
        self._log.scroll_home(animate=False)
        self.tell(self.language.say("The arrows scroll, and 0 closes."))

    def scroll(self, pages: int) -> None:
        """Scroll the log by pages."""
        self._log.scroll_relative(y=pages * self._log.size.height, animate=False)

    def close(self) -> None:
        """Give the keys back to the choices after a text was read."""
        self._log.can_focus = False
        self.choices.focus()


def goals_by_period(view: View, events: Sequence[Event], language: Language) -> str:
    """Return the goals of each period that has begun, ``(1-0, 0-2)``; ``""`` in the first period."""
    periods: list[list[int]] = []
    over = True
    for event in events:
        if isinstance(event, PeriodEnded):
            over = True
        elif over and isinstance(event, Dealt | Played):
            periods.append([0, 0])
            over = False
        if isinstance(event, Scored):
            periods[-1][side_of(event.seat)] += 1
    shown = ", ".join(score_text(tuple(goals), view.seat, language) for goals in periods)
    return f"({shown})" if len(periods) > 1 else ""


def key_lines(keys: Iterable[tuple[str, str, str]]) -> Text:
    """Return lines of keys that can be clicked.

    Args:
        keys: For each key its name, what it does in words, and the action of a click.
    """
    rows = [Text()]
    for key, words, action in keys:
        item = Text.assemble((f" {key} ", "reverse"), f" {words}  ")
        item.apply_meta({"@click": action})
        if rows[-1].cell_len + item.cell_len > WIDTH:
            rows.append(Text())
        rows[-1].append_text(item)
    return Text("\n").join(rows)
