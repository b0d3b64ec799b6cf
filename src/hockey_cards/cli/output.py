"""What is printed: UTF-8 and newlines alone on stdout, one sentence on stderr where something is wrong."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, cast

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.cards import Card


def prepare() -> None:
    """Make the standard streams the same on every system."""
    out, given = cast("object", sys.stdout), cast("object", sys.stdin)  # whatever a caller has put in their place
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(given, io.TextIOWrapper):
        given.reconfigure(errors="replace")


def say(text: str) -> None:
    """Write text to stdout, as it is."""
    sys.stdout.write(text)


def say_json(value: Any) -> None:
    """Write a value to stdout as JSON for people and programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def show(*things: RenderableType) -> None:
    """Write things to stdout for people: in colour on a terminal, plain elsewhere."""
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for thing in things:
            console.print(thing)
    # Written here and not by rich, which would end the program when a pipe is closed.
    say("".join(f"{line.rstrip()}\n" for line in captured.get().split("\n")[:-1]))


def complain(message: str, *, code: int = 2) -> int:
    """Write a sentence to stderr, on one line and without control characters, and return the exit code."""
    line = " ".join(message.split())
    printable = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    sys.stdout.flush()
    sys.stderr.write(f"hockey-cards: {printable}\n")
    return code


def table(heading: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[str] = ()) -> Table:
    """Lay out rows under a heading; the columns named in ``right`` are numbers."""
    cells = [[str(cell) for cell in row] for row in rows]
    laid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for title, *column in zip(heading, *cells, strict=True):
        words = " ".join([title, *column]).split() or [""]
        number = title in right
        laid.add_column(
            Text(title), justify="right" if number else "left", no_wrap=number, min_width=max(map(len, words))
        )
    for row in cells:
        laid.add_row(*map(Text, row))
    return laid


def pairs(rows: Iterable[tuple[str, object]]) -> Table:
    """Lay out labels and what belongs to them."""
    laid = Table.grid(padding=(0, 2))
    for label, value in rows:
        laid.add_row(Text(label, style="bold"), value if isinstance(value, Text) else Text(str(value)))
    return laid


def cards(shown: Iterable[Card | None]) -> Text:
    """Show cards one after the other, the red ones in red; None is a card that is not to be seen."""
    return Text(" ").join(Text("??") if card is None else card_text(card) for card in shown) or Text("none")


def card_text(card: Card) -> Text:
    """Show a card, in red if its suit is."""
    return Text(str(card), style="red" if card.suit.red else "")
