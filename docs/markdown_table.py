"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def table(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table; the first row is its heading."""
    heading, *body = ([str(cell).replace("|", "\\|") for cell in row] for row in rows)
    yield ""
    for cells in (heading, ["---"] * len(heading), *body):
        yield f"| {' | '.join(cells)} |"
    yield ""
