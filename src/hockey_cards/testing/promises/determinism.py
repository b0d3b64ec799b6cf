"""Check that a game is the same in every process: it finds dependence on hash seeds and on the order of sets."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from hockey_cards.registry import variants
from hockey_cards.testing.cases import Case, Position
from hockey_cards.testing.errors import BrokenPromise, require
from hockey_cards.testing.promises import fingerprint

_HASH_SEEDS: Final = ("1", "2")
_TIMEOUT: Final = 300


def determinism(position: Position) -> None:
    """Check that the game so far is the same in other processes, with other values of PYTHONHASHSEED.

    A variant that is neither registered nor made of importable classes cannot be sent there, and is not checked.
    """
    case = position.case
    sent = _sendable(case)
    if sent is None:
        return
    codes = [move.code for move in position.moves]
    own = fingerprint.fingerprints(case.variant, case.seed, case.dealer, codes)
    message = pickle.dumps((sent, case.seed, case.dealer, codes))
    with ThreadPoolExecutor() as pool:
        others = list(pool.map(partial(_fingerprints_elsewhere, message), _HASH_SEEDS))
    for seed, hashes in zip(_HASH_SEEDS, others, strict=True):
        for ply, (one, other) in enumerate(zip(own, hashes, strict=True)):
            require(one == other, f"the game differs in a process with PYTHONHASHSEED={seed}", ply=ply)


def _sendable(case: Case) -> Any:
    """Return what other processes can make the variant of: its key and house rules, or the variant itself."""
    if variants().get(case.base.key) == case.base:
        return case.base.key, dict(case.changes)
    return None if type(case.base.rules).__module__ == "__main__" else case.variant


def _fingerprints_elsewhere(message: bytes, hash_seed: str) -> list[str]:
    """Return the fingerprints of a game in another process, which finds modules where this one does."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    run = subprocess.run(
        [sys.executable, "-P", str(Path(fingerprint.__file__))],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        input=message,
        capture_output=True,
        timeout=_TIMEOUT,
        check=False,
    )
    if run.returncode:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BrokenPromise(f"another process cannot play the game: {''.join(last)}")
    hashes: list[str] = json.loads(run.stdout)
    return hashes
