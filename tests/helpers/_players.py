"""Players for the tests of tournaments and of the command line: at the top of a module, so that they can be pickled."""

from __future__ import annotations

import os
import signal
from random import Random

from hockey_cards import Move, Seat, Strategy, Variant, View, factory


def first(view: View) -> Move:
    """Play the first legal move."""
    move: Move = view.legal[0]
    return move


def last(view: View) -> Move:
    """Play the last legal move."""
    move: Move = view.legal[-1]
    return move


def spread(view: View) -> Move:
    """Play a move that depends on all that the view shows, and on nothing else."""
    move: Move = view.legal[sum(view.to_json().encode()) % len(view.legal)]
    return move


def broken(view: View) -> Move:
    """Fail at the first move of the second period."""
    if view.period:
        raise KeyError("no idea")
    return first(view)


@factory
def chancy(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    """Play any legal move, by chance of one's own."""
    return lambda view: rng.choice(view.legal)


def dying(view: View) -> Move:
    """End the process that asks."""
    os._exit(1)


def interrupting(view: View) -> Move:
    """Do as Ctrl-C does: interrupt all processes of the terminal."""
    os.killpg(os.getpgid(0), signal.SIGINT)
    signal.pause()
    return first(view)


NOBODY = 7
