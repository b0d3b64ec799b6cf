"""Views as JSON in all families: older versions of the format, options that came later, forfeits."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from rich.console import Console

import golden
from hockey_cards import (
    Ending,
    Game,
    IllegalMove,
    Outcome,
    ParseError,
    Variant,
    View,
    read_variant,
    read_view,
    render,
    variants,
)
from hockey_cards.options import Kind
from hockey_cards.pile import Pile, Referee, Schedule, house, view_json
from hockey_cards.registry import VARIANTS
from hockey_cards.terminal import board

VERSION_1 = Path(__file__).parent / "vectors" / "views-1.jsonl"
"""Records, and after each of them views of its game, as the last version that wrote version 1 wrote them."""


def version_1() -> Iterator[tuple[Game, int, int | None, str]]:
    """Yield for each view its game, the number of moves before it, the seat and the text."""
    game: Any = None
    for line in VERSION_1.read_text("utf-8").splitlines():
        row = json.loads(line)
        if "record" in row:
            game = Game.from_record(json.dumps(row["record"]))
        else:
            yield game, row["ply"], row["seat"], row["view"]


def after(game: Game, ply: int) -> Game:
    while len(game.moves) > ply:
        game = game.undo()
    return game


def test_version_1_is_read() -> None:
    """A view of version 1 is the same, but for the play that ended the period before, which it does not know."""
    met = set[str]()
    for game, ply, seat, text in version_1():
        met.add(game.variant.key)
        expected = json.loads(after(game, ply).view(seat).to_json())
        again = read_view(text)
        found = json.loads(again.to_json())
        if expected.get("closing") is not None:
            expected["closing"] = None
            expected["last"] = expected["last"] if expected["plays"] else None
        assert expected == found
        assert again == read_view(again.to_json())
    assert met == set(variants())


def test_version_1_is_read_strictly() -> None:
    """The keys that version 1 did not have are refused in it, and so is what contradicts itself."""
    for _, _, _, text in list(version_1())[::9]:
        fields = json.loads(text)
        changes: list[dict[str, Any]] = [{"outcome": None}, {"last": None}, {"score": [99, 0]}, {"seat": 9}]
        for change in changes:
            with pytest.raises(ParseError):
                read_view(json.dumps(fields | change))


def test_text_of_another_version() -> None:
    with pytest.raises(ParseError, match="'hockey-cards-view/2' or 'hockey-cards-view/1'"):
        read_view('{"format": "hockey-cards-view/3", "family": "pile"}')


@pytest.mark.parametrize("key", variants())
def test_options_at_their_defaults_may_be_said(key: str) -> None:
    """The rules leave out options that have their defaults; a text that says them reads to the same view."""
    view = Game.start(key, seed=1).view(0)
    fields = json.loads(view.to_json())
    options = {option.name: option.value for option in view.rules.options}
    assert len(options) > len(fields["rules"]["base"])
    fields["rules"]["base"] |= options
    assert view == read_view(json.dumps(fields))
    fields["rules"]["base"]["colour"] = "red"
    with pytest.raises(ParseError):
        read_view(json.dumps(fields))


@attrs.frozen(cache_hash=True)
class LaterSchedule(Schedule):
    """The schedule of a later version, with one option more."""

    fictitious: int = 3


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[Variant]:
    """Add an option to the pile, as a later version might, and yield breakaway in that version."""
    added = {"fictitious": ("pile.1.4", {"kind": Kind.COUNT})}
    for table in ("_SCHEDULE", "_ALL"):
        monkeypatch.setattr(house, table, getattr(house, table) | added)
    monkeypatch.setattr(house, "Schedule", LaterSchedule)
    monkeypatch.setattr(house, "DEFAULTS", house.values_of((LaterSchedule(), Referee())))
    made = {key: _in_later_version(each) for key, each in VARIANTS.built_in.items()}
    monkeypatch.setattr(VARIANTS, "built_in", made)
    view_json.rules.cache_clear()
    yield made["breakaway"]
    view_json.rules.cache_clear()


def _in_later_version(variant: Variant) -> Variant:
    rules: Any = variant.rules
    if not isinstance(rules, Pile):
        return variant
    schedule = LaterSchedule(**attrs.asdict(rules.base_schedule, recurse=False))
    made: Any = Pile(schedule, rules.base_referee, rules.seatings)
    return attrs.evolve(variant, rules=made)


def test_option_that_came_later(later: Variant) -> None:
    """Views, records and variant files that were written without an option are read with its default."""
    old = [(game, text) for game, _, _, text in version_1() if game.variant.key == later.key]
    assert {True, False} == {game.variant.rules == later.rules for game, _ in old}
    current = [game.view(0).to_json() for game, _ in old]
    assert not [text for text in current if "fictitious" in text]
    for text in [text for _, text in old] + current:
        view: Any = read_view(text)
        assert (LaterSchedule, 3) == (type(view.rules.schedule), view.rules.schedule.fictitious)
    game: Any = Game.from_record(golden.path_of(later.key).read_text("utf-8").splitlines()[0])
    assert 3 == game.variant.rules.schedule.fictitious
    made: Any = read_variant('base = "breakaway"\n[house]\nperiods = 2')
    assert (3, 2) == (made.rules.schedule.fictitious, made.rules.schedule.periods)
    other = later.house(fictitious=4)
    view = Game.start(other, seed=1).view(0)
    assert {"fictitious": 4} == json.loads(view.to_json())["rules"]["house"]
    assert view == read_view(view.to_json())


@pytest.mark.parametrize("key", variants())
def test_forfeits(key: str) -> None:
    """After a forfeit views have the outcome, no mover and no moves, and no picture or board says otherwise."""
    whole = golden.played(variants()[key])
    for ply in (0, 1, len(whole.moves) // 2, len(whole.moves) - 1):
        before = after(whole, ply)
        game = before.forfeit(ply % 2)
        outcome = Outcome(1 - ply % 2, Ending.FORFEIT, game.score)
        for seat in (*range(game.variant.rules.seats), None):
            view = game.view(seat)
            assert (outcome, None, (), before.view(seat).last) == (view.outcome, view.mover, view.legal, view.last)
            assert view == read_view(view.to_json())
            picture = render.svg(view)
            assert f"Forfeited: side {1 - ply % 2} wins" in picture
            assert not re.search("to move|to answer|to be answered|must be led", picture + repr(view))
            assert not re.search("to be (led|passed|blocked)", _board(view))
            assert before.view(seat) == game.variant.rules.view(view.rules.imagine(view, Random(1)), seat)
        with pytest.raises(IllegalMove) as caught:
            game.play(before.legal[0])
        assert "game-over" == caught.value.code


def _board(view: View) -> str:
    console = Console(file=io.StringIO(), width=200)
    names = [f"player {seat}" for seat in range(view.rules.seats)]
    with console.capture() as captured:
        console.print(*board(view, names))
    return captured.get()


def test_forfeits_that_cannot_be() -> None:
    """A game that is over cannot be forfeited, and the score is the board."""
    game = golden.played(variants()["rink"])
    forfeit = {"winner": 0, "how": "forfeit", "score": list(game.score)}
    for view, said in (
        (game.view(0), forfeit),
        (after(game, 3).view(0), forfeit | {"score": [5, 5]}),
        (after(game, 3).view(0), forfeit | {"winner": True, "score": [0, 0]}),
        (after(game, 3).view(0), {"how": "forfeit"}),
    ):
        with pytest.raises(ParseError):
            read_view(json.dumps(json.loads(view.to_json()) | {"outcome": said, "mover": None, "legal": []}))
