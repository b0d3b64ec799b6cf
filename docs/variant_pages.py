"""The pages of the gallery: one for each game, from one template, with every fact read off the rules of the game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import measured_facts
import pictures
import play_page
import state_diagram
from hockey_cards import Game, Option, Variant, language, registry, variants
from markdown_table import table
from states import edges

_GALLERY: Final = Path(__file__).parent / "gallery"
_MOVES: Final = 12
"""The number of moves of the sample game that are shown."""


def pages() -> Mapping[str, str]:
    """Return the pages by the keys of their games."""
    texts = histories()
    return {game.key: page(game, texts[game.key]) for game in variants().values() if game.key in texts}


def histories() -> Mapping[str, Mapping[str, str]]:
    """Return for each game its ``history``, its ``sources``, a house rule to ``try``, perhaps an ``english`` name."""
    return _texts("histories.toml")


def families() -> Mapping[str, Mapping[str, str]]:
    """Return for each family its ``heading``, the name of its ``rules``, and the notes on ``table`` and ``diagram``."""
    return _texts("families.toml")


def _texts(name: str) -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = tomllib.loads((_GALLERY / name).read_text("utf-8"))
    return found


def family(game: Variant[Any, Any, Any]) -> str:
    """Return the name of a game's family, which is also that of its page of rules."""
    found = registry.family_of(game.rules)
    if found is None:
        raise LookupError(f"the family of {game.key} is not registered")
    return found.name


def title(game: Variant[Any, Any, Any], texts: Mapping[str, str]) -> str:
    """Return the name of a game, with an English one beside a name in another language."""
    return f"{game.name} ({texts['english']})" if "english" in texts else game.name


def page(game: Variant[Any, Any, Any], texts: Mapping[str, str]) -> str:
    """Return the page of one game."""
    rules: Any = game.rules
    own = family(game)
    notes = families()[own]
    return "\n".join(
        [
            f"(game-{game.key})=",
            f"# {title(game, texts)}",
            f"`{game.key}`: {game.summary}\n",
            "## How to play\n",
            f"{language.how_to_play(game)}\n",
            f"The rules of [{notes['rules']}](../../rules/{own}.md) are the full text, in numbered paragraphs.\n",
            "## A sample game\n",
            *_sample(game),
            "## Play it\n",
            play_page.link(game.key),
            *_commands(game),
            "## Where it comes from\n",
            texts["history"],
            texts["sources"],
            "## What a card does\n",
            notes["table"],
            *table(language.rules_table(rules)),
            "## From state to state\n",
            notes["diagram"],
            "",
            state_diagram.draw(
                edges(game), label=f"{game.name}: the state before each move, the move, the state after"
            ),
            *measured_facts.section(game.key),
            *_house_rules(game, texts["try"]),
        ]
    )


def _commands(game: Variant[Any, Any, Any]) -> Iterator[str]:
    yield "Play against the built-in players [at the terminal](../../howto/terminal.md):\n"
    yield f"```sh\nhockey-cards play {game.key}\n```\n"
    yield "Or let two bots play, in Python:\n"
    yield "```python\n>>> from hockey_cards import play"
    yield f'>>> game = play("{game.key}", ["greedy", "random"], seed=7)\n'
    yield "```\n"


def _sample(game: Variant[Any, Any, Any]) -> Iterator[str]:
    """Yield the beginning of a game between two greedy players."""
    seed, whole = pictures.sample(game)
    yield f'This is the beginning of `play("{game.key}", [greedy, greedy], seed="{seed}")`, which {_ending(whole)}.'
    yield "All cards are shown; [a player sees less](../../explanation/hidden-information.md).\n"
    yield pictures.film(whole)
    yield "The same moves in words, and a few more:"
    yield from table([("move", "seat", "plays", "call", "board"), *pictures.moves(whole, _MOVES)])


def _ending(whole: Game) -> str:
    score = " : ".join(map(str, whole.score))
    winner = None if whole.outcome is None else whole.outcome.winner
    won = "ends in a draw" if winner is None else f"is won by side {winner}"
    return f"{won}, {score}, after {len(whole.moves)} moves"


def _house_rules(game: Variant[Any, Any, Any], changes: str) -> Iterator[str]:
    yield "## House rules\n"
    yield "Set [house rules](../../howto/house-rules.md) by name:\n"
    yield "```python"
    yield ">>> from hockey_cards import variant"
    given = tomllib.loads(changes)
    arguments = ", ".join(f"{name}={value!r}" for name, value in given.items())
    yield f'>>> variant("{game.key}").house({arguments}).changes'
    yield f"{game.house(**given).changes}\n"
    yield "```"
    yield from table([("Option", "Default", "Values", "Rule"), *map(_option, game.rules.options)])


def _option(option: Option) -> tuple[str, ...]:
    return f"`{option.name}`", f"`{option.default!r}`", option.values, f"[{option.rule}](#{option.rule})"
