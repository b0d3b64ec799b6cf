"""Files of games that are compressed: read like any other, and refused with typed errors when damaged."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from random import Random

import pytest

from _commands import Command, fixture_command
from _records import finished
from hockey_cards import RecordError, read_games, variant

__all__ = ["fixture_command"]

GAME = finished(variant("breakaway").house(packets=[3], periods=1))
TEXT = f"{GAME.record()}\n\n{GAME.record()}".encode()


@pytest.mark.parametrize("data", [gzip.compress(TEXT), gzip.compress(TEXT + b"\n"), gzip.compress(TEXT, 0)])
@pytest.mark.parametrize("size", [1, 7, 10**6])
def test_gzip_data_is_read(data: bytes, size: int) -> None:
    """However it is cut into parts."""
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    assert [GAME.moves] * 2 == [game.moves for game in read_games(io.BytesIO(data))]
    if size > 1:
        assert [GAME.moves] * 2 == [game.moves for game in read_games(parts)]


def test_gzip_members_follow_each_other() -> None:
    """As in a file to which games were added."""
    data = gzip.compress(f"{GAME.record()}\n".encode()) * 3
    assert 3 == len(list(read_games(io.BytesIO(data))))


def test_damaged_gzip_data_is_refused() -> None:
    """Wherever a byte is wrong, or the data ends."""
    data = gzip.compress(TEXT)
    for end in range(2, len(data)):
        with pytest.raises(RecordError):
            list(read_games([data[:end]]))
    for seed in range(50):
        rng = Random(seed)
        changed = bytearray(data)
        changed[rng.randrange(10, len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(RecordError):
            list(read_games([bytes(changed)]))


def test_a_line_that_grows_when_decompressed_is_refused() -> None:
    """It is never held in memory as a whole."""
    with pytest.raises(RecordError, match="longer than 16777216 characters"):
        list(read_games([gzip.compress(b"x" * 2**25)]))


def test_commands_read_and_write_compressed_files(command: Command, tmp_path: Path) -> None:
    """From a file and from stdin; the second game is added to the first."""
    file = tmp_path / "games.jsonl.gz"
    for _ in range(2):
        command("play", "breakaway", "--seed", "3", "--record", str(file), stdin="1\nq\n")
    assert "2 games, 4 moves: all valid" in command("replay", str(file)).out
    assert "2 games" in command("replay", "-", stdin=file.read_bytes()).out


def test_record_is_added_to_a_file(command: Command, tmp_path: Path) -> None:
    """What the file has stays, also where its last line has no end."""
    file = tmp_path / "games.jsonl"
    file.write_text(GAME.record())
    for _ in range(2):
        command("play", "breakaway", "--seed", "3", "--record", str(file), stdin="1\nq\n")
    with file.open("rb") as lines:
        games = list(read_games(lines))
    assert [GAME.moves, games[1].moves, games[1].moves] == [game.moves for game in games]
