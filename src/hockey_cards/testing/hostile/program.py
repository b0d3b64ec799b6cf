"""A program that speaks the protocol of players, and breaks it in one way; a script, which imports nothing of ours."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any


def _say(**fields: Any) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def _ready(n: int) -> None:
    _say(type="ready", n=n, name="hostile", version="1")


def _move(n: int, view: Any) -> None:
    _say(type="move", n=n, move=view["legal"][0])


def _twice(n: int, view: Any) -> None:
    _move(n, view)
    _move(n, view)


def _out_of_turn(n: int, view: Any) -> None:
    _move(n, view)
    _move(n + 2, view)


def _misnumber(n: int, view: Any) -> None:
    _move(n + 1, view)


def _babble(_n: int, _view: Any) -> None:
    os.write(1, b"\xff\xfe\x00 no text\n")


def _flood(_n: int, _view: Any) -> None:
    while True:
        os.write(1, b"[" * 4096)


def _shut(_n: int, _view: Any) -> None:
    os.close(0)
    _wait()


def _wait() -> None:
    while True:
        time.sleep(60)


MOVES: dict[str, Callable[[int, Any], None]] = {
    "answers-twice": _twice,
    "answers-out-of-turn": _out_of_turn,
    "misnumbers": _misnumber,
    "babbles": _babble,
    "floods": _flood,
    "closes-input": _shut,
}


def main(deed: str) -> None:
    """Play, and misbehave as the deed says."""
    if deed == "ends-at-once":
        return
    if deed == "never-reads":
        _wait()
    greet: Callable[[int], None] = _ready if deed in MOVES else lambda n: _say(type="move", n=n, move="4s")
    while line := sys.stdin.buffer.readline():
        asked = json.loads(line)
        if asked["type"] == "hello":
            greet(asked["n"])
        elif asked["type"] == "view":
            MOVES[deed](asked["n"], asked["view"])


if __name__ == "__main__":
    main(sys.argv[1])
