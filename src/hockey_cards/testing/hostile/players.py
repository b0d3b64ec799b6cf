"""Players that misbehave, each in one way: for the tests of whoever runs games for others."""

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
from hockey_cards.strategy import Player, Strategy

Needs = Literal["nothing", "a process", "limits"]
"""What it takes to survive a player: nothing, a process of its own, or limits there too."""

_PROGRAM: Final = Path(__file__).with_name("program.py")
_MOST: Final = 2**32
"""So many bytes are taken at most, where nobody limits them; none of them is written to."""


@attrs.frozen
class Misbehaving:
    """A factory of players that play the first legal move, and misbehave when their time has come.

    Args:
        deed: What they do with a view; what it returns is their answer.
        at: Before which of their own moves in a game they do it, from 0; None: when they are made.
        once: Whether they do it once only, and not at every move from then on.
    """

    deed: Callable[[Any], Any]
    at: int | None = 2
    once: bool = False

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        if self.at is None:
            self.deed(None)
        asked = 0

        def player(view: View) -> Any:
            nonlocal asked
            asked += 1
            due = self.at is not None and (asked - 1 == self.at if self.once else asked > self.at)
            return self.deed(view) if due else view.legal[0]

        return player


@attrs.frozen
class Hostile:
    """A player that misbehaves, and what it is to be blamed for.

    Args:
        name: Its name.
        summary: What it does, in a sentence without its subject.
        player: The player.
        kind: The fault that it is to be blamed for; None for one that harms nobody if it is held as it should be.
        needs: What its game has to give it to survive it. A program has a process of its own in any case.
    """

    name: str
    summary: str
    player: Player
    kind: FaultKind | None
    needs: Needs = "nothing"


def _raise(_view: Any) -> NoReturn:
    raise ValueError("I would rather not")


def _import(_view: Any) -> NoReturn:
    exec(compile("raise RuntimeError('this module cannot be imported')", "<a player's module>", "exec"), {})
    raise AssertionError("the module has been imported")


def _none(_view: Any) -> None:
    return None


def _text(view: Any) -> str:
    code: str = view.legal[0].code
    return code


def _illegal(view: Any) -> Any:
    """Return a move of the right type that is not legal: another card of the deck, where cards are moves."""
    legal = view.legal
    for card in view.rules.deck:
        for text in (card.code, f"stack {card.code}"):
            try:
                move = view.rules.parse(text)
            except ValueError:
                continue
            if move not in legal:
                return move
    parsed = (view.rules.parse(f"{column}{row}") for column in "abcd" for row in "123")
    return next(move for move in parsed if move not in legal)


def _sleep(_view: Any) -> NoReturn:
    while True:
        time.sleep(60)


def _spin(_view: Any) -> NoReturn:
    while True:
        pass


