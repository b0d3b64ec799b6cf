"""The other end of the protocol: a Python player that answers views on a pair of streams."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import pickle
import sys
from collections.abc import Callable
from random import Random
from typing import Any, BinaryIO

import attrs

from hockey_cards.errors import UnknownVariant
from hockey_cards.match import kind_of
from hockey_cards.process import protocol
from hockey_cards.process.failure import format_traceback
from hockey_cards.process.program import importing_main
from hockey_cards.process.protocol import Bye, Hello, PlayerInfo, ViewMessage
from hockey_cards.registry import family_of
from hockey_cards.rules import Variant
from hockey_cards.strategy import Player
from hockey_cards.view_json import read_view


@attrs.frozen(eq=False)
class LoadedPlayer:
    """A player, ready to sit down.

    Args:
        player: The player, or its factory.
        ready: What it says of itself.
        variant: What it is to play, where the game has sent that as a value.
    """

    player: Player
    ready: PlayerInfo
    variant: Variant[Any, Any, Any] | None = None


class PlayerServer:
    """What sits at the seat: the player, made anew for each game.

    Args:
        load: Returns the player; called when the first game begins, so that a failure has an answer.
    """

    def __init__(self, load: Callable[[], LoadedPlayer]) -> None:
        self._load = load
        self._loaded: LoadedPlayer | None = None
        self._read: Callable[[str], Any] | None = None

    def answer(self, asked: Hello | ViewMessage | Bye) -> bytes:
        """Return the answer to a message, nothing to a farewell; whatever the player raises is an answer too."""
        if isinstance(asked, Bye):
            self._ask = None
            return b""
        try:
            return self._sit(asked) if isinstance(asked, Hello) else self._move(asked)
        except MemoryError as error:
            return protocol.failed_line(asked.n, "memory", kind_of(error), format_traceback(error))
        except BaseException as error:  # noqa: BLE001  # an interrupt that is the player's own is its failure too
            return protocol.failed_line(asked.n, "crash", kind_of(error), format_traceback(error))

    def _sit(self, hello: Hello) -> bytes:
        if self._loaded is None:
            self._loaded = self._load()
        variant = self._loaded.variant or hello.variant
        if variant is None:
            raise UnknownVariant("the variant of this game has no name here")
        if family_of(variant.rules) is None:
            raise UnknownVariant(f"no family is registered for the rules of {variant.key}: its views cannot be read")
        make = getattr(self._loaded.player, "make", None)
        rng = Random(int.from_bytes(hello.seed, "big"))
        made: Any = self._loaded.player if make is None else make(variant, hello.seat, rng)
        if not callable(made):
            return protocol.failed_line(hello.n, "nonsense", kind_of(made), "")
        self._ask = made
        return protocol.ready_line(hello.n, self._loaded.ready)

    def _move(self, seen: ViewMessage) -> bytes:
        assert self._ask is not None, "a view came before the hello"
        view: Any = read_view(seen.view)
        legal: tuple[Any, ...] = view.legal
        move = self._ask(view)
        if type(move) not in map(type, legal):
            return protocol.failed_line(seen.n, "nonsense", kind_of(move), "")
        return protocol.move_line(seen.n, move.code)


def serve(seat: PlayerServer, asked: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until there are no more.

    Raises:
        ProtocolError: If a line is none of the protocol.
    """
    for line in asked:
        answers.write(seat.answer(protocol.read_message(line)))
        answers.flush()


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return stdin and stdout for the protocol alone: the player reads nothing, and what it prints goes to stderr."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return asked, answers


def load_named(text: str) -> LoadedPlayer:
    """Load the player that a text names."""
    from hockey_cards.process.lookup import find_player  # the built-in players, which a pickled one may do without

    player = find_player(text)
    return LoadedPlayer(player, PlayerInfo(text, _version(player)))


def load_pickled(line: bytes) -> LoadedPlayer:
    """Load the player that the game has sent, with what it is to play."""
    fields = json.loads(line)
    if fields["main"] is not None:
        _import_main(fields["main"])
    player, variant = pickle.loads(base64.b64decode(fields["pickle"]))
    return LoadedPlayer(player, PlayerInfo(fields["name"], _version(player)), variant)


def _version(player: Player) -> str:
    """Return the version of the module that a player is from, or else of the package."""
    name = str(getattr(player, "__module__", ""))
    versions = (getattr(sys.modules.get(each), "__version__", None) for each in (name, name.partition(".")[0]))
    return next((str(version) for version in versions if version), "unknown")


def _import_main(path: str) -> None:
    """Import the script that the game runs in as multiprocessing does: its own main part does not run."""
    spec = importlib.util.spec_from_file_location("__mp_main__", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["__main__"] = sys.modules["__mp_main__"] = module
    before = importing_main.set(True)
    try:
        spec.loader.exec_module(module)
    finally:
        importing_main.reset(before)
