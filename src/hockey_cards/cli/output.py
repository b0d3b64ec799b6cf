"""What is read and printed: UTF-8 and newlines alone on stdout, one sentence on stderr where something is wrong."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.errors import HockeyError
from hockey_cards.render.drawing import counted
from hockey_cards.tournament.report.labels import printable

__all__ = [
    "abreast",
    "card_text",
    "cards",
    "check_file",
    "complain",
    "counted",
    "opened",
    "pairs",
    "prepare",
    "say",
    "say_json",
    "show",
    "table",
    "write",
]

_ENDLESS: Final = 10**6
"""How wide a file or a pipe is."""

_USUAL: Final = 80
"""How wide a terminal is that says it has no width."""

_NARROW: Final = 8
"""As narrow as a column may be made whose words are longer."""


def prepare() -> None:
    """Make the standard streams the same on every system; what goes to a closed one is lost."""
    sys.stdin, sys.stdout, sys.stderr = (
        stream if stream is not None else Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # open until the end
        for stream, mode in ((_given("stdin"), "r"), (_given("stdout"), "w"), (_given("stderr"), "w"))
    )
    out, given = cast("object", sys.stdout), cast("object", sys.stdin)  # whatever a caller has put in their place
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(given, io.TextIOWrapper):
        given.reconfigure(errors="replace")


def _given(name: str) -> TextIO | None:
    """Return a standard stream; None where the program was started with it closed."""
    stream: TextIO | None = getattr(sys, name)
    return stream


def say(text: str) -> None:
    """Write text to stdout, as it is."""
    sys.stdout.write(text)


def say_json(value: Any) -> None:
    """Write a value to stdout as JSON for people and programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def check_file(name: str | None) -> None:
    """Say before the games, and not after them, that a file cannot be written.

    Raises:
        HockeyError: If it has no name, there is no folder for it, or it is one.
    """
    if name is None or name == "-":
        return
    if not name:
        raise HockeyError("a file without a name cannot be written: give a name")
    if not Path(name).parent.is_dir():
        raise HockeyError(f"{name} cannot be written: there is no folder {Path(name).parent}")
    if Path(name).is_dir():
        raise HockeyError(f"{name} cannot be written: it is a folder")


def write(name: str, text: str) -> None:
    """Write text to a file, or to stdout if that is what ``-`` asks for."""
    if name == "-":
        say(text)
    else:
        Path(name).write_text(text, "utf-8", newline="\n")


@contextmanager
def opened(name: str) -> Generator[BinaryIO]:
    """Open a file to read it, or stdin if that is what ``-`` asks for."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def show(*things: RenderableType) -> None:
    """Write things to stdout for people: in colour and wrapped on a terminal, plain and as wide as they are elsewhere.

    A table is never cut: one that a terminal has no room for runs on in its next line. Control characters of a text
    are spelled out, but for the ends of its lines: no name may steer a terminal.
    """
    console, room = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, width=_ENDLESS), _room()
    with console.capture() as captured:
        for thing in things:
            shown = _text(thing) if isinstance(thing, str | Text) else thing
            console.print(shown, width=None if isinstance(thing, Table) else room)
    # Written here and not by rich, which would end the program when a pipe is closed.
    say("".join(f"{line.rstrip()}\n" for line in captured.get().split("\n")[:-1]))


def complain(message: str, *, code: int = 2) -> int:
    """Write a sentence to stderr, on one line and without control characters, and return the exit code."""
    sys.stdout.flush()
    sys.stderr.write(f"hockey-cards: {printable(' '.join(message.split()))}\n")
    return code


def table(heading: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[str] = ()) -> Table:
    """Lay out rows under a heading; the columns named in ``right`` are numbers."""
    titles = list(map(printable, heading))
    cells = [[printable(str(cell)) for cell in row] for row in rows]
    columns = list(zip(titles, *cells, strict=True))
    firm = {place for place, title in enumerate(heading) if title in right}
    laid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for place, width in enumerate(_widths(columns, firm, gap=2)):
        title, number = Text(titles[place]), place in firm
        laid.add_column(title, justify="right" if number else "left", width=width, overflow="fold")
    for row in cells:
        laid.add_row(*map(Text, row))
    return laid


def pairs(rows: Iterable[tuple[str, object]]) -> Table:
    """Lay out labels and what belongs to them."""
    texts = [(Text(printable(label), style="bold"), _text(value)) for label, value in rows]
    laid = Table.grid(padding=(0, 2))
    for width in _widths([[text.plain for text in column] for column in zip(*texts, strict=True)], {0}, gap=2):
        laid.add_column(width=width, overflow="fold")
    for row in texts:
        laid.add_row(*row)
    return laid


def abreast(things: Iterable[Text]) -> Iterator[Text]:
    """Lay things out in lines, with room between them; none is broken."""
    gap, room = Text("   "), _room()
    line: list[Text] = []
    for thing in things:
        if line and gap.join([*line, thing]).cell_len > room:
            yield gap.join(line)
            line = []
        line.append(thing)
    yield gap.join(line)


def _room() -> int:
    """Return how wide a line may be."""
    return (Console(file=sys.stdout).width or _USUAL) if sys.stdout.isatty() else _ENDLESS


def _text(value: object) -> Text:
    """Return a value as a text that steers no terminal; its lines stay lines."""
    plain, style = (value.plain, value.style) if isinstance(value, Text) else (str(value), "")
    shown = "\n".join(map(printable, plain.split("\n")))
    return value if isinstance(value, Text) and shown == plain else Text(shown, style=style)


def _widths(columns: Sequence[Sequence[str]], firm: Collection[int], *, gap: int) -> list[int]:
    """Return how wide the columns are: as their cells, or narrower where there is no room.

    First the columns that are not firm come down to their longest words, the widest first; then words are broken.
    """
    widths = [max(map(cell_len, column)) for column in columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    room = _room() - gap * (len(columns) - 1)
    for limits in (words, [min(word, _NARROW) for word in words]):
        least = [width if place in firm else limits[place] for place, width in enumerate(widths)]
        while sum(widths) > room and widths != least:
            widest = max(range(len(widths)), key=lambda place: (widths[place] > least[place], widths[place]))
            widths[widest] -= 1
    return widths


def cards(shown: Iterable[Card | None]) -> Text:
    """Show cards one after the other, the red ones in red; None is a card that is not to be seen."""
    return Text(" ").join(Text("??") if card is None else card_text(card) for card in shown) or Text("none")


def card_text(card: Card) -> Text:
    """Show a card, in red if its suit is."""
    return Text(str(card), style="red" if card.suit.red else "")
