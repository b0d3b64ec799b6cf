"""A game as hashes, one for each position: run as a script too, so that other processes can be compared with.

As a script it reads a pickle of variant, seed, dealer and codes, and writes the hashes as a JSON list. The variant may
be given as its key and house rules.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from hockey_cards.registry import variant as variant_of
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seeded


def fingerprints(variant: Variant[Any, Any, Any], seed: int, dealer: int, codes: Sequence[str]) -> list[str]:
    """Hash what can be seen of a game after each of its moves, by one viewer after the other."""
    rules: Any = variant.rules
    viewers = (*range(rules.seats), None)
    state = rules.start(Seeded(seed, rules.deck), dealer=dealer)
    found = [_hashed(_seen(rules, state, None))]
    for ply, code in enumerate(codes):
        step = rules.step(state, rules.parse(code))
        state = step.state
        told = [repr(event.seen_by(viewer)) for viewer in viewers for event in step.events]
        found.append(_hashed([*_seen(rules, state, viewers[ply % len(viewers)]), *told, *map(repr, step.events)]))
    return found


def _seen(rules: Any, state: Any, viewer: Seat | None) -> Iterator[str]:
    yield repr((rules.seat(state), rules.outcome(state), state.score, state.period))
    yield " ".join(move.code for move in rules.legal(state))
    view = rules.view(state, viewer)
    yield view.to_json()
    imagined = rules.imagine(view, Random(1))
    yield rules.view(imagined, rules.seat(imagined)).to_json()


def _hashed(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def main() -> None:
    """Read a game, and write its hashes."""
    sent, seed, dealer, codes = pickle.load(sys.stdin.buffer)
    variant = sent if hasattr(sent, "rules") else variant_of(sent[0]).house(**sent[1])
    sys.stdout.write(json.dumps(fingerprints(variant, seed, dealer, codes)))


if __name__ == "__main__":
    main()
