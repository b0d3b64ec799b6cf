"""Games and their records for the tests of records: played at random, changed, and written again.

Run as a program it writes the test vectors of the records anew. Once a version has been released they stay.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

import _independent as independent
from _strategies import pile_variants
from hockey_cards import Game, Seeded, Stacked, Variant, read_variant, variant, variants, write_games

KEYS = tuple(variants())
RECORD_VECTORS = Path(__file__).parents[1] / "vectors" / "records.jsonl"
ORDER = "format variant rules house seats dealer seed packs moves score outcome digest".split()


def play_on(game: Game, seed: int | str = 7, moves: int | None = None) -> Game:
    """Play legal moves at random: so many, or to the end."""
    rng = Random(seed)
    while game.outcome is None and moves != 0:
        game = game.play(rng.choice(game.legal))
        moves = None if moves is None else moves - 1
    return game


def finished(game: Variant | str = "breakaway", seed: int | str = 7, **arguments: Any) -> Game:
    """Return a game that was played to its end."""
    arguments = arguments if "shoe" in arguments else {"seed": seed, **arguments}
    return play_on(Game.start(game, **arguments), seed)


@st.composite
def any_variants(draw: st.DrawFn) -> Variant:
    """Draw a variant of any family, named or with house rules."""
    if draw(st.integers(0, 4)):
        return draw(pile_variants())
    return variant("rink").house(deck=draw(st.sampled_from([32, 36, 52])), goalkeeper_lanes=draw(st.booleans()))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of any variant, as far as it got: finished, going on or forfeited."""
    played = draw(any_variants())
    game = Game.start(played, seed=draw(st.integers(0, 2**32)), dealer=draw(st.integers(0, played.rules.seats - 1)))
    game = play_on(game, draw(st.integers(0, 99)), draw(st.integers(0, 400)))
    if game.outcome is None and draw(st.booleans()):
        return game.forfeit(draw(st.sampled_from([0, 1])))
    return game


def fields_of(game: Game, **arguments: Any) -> dict[str, Any]:
    """Return the record of a game as Python reads JSON."""
    fields: dict[str, Any] = json.loads(game.record(**arguments))
    return fields


def digest_of(game: Game) -> str:
    """Return the digest of a game as its description has it."""
    packs = json.loads(game.record())["packs"]
    boards = ((turn, turn.step.state.score) for turn in game.turns)
    return independent.digest(packs, ((turn.seat, turn.move.code, turn.step.call, *board) for turn, board in boards))


def changed(game: Game, change: Callable[[dict[str, Any]], object] | None = None, **values: Any) -> str:
    """Return the record of a game with some values changed."""
    fields = {**fields_of(game), **values}
    if change is not None:
        change(fields)
    return json.dumps(fields, ensure_ascii=False)


def without(game: Game, *keys: str) -> str:
    """Return the record of a game with some keys left out."""
    return json.dumps({key: value for key, value in fields_of(game).items() if key not in keys})


def course(game: Game) -> tuple[Any, ...]:
    """All that a record says of a game, whatever shoe its packs come from."""
    return game.variant, game.dealer, game.moves, game.events, game.score, game.outcome


def swapped(text: str, one: int, other: int, width: int = 2) -> str:
    """Swap two cards of a pack."""
    cards = [text[place : place + width] for place in range(0, len(text), width)]
    cards[one], cards[other] = cards[other], cards[one]
    return "".join(cards)


def pulled(lines: Iterable[str], counts: list[int]) -> Iterable[str]:
    """Pass lines on, and note how many have been taken."""
    for number, line in enumerate(lines, 1):
        counts.append(number)
        yield line


def record_vectors() -> Iterator[Game]:
    """Yield games of all kinds: every variant, house rules, stacked packs, a file's rules, going on and forfeited."""
    yield from (finished(key, seed=f"{key} ♥", dealer=1) for key in KEYS)
    yield finished(variant("breakaway").house(max_overtimes=3, periods=1, packets=[4, 8, 12], pass_ranks="JQ"), seed=3)
    yield finished(variant("block-eights").house(seats=10, opener="4c", later_opener="trailing"), seed=-3, dealer=9)
    yield finished(variant("rink").house(deck=52, goalkeeper_lanes=True), seed=7)
    yield finished("shots", shoe=Stacked([Seeded("stacked").pack(period) for period in range(4)]))
    file = 'base = "passe"\nkey = "passe-any"\nname = "Passe"\n[house]\ntable_match = "any"\nperiods = 1'
    yield finished(read_variant(file), seed=5)
    yield Game.start("rumble", seed=bytes(32), dealer=3)
    yield play_on(Game.start("saves", seed=11), moves=70)
    yield play_on(Game.start("block-draw", seed=12), moves=50).forfeit(1)


if __name__ == "__main__":
    RECORD_VECTORS.write_text("".join(write_games(record_vectors())), encoding="utf-8")
