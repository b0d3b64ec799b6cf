"""The report as Markdown and as JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import attrs
from measures import CORES, Measure
from results import Results, Row
from targets import target_results

import hockey_cards

PACKAGES: Final = "attrs numba numpy open_spiel rlcard pettingzoo pgx jax pokerkit chess".split()

LEGEND: Final = """\
- µs is the median over the rounds; × is the time divided by that of `hockey_cards` for `breakaway` in the same column.
- *A move* is a decision of a player, *a step* a decision or a chance node. The whole time of a game, start and deal
  included, is divided by their number. Only OpenSpiel has chance nodes, one for each card that is dealt; the cells of
  the others are empty.
- *Given*: the deal and the choices were drawn beforehand. *Drawn*: they are drawn during play, the choices in all
  libraries as `legal[int(random() * len(legal))]`. `hockey_cards` shuffles with its seeded shoe; in OpenSpiel one of
  the `chance_outcomes` is taken at each chance node; the others shuffle by themselves.
- On one core the time is processor time, on all cores wall-clock time."""

INCOMPARABLE: Final = """\
Limits of the comparison:

- The games differ, except `breakaway` in OpenSpiel's Python API, which is checked against `hockey_cards` move for move
  before it is measured. In a game of two moves the start takes longer than the moves.
- `apply` and `child` return a new state; `apply_action`, `step` and `push` change the state.
- `apply` of `hockey_cards` checks each move against the rules and keeps the plays of the period; `apply_action` of
  OpenSpiel does not check moves and keeps the history.
- RLCard and PettingZoo make an observation in each step, as *with the mover's view* and `play()` do; OpenSpiel and the
  other calls of `hockey_cards` make none.
- pokerkit deals, posts and pays automatically within the moves, and checks every operation. A game of python-chess is
  stopped after 200 plies.
- Many at once: *whole games* shuffle and deal each game, in OpenSpiel with `evaluate_bots` and its uniform random bots.
  *From a given deal* are the playouts of OpenSpiel's search (`RandomRolloutEvaluator`), which copy a dealt state and
  deal nothing; they are compared to the whole games of `hockey_cards`. Pgx restarts a game that has ended, which adds
  the cost of a start to every step. Compilation is not measured."""


def machine() -> str:
    """Describe the machine."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = names[0] if names else platform.processor() or platform.machine()
    return f"{model}, {CORES} cores; {platform.python_implementation()} {platform.python_version()}"


def versions() -> dict[str, str | None]:
    """Return the versions of all packages; None for those that are not installed."""
    return {"hockey_cards": hockey_cards.__version__, **{name: _version(name) for name in PACKAGES}}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def markdown(results: Results, rounds: int, notes: list[str]) -> str:
    """Return the whole report."""
    packages = ", ".join(f"{name} {found or '(not installed)'}" for name, found in versions().items())
    head = f"`python benchmarks/peers --rounds {rounds}`\n\n{machine()}; {rounds} rounds.\n\n{packages}."
    alone = _table(results, "One at a time, from Python", (Measure.GIVEN, Measure.DRAWN))
    many = _table(results, "Many at once", (Measure.WHOLE, Measure.DEALT, Measure.CORES))
    missing = ["\n".join(f"- {note}" for note in notes)] if notes else []
    return "\n\n".join((head, alone, many, LEGEND, INCOMPARABLE, _targets(results), *missing))


def _targets(results: Results) -> str:
    head = "| faster than | measured | times asked | least | median | reached by | |\n|---|---|--:|--:|--:|--:|---|"
    return "\n".join((head, *map(str, target_results(results))))


def _table(results: Results, title: str, measures: tuple[Measure, ...]) -> str:
    columns = "".join(f" {measure}: µs a move | × | µs a step | × |" for measure in measures)
    rule = "|---|---|" + "--:|" * (4 * len(measures))
    return "\n".join((f"| {title} | |{columns}", rule, *_lines(results, measures)))


def _lines(results: Results, measures: tuple[Measure, ...]) -> Iterator[str]:
    """Yield a row for each game and call that was measured."""
    names = dict.fromkeys((row.who, row.what) for row in results.rows if row.measure in measures)
    found = {(row.who, row.what, row.measure): row for row in results.rows}
    for who, what in names:
        cells = (_cells(results, found.get((who, what, measure))) for measure in measures)
        yield f"| {who} | {what} |" + "".join(cells)


def _cells(results: Results, row: Row | None) -> str:
    if row is None:
        return " | | | |"
    move = _pair(row.move, results.ratio(row, steps=False))
    return move + (" | |" if row.step == row.move else _pair(row.step, results.ratio(row, steps=True)))


def _pair(number: float, ratio: float | None) -> str:
    return f" {_short(number)} | {'' if ratio is None else _short(ratio)} |"


def _short(number: float) -> str:
    """Return a number with three significant digits and no exponent."""
    return f"{number:.0f}" if number >= 100 else f"{number:#.3g}"


def as_json(results: Results, rounds: int, notes: list[str]) -> str:
    """Return the report as JSON."""
    rows = [
        {
            **attrs.asdict(row),
            "times_move": results.ratio(row, steps=False),
            "times_step": results.ratio(row, steps=True),
        }
        for row in results.rows
    ]
    targets: list[dict[str, Any]] = [
        {
            "target": result.target.what,
            "measure": result.measure,
            "asked": result.target.asked,
            "met": result.met,
            "ratios": {game: ratio for ratio, game in result.ratios},
        }
        for result in target_results(results)
    ]
    whole = {"machine": machine(), "rounds": rounds, "versions": versions(), "rows": rows, "targets": targets}
    return json.dumps({**whole, "notes": notes}, indent=1, ensure_ascii=False) + "\n"
