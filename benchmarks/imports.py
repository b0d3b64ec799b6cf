"""Time that ``import hockey_cards`` adds to its dependencies: ``python benchmarks/imports.py``.

The package must be installed. Each round starts a new interpreter; the times are medians over the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

TIMED = """
import time
begin = time.process_time()
import attrs, typing_extensions
middle = time.process_time()
import hockey_cards
print(middle - begin, time.process_time() - middle)
"""


def main() -> None:
    """Measure, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    rounds = parser.parse_args().rounds
    command = [sys.executable, "-c", TIMED]
    found = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(rounds)]
    base, added = (statistics.median(float(times[place]) for times in found) * 1e3 for place in (0, 1))
    print(f"attrs and typing_extensions {base:.0f} ms, hockey_cards adds {added:.0f} ms")


if __name__ == "__main__":
    main()
