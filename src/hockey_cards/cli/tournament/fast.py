"""The option ``--fast`` of the command ``tournament``: tournaments of compiled players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import typer

from hockey_cards import batch
from hockey_cards.errors import HockeyError
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed
from hockey_cards.strategies import strategy
from hockey_cards.strategies.names import is_code
from hockey_cards.tournament import Entrant, Sprt, Standings, Team, parse_format
from hockey_cards.tournament.api import Announce
from hockey_cards.tournament.runner import Watch

if TYPE_CHECKING:
    from hockey_cards.batch.tournaments.games import CompiledEntrant

_STORED: Final = ("store", "records", "resume", "merge")
_FAULTS: Final = ("on_fault", "retries", "move_time", "start_time", "memory", "isolate", "keep_programs")


def check_fast(context: typer.Context) -> None:
    """Refuse options that cannot be combined with ``--fast``.

    Raises:
        HockeyError: If such an option was given on the command line.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is None or source.name != "COMMANDLINE":
            continue
        option = parameter.opts[0]
        if parameter.name in _STORED:
            raise HockeyError(f"{option} cannot be combined with --fast, which keeps only sums and no games")
        if parameter.name in _FAULTS:
            raise HockeyError(f"{option} cannot be combined with --fast, because compiled players cannot fail")


def play_fast(  # noqa: PLR0913  # all but two are keyword-only
    variant: Variant[Any, Any, Any],
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range,
    seed: Seed | None,
    format_name: str,
    sprt: Sprt | None,
    threads: int,
    watch: Watch | None = None,
    announce: Announce | None = None,
) -> Standings:
    """Play a tournament of compiled players.

    Args:
        variant: The variant.
        entrants: The entrants, as for a tournament in the engine.
        deals: The number of deals, or a range of their numbers.
        seed: The seed; random if None.
        format_name: The format, as text.
        sprt: The test that stops the games of a pair, if any.
        threads: The number of threads.
        watch: Called after deals, as documented for ``hockey_cards.batch.tournament``.
        announce: Called before the first deal with the commitment to the seed.

    Raises:
        MissingExtra: If numba is not installed.
        HockeyError: Whatever ``hockey_cards.batch.tournament`` raises.
    """
    return batch.tournament(
        variant,
        {name: _compiled(entrant) for name, entrant in entrants.items()},
        deals=deals,
        seed=seed,
        format=parse_format(format_name),
        sprt=sprt,
        threads=threads,
        watch=watch,
        announce=announce,
    )


def _compiled(entrant: Entrant) -> CompiledEntrant:
    """Return an entrant in the form that a kernel takes: built-in names stay names, and code is loaded."""
    if isinstance(entrant, Team):
        return Team(cast("Any", _compiled(entrant.first)), cast("Any", _compiled(entrant.second)))
    return cast("CompiledEntrant", strategy(entrant) if isinstance(entrant, str) and is_code(entrant) else entrant)
