"""The commands that tell what there is: variants, their rules, players."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import attrs
import typer

from hockey_cards import registry, render
from hockey_cards import strategies as players
from hockey_cards.cli.arguments import EMPTY, House, VariantName, variant_of
from hockey_cards.cli.output import complain, pairs, say_json, show, table
from hockey_cards.options import Option, Value
from hockey_cards.rules import Variant
from hockey_cards.strategy import Player

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def variants(*, as_json: AsJson = False) -> None:
    """List the games that can be played by name."""
    games, origins = registry.variants().values(), registry.VARIANTS.origins()
    if as_json:
        say_json([{**_head(game), "origin": origins[game.key]} for game in games])
    else:
        rows = ((game.key, game.rules.seats, origins[game.key], game.summary) for game in games)
        show(table(["name", "seats", "from", "game"], rows, right=["seats"]))
    _report(registry.VARIANTS.failures(), "variant")


def strategies() -> None:
    """List the players that can be named."""
    origins = players.STRATEGIES.origins()
    rows = ((name, origins[name], _about(each)) for name, each in players.strategies().items())
    show(table(["name", "from", "how it plays"], rows))
    _report(players.STRATEGIES.failures(), "player")


def rules(name: VariantName, *, house: House = None, as_json: AsJson = False) -> None:
    """Print the rules of a game.

    That is: its source, its schedule, what a play does, and what the house may change.
    """
    game = variant_of(name, house)
    if as_json:
        say_json(_rules_json(game))
        return
    show(game.name, game.summary, f"Source: {game.source}", "", pairs(render.facts(game.rules)))
    for laid in (*tables(game), *_options(game)):
        show("", laid)


def tables(game: Variant) -> Iterable[Any]:
    """Return the table of what a play does, if the rules can print one."""
    rows = render.table(game.rules)
    return [table(rows[0], rows[1:])] if rows else []


def _head(game: Variant) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name,
        "summary": game.summary,
        "source": game.source,
        "seats": game.rules.seats,
    }


def _rules_json(game: Variant) -> dict[str, Any]:
    heading, *rows = render.table(game.rules) or [()]
    return {
        **_head(game),
        "deck": len(game.rules.deck),
        "max_moves": game.rules.max_moves,
        "house": game.changes,
        "facts": dict(render.facts(game.rules)),
        "table": [dict(zip(heading, row, strict=True)) for row in rows],
        "options": [_option_json(option) for option in game.rules.options],
    }


def _option_json(option: Option) -> dict[str, Any]:
    fields = attrs.asdict(option, filter=attrs.filters.include("name", "default", "value", "rule"))
    return {**fields, "kind": str(option.kind), "values": option.values}


def _options(game: Variant) -> Iterable[Any]:
    rows = [_option_row(option) for option in game.rules.options]
    if rows:
        yield table(["house rule", "value", "may be", "paragraph"], rows)
    if any(EMPTY in row[1].split() for row in rows):
        yield f"{EMPTY} is an empty or unset value; --house takes it so, too."


def _option_row(option: Option) -> tuple[str, str, str, str]:
    changed = "" if option.value == option.default else f" (not {_said(option.default)})"
    return option.name, _said(option.value) + changed, option.values, option.rule


def _said(value: Value) -> str:
    """Write a value as ``--house`` takes it."""
    if value is None or value in ("", ()):
        return EMPTY
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def _about(player: Player) -> str:
    """Return what a player says of itself, in a line."""
    about = getattr(player, "summary", None) or inspect.getdoc(getattr(player, "function", player))
    return str(about or "").partition("\n")[0]


def _report(failures: Mapping[str, str], kind: str) -> None:
    for name, cause in failures.items():
        complain(f"the {kind} {name} could not be loaded: {cause}")
