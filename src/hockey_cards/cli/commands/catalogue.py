"""The commands that list what there is: ``variants``, ``rules`` and ``strategies``."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import attrs
import typer
from rich.console import RenderableType

from hockey_cards import language, registry
from hockey_cards import strategies as players
from hockey_cards.cli.arguments import EMPTY, House, LanguageCode, VariantName, load_language, load_variant
from hockey_cards.cli.output import report_error, write_json
from hockey_cards.options import Option, Value
from hockey_cards.rules import Variant
from hockey_cards.strategy import Player
from hockey_cards.terminal.console import show, table

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def variants(*, as_json: AsJson = False) -> None:
    """List the games that can be played by name."""
    games, origins = registry.variants().values(), registry.VARIANTS.origins()
    if as_json:
        write_json([{**_summary(game), "origin": origins[game.key]} for game in games])
    else:
        rows = ((game.key, game.rules.seats, origins[game.key], game.summary) for game in games)
        show(table(["name", "seats", "from", "game"], rows, right=["seats"]))
    _report_failures(registry.VARIANTS.failures(), "variant")


def strategies() -> None:
    """List the players that can be chosen by name."""
    origins = players.STRATEGIES.origins()
    rows = ((name, origins[name], _first_line(player)) for name, player in players.strategies().items())
    show(table(["name", "from", "how it plays"], rows))
    _report_failures(players.STRATEGIES.failures(), "player")


def rules(
    name: VariantName,
    *,
    house: House = None,
    code: LanguageCode = None,
    as_table: Annotated[
        bool, typer.Option("--table", help="Also print the source, what each play does, and the house rules there are.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print how to play a game, with your house rules.

    With --table, the output also shows the source of the game, a table of what each play does, read off the rules that
    the engine plays by, and which house rules there are.
    """
    spoken = load_language(code)
    game = load_variant(name, house)
    if as_json:
        write_json(_rules_json(game, spoken))
        return
    show(language.introduction(game, spoken), "", language.how_to_play(game, spoken))
    for block in (*_rules_table(game, spoken), *_options(game)) if as_table else ():
        show("", block)


def _rules_table(game: Variant, spoken: language.Language) -> Iterator[RenderableType]:
    """Yield the source of a game, and the table of what a move does, if it has one."""
    yield f"Source: {game.source}"
    rows = language.rules_table(game.rules, spoken)
    if rows:
        yield table(rows[0], rows[1:])


def _summary(game: Variant) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name,
        "summary": game.summary,
        "source": game.source,
        "seats": game.rules.seats,
    }


def _rules_json(game: Variant, spoken: language.Language) -> dict[str, Any]:
    heading, *rows = language.rules_table(game.rules, spoken) or [()]
    return {
        **_summary(game),
        "deck": len(game.rules.deck),
        "max_moves": game.rules.max_moves,
        "house": game.changes,
        "how_to_play": language.how_to_play(game, spoken).split("\n\n"),
        "table": [dict(zip(heading, row, strict=True)) for row in rows],
        "options": [_option_json(option) for option in game.rules.options],
    }


def _option_json(option: Option) -> dict[str, Any]:
    fields = attrs.asdict(option, filter=attrs.filters.include("name", "default", "value", "rule"))
    return {**fields, "kind": str(option.kind), "values": option.values}


def _options(game: Variant) -> Iterator[RenderableType]:
    rows = [_option_row(option) for option in game.rules.options]
    if rows:
        yield table(["house rule", "value", "may be", "paragraph"], rows)
    if any(EMPTY in row[1].split() for row in rows):
        yield f"{EMPTY} stands for an empty or unset value, also in --house."


def _option_row(option: Option) -> tuple[str, str, str, str]:
    changed = "" if option.value == option.default else f" (not {_house_text(option.default)})"
    return option.name, _house_text(option.value) + changed, option.values, option.rule


def _house_text(value: Value) -> str:
    """Return a value as ``--house`` accepts it."""
    if value is None or value in ("", ()):
        return EMPTY
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def _first_line(player: Player) -> str:
    """Return the first line of a player's summary or docstring."""
    text = getattr(player, "summary", None) or inspect.getdoc(getattr(player, "function", player))
    return str(text or "").partition("\n")[0]


def _report_failures(failures: Mapping[str, str], kind: str) -> None:
    for name, cause in failures.items():
        report_error(f"the {kind} {name} could not be loaded: {cause}")
