"""The check that a game is the same in every process: what is hidden in hashes and in the order of sets shows there."""

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
from hockey_cards.testing import fingerprint
from hockey_cards.testing.cases import Case, Position
from hockey_cards.testing.failure import Broken, require

_HASH_SEEDS: Final = ("1", "2")
_IN_TIME: Final = 300


def determinism(at: Position) -> None:
    """Check that a game is the same in other processes, with other seeds of Python's hashes.

    A variant that is neither registered nor made of importable classes cannot be sent there, and is passed over.
    """
    sent = _sent(at.case)
    if sent is None:
        return
    codes = [move.code for move in at.moves]
    own = fingerprint.fingerprints(at.case.variant, at.case.seed, at.case.dealer, codes)
    message = pickle.dumps((sent, at.case.seed, at.case.dealer, codes))
    with ThreadPoolExecutor() as pool:
        others = list(pool.map(partial(_elsewhere, message), _HASH_SEEDS))
    for seed, found in zip(_HASH_SEEDS, others, strict=True):
        for ply, (one, other) in enumerate(zip(own, found, strict=True)):
            require(one == other, f"the game is another in a process with PYTHONHASHSEED={seed}", ply=ply)


def _sent(case: Case) -> Any:
    """Return what other processes can make the variant of: a name with house rules, or the variant itself."""
    if variants().get(case.base.key) == case.base:
        return case.base.key, dict(case.changes)
    return None if type(case.base.rules).__module__ == "__main__" else case.variant


def _elsewhere(message: bytes, seed: str) -> list[str]:
    """Return the hashes of a game in a process of its own, which finds modules where this one does."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    run = subprocess.run(
        [sys.executable, "-P", str(Path(fingerprint.__file__))],
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
        input=message,
        capture_output=True,
        timeout=_IN_TIME,
        check=False,
    )
    if run.returncode:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise Broken(f"another process cannot play the game: {''.join(last)}")
    found: list[str] = json.loads(run.stdout)
    return found
