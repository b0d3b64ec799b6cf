"""A script that plays tournaments in a given execution: ``python _executions.py EXECUTION FORMAT ...`` writes JSON."""

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
def _executor(execution: str) -> Generator[Executor | None]:
    """Start an executor, and shut it down."""
    if execution == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif execution == "dask":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of Dask are not ours
            dask: Any = import_module("distributed")
            settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
            with dask.LocalCluster(processes=True, **settings) as cluster, dask.Client(cluster) as client:
                yield client.get_executor()
    else:
        yield None


def main(execution: str, *formats: str) -> None:
    """Play a tournament in each format, and write the JSON to stdout."""
    settings: dict[str, Any] = {"jobs": 1 if execution == "serial" else 2}
    if execution in ("spawn", "fork", "forkserver"):
        settings["start_method"] = execution
    with _executor(execution) as executor:
        for name in formats:
            standings = tournament(
                SHORT, ENTRANTS, deals=40, seed="ways", format=parse_format(name), executor=executor, **settings
            )
            sys.stdout.write(standings.to_json())


if __name__ == "__main__":
    main(*sys.argv[1:])
