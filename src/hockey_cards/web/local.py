"""The back end in the page itself: one table, at which one person plays with bots; for Pyodide."""

from __future__ import annotations

import json
from typing import Any, Final

from hockey_cards.errors import HockeyError
from hockey_cards.language import Language
from hockey_cards.registry import variant
from hockey_cards.session import Session
from hockey_cards.web.protocol import (
    PROTOCOL,
    Refused,
    Viewer,
    clean_name,
    deal,
    error_message,
    hello,
    how_to_play,
    obey,
    read_house,
    read_message,
    seated,
    state,
)

PAUSE: Final = 700
"""The milliseconds before a bot moves, so that people can follow."""

_SEAT: Final = 0


class LocalTable:
    """The table in a page, which answers each message of the front end with some."""

    def __init__(self) -> None:
        self._language = Language()
        self._session: Session[Any, Any, Any] | None = None
        self._people: tuple[str, ...] = ()
        self._games = 0
        self._since = 0

    @property
    def pause(self) -> int | None:
        """The milliseconds after which ``step`` is to be called; None if no bot is to move."""
        session = self._session
        return PAUSE if session is not None and session.game.seat is not None and session.person is None else None

    def receive(self, text: str) -> str:
        """Answer a message of the front end with a JSON list of messages."""
        try:
            answers = self._answer(read_message(text))
        except HockeyError as error:
            answers = [error_message(error, self._language)]
            if self._session is not None:
                answers += self._state()
        return json.dumps(answers)

    def step(self) -> str:
        """Let a bot make one move, and return a JSON list of messages."""
        if self._session is not None:
            self._session.advance(moves=1)
        return json.dumps(self._state())

    def _answer(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        match message["type"]:
            case "hello":
                if message["protocol"] != PROTOCOL:
                    raise Refused("protocol")
                self._language = Language.of(message["language"] or "en")
                return [hello(self._language)]
            case "language":
                self._language = Language.of(message["language"])
                self._since = 0
                return [hello(self._language), *self._begin()]
            case "open":
                return self._open(message)
            case "sync":
                self._since = message["since"]
                return self._state()
            case "rematch":
                return self._rematch()
            case "record":
                return self._record()
            case "lobby" | "exit":
                self._session = None
                return [{"type": "lobby", "tables": []}]
            case "ack":
                return []
            case _:
                if self._session is None:
                    raise Refused("no-table")
                obey(self._session, _SEAT, self._people[_SEAT], message)
                return self._state()

    def _open(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        game = read_house(message["house"], variant(message["game"]))
        bots = seated([bot or "greedy" for bot in message["bots"]], game)
        name = clean_name(message["name"])
        self._session = Session(deal(game), bots, names={_SEAT: name})
        self._people = (name, *[""] * (game.rules.seats - 1))
        self._games += 1
        self._since = 0
        return self._begin()

    def _rematch(self) -> list[dict[str, Any]]:
        session = self._session
        if session is None or session.game.outcome is None:
            raise Refused("not-over")
        game = session.game
        bots = {seat: player for seat, player in enumerate(session.players) if player is not None and seat != _SEAT}
        following = deal(game.variant, (game.dealer + 1) % game.variant.rules.seats)
        self._session = Session(following, bots, names={_SEAT: self._people[_SEAT]})
        self._games += 1
        self._since = 0
        return self._begin()

    def _record(self) -> list[dict[str, Any]]:
        if self._session is None or self._session.game.outcome is None:
            raise Refused("not-over")
        return [{"type": "record", "record": self._session.record()}]

    def _begin(self) -> list[dict[str, Any]]:
        return [] if self._session is None else [how_to_play(self._session, self._language), *self._state()]

    def _state(self) -> list[dict[str, Any]]:
        if self._session is None:
            return []
        shown = state(self._session, self._people, Viewer(_SEAT, self._language, since=self._since))
        self._since = shown["events"]
        return [{**shown, "game": self._games, "n": self._session.turn, "local": True}]
