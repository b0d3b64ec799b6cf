"""Players that misbehave, each in one way, for tests of programs that run games for others."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NoReturn

import attrs

from hockey_cards.process import Command, FaultKind
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.shoe import Seeded
from hockey_cards.strategy import Player, Strategy

Needs = Literal["nothing", "a process", "limits"]
"""What a game needs to survive a player: nothing, a process for the player, or limits for that process as well."""

_PROGRAM: Final = Path(__file__).with_name("program.py")
_MAX_MEMORY: Final = 2**32
"""Bytes that a player allocates at most, if nobody limits it; none of them is written to."""


@attrs.frozen
class FaultInjector:
    """A factory of players that play the first legal move, and misbehave at a given one.

    Args:
        action: The fault: a function of the view, whose result is the player's answer.
        at: The number of the player's own move, from 0, at which it misbehaves first; None: when it is made.
        once: Whether it misbehaves only once, rather than at every move from then on.
    """

    action: Callable[[Any], Any]
    at: int | None = 2
    once: bool = False

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        if self.at is None:
            self.action(None)
        moves = 0

        def player(view: View) -> Any:
            nonlocal moves
            moves += 1
            due = self.at is not None and (moves - 1 == self.at if self.once else moves > self.at)
            return self.action(view) if due else view.legal[0]

        return player


@attrs.frozen
class HostilePlayer:
    """A player that misbehaves, and the fault that it must be blamed for.

    Args:
        name: The name.
        summary: What it does, as the predicate of a sentence.
        player: The player.
        kind: The kind of the fault; None if it does no harm, given what it needs.
        needs: What a game needs to survive it. A program has a process of its own in any case.
    """

    name: str
    summary: str
    player: Player
    kind: FaultKind | None
    needs: Needs = "nothing"


def _raise(_view: Any) -> NoReturn:
    raise ValueError("a hostile player")


def _import(_view: Any) -> NoReturn:
    exec(compile("raise RuntimeError('this module cannot be imported')", "<a player's module>", "exec"), {})
    raise AssertionError("the module has been imported")


def _none(_view: Any) -> None:
    return None


def _text(view: Any) -> str:
    code: str = view.legal[0].code
    return code


def _illegal(view: Any) -> Any:
    """Return a move that is legal in another game, but not here."""
    rules = view.rules
    for seed in range(1000):
        state = rules.start(Seeded(seed, rules.deck))
        while legal := rules.legal(state):
            if illegal := [move for move in legal if move not in view.legal]:
                return illegal[0]
            state = rules.apply(state, legal[0])
    raise AssertionError("every move is legal here")


def _sleep(_view: Any) -> NoReturn:
    while True:
        time.sleep(60)


def _loop(_view: Any) -> NoReturn:
    while True:
        pass


def _allocate(_view: Any) -> NoReturn:
    blocks = [bytes(2**26) for _ in range(_MAX_MEMORY // 2**26)]
    raise MemoryError(f"{len(blocks)} blocks were available")


def _exit(_view: Any) -> NoReturn:
    sys.exit(3)


def _vanish(_view: Any) -> NoReturn:
    os._exit(3)


def _interrupt(_view: Any) -> NoReturn:
    raise KeyboardInterrupt


class _NotAnException(BaseException):
    """An exception that ``except Exception`` does not catch."""


def _escape(_view: Any) -> NoReturn:
    raise _NotAnException


def _die(_view: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGTERM)
    _sleep(None)


def _close(_view: Any) -> NoReturn:
    os.closerange(0, 256)
    _sleep(None)


def _mutate(view: Any) -> Any:
    """Set all attributes of a view that can be set, and play on."""
    move = view.legal[0]
    for name in dir(view):
        try:
            object.__setattr__(view, name, None)
        except (AttributeError, TypeError):
            continue
    return move


def _fork(view: Any) -> Any:
    """Start a process that never ends by itself, and play on."""
    if os.fork() == 0:
        _sleep(None)
    return view.legal[0]


def _print(view: Any) -> Any:
    sys.stdout.write("I print a lot. " * 20_000)
    return view.legal[0]


def _complain(view: Any) -> Any:
    os.write(2, b"I complain a lot. " * 20_000)
    return view.legal[0]


def _program(name: str) -> Command:
    return Command((sys.executable, "-I", "-S", str(_PROGRAM), name))


HOSTILE: Final[tuple[HostilePlayer, ...]] = (
    HostilePlayer("raises-at-import", "raises when it is imported", FaultInjector(_import, None), "crash"),
    HostilePlayer("raises-at-start", "raises when its factory is called", FaultInjector(_raise, None), "crash"),
    HostilePlayer("raises-at-move", "raises at a move", FaultInjector(_raise), "crash"),
    HostilePlayer("exits", "raises SystemExit at a move", FaultInjector(_exit), "crash"),
    HostilePlayer("returns-none", "returns None", FaultInjector(_none), "nonsense"),
    HostilePlayer("returns-text", "returns the code of a move instead of the move", FaultInjector(_text), "nonsense"),
    HostilePlayer("returns-illegal", "returns an illegal move", FaultInjector(_illegal), "illegal"),
    HostilePlayer("mutates", "changes the view that it is given, and plays on", FaultInjector(_mutate), None),
    HostilePlayer("interrupts", "raises KeyboardInterrupt at a move", FaultInjector(_interrupt), "crash"),
    HostilePlayer("escapes", "raises a BaseException that is not an Exception", FaultInjector(_escape), "crash"),
    HostilePlayer("vanishes", "ends its process without cleaning up", FaultInjector(_vanish), "dead", "a process"),
    HostilePlayer("kills-itself", "ends its process by a signal", FaultInjector(_die), "dead", "a process"),
    HostilePlayer(
        "closes-output", "closes all its files, and does not end", FaultInjector(_close), "dead", "a process"
    ),
    HostilePlayer(
        "forks", "starts a process that does not end, and plays on", FaultInjector(_fork, once=True), None, "a process"
    ),
    HostilePlayer("prints", "prints a lot, and plays on", FaultInjector(_print), None, "a process"),
    HostilePlayer("complains", "writes a lot to stderr, and plays on", FaultInjector(_complain), None, "a process"),
    HostilePlayer("sleeps", "sleeps at a move", FaultInjector(_sleep), "slow-move", "limits"),
    HostilePlayer(
        "sleeps-at-start", "sleeps when its factory is called", FaultInjector(_sleep, None), "slow-start", "limits"
    ),
    HostilePlayer("busy-loops", "loops endlessly at a move", FaultInjector(_loop), "slow-move", "limits"),
    HostilePlayer("eats-memory", "allocates memory without end", FaultInjector(_allocate), "memory", "limits"),
    HostilePlayer("answers-twice", "answers every view twice", _program("answers-twice"), "nonsense"),
    HostilePlayer(
        "answers-out-of-turn", "answers the next view in advance", _program("answers-out-of-turn"), "nonsense"
    ),
    HostilePlayer("misnumbers", "answers with the number of another view", _program("misnumbers"), "nonsense"),
    HostilePlayer("babbles", "answers with bytes that are not text", _program("babbles"), "nonsense"),
    HostilePlayer("floods", "answers with a line that does not end", _program("floods"), "nonsense"),
    HostilePlayer("never-greets", "answers a hello with a move", _program("never-greets"), "nonsense"),
    HostilePlayer("never-reads", "reads nothing, and writes nothing", _program("never-reads"), "slow-start", "limits"),
    HostilePlayer("ends-at-once", "ends before it has written anything", _program("ends-at-once"), "dead"),
    HostilePlayer(
        "closes-input", "closes its input, and writes nothing", _program("closes-input"), "slow-move", "limits"
    ),
)
"""All hostile players."""


def hostile_players(*, isolated: bool = True) -> Mapping[str, Player]:
    """Return players that misbehave, by name; ``HOSTILE`` says what each does, and which fault it is blamed for.

    Args:
        isolated: Whether to include the players that need a process of their own, or limits. Programs that need no
            limits are always included, since they have a process of their own in any case.
    """
    return {each.name: each.player for each in HOSTILE if isolated or each.needs == "nothing"}
