"""Program that breaks the protocol for players in one way; a script, so it imports nothing of the library."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any


def _write(**fields: Any) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def _ready(n: int) -> None:
    _write(type="ready", n=n, name="hostile", version="1", protocol="hockey-cards-seat/2")


def _move(n: int, view: Any) -> None:
    _write(type="move", n=n, move=view["legal"][0])


def _answer_twice(n: int, view: Any) -> None:
    _move(n, view)
    _move(n, view)


def _answer_out_of_turn(n: int, view: Any) -> None:
    _move(n, view)
    _move(n + 2, view)


def _misnumber(n: int, view: Any) -> None:
    _move(n + 1, view)


def _babble(_n: int, _view: Any) -> None:
    os.write(1, b"\xff\xfe\x00 no text\n")


def _flood(_n: int, _view: Any) -> None:
    while True:
        os.write(1, b"[" * 4096)


def _close_input(_n: int, _view: Any) -> None:
    os.close(0)
    _wait()


def _wait() -> None:
    while True:
        time.sleep(60)


MOVES: dict[str, Callable[[int, Any], None]] = {
    "answers-twice": _answer_twice,
    "answers-out-of-turn": _answer_out_of_turn,
    "misnumbers": _misnumber,
    "babbles": _babble,
    "floods": _flood,
    "closes-input": _close_input,
}


def main(name: str) -> None:
    """Play, and misbehave as the name says."""
    if name == "ends-at-once":
        return
    if name == "never-reads":
        _wait()
    greet: Callable[[int], None] = _ready if name in MOVES else lambda n: _write(type="move", n=n, move="4s")
    while line := sys.stdin.buffer.readline():
        message = json.loads(line)
        if message["type"] == "hello":
            greet(message["n"])
        elif message["type"] == "view":
            MOVES[name](message["n"], message["view"])


if __name__ == "__main__":
    main(sys.argv[1])
