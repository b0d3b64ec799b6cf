"""The pages of the gallery: one a game, all from one template, each fact read off the rules that are played by."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import measured_facts
import pictures
import state_diagram
from hockey_cards import Game, Option, Variant, render, variants
from hockey_cards.pile import Pile
from hockey_cards.rink import Rink
from markdown_table import table
from states import edges

_HISTORIES: Final = Path(__file__).parent / "gallery" / "histories.toml"
_MOVES: Final = 12
"""How many moves of the sample game are shown."""
_FAMILIES: Final = {"pile": "the family of the pile", "rink": "the rink", "blades": "the duel"}


def pages() -> Mapping[str, str]:
    """Return the pages by the keys of their games."""
    told = histories()
    return {game.key: page(game, told[game.key]) for game in variants().values() if game.key in told}


def histories() -> Mapping[str, Mapping[str, str]]:
    """Return what is told of each game that the rules cannot tell: ``history``, and a house rule to ``try``."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(_HISTORIES.read_text("utf-8"))
    return found


def family(game: Variant[Any, Any, Any]) -> str:
    """Return the name of the page of rules that a game belongs to."""
    return "pile" if isinstance(game.rules, Pile) else "rink" if isinstance(game.rules, Rink) else "blades"


def page(game: Variant[Any, Any, Any], told: Mapping[str, str]) -> str:
    """Return the page of one game."""
    rules: Any = game.rules
    own = family(game)
    return "\n".join(
        [
            f"(game-{game.key})=",
            f"# {game.name}",
            f"`{game.key}`: {game.summary}\n",
            f"The whole of its rules, paragraph by paragraph, is told with [{_FAMILIES[own]}](../../rules/{own}.md).\n",
            "## Where it comes from\n",
            f"Source: {game.source}.\n",
            told["history"],
            "## The schedule",
            *table([("", ""), *render.facts(rules)]),
            "## What a card does\n",
            _LEGENDS[own],
            *table(render.table(rules)),
            "## From state to state\n",
            _STATES[own],
            "",
            state_diagram.draw(edges(game), said=f"{game.name}: what can happen between one move and the next"),
            "## A sample game\n",
            *_sample(game),
            *measured_facts.section(game.key),
            *_house_rules(game, told["try"]),
        ]
    )


_LEGENDS: Final = {
    "pile": "Each row is a case that the referee tells apart. A *claim* is the right to score next.",
    "rink": "Each row is a choice at a stage of a run.",
    "blades": "Each row is a level of offence, each column a level of defence; the cells say what becomes of the shot.",
}
_STATES: Final = {
    "pile": "On the left what is so before a card is played, in the middle the call and the card, on the right what the"
    " next player finds; then it begins again on the left. Cards that may be played only from a hand of nothing else"
    " are left out.",
    "rink": "On the left how far a run has come, in the middle the call and the card, on the right what comes next.",
    "blades": "On the left whose decision is due, in the middle the call and the move, on the right what comes next. "
    "This is what was seen in games at random.",
}


def _sample(game: Variant[Any, Any, Any]) -> Iterator[str]:
    """Yield how a game between two greedy players begins."""
    seed, whole = pictures.sample(game)
    yield f'So begins `play("{game.key}", [greedy, greedy], seed="{seed}")`, which {_ending(whole)}.'
    yield "All cards lie open here; [a player sees less](../../explanation/hidden-information.md), and"
    yield "[the pictures](../../howto/pictures.md) show that too.\n"
    yield pictures.film(whole)
    yield "The same in words, and a few moves more:"
    yield from table([("move", "seat", "plays", "call", "board"), *pictures.moves(whole, _MOVES)])


def _ending(whole: Game) -> str:
    score = " : ".join(map(str, whole.score))
    winner = None if whole.outcome is None else whole.outcome.winner
    won = "ends in a draw" if winner is None else f"is won by side {winner}"
    return f"{won}, {score}, after {len(whole.moves)} moves"


def _house_rules(game: Variant[Any, Any, Any], changes: str) -> Iterator[str]:
    yield "## House rules\n"
    yield "[A house rule](../../howto/house-rules.md) is given by name:\n"
    yield "```python"
    yield ">>> from hockey_cards import variant"
    given = tomllib.loads(changes)
    arguments = ", ".join(f"{name}={value!r}" for name, value in given.items())
    yield f'>>> variant("{game.key}").house({arguments}).changes'
    yield f"{game.house(**given).changes}\n"
    yield "```"
    yield from table([("Option", "Default", "May be", "Rule"), *map(_option, game.rules.options)])


def _option(option: Option) -> tuple[str, ...]:
    return f"`{option.name}`", f"`{option.default!r}`", option.values, f"[{option.rule}](#{option.rule})"