def _eat(_view: Any) -> NoReturn:
    eaten = [bytes(2**26) for _ in range(_MOST // 2**26)]
    raise MemoryError(f"{len(eaten)} blocks were to be had")


def _exit(_view: Any) -> NoReturn:
    sys.exit(3)


def _vanish(_view: Any) -> NoReturn:
    os._exit(3)


def _interrupt(_view: Any) -> NoReturn:
    raise KeyboardInterrupt


class _Worst(BaseException):
    """What no ``except Exception`` catches."""


def _escape(_view: Any) -> NoReturn:
    raise _Worst


def _die(_view: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGTERM)
    _sleep(None)


def _close(_view: Any) -> NoReturn:
    os.closerange(0, 256)
    _sleep(None)


def _mutate(view: Any) -> Any:
    """Change all that can be changed of a view, and play on as if nothing were."""
    move = view.legal[0]
    for name in dir(view):
        try:
            object.__setattr__(view, name, None)
        except (AttributeError, TypeError):
            continue
    return move


def _fork(view: Any) -> Any:
    """Leave a process behind that ends only if it is ended."""
    if os.fork() == 0:
        _sleep(None)
    return view.legal[0]


def _print(view: Any) -> Any:
    sys.stdout.write("I print a lot. " * 20_000)
    return view.legal[0]


def _complain(view: Any) -> Any:
    os.write(2, b"I complain a lot. " * 20_000)
    return view.legal[0]


def _program(deed: str) -> Command:
    return Command((sys.executable, "-I", "-S", str(_PROGRAM), deed))


HOSTILE: Final[tuple[Hostile, ...]] = (
    Hostile("raises-at-import", "raises when it is imported", Misbehaving(_import, None), "crash"),
    Hostile("raises-at-start", "raises when its factory is asked", Misbehaving(_raise, None), "crash"),
    Hostile("raises-at-move", "raises at a move", Misbehaving(_raise), "crash"),
    Hostile("exits", "raises SystemExit at a move", Misbehaving(_exit), "crash"),
    Hostile("returns-none", "returns None", Misbehaving(_none), "nonsense"),
    Hostile("returns-text", "returns the code of a move, and not the move", Misbehaving(_text), "nonsense"),
    Hostile("returns-illegal", "returns a move that is not legal", Misbehaving(_illegal), "illegal"),
    Hostile("mutates", "changes the view that it is given, and plays on", Misbehaving(_mutate), None),
    Hostile("interrupts", "raises KeyboardInterrupt at a move", Misbehaving(_interrupt), "crash", "a process"),
    Hostile("escapes", "raises what is no Exception", Misbehaving(_escape), "crash", "a process"),
    Hostile("vanishes", "ends the interpreter by os._exit", Misbehaving(_vanish), "dead", "a process"),
    Hostile("kills-itself", "ends its process by a signal", Misbehaving(_die), "dead", "a process"),
    Hostile("closes-output", "closes all its files, and lives on", Misbehaving(_close), "dead", "a process"),
    Hostile("forks", "leaves a process behind, and plays on", Misbehaving(_fork, once=True), None, "a process"),
    Hostile("prints", "prints a lot, and plays on", Misbehaving(_print), None, "a process"),
    Hostile("complains", "writes a lot to stderr, and plays on", Misbehaving(_complain), None, "a process"),
    Hostile("sleeps", "sleeps at a move", Misbehaving(_sleep), "slow-move", "limits"),
    Hostile("sleeps-at-start", "sleeps when its factory is asked", Misbehaving(_sleep, None), "slow-start", "limits"),
    Hostile("busy-loops", "loops for ever at a move", Misbehaving(_spin), "slow-move", "limits"),
    Hostile("eats-memory", "takes memory without end", Misbehaving(_eat), "memory", "limits"),
    Hostile("answers-twice", "answers every view twice", _program("answers-twice"), "nonsense"),
    Hostile("answers-out-of-turn", "answers the next view too", _program("answers-out-of-turn"), "nonsense"),
    Hostile("misnumbers", "answers with the number of another view", _program("misnumbers"), "nonsense"),
    Hostile("babbles", "answers with bytes that are no text", _program("babbles"), "nonsense"),
    Hostile("floods", "answers with a line without end", _program("floods"), "nonsense"),
    Hostile("never-greets", "answers a hello with a move", _program("never-greets"), "nonsense"),
    Hostile("never-reads", "reads nothing, and says nothing", _program("never-reads"), "slow-start", "limits"),
    Hostile("ends-at-once", "ends before it has said anything", _program("ends-at-once"), "dead"),
    Hostile("closes-input", "closes its input, and says nothing", _program("closes-input"), "slow-move", "limits"),
)
"""All players that misbehave."""


def hostile_players(*, isolated: bool = True) -> Mapping[str, Player]:
    """Return players that misbehave, by name: ``HOSTILE`` tells what each does, and is to be blamed for.

    Args:
        isolated: Whether those are among them that only a process of their own, or limits, can hold. Programs are in
            any case, for they always have one.
    """
    return {each.name: each.player for each in HOSTILE if isolated or each.needs == "nothing"}
