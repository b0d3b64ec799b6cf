"""Text, tables and lists on the standard output: fitted to the width of a terminal, unwrapped in a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.errors import printable

_UNLIMITED: Final = 10**6
"""The width of a file or a pipe."""

_DEFAULT_WIDTH: Final = 80
"""The width of a terminal that reports none."""

_MIN_COLUMN: Final = 8
"""The width down to which words are broken in a column that is too wide."""


def show(*things: RenderableType) -> None:
    """Write things to stdout: wrapped and in colour on a terminal, plain and unwrapped elsewhere.

    A table is never cut; one that is wider than the terminal continues on the next line. Control characters in texts
    are escaped, except line breaks, so that no name can change the state of the terminal.
    """
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, width=_UNLIMITED)
    width = _width()
    with console.capture() as captured:
        for thing in things:
            safe = _text(thing) if isinstance(thing, str | Text) else thing
            console.print(safe, width=None if isinstance(thing, Table) else width)
    # Not written by rich, which ends the program when a pipe is closed.
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().split("\n")[:-1]))


def table(heading: Sequence[str], rows: Iterable[Sequence[object]], *, right: Collection[str] = ()) -> Table:
    """Return a table.

    Args:
        heading: The titles of the columns.
        rows: The cells of each row.
        right: The titles of the columns of numbers, which are aligned to the right and never wrapped.
    """
    titles = list(map(printable, heading))
    cells = [[printable(str(cell)) for cell in row] for row in rows]
    columns = list(zip(titles, *cells, strict=True))
    fixed = {place for place, title in enumerate(heading) if title in right}
    laid_out = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for place, width in enumerate(_column_widths(columns, fixed, gap=2)):
        title = Text(titles[place])
        laid_out.add_column(title, justify="right" if place in fixed else "left", width=width, overflow="fold")
    for row in cells:
        laid_out.add_row(*map(Text, row))
    return laid_out


def field_list(fields: Iterable[tuple[str, object]]) -> Table:
    """Return labels in bold, each with its value beside it."""
    texts = [(Text(printable(label), style="bold"), _text(value)) for label, value in fields]
    laid_out = Table.grid(padding=(0, 2))
    for width in _column_widths([[text.plain for text in column] for column in zip(*texts, strict=True)], {0}, gap=2):
        laid_out.add_column(width=width, overflow="fold")
    for row in texts:
        laid_out.add_row(*row)
    return laid_out


def flow(items: Iterable[Text]) -> Iterator[Text]:
    """Yield lines of items with gaps between them; no item is broken."""
    gap, width = Text("   "), _width()
    line: list[Text] = []
    for item in items:
        if line and gap.join([*line, item]).cell_len > width:
            yield gap.join(line)
            line = []
        line.append(item)
    yield gap.join(line)


def _width() -> int:
    """Return the width of a line on stdout."""
    return (Console(file=sys.stdout).width or _DEFAULT_WIDTH) if sys.stdout.isatty() else _UNLIMITED


def _text(value: object) -> Text:
    """Return a value as text in which control characters are escaped; its lines stay lines."""
    plain, style = (value.plain, value.style) if isinstance(value, Text) else (str(value), "")
    safe = "\n".join(map(printable, plain.split("\n")))
    return value if isinstance(value, Text) and safe == plain else Text(safe, style=style)


def _column_widths(columns: Sequence[Sequence[str]], fixed: Collection[int], *, gap: int) -> list[int]:
    """Return the widths of columns: those of their cells, or less where the line is too narrow.

    The columns that are not fixed shrink, the widest first: to their longest words, then to a width that breaks words.
    """
    widths = [max(map(cell_len, column)) for column in columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    available = _width() - gap * (len(columns) - 1)
    for limits in (words, [min(word, _MIN_COLUMN) for word in words]):
        least = [width if place in fixed else limits[place] for place, width in enumerate(widths)]
        while sum(widths) > available and widths != least:
            widest = max(range(len(widths)), key=lambda place: (widths[place] > least[place], widths[place]))
            widths[widest] -= 1
    return widths
