"""The tables of docs/measured.md: ``python benchmarks/measured.py``.

They hold what ``hockey-cards measure`` reports on each variant, with one table for each meeting of players. That takes
some minutes. The numbers are the same on any machine and with any number of threads.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from hockey_cards import variants
from hockey_cards.measure.measures import GAMES, MEASURES, SKILL, Measurement
from hockey_cards.measure.plot import draw
from hockey_cards.measure.text import label_of, text_of
from hockey_cards.measure.variant import measure


def tables(measured: Sequence[Measurement]) -> Iterator[str]:
    """Yield the lines of a table for each meeting, with a row per variant and a column per measure."""
    for players in measured[0].meetings:
        measures = MEASURES if len(players) == 1 else SKILL
        unit = "games" if len(players) == 1 else "deals"
        title = f"`{players[0]}` against {' '.join(f'`{each}`' for each in players[1:]) or 'itself'}"
        yield f"### {title}\n"
        yield _line(["variant", unit, *(each.label for each in measures)])
        yield _line(["---", *(["---:"] * (len(measures) + 1))])
        yield from (row(each, players) for each in measured)
        yield ""


def row(measured: Measurement, players: tuple[str, ...]) -> str:
    """Return the row of a variant in the table of a meeting."""
    found = [finding for finding in measured.findings if finding.players == players]
    most = max(finding.estimate.units for finding in found)
    return _line([f"`{label_of(measured)}`", str(most), *map(text_of, found)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="keys of variants; all if none is given")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--plot", metavar="FILE", help="also draw a picture, a file.svg or file.png")
    asked = parser.parse_args()
    measured: list[Measurement] = []
    for key in asked.variants or variants():
        print(key, file=sys.stderr, flush=True)
        measured.append(measure(key, games=asked.games, threads=asked.threads))
    print("\n".join(tables(measured)))
    if asked.plot is not None:
        draw(measured, asked.plot)


if __name__ == "__main__":
    main()
