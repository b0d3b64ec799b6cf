"""The protocol: messages, names, the table in the page itself, and what a state does not depend on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from _pictures import moments
from _web import CLIENT, SERVER
from hockey_cards import Game, ParseError, Seat, Session, variant
from hockey_cards.language import LANGUAGES, Language
from hockey_cards.web.local import LocalTable
from hockey_cards.web.protocol import MAX_MESSAGE, Viewer, clean_name, hello, isolated, read_message, state

PEOPLE = ("Ann", "Bob", "Cid", "Dan")


def seen(game: Game, seat: Seat | None, language: str) -> dict[str, Any]:
    """Return the state of a game for a viewer, but for the commitment to the shuffle."""
    people = PEOPLE[: game.variant.rules.seats]
    found = state(Session(game, names=dict(enumerate(people))), people, Viewer(seat, Language(language)))
    return {**found, "commitment": None}


@pytest.mark.parametrize("key", ["passe", "breakaway", "block-draw", "rink", "blades"])
def test_a_state_does_not_depend_on_hidden_cards(key: str) -> None:
    """Games that a seat, or a spectator, cannot tell apart give the same state, pictures and sentences included."""
    for number, moment in enumerate(moments(key, step=29)):
        if moment.outcome is not None:
            continue
        for seat in (None, *range(moment.variant.rules.seats)):
            language = [*LANGUAGES][number % len(LANGUAGES)]
            other = moment.imagine(seat, Random(number))
            assert seen(moment, seat, language) == seen(other, seat, language)


@pytest.mark.long
@pytest.mark.parametrize("key", ["passe", "breakaway", "block-draw", "rink", "blades"])
def test_no_state_of_many_games_depends_on_hidden_cards(key: str) -> None:
    """All that each role is sent, over ten games of each kind."""
    for seed in range(10):
        for number, moment in enumerate(moments(key, seed=seed, step=1)):
            for seat in (None, *range(moment.variant.rules.seats)):
                if moment.outcome is None:
                    assert seen(moment, seat, "en") == seen(moment.imagine(seat, Random(number)), seat, "en")


def test_seed_is_shown_only_after_the_game() -> None:
    whole = [*moments("rink", step=5)]
    assert {None} == {seen(moment, None, "en")["seed"] for moment in whole if moment.outcome is None}
    assert seen(whole[-1], 0, "en")["seed"] == json.loads(whole[-1].record())["seed"]


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        (" Ann  Lee ", "Ann Lee"),
        ("\u202eAnn\u2066", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("x" * 99, "x" * 24),
        ("דנה", "דנה"),
    ],
)
def test_names_are_cleaned(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("name", ["", "  ", "\u200b\n"])
def test_empty_names_are_refused(name: str) -> None:
    with pytest.raises(ParseError, match="a name cannot be empty"):
        clean_name(name)


def test_names_from_right_to_left_do_not_turn_the_text_around_them() -> None:
    assert ("Ann", "\u2068דנה\u2069") == (isolated("Ann"), isolated("דנה"))
    assert isolated("דנה") in seen_line("דנה")


def seen_line(name: str) -> str:
    session = Session(Game.start("rink", seed=1), names={0: name})
    found = state(session, (name, "Bob"), Viewer(None, Language()))
    return " ".join(line["text"] for line in found["lines"])


def test_messages_have_defaults() -> None:
    assert read_message('{"type": "enter", "table": "t"}') == {
        "type": "enter",
        "table": "t",
        "secret": None,
        "since": 0,
        "game": 0,
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7", "is not a JSON object"),
        ('{"type": 7}', "the type of a message cannot be 7"),
        ('{"type": "move", "move": "4s"}', "the key 'turn' of 'move' is missing"),
        ('{"type": "move", "move": "4s", "turn": true}', "the value of 'turn' in 'move' cannot be True"),
        ('{"type": "lobby", "x": 1}', "unknown key 'x' in 'lobby'"),
        ('{"type": "open", "name": "A", "bots": []}', "the key 'game' of 'open' is missing"),
        (json.dumps({"type": "lobby", "x": "y" * MAX_MESSAGE}), "characters"),
    ],
)
def test_what_is_no_message_is_refused(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        read_message(text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_hello_fits_the_schema_in_every_language(code: str) -> None:
    SERVER.validate(hello(Language(code)))


class _Page:
    """A page with the library in it."""

    def __init__(self) -> None:
        self.table = LocalTable()
        self.state: dict[str, Any] = {}
        self.ask(type="hello", protocol=1, language="nl")

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        CLIENT.validate(message)
        return self._take(self.table.receive(json.dumps(message)))

    def step(self) -> None:
        self._take(self.table.step())

    def _take(self, text: str) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = json.loads(text)
        for message in messages:
            SERVER.validate(message)
            if message["type"] == "state":
                self.state = message
        return messages


@pytest.mark.parametrize("key", ["rumble", "rink", "blades"])
def test_a_game_is_played_in_the_page_itself(key: str) -> None:
    page = _Page()
    bots = ["greedy"] * (variant(key).rules.seats - 1)
    page.ask(type="open", game=key, name="Ann", bots=bots)
    assert page.ask(type="record")[0]["code"] == "not-over"
    while page.state["result"] is None:
        if page.state["your_turn"]:
            page.ask(type="move", move=page.state["moves"][-1]["move"], turn=page.state["turn"])
        else:
            assert page.table.pause is not None
            page.step()
    (record,) = page.ask(type="record")
    assert Game.from_record(record["record"]).outcome is not None
    page.ask(type="rematch")
    assert (2, None) == (page.state["game"], page.state["result"])


def test_the_page_takes_moves_back_and_refuses_in_its_language() -> None:
    page = _Page()
    assert page.ask(type="move", move="a3", turn=0)[0]["code"] == "no-table"
    page.ask(type="open", game="breakaway", name="Ann", bots=["random"], house={"periods": "1"})
    while not page.state["your_turn"]:
        page.step()
    turn = page.state["turn"]
    page.ask(type="move", move=page.state["moves"][0]["move"], turn=turn)
    page.ask(type="undo", turn=page.state["turn"])
    assert page.state["your_turn"]
    error, after = page.ask(type="move", move="2c2", turn=page.state["turn"])
    assert ("Dit is geen zet.", page.state) == (error["text"], after)
    page.ask(type="language", language="fr")
    assert page.state["since"] == 0
    assert page.ask(type="language", language="xx")[0]["type"] == "error"
    assert page.ask(type="lobby") == [{"type": "lobby", "tables": []}]
    assert page.table.pause is None
    assert page.ask(type="hello", protocol=2)[0]["code"] == "protocol"
