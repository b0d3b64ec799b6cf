"""What ``tournament --fast`` does: the words of the command as compiled players, and a tournament in a kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import typer

from hockey_cards import batch
from hockey_cards.errors import HockeyError
from hockey_cards.process.lookup import NamedPlayer, find_player
from hockey_cards.rules import Variant
from hockey_cards.tournament import Entrant, Sprt, Standings, Team, parse_format
from hockey_cards.tournament.runner import Watch

if TYPE_CHECKING:
    from hockey_cards.batch.tournaments.games import CompiledEntrant

_STORED: Final = ("store", "records", "resume", "merge")
_FAULTS: Final = ("on_fault", "retries", "move_time", "start_time", "memory", "isolate")


def check_fast(context: typer.Context) -> None:
    """Refuse what makes no sense beside ``--fast``.

    Raises:
        HockeyError: If such an option was given on the command line.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is None or source.name != "COMMANDLINE":
            continue
        if parameter.name in _STORED:
            raise HockeyError(f"with --fast no game is kept, only the sums: leave {parameter.opts[0]} away")
        if parameter.name in _FAULTS:
            raise HockeyError(f"with --fast all players are compiled, and cannot fail: leave {parameter.opts[0]} away")


def play_fast(  # each is an option of the command
    variant: Variant[Any, Any, Any],
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range,
    seed: str,
    form: str,
    sprt: Sprt | None,
    threads: int,
    watch: Watch | None = None,
) -> Standings:
    """Play a tournament in a kernel.

    Args:
        variant: The variant.
        entrants: Who enters, as for a tournament in the engine.
        deals: How many deals, or which.
        seed: The seed, as a text.
        form: The format, as a text.
        sprt: The test that ends the games of a pair.
        threads: On how many threads.
        watch: Told of deals, as ``hockey_cards.batch.tournament`` says.

    Raises:
        MissingExtra: If numba is not installed.
        HockeyError: Whatever ``hockey_cards.batch.tournament`` raises.
    """
    compiled = {name: _compiled(entrant) for name, entrant in entrants.items()}
    return batch.tournament(
        variant,
        compiled,
        deals=deals,
        seed=seed,
        format=parse_format(form),
        sprt=sprt,
        threads=threads,
        watch=watch,
    )


def _compiled(entrant: Entrant) -> CompiledEntrant:
    """Return an entrant as a kernel takes it: names stay names, and code is loaded, to be compiled."""
    if isinstance(entrant, Team):
        return Team(cast("Any", _compiled(entrant.first)), cast("Any", _compiled(entrant.second)))
    if isinstance(entrant, NamedPlayer):
        return cast("CompiledEntrant", find_player(entrant.text) if entrant.is_code else entrant.text)
    return cast("CompiledEntrant", entrant)
