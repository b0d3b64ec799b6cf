"""Fingerprints of games: a hash for each position, to compare games that different processes play.

As a script it reads a pickle of variant, seed, dealer and move codes from stdin, and writes the hashes as a JSON list
to stdout. The variant is pickled as it is, or as its key and house rules.
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
    """Return a hash of what can be observed of each position of a game, by one viewer after the other."""
    rules: Any = variant.rules
    viewers = (*range(rules.seats), None)
    state = rules.start(Seeded(seed, rules.deck), dealer=dealer)
    hashes = [_hash(_observations(rules, state, None))]
    for ply, code in enumerate(codes):
        step = rules.step(state, rules.parse(code))
        state = step.state
        redacted = [repr(event.seen_by(viewer)) for viewer in viewers for event in step.events]
        observed = _observations(rules, state, viewers[ply % len(viewers)])
        hashes.append(_hash([*observed, *redacted, *map(repr, step.events)]))
    return hashes


def _observations(rules: Any, state: Any, viewer: Seat | None) -> Iterator[str]:
    yield repr((rules.seat(state), rules.outcome(state), state.score, state.period))
    yield " ".join(move.code for move in rules.legal(state))
    view = rules.view(state, viewer)
    yield view.to_json()
    imagined = rules.imagine(view, Random(1))
    yield rules.view(imagined, rules.seat(imagined)).to_json()


def _hash(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def main() -> None:
    """Read a game from stdin, and write its hashes to stdout."""
    given, seed, dealer, codes = pickle.load(sys.stdin.buffer)
    variant = given if hasattr(given, "rules") else variant_of(given[0]).house(**given[1])
    sys.stdout.write(json.dumps(fingerprints(variant, seed, dealer, codes)))


if __name__ == "__main__":
    main()
