"""What the command for tournaments takes: entrants and teams, deals, formats, tests, what is done about faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Final, cast

import typer

from hockey_cards.cli.arguments import PLAYERS_HELP
from hockey_cards.cli.players import check_players
from hockey_cards.errors import HockeyError
from hockey_cards.process.lookup import COMMAND_PREFIX, NamedPlayer
from hockey_cards.tournament import Entrant, Limits, Policy, Sprt, Team

Players = Annotated[
    str,
    typer.Option(
        help=f"The entrants, separated by commas. Each is {PLAYERS_HELP}, and plays all seats of a side; who is named "
        "twice enters twice; one+other is a team, on tables of four."
    ),
]
Deals = Annotated[
    str,
    typer.Option(
        metavar="N|FIRST-LAST",
        help="How many deals are played, in each round of a format that has rounds; or the numbers of the first and "
        "the last, where another machine plays the others.",
    ),
]
FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="Who meets whom: round-robin, gauntlet (the first against all others) or gauntlet:NAME, swiss:ROUNDS, "
        "knock-out or knock-out:DEALS.",
    ),
]
Bounds = Annotated[
    str | None,
    typer.Option(
        "--sprt", metavar="LOW,HIGH", help="Stop the games of a pair when it is known which difference of Elo is true."
    ),
]
Remedies = Annotated[
    list[str] | None,
    typer.Option(
        "--on-fault",
        metavar="REMEDY",
        help="What is done about a player that fails: stop (the default), random, forfeit-game, forfeit-match or "
        "disqualify; or KIND=REMEDY for one kind of fault: crash, illegal, nonsense, slow-move, slow-start, memory or "
        "dead.",
    ),
]
Retries = Annotated[int, typer.Option(min=0, help="How often a player that fails is asked again for the same move.")]
MoveTime = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="How long a move may take, in a process 60 if not given; players in Python then play in processes of "
        "their own.",
    ),
]
StartTime = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", help="How long a player's process may take to start and to greet, 60 if not given; as above."
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(metavar="MIB", help="How much memory a player's process may take; the same holds."),
]
Isolate = Annotated[bool, typer.Option("--isolate", help="Let players in Python play in processes of their own.")]

_LONGEST: Final = 12


def entrants_of(names: list[str], *, isolate: bool = False) -> dict[str, Entrant]:
    """Return the entrants by the names that they enter under: one that is named again enters as ``random#2``.

    Args:
        names: What names the players.
        isolate: Whether modules and files are left to the processes that their players are going to play in.

    Raises:
        UnknownStrategy: If there is no such player.
    """
    seen = Counter[str]()
    entrants: dict[str, Entrant] = {}
    for name in names:
        called = name
        while called in entrants:
            seen[name] += 1
            called = f"{name}#{seen[name] + 1}"
        entrants[called] = _entrant(name, isolate=isolate)
    return entrants


def _entrant(name: str, *, isolate: bool) -> Entrant:
    first, plus, second = (
        ("", "", "") if name.startswith(COMMAND_PREFIX) else (part.strip() for part in name.partition("+"))
    )
    check_players([first, second] if plus else [name], isolate=isolate)
    return Team(NamedPlayer(first), NamedPlayer(second)) if plus else NamedPlayer(name)


def deals_of(text: str) -> int | range:
    """Read how many deals are played, or which.

    Raises:
        HockeyError: If the text says neither.
    """
    first, dash, last = (part.strip() for part in text.partition("-"))
    numbers = [int(part) for part in (first, last) if part.isascii() and part.isdigit() and len(part) <= _LONGEST]
    if not dash and len(numbers) == 1 and numbers[0] > 0:
        return numbers[0]
    if dash and len(numbers) == 2 and numbers[0] <= numbers[1]:
        return range(numbers[0], numbers[1] + 1)
    raise HockeyError(f"the deals cannot be {text!r:.80}: give a number from 1, or the first and last such as 0-499")


def sprt_of(text: str | None) -> Sprt | None:
    """Read the two hypotheses of a test.

    Raises:
        HockeyError: If the text is no two numbers, the lower first.
    """
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise HockeyError(f"a test of {text!r:.80} makes no sense: give two numbers such as 0,20") from None
    return Sprt(low, high)


def policy_of(
    remedies: Iterable[str] | None,
    *,
    retries: int = 0,
    move: float | None = None,
    start: float | None = None,
    memory: int | None = None,
    isolate: bool = False,
) -> Policy:
    """Return what is done about players that fail.

    Raises:
        HockeyError: If there is no such remedy or kind of fault, or a limit makes no sense.
    """
    by_kind: dict[str, str] = {}
    remedy = "stop"
    for text in remedies or ():
        kind, sign, found = text.partition("=")
        if sign:
            by_kind[kind] = found
        else:
            remedy = kind
    limits = {"move": move, "start": start, "memory": memory}
    given = cast("dict[str, Any]", {name: limit for name, limit in limits.items() if limit is not None})
    return Policy(
        remedy=cast("Any", remedy),
        remedies=cast("Any", by_kind),
        retries=retries,
        limits=Limits(**given),
        isolate=isolate,
    )
