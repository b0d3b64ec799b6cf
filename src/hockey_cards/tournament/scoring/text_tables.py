"""Tables of text about a tournament, for terminals and the HTML page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.errors import printable
from hockey_cards.tournament.scoring.labels import percent, percent_interval, signed, signed_interval
from hockey_cards.tournament.statistics.intervals import Comparison
from hockey_cards.tournament.statistics.sprt import Sprt
from hockey_cards.tournament.tally import Tally

if TYPE_CHECKING:
    from hockey_cards.tournament.pairing.swiss import Place
    from hockey_cards.tournament.scoring.standings import Standing, Standings

_INTERVAL: Final = "95% interval"
_RESULT: Final = ("won", "drawn", "lost", "goals", "share", _INTERVAL)


@attrs.frozen
class TextTable:
    """A table of text.

    Args:
        name: The name of the table, for links.
        title: The title of the table.
        heading: The titles of the columns.
        rows: The rows. Names and messages in them are on one line and have no control characters.
        numbers: The titles of the columns that hold numbers.
        note: A note below the table, if any.
    """

    name: str
    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[str]
    note: str = ""


def text_tables(standings: Standings) -> tuple[TextTable, ...]:
    """Return the tables of a tournament, without empty ones."""
    found = [entrants_table(standings), _rounds(standings), _ratings(standings)]
    if len(standings.entrants) > 2:
        found.append(_pairs(standings))
    found += [_deals(standings), _verdicts(standings), _faults(standings)]
    return tuple(table for table in found if table.rows)


def notes(standings: Standings) -> Iterator[str]:
    """Yield the notes about the tournament as a whole."""
    for name, deal in standings.disqualified.items():
        yield f"{printable(name)} was disqualified in deal {deal}: its games of later deals count as lost"


def conditions(standings: Standings) -> Iterator[tuple[str, str]]:
    """Yield the conditions of the tournament, each with its label."""
    yield "Variant", printable(standings.variant)
    if standings.house:
        rules = (f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in standings.house.items())
        yield "House rules", printable(", ".join(rules))
    fields = dict(standings.format)
    if fields:
        kind = str(fields.pop("kind", ""))
        rest = (f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value)
        yield "Format", printable(", ".join([kind, *rest]))
    if standings.sprt is not None:
        test = standings.sprt
        yield "Test", f"{test.low:g} against {test.high:g} Elo, errors {test.alpha:g} and {test.beta:g}"
    yield "Seed", printable(standings.seed)
    if standings.commitment:
        yield "Commitment", standings.commitment
    yield "Deals", f"{standings.deals:,}"
    yield "Games", f"{standings.games:,}"


def _table(
    name: str, title: str, heading: tuple[str, ...], rows: list[tuple[str, ...]], texts: int, *, note: str = ""
) -> TextTable:
    """Return a table whose first columns hold text, and the others numbers."""
    return TextTable(name, title, heading, tuple(rows), frozenset(heading[texts:]), note)


def entrants_table(standings: Standings) -> TextTable:
    """Return the table of the entrants, the best first; the columns by which a format ranks them come first."""
    scores = {each.name: _score(each) for each in standings.places}
    titles = ("score", "Buchholz")[: max(map(len, scores.values()), default=0)]
    heading = ("", "player", *titles, "points", "games", *_RESULT)
    rows = [
        (
            *(str(place), printable(each.name), *scores.get(each.name, ())),
            *(f"{each.points:.1f}", str(each.games), *_result(each)),
        )
        for place, each in enumerate(standings.entrants, 1)
    ]
    return TextTable("entrants", "Standings", heading, tuple(rows), frozenset(heading) - {"player"})


def _score(place: Place) -> tuple[str, ...]:
    return (f"{place.score:g}", *([] if place.buchholz is None else [f"{place.buchholz:g}"]))


def size_and_seed(standings: Standings) -> Iterator[str]:
    """Yield lines with the numbers of deals and games and the seed; a random seed also has its commitment."""
    counts = ((standings.deals, "deal"), (standings.games, "game"))
    sizes = ", ".join(f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts)
    if standings.seed != standings.seed32:
        yield f"{sizes}, seed {printable(standings.seed)}"
    else:
        yield from (sizes, f"seed32 {standings.seed32}", f"commitment {standings.commitment}")


def as_text(table: TextTable) -> str:
    """Return a table as lines of text, with the numbers aligned to the right."""
    rows = table.heading, *table.rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    layout = [
        f"{'>' if title in table.numbers else '<'}{width}" for title, width in zip(table.heading, widths, strict=True)
    ]
    lines = ["  ".join(map(format, row, layout)) for row in rows]
    return "\n".join(line.rstrip() for line in (lines[0], "-" * (sum(widths) + 2 * len(widths) - 2), *lines[1:]))


def as_html(table: TextTable) -> str:
    """Return a table as an element of HTML, for notebooks."""
    align = [f' style="text-align: {"right" if title in table.numbers else "left"}"' for title in table.heading]

    def cells(tag: str, row: tuple[str, ...]) -> str:
        parts = (f"<{tag}{style}>{escape(cell)}</{tag}>" for style, cell in zip(align, row, strict=True))
        return f"<tr>{''.join(parts)}</tr>"

    body = "".join(cells("td", row) for row in table.rows)
    return f"<table><thead>{cells('th', table.heading)}</thead><tbody>{body}</tbody></table>"


def _result(standing: Standing) -> tuple[str, ...]:
    goals = f"{standing.goals_for}:{standing.goals_against}"
    counts = map(str, (standing.wins, standing.draws, standing.losses))
    return *counts, goals, percent(standing.share), percent_interval(*standing.interval)


def _rounds(standings: Standings) -> TextTable:
    rows = [
        (
            str(each.number + 1),
            ", ".join(printable(f"{first} - {second}") for first, second in each.pairs),
            ", ".join(map(printable, each.byes)),
        )
        for each in standings.rounds
    ]
    return TextTable("rounds", "Rounds", ("round", "pairs", "bye"), tuple(rows), frozenset({"round"}))


def _ratings(standings: Standings) -> TextTable:
    groups = len({each.group for each in standings.ratings}) > 1
    failed = Counter[str]()
    for fault in standings.faults:
        failed[fault.entrant] += fault.times
    heading = ("player", "Elo", "error", _INTERVAL, *(["group"] if groups else []), *(["faults"] if failed else []))
    rows = [
        (
            printable(each.name),
            signed(each.elo, 0) + ("" if each.bounded else "*"),
            "" if each.error is None else f"{each.error:.0f}",
            signed_interval(*(each.interval or (None, None)), digits=0),
            *([str(each.group + 1)] if groups else []),
            *([str(failed[each.name])] if failed else []),
        )
        for each in standings.ratings
    ]
    loose = not all(each.bounded for each in standings.ratings)
    note = "* an entrant scored all points or none: rely on the order, not on the number" if loose else ""
    return _table("ratings", "Ratings", heading, rows, 1, note=note)


def _pairs(standings: Standings) -> TextTable:
    rows = [(printable(each.name), printable(str(each.opponent)), *_result(each)) for each in standings.pairs]
    return _table("pairs", "Against each other", ("player", "against", *_RESULT), rows, 2)


def _deals(standings: Standings) -> TextTable:
    heading = ("player", "against", "deals by points", "points a deal", "goals a deal", "better", "gain")
    rows = [
        (printable(each.name), printable(str(each.opponent)), *_deal(comparison))
        for each, comparison in zip(standings.pairs, standings.comparisons, strict=False)
    ]
    note = (
        "deals by points: the number of deals in which the player scored none, a half, ... all of the points; points "
        "and goals a deal: mean differences and their 95% intervals; better: the likelihood that the player is the "
        "stronger one; gain: how many times as many games would have been needed without duplicate deals"
    )
    return TextTable("deals", "By deals", heading, tuple(rows), frozenset({"better", "gain"}), note)


def _deal(found: Comparison) -> tuple[str, ...]:
    return (
        "-".join(map(str, found.outcomes)),
        f"{signed(found.points)} {signed_interval(*found.points_interval)}".strip(),
        f"{signed(found.goals)} {signed_interval(*found.goals_interval)}".strip(),
        percent(found.superiority),
        "" if found.points_gain is None else f"{found.points_gain:.2f}",
    )


def _verdicts(standings: Standings) -> TextTable:
    rows: list[tuple[str, ...]] = []
    test = None if standings.sprt is None else standings.sprt.among(len(standings.pairs) or 1)
    for pair, comparison in zip(standings.pairs, standings.comparisons, strict=False):
        names = pair.name, str(pair.opponent)
        verdict = standings.verdicts.get(names)
        if test is not None:
            rows.append((*map(printable, names), verdict.reason if verdict else _undecided(test, comparison)))
    return _table("verdicts", "Verdicts of the test", ("player", "against", "verdict"), rows, 3)


def _undecided(test: Sprt, found: Comparison) -> str:
    llr, (lower, upper) = test.llr(Tally(outcomes=found.outcomes)), test.bounds
    return f"none: the log-likelihood ratio is {llr:.2f} after {found.deals:,} deals; bounds {lower:.2f}, {upper:.2f}"


def _faults(standings: Standings) -> TextTable:
    heading = ("player", "fault", "remedy", "times", "first in deal", "first message")
    rows = [
        (printable(each.entrant), each.kind, each.remedy, str(each.times), str(each.deal), printable(each.message))
        for each in standings.faults
    ]
    return TextTable("faults", "Faults", heading, tuple(rows), frozenset({"times", "first in deal"}))
