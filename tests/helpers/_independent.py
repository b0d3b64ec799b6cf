"""The interchange formats once more, written from their description alone: nothing here imports the library.

Run as a program it writes the test vectors of the shuffle anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

SHUFFLE_VECTORS = Path(__file__).parents[1] / "vectors" / "shuffle.json"
Seed = int | str | bytes

RANKS = "23456789TJQKA"
DECKS = {size: [rank + suit for rank in RANKS for suit in "cdhs"][-size:] for size in (52, 36, 32)}
SEEDS: tuple[Seed, ...] = (7, "7", "", "Hockey", -3, "Хоккей ♥ हॉकी", bytes(range(32)), bytes(32))
PERIODS = (0, 1, 2, 2**32 - 1)
LABELS: tuple[tuple[int | str, ...], ...] = (
    (),
    ("deal", 17),
    ("deal", "17"),
    ("deal1", 7),
    ("player", 0),
    ("", "♥", -1),
)


def sha256(start: str, *parts: bytes) -> bytes:
    """Hash a start in ASCII and what follows it."""
    return hashlib.sha256(start.encode("ascii") + b"".join(parts)).digest()


def seed32(seed: Seed) -> bytes:
    """The 32 bytes that a seed stands for."""
    if isinstance(seed, bytes):
        return seed
    return sha256("hockey-cards-seed/1:", (seed if isinstance(seed, str) else f"{seed:d}").encode("utf-8"))


def pack(seed: Seed, period: int, cards: Sequence[Any]) -> list[Any]:
    """The cards in the order in which they are dealt."""
    key = b"hockey-cards-shuffle/1:" + seed32(seed) + bytes(period >> shift & 255 for shift in (24, 16, 8, 0))
    stream = hashlib.shake_256(key).digest(100 * len(cards))  # so many that they never run out
    order, at = list(cards), 0
    for i in range(len(order) - 1, 0, -1):
        n = i + 1
        while stream[at] >= 256 - (256 % n):
            at += 1
        j = stream[at] % n
        at += 1
        order[i], order[j] = order[j], order[i]
    return order


def derive(seed: Seed, labels: Iterable[int | str]) -> bytes:
    """The 32 bytes that a seed gives under a name."""
    parts = [seed32(seed)]
    for label in labels:
        text = str(label).encode("utf-8")
        parts += [len(text).to_bytes(4, "big"), text]
    return sha256("hockey-cards-derive/1:", *parts)


def commitment(seed: Seed) -> str:
    """What is published before play."""
    return sha256("hockey-cards-commit/1:", seed32(seed)).hex()


def digest(packs: Iterable[str], plays: Iterable[Iterable[int | str]]) -> str:
    """The digest of a game: its packs, and for each move seat, code, call and the board after it."""
    lines = ["hockey-cards-digest/1", *packs, *(" ".join(map(str, play)) for play in plays)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("utf-8")).hexdigest()


def _written(seed: Seed) -> Any:
    return {"hex": seed.hex()} if isinstance(seed, bytes) else seed


def read_seed(written: int | str | dict[str, str]) -> Seed:
    """Read a seed as the vectors hold it: bytes stand in hex in an object of their own."""
    return bytes.fromhex(written["hex"]) if isinstance(written, dict) else written


def shuffle_vectors() -> dict[str, Any]:
    """All vectors of the shuffle."""
    return {
        "seeds": [
            {"seed": _written(seed), "seed32": seed32(seed).hex(), "commitment": commitment(seed)} for seed in SEEDS
        ],
        "packs": [
            {"seed": _written(seed), "deck": size, "period": period, "pack": "".join(pack(seed, period, cards))}
            for seed in SEEDS
            for size, cards in DECKS.items()
            for period in PERIODS
        ],
        "derived": [
            {"seed": _written(seed), "labels": labels, "bytes": derive(seed, labels).hex()}
            for seed in SEEDS
            for labels in LABELS
        ],
    }


if __name__ == "__main__":
    text = json.dumps(shuffle_vectors(), ensure_ascii=False, indent=1)
    SHUFFLE_VECTORS.write_text(f"{text}\n", encoding="utf-8")
