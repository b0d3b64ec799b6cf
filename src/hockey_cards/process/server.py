"""Server for a Python player in a process of its own: it answers the messages of the protocol on a pair of streams."""

from __future__ import annotations

import atexit
import base64
import gc
import importlib.util
import json
import os
import pickle
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import BufferedIOBase, IOBase, TextIOBase
from random import Random
from time import monotonic
from typing import Any, BinaryIO, cast

import attrs

from hockey_cards.errors import UnknownVariant
from hockey_cards.match import has_type_of_move, type_name
from hockey_cards.process import protocol
from hockey_cards.process.failure import FaultKind, format_traceback
from hockey_cards.process.launcher import die_with_parent
from hockey_cards.process.program import importing_main
from hockey_cards.process.protocol import Bye, Hello, PlayerInfo, ViewMessage
from hockey_cards.process.started import GRACE, close_all, kill_group, wait_for_exit
from hockey_cards.registry import family_of, part_of
from hockey_cards.rules import Rules, Variant, View
from hockey_cards.shoe import Seeded
from hockey_cards.strategies import strategy
from hockey_cards.strategy import Player, seated
from hockey_cards.view_json import read_view


@attrs.frozen(eq=False)
class LoadedPlayer:
    """A player that is ready to begin games.

    Args:
        player: The player, or its factory.
        info: The name and version that it reports.
        variant: The variant, if the game has sent it along with the player.
    """

    player: Player
    info: PlayerInfo
    variant: Variant[Any, Any, Any] | None = None


class PlayerServer:
    """A player that answers the messages of the protocol; a factory makes a new one for each game.

    Args:
        load: Returns the player; called when the first game begins, so that an exception can be reported in the
            answer.
        is_own: Whether the game is played by this version of the library, whose views need not be checked.
    """

    def __init__(self, load: Callable[[], LoadedPlayer], *, is_own: bool = False) -> None:
        self._load = load
        self._is_own = is_own
        self._loaded: LoadedPlayer | None = None
        self._choose_move: Callable[[Any], Any] | None = None
        self._read_view: Callable[[str], View] = read_view
        self._prepared: Variant[Any, Any, Any] | None = None

    def answer(self, message: Hello | ViewMessage | Bye) -> bytes:
        """Return the answer to a message: nothing to a bye, a failure if the player raises anything."""
        if isinstance(message, Bye):
            self._choose_move = None
            return b""
        try:
            return self._begin(message) if isinstance(message, Hello) else self._move(message)
        except BaseException as error:  # noqa: BLE001  # an interrupt that the player raises is its failure too
            return _failed_line(message.n, error)

    def load(self) -> bytes:
        """Load the player now, and return the line that says whether it could be loaded."""
        try:
            self._loaded = self._load()
        except BaseException as error:  # noqa: BLE001  # whatever a module raises
            return _failed_line(0, error)
        return protocol.loaded_line()

    def prepare(self, hello: Hello) -> Variant[Any, Any, Any] | None:
        """Find what a game needs besides its player, the tables of the rules included, before a process is forked.

        Returns:
            The variant; None if it is not known here.
        """
        variant = hello.variant if self._loaded is None else self._loaded.variant or hello.variant
        if self._is_own and variant is not None and variant is not self._prepared:
            self._prepared = variant
            self._read_view = own_view_reader(variant.rules)
            with suppress(Exception):  # the game itself says what is wrong
                self._read_view(_any_view(variant.rules).to_json())
        return variant

    def _begin(self, hello: Hello) -> bytes:
        if self._loaded is None:
            self._loaded = self._load()
        variant = self.prepare(hello)
        if variant is None:
            raise UnknownVariant("the variant of this game is not registered in the player's process")
        if family_of(variant.rules) is None:
            raise UnknownVariant(f"no family is registered for the rules of {variant.key}: its views cannot be read")
        made = seated(self._loaded.player, variant, hello.seat, Random(int.from_bytes(hello.seed, "big")))
        if not callable(made):
            return protocol.failed_line(hello.n, "nonsense", type_name(made), "")
        self._choose_move = made
        return protocol.ready_line(hello.n, self._loaded.info, hello.protocol)

    def _move(self, message: ViewMessage) -> bytes:
        assert self._choose_move is not None, "a view came before the hello"
        view: Any = self._read_view(message.view)
        legal: tuple[Any, ...] = view.legal
        move = self._choose_move(view)
        if not has_type_of_move(move, legal):
            return protocol.failed_line(message.n, "nonsense", type_name(move), "")
        return protocol.move_line(message.n, move.code)


def own_view_reader(rules: Rules[Any, Any, Any]) -> Callable[[str], View]:
    """Return the reader of views that this version of the library has written.

    A family may offer it as the part ``"process"``, a function of the fields of the view and of the rules, which need
    not check anything, and leaves forfeits out. Otherwise they are read like those of others.
    """
    build = part_of(rules, "process")
    return read_view if build is None else lambda text: build(json.loads(text), rules)


def _any_view(rules: Rules[Any, Any, Any]) -> View:
    view: View = rules.view(rules.start(Seeded(bytes(32), rules.deck)), 0)
    return view


def _failed_line(n: int, error: BaseException) -> bytes:
    kind: FaultKind = "memory" if issubclass(type(error), MemoryError) else "crash"
    return protocol.failed_line(n, kind, type_name(error), format_traceback(error))


