"""Command line ``python -m hockey_cards.process PLAYER``, which serves a Python player on stdin and stdout."""

from __future__ import annotations

import sys
from functools import partial
from socket import socket

from hockey_cards.process.launcher import confine
from hockey_cards.process.program import PICKLED
from hockey_cards.process.protocol import ProtocolError
from hockey_cards.process.server import (
    PlayerServer,
    end_fork,
    load_named,
    load_pickled,
    protocol_streams,
    serve,
    serve_forks,
)


def main(argv: list[str]) -> int:
    """Serve a player until the input ends, and return the exit status.

    Args:
        argv: The player, as ``module:attribute``, ``file.py:attribute`` or a registered name. A game puts
            ``--confined``, a memory limit and its process id before it, and perhaps ``--fork`` and a socket.
    """
    is_confined = argv[:1] == ["--confined"] and len(argv) >= 4
    control: int | None = None
    if is_confined:
        confine(int(argv[1]), int(argv[2]))
        argv = argv[3:]
        if argv[:1] == ["--fork"] and len(argv) == 3:
            control, argv = int(argv[1]), argv[2:]
    if len(argv) != 1 or argv[0] in {"-h", "--help"}:
        sys.stderr.write("usage: python -m hockey_cards.process PLAYER, such as my_bot:play or my_bot.py:play\n")
        return 2
    messages, answers = protocol_streams()
    load = partial(load_pickled, messages.readline()) if argv[0] == PICKLED else partial(load_named, argv[0])
    server = PlayerServer(load, is_own=is_confined)
    try:
        if is_confined:
            answers.write(server.load())
            answers.flush()
        if control is not None:
            streams = serve_forks(server, socket(fileno=control), messages, answers)
            if streams is None:
                return 0
            messages, answers, hello, files = streams
            serve(server, messages, answers, hello)
            end_fork(files)
            return 0
        serve(server, messages, answers)
    except ProtocolError as error:
        sys.stderr.write(f"protocol error: {error}\n")
        return 1
    except BrokenPipeError:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
