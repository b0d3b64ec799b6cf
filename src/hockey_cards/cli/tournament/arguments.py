"""Arguments of the command ``tournament``: entrants, deals, format, test and policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Final, cast

import typer

from hockey_cards.cli.arguments import PLAYERS_HELP
from hockey_cards.cli.players import check_players
from hockey_cards.errors import HockeyError
from hockey_cards.strategies.names import COMMAND_PREFIX
from hockey_cards.tournament import Entrant, Limits, Policy, Sprt, Team

Players = Annotated[
    str,
    typer.Option(
        help=f"The entrants, separated by commas. Each is {PLAYERS_HELP}, and plays all seats of a side. A name may be "
        "repeated; one+other is a team, in games with four seats."
    ),
]
Deals = Annotated[
    str,
    typer.Option(
        metavar="N|FIRST-LAST",
        help="The number of deals, in each round if the format has several; or the numbers of the first and the last "
        "deal, if other machines play the rest.",
    ),
]
FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="The format: round-robin, gauntlet (the first against all others) or gauntlet:NAME, swiss:ROUNDS, "
        "knock-out or knock-out:DEALS.",
    ),
]
SprtBounds = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="LOW,HIGH",
        help="Stop the games of a pair as soon as a test decides between these two differences of strength, in Elo.",
    ),
]
Remedies = Annotated[
    list[str] | None,
    typer.Option(
        "--on-fault",
        metavar="REMEDY",
        help="The remedy for a player that fails: stop (the default), random, forfeit-game, forfeit-match or "
        "disqualify; or KIND=REMEDY for one kind of fault: crash, illegal, nonsense, slow-move, slow-start, memory, "
        "dead or tampering. May be repeated.",
    ),
]
Retries = Annotated[
    int, typer.Option(min=0, help="The number of times that a player that fails is asked again for the same move.")
]
MoveTime = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="The time limit for a move. Python players then play in processes of their own; the default for a process "
        "is 60.",
    ),
]
StartTime = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="The time limit for a player's process to start; otherwise like --move-time."),
]
Memory = Annotated[
    int | None,
    typer.Option(metavar="MIB", help="The memory limit of a player's process; otherwise like --move-time."),
]
Isolate = Annotated[bool, typer.Option("--isolate", help="Run Python players in processes of their own.")]
KeepPrograms = Annotated[
    bool,
    typer.Option(
        "--keep-programs",
        help="Let the process of a program (cmd:) play one game after another, rather than start it for each; it can "
        "then remember the other games of a deal.",
    ),
]

_MAX_DIGITS: Final = 12


def load_entrants(names: list[str], *, isolate: bool = False) -> dict[str, Entrant]:
    """Return the entrants by name; a name that is repeated becomes ``random#2``, ``random#3`` and so on.

    Args:
        names: The names of the players.
        isolate: Whether modules and files are loaded only in the processes of their players.

    Raises:
        UnknownStrategy: If there is no such player.
    """
    seen = Counter[str]()
    entrants: dict[str, Entrant] = {}
    for name in names:
        unique = name
        while unique in entrants:
            seen[name] += 1
            unique = f"{name}#{seen[name] + 1}"
        entrants[unique] = _load_entrant(name, isolate=isolate)
    return entrants


def _load_entrant(name: str, *, isolate: bool) -> Entrant:
    first, plus, second = (
        ("", "", "") if name.startswith(COMMAND_PREFIX) else (part.strip() for part in name.partition("+"))
    )
    check_players([first, second] if plus else [name], isolate=isolate)
    return Team(first, second) if plus else name


def parse_deals(text: str) -> int | range:
    """Parse the number of deals, or the numbers of the first and the last.

    Raises:
        HockeyError: If the text is neither.
    """
    first, dash, last = (part.strip() for part in text.partition("-"))
    numbers = [int(part) for part in (first, last) if part.isascii() and part.isdigit() and len(part) <= _MAX_DIGITS]
    if not dash and len(numbers) == 1 and numbers[0] > 0:
        return numbers[0]
    if dash and len(numbers) == 2 and numbers[0] <= numbers[1]:
        return range(numbers[0], numbers[1] + 1)
    raise HockeyError(f"deals cannot be {text!r:.80}: give a number from 1, or the first and the last such as 0-499")


def parse_sprt(text: str | None) -> Sprt | None:
    """Parse the two hypotheses of a test.

    Raises:
        HockeyError: If the text is not two numbers, the lower one first.
    """
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise HockeyError(f"a test cannot be {text!r:.80}: give two numbers such as 0,20") from None
    return Sprt(low, high)


def make_policy(
    remedies: Iterable[str] | None,
    *,
    retries: int = 0,
    move: float | None = None,
    start: float | None = None,
    memory: int | None = None,
    isolate: bool = False,
    keep_programs: bool = False,
) -> Policy:
    """Return the policy for players that fail.

    Raises:
        HockeyError: If there is no such remedy or kind of fault, or a limit is not valid.
    """
    by_kind: dict[str, str] = {}
    remedy = "stop"
    for text in remedies or ():
        kind, sign, value = text.partition("=")
        if sign:
            by_kind[kind] = value
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
        keep_programs=keep_programs,
    )
