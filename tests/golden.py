"""Golden playthroughs: a whole game of each variant, move by move, to be read as a difference when behaviour changes.

``python tests/golden.py`` writes them to ``tests/golden``, the checksums of batches to ``tests/vectors``, and screens
of games on the terminal to ``tests/terminal/screens``. The first line of a game's file is its record, the second the
rules as views give them; then comes a line a move. Moves are chosen by a hash of their number: no player of the
library, and so no change in one, has a say in them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hockey_cards import Game, Variant, derive, variants
from hockey_cards.plugins import OWN
from hockey_cards.registry import VARIANTS

__all__ = ["FOLDER", "lines", "named", "path_of"]

FOLDER = Path(__file__).parent / "golden"
# The numbers of games that go into overtime, end level or have a goal, which the first game of the variant does not.
SHOWN = {"shots": 2, "team-breakaway": 6, "passe": 1, "rumble": 5, "block-extra": 1, "rink": 16, "blades": 2}
LEFT_OUT = ("rules", "plays")  # the one is the second line of the file, the other all lines before


def named() -> dict[str, Variant]:
    """Return the variants of the library itself, without those of plug-ins."""
    own = {key for key, origin in VARIANTS.origins().items() if origin == OWN}
    return {key: each for key, each in variants().items() if key in own}


def path_of(key: str) -> Path:
    return FOLDER / f"{key}.jsonl"


def seed_of(key: str) -> str:
    return f"golden {key} {SHOWN.get(key, 0)}"


def played(variant: Variant) -> Game:
    """Play the game of a variant; half of the time rank follows rank, so that more happens."""
    seed = seed_of(variant.key)
    game: Game = Game.start(variant, seed=seed, dealer=int.from_bytes(derive(seed, "dealer")) % variant.rules.seats)
    last = ""
    while legal := game.legal:
        number = int.from_bytes(derive(seed, "golden", len(game.moves) + 1))
        alike = [move for move in legal if move.code[:1] == last]
        choice = alike if alike and number % 2 else legal
        game = game.play(choice[number // 2 % len(choice)])
        last = game.moves[-1].code[:1]
    return game


def told(game: Game) -> Iterator[dict[str, Any]]:
    """Tell each move: what the mover saw and could do, what was done, and what came of it."""
    for turn in game.turns:
        view = game.variant.rules.view(turn.before, turn.seat).to_json()
        yield {
            "n": turn.number,
            "seat": turn.seat,
            "legal": [move.code for move in turn.legal],
            "move": turn.move.code,
            "call": turn.step.call,
            "score": turn.step.state.score,
            "events": [type(event).__name__ for event in turn.step.events],
            "view": {name: value for name, value in json.loads(view).items() if name not in LEFT_OUT},
            "view_sha256": hashlib.sha256(view.encode()).hexdigest()[:16],
        }


def lines(variant: Variant) -> list[str]:
    """Return the lines of a variant's golden file."""
    game = played(variant)
    rules = json.loads(game.view(None).to_json())["rules"]
    rows = [{"rules": rules}, *told(game)]
    return [game.record(), *(json.dumps(row, separators=(",", ":")) for row in rows)]


def main() -> None:
    import _batch  # it imports this module
    import _screens

    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()
    for key, variant in named().items():
        path_of(key).write_text("\n".join(lines(variant)) + "\n", "utf-8", newline="\n")
    _batch.write_vectors()
    _screens.write_screens()


if __name__ == "__main__":
    sys.path.append(str(FOLDER.with_name("helpers")))
    main()
