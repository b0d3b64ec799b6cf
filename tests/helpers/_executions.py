"""Tournaments played in one way or another, as a script: ``python _executions.py WAY FORMAT ...`` writes their JSON."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import _players
from _tournaments import SHORT
from hockey_cards.tournament import parse_format, tournament

ENTRANTS = {name: getattr(_players, name) for name in ("first", "last", "chancy", "spread")}


@contextmanager
def _executor(way: str) -> Generator[Executor | None]:
    """Start what plays, and end it."""
    if way == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif way == "dask":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the library of others warns of is not ours
            dask: Any = import_module("distributed")
            settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
            with dask.LocalCluster(processes=True, **settings) as cluster, dask.Client(cluster) as client:
                yield client.get_executor()
    else:
        yield None


def main(way: str, *formats: str) -> None:
    """Play, and write the JSON to stdout."""
    settings: dict[str, Any] = {"jobs": 1 if way == "serial" else 2}
    if way in ("spawn", "fork", "forkserver"):
        settings["start_method"] = way
    with _executor(way) as executor:
        for name in formats:
            told = tournament(
                SHORT, ENTRANTS, deals=40, seed="ways", format=parse_format(name), executor=executor, **settings
            )
            sys.stdout.write(told.to_json())


if __name__ == "__main__":
    main(*sys.argv[1:])
