"""The pictures of the pages: moments of games, drawn by the library at build time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any, Final

from hockey_cards import Game, Variant, play, render
from hockey_cards.strategies import greedy

MOMENTS: Final = 8
"""The maximum number of moments drawn of a sample game, with the deal."""
_SEEDS: Final = 200


def pieces() -> Mapping[str, str]:
    """Return the pictures that other pages include, by file name."""
    first = _played(Game.start("breakaway", seed="birch"), ("4d", "4h", "Qs", "Qh"))
    return {
        "front.txt": _raw(render.animation(first, seat=0, seconds=1.6, width=360)),
        "first-view.txt": _raw(render.svg(_played(Game.start("breakaway", seed="birch"), ("4d", "4h", "Qs")), seat=0)),
        "first-goal.txt": _raw(render.svg(first, seat=0)),
    }


def _played(game: Game, codes: Sequence[str]) -> Game:
    for code in codes:
        game = game.play(code)
    return game


@cache
def sample(variant: Variant[Any, Any, Any]) -> tuple[str, Game]:
    """Return a game between two greedy players with an early goal, and its seed."""
    for number in range(_SEEDS):
        seed = f"{variant.key} {number}"
        game = play(variant, [greedy, greedy], seed=seed)
        if _first_goal(game) < MOMENTS:
            return seed, game
    raise LookupError(f"no sample game of {variant.key} has a goal within {MOMENTS} moves")


def _first_goal(game: Game) -> int:
    return next((turn.number for turn in game.turns if turn.step.call == "goal"), MOMENTS)


def goal(variant: Variant[Any, Any, Any]) -> str:
    """Return the table before the first goal of a sample game, as the scorer sees it, as a block of a page."""
    _, game = sample(variant)
    turn = next(turn for turn in game.turns if turn.step.call == "goal")
    return _raw(render.svg(turn.before, seat=turn.seat, width=240))


def film(game: Game) -> str:
    """Return the moments of a game from the deal to the first goal, as a block of a page."""
    turns = [turn for turn, _ in zip(game.turns, range(_first_goal(game)), strict=False)]
    states = [turns[0].before, *(turn.step.state for turn in turns)]
    words = ["the deal", *map(render.caption, turns)]
    shown = (_figure(render.svg(state), text) for state, text in zip(states, words, strict=True))
    return _raw("".join(shown))


def _figure(picture: str, words: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>\n"


def _raw(html: str) -> str:
    return f'```{{raw}} html\n<div class="pictures">\n{html}\n</div>\n```\n'


def moves(game: Game, shown: int) -> Iterator[tuple[object, ...]]:
    """Yield the first moves of a game as rows of a table."""
    for turn, _ in zip(game.turns, range(shown), strict=False):
        yield turn.number, turn.seat, turn.move, turn.step.call, " : ".join(map(str, turn.step.state.score))
