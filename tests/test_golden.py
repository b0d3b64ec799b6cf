"""The golden playthroughs in ``tests/golden``, which ``python tests/golden.py`` writes."""

from __future__ import annotations

import json

import pytest

import golden
from hockey_cards import Game

VARIANTS = golden.named()
HINT = "if the change is meant, run `python tests/golden.py` and read the difference"


def _read(key: str) -> list[str]:
    return golden.path_of(key).read_text("utf-8").splitlines()


def test_each_variant_has_a_golden_file() -> None:
    """Each built-in variant has a file, and each file a variant."""
    assert sorted(VARIANTS) == sorted(path.stem for path in golden.FOLDER.iterdir())


@pytest.mark.parametrize("key", VARIANTS)
def test_games_go_as_before(key: str) -> None:
    """A repeated game is the same line for line."""
    before, now = _read(key), golden.lines(VARIANTS[key])
    differing = [number for number, (old, new) in enumerate(zip(before, now, strict=False), 1) if old != new]
    for number in differing[:1]:
        assert json.loads(before[number - 1]) == json.loads(now[number - 1]), f"line {number}: {HINT}"
    unchanged = before == now
    assert unchanged, HINT


@pytest.mark.parametrize("key", VARIANTS)
def test_records_can_be_read(key: str) -> None:
    """The record of each file is read, verified and written again unchanged; it agrees with the lines."""
    record, _, *moves = _read(key)
    game = Game.from_record(record)
    assert record == game.record()
    rows = [json.loads(line) for line in moves]
    assert [move.code for move in game.moves] == [row["move"] for row in rows]
    assert list(game.score) == rows[-1]["score"]


@pytest.mark.parametrize("key", VARIANTS)
def test_files_are_of_bearable_size(key: str) -> None:
    """A file is complete, and smaller than 150 kB, so that its diff can be reviewed."""
    text = golden.path_of(key).read_bytes()
    assert text.endswith(b"}\n")
    assert b"\r" not in text
    assert len(text) < 150_000
