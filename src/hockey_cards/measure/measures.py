"""What was measured of a variant: the names of the measures, and each with its interval."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from hockey_cards.errors import ParseError
from hockey_cards.options import Value

FORMAT: Final = "hockey-cards-measures/1"


@attrs.frozen
class Measure:
    """A measure: one number that tells something of a variant.

    ``MEASURES`` are those of a player that meets itself:

    - ``leader_points``: the points made by the side that acts first in the game, 1 for a win and ½ for a draw, as a
      share of all: ½ if it has no edge;
    - ``leader_margin``: by how much its board at the end exceeds the other side's;
    - ``goals``: the goals of both sides, those in overtime too; of games without a kernel the boards at the end;
    - ``moves``: how many moves a game has;
    - ``draws``: the share of games that nobody won;
    - ``overtimes``: the share of games that went into overtime;
    - ``lead_changes``: how often in a game the lead on the board passes from one side to the other, at once or by way
      of a level board;
    - ``forced``: of all moves the share that were the only legal one.

    ``SKILL`` are those of two players that meet, in deals that are played from both sides of the table; the deal is the
    unit, not the game:

    - ``points``: the first one's share of the points;
    - ``margin``: the board by which it is ahead, a game.

    Args:
        name: The name in Python and in JSON.
        label: The name for people.
        share: Whether it is a share, from 0 to 1.
    """

    name: str
    label: str
    share: bool = False


MEASURES: Final = (
    Measure("leader_points", "leader's share of points", share=True),
    Measure("leader_margin", "leader's margin"),
    Measure("goals", "goals a game"),
    Measure("moves", "moves a game"),
    Measure("draws", "draws", share=True),
    Measure("overtimes", "overtimes", share=True),
    Measure("lead_changes", "lead changes a game"),
    Measure("forced", "forced moves", share=True),
)
"""What is measured of a player that meets itself."""

SKILL: Final = (
    Measure("points", "share of points", share=True),
    Measure("margin", "margin a game"),
)
"""What is measured of two players that meet."""

KINDS: Final[Mapping[str, Measure]] = {measure.name: measure for measure in (*MEASURES, *SKILL)}
"""The measures by name."""


@attrs.frozen
class Estimate:
    """A number that was measured, and how sure it is.

    Args:
        value: The number, as it came out.
        low: The lower end of its 95% interval.
        high: The upper end.
        error: Its standard error; 0 where all units gave the same.
        units: How many games, or deals, it is taken from.
    """

    value: float
    low: float
    high: float
    error: float
    units: int

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as what JSON can say."""
        interval = [self.low, self.high]
        return {"value": self.value, "interval": interval, "error": self.error, "units": self.units}


@attrs.frozen
class Finding:
    """An estimate with what it is one of.

    Args:
        players: Who met: a player alone for one that met itself, else the stronger one first.
        name: The name of the measure.
        estimate: The estimate; in a comparison that of a difference.
    """

    players: tuple[str, ...]
    name: str
    estimate: Estimate

    @property
    def measure(self) -> Measure:
        """What was measured."""
        return KINDS[self.name]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as what JSON can say."""
        return {"players": list(self.players), "measure": self.name, **self.estimate.to_dict()}


@attrs.frozen
class Measurement:
    """What was measured of a variant; the same for the same arguments, on however many threads.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed as text; bytes in hex.
        games: How many games were asked for.
        compiled: Whether the games were played in a kernel; else the engine played fewer.
        findings: What was found.
    """

    variant: str
    house: Mapping[str, Value] = attrs.field(hash=False)
    seed: str
    games: int
    compiled: bool
    findings: tuple[Finding, ...]

    @property
    def meetings(self) -> tuple[tuple[str, ...], ...]:
        """Who met whom: a player alone met itself."""
        return tuple(dict.fromkeys(finding.players for finding in self.findings))

    def find(self, name: str, *players: str) -> Estimate:
        """Return an estimate: ``find("goals", "greedy")``, ``find("points", "counter", "greedy")``.

        Raises:
            ParseError: If that was not measured.
        """
        return find(self.findings, name, players)

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as what JSON can say, without anything of time, machine or threads."""
        return {
            "format": FORMAT,
            "variant": self.variant,
            "house": dict(self.house),
            "seed": self.seed,
            "games": self.games,
            "compiled": self.compiled,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def to_json(self) -> str:
        """Write the measurement as JSON, with the end of its last line."""
        return _json(self.to_dict())


@attrs.frozen
class SideBySide:
    """Several variants measured side by side, and by how much each differs from the first.

    A difference is taken over games of the same number: these have the same packs where the decks are the same, and
    what the packs have in common is then not counted as uncertain.

    Args:
        measurements: Those of the variants, as these were given.
        differences: For each variant after the first what it has more than the first.
        paired: For each of these whether its deck is the first one's, so that the packs are the same.
    """

    measurements: tuple[Measurement, ...]
    differences: tuple[tuple[Finding, ...], ...]
    paired: tuple[bool, ...]

    def find(self, variant: int, name: str, *players: str) -> Estimate:
        """Return by how much a variant, counted from 0 as they were given, has more of a measure than the first.

        Raises:
            ParseError: If that was not measured.
        """
        if not 0 < variant < len(self.measurements):
            raise ParseError(f"there is no difference of variant {variant!r}: give 1 to {len(self.measurements) - 1}")
        return find(self.differences[variant - 1], name, players)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as what JSON can say."""
        differences = [
            {"paired": paired, "findings": [finding.to_dict() for finding in findings]}
            for paired, findings in zip(self.paired, self.differences, strict=True)
        ]
        return {
            "format": FORMAT,
            "variants": [each.to_dict() for each in self.measurements],
            "differences": differences,
        }

    def to_json(self) -> str:
        """Write the comparison as JSON, with the end of its last line."""
        return _json(self.to_dict())


def chosen(findings: tuple[Finding, ...], name: str, players: tuple[str, ...]) -> Iterator[Finding]:
    """Yield what was found of a measure where some players met: one finding, or none."""
    return (finding for finding in findings if (finding.name, finding.players) == (name, players))


def find(findings: tuple[Finding, ...], name: str, players: tuple[str, ...]) -> Estimate:
    """Return the estimate of a measure.

    Raises:
        ParseError: If there is none.
    """
    for finding in chosen(findings, name, players):
        return finding.estimate
    known = dict.fromkeys(f"{finding.name} of {' over '.join(finding.players)}" for finding in findings)
    raise ParseError(f"{name!r} of {' over '.join(players)!r} was not measured; these were: {', '.join(known)}")


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