def serve(server: PlayerServer, messages: BinaryIO, answers: BinaryIO, first: Hello | None = None) -> None:
    """Answer each message until the input ends.

    Args:
        server: The player.
        messages: The stream of the messages.
        answers: The stream of the answers.
        first: A message that was received before.

    Raises:
        ProtocolError: If a line is not a message of the protocol.
    """
    if first is not None:
        answers.write(server.answer(first))
        answers.flush()
    for line in messages:
        answers.write(server.answer(protocol.read_message(line)))
        answers.flush()


def serve_forks(
    server: PlayerServer, control: socket.socket, requests: BinaryIO, answers: BinaryIO
) -> tuple[BinaryIO, BinaryIO, Hello, list[IOBase]] | None:
    """Answer the requests of a ``ForkServer`` until the input ends.

    Returns:
        None; or, in a process that was forked for a game, the streams on which ``server`` is to play it, the message
        with which it begins, and the files that were open before.

    Raises:
        ProtocolError: If that message is not one of the protocol.
    """
    gc.collect()
    files = open_files()
    gc.freeze()  # what has been loaded is shared with the forks, so collections must not write to it
    children: dict[int, float] = {}
    own = os.getpid()
    for request in requests:
        word, _, rest = request.partition(b" ")
        if word == b"fork":
            hello = protocol.read_message(rest)
            assert isinstance(hello, Hello)
            server.prepare(hello)
            _end_children(children, wait=False)
            pipes = socket.recv_fds(control, 1, 3)[1]
            try:
                pid = os.fork()
            except OSError as error:
                answers.write(b"refused %d\n" % (error.errno or 0))
            else:
                if pid == 0:
                    return *_streams_in_fork(own, pipes, control, requests, answers), hello, files
                children[pid] = monotonic() + GRACE
                answers.write(b"forked %d\n" % pid)
            close_all(pipes)
        else:
            pid, milliseconds = map(int, rest.split())
            status = wait_for_exit(pid, milliseconds / 1000)
            answers.write(b"running\n" if status is None else b"exited %d %d\n" % status)
        answers.flush()
    _end_children(children, wait=True)
    return None


def _streams_in_fork(
    parent: int, pipes: list[int], control: socket.socket, requests: BinaryIO, answers: BinaryIO
) -> tuple[BinaryIO, BinaryIO]:
    """Prepare a process that was forked for a game, and return its streams."""
    os.setsid()
    die_with_parent(parent)
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
    close_all(pipes)
    for stream in (control, requests, answers):
        stream.close()
    return protocol_streams()


def end_fork(files: list[IOBase]) -> None:
    """End a process that was forked for a game, without freeing its memory value by value.

    That takes milliseconds in which the next game waits, because nearly all pages are still shared with the server.
    What is registered for the end is called, and files are closed, so that what was written to them is there. Return
    if the process must end like any other, because it has threads.

    Args:
        files: The files that were open when the server began to fork.
    """
    if threading.active_count() > 1:
        return
    try:
        atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]  # ``os._exit`` leaves them out
        opened = files + open_files()
        for each in sorted(opened, key=lambda file: isinstance(file, BufferedIOBase)):  # text first, which is on top
            with suppress(Exception):
                each.close()
    finally:
        os._exit(0)


def open_files() -> list[IOBase]:
    """Return the files that this process has open; in a fork, those that it has opened itself."""
    found = [each for each in gc.get_objects() if issubclass(type(each), TextIOBase | BufferedIOBase)]
    return cast("list[IOBase]", found)


def _end_children(children: dict[int, float], *, wait: bool) -> None:
    """End the processes of earlier games whose time is up, or, after a short wait, of all; and what they have started.

    A process is reaped after its group has been killed, because its id may belong to another process from then on.
    """
    until = monotonic() + GRACE / 2
    for pid, deadline in list(children.items()):
        has_ended = wait_for_exit(pid, max(0.0, until - monotonic()) if wait else 0.0) is not None
        if wait or has_ended or monotonic() >= deadline:
            kill_group(pid)
            os.waitpid(pid, 0)
            del children[pid]


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Reserve stdin and stdout for the protocol, and return them.

    From then on the player reads an empty stdin, and what it prints goes to stderr.
    """
    messages, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return messages, answers


def load_named(text: str) -> LoadedPlayer:
    """Load the player that a text names."""
    player = strategy(text)
    return LoadedPlayer(player, PlayerInfo(text, _version(player)))


def load_pickled(line: bytes) -> LoadedPlayer:
    """Load the player and the variant that ``pickled_program`` sends."""
    fields = json.loads(line)
    if fields["main"] is not None:
        _import_main(fields["main"])
    player, variant = pickle.loads(base64.b64decode(fields["pickle"]))
    return LoadedPlayer(player, PlayerInfo(fields["name"], _version(player)), variant)


def _version(player: Player) -> str:
    """Return the version of the module that defines a player, or of its top-level package."""
    name = str(getattr(player, "__module__", ""))
    versions = (getattr(sys.modules.get(each), "__version__", None) for each in (name, name.partition(".")[0]))
    return next((str(version) for version in versions if version), "unknown")


def _import_main(path: str) -> None:
    """Import the main script of the game as multiprocessing does, under a name other than ``__main__``."""
    spec = importlib.util.spec_from_file_location("__mp_main__", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["__main__"] = sys.modules["__mp_main__"] = module
    before = importing_main.set(True)
    try:
        spec.loader.exec_module(module)
    finally:
        importing_main.reset(before)
