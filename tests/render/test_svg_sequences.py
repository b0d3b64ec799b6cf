"""Strips and animations of whole games: complete, limited to what a seat may know, and not too large."""

from __future__ import annotations

import re
from typing import Any

import pytest

from _pictures import SVG, played, read
from hockey_cards import Game, ParseError, SeatError, Stacked, deck, render, variants


@pytest.mark.slow
@pytest.mark.parametrize("key", variants())
@pytest.mark.parametrize("draw", [render.strip, render.animation])
def test_whole_games_are_valid_and_small(key: str, draw: Any) -> None:
    """A whole game is one valid picture of less than a megabyte, and each id it uses is defined once."""
    game = played(key)[-1]
    picture = draw(game)
    root = read(picture)
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    asked = {element.attrib["href"][1:] for element in root.iter(f"{SVG}use")}
    assert len(picture) < 1_000_000
    assert len(names) == len(set(names))
    assert asked <= set(names)


def test_strip_shows_every_moment_with_its_move() -> None:
    """The deal comes first, then the table after each move."""
    game = played("breakaway")[20]
    root = read(render.strip(game))
    captions = [text.text or "" for text in root.iter(f"{SVG}text") if text.attrib["font-size"] == "15"]
    moves = [f"{turn.number}. seat {turn.seat}: {turn.move.code}, {turn.step.call}" for turn in game.turns]
    assert ["the deal", *moves] == captions


def test_strip_can_show_a_part_in_rows() -> None:
    """The moments and the number of columns can be chosen."""
    game = played("passe")[-1]
    root = read(render.strip(game, first=3, last=9, columns=4, width=900))
    captions = [text.text or "" for text in root.iter(f"{SVG}text") if text.attrib["font-size"] == "15"]
    assert ["3", "4", "5", "6", "7", "8", "9"] == [caption.partition(".")[0] for caption in captions]
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    assert "900" == root.attrib["width"]
    assert 4 * 416 + 16 == wide
    assert 2 * 300 < high < 3 * 400


def test_shared_shapes_give_the_same_tables() -> None:
    """With shared shapes a moment has the same shapes as the single picture of it."""
    games = played("blades")
    whole = read(render.animation(games[-1], first=5, last=5, seat=1))
    single = read(render.svg(games[5], seat=1))
    uses = [
        [(element.attrib["href"].rpartition("-")[2], element.get("transform")) for element in root.iter(f"{SVG}use")]
        for root in (whole, single)
    ]
    assert uses[0] == uses[1]


def test_hidden_moves_are_not_in_the_captions() -> None:
    """The cards of a face-down stack appear for the player who laid it, and not for the other seat."""
    game = Game.start("blades", seed=2)
    while not any(turn.move.code.startswith("stack") and turn.seat == 1 for turn in game.turns):
        stacks = [move for move in game.legal if move.code.startswith("stack")]
        game = game.play((stacks or list(game.legal))[0])
    laid = next(turn.move.code for turn in game.turns if turn.seat == 1 and turn.move.code.startswith("stack"))
    for draw in (render.strip, render.animation):
        assert laid in draw(game)
        assert laid in draw(game, seat=1)
        assert laid not in draw(game, seat=0)
        assert laid not in draw(game, seat=None)
        assert "stack ??" in draw(game, seat=0)


def test_games_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    """Two deals that differ only in cards that seat 0 has not seen give seat 0 the same picture."""
    pack = deck(36)
    first, other = (Game.start("rink", shoe=Stacked([cards])) for cards in (pack, (*pack[:-2], pack[-1], pack[-2])))
    for draw in (render.strip, render.animation):
        assert draw(first, seat=0) == draw(other, seat=0)
        assert draw(first) != draw(other)


def test_animation_has_a_step_for_each_move_and_rests_at_the_end() -> None:
    """There is a step of the given duration for each move, and a rest of three more."""
    game = played("rink")[10]
    picture = render.animation(game, seconds=0.5)
    assert "steps(10)" in picture
    assert f"play {0.5 * 13:.2f}s infinite" in picture


def test_reduced_motion_shows_the_last_moment() -> None:
    """With reduced motion, and without style sheets, the last moment is visible."""
    game = played("rink")[10]
    picture = render.animation(game)
    column = next(element for element in read(picture).iter() if element.attrib.get("id", "").endswith("-film"))
    ends = set(re.findall(r"translateY\((-\d+)px\)", picture))
    assert "@media (prefers-reduced-motion:reduce)" in picture
    assert {column.attrib["transform"]} == {f"translate(0 {end})" for end in ends}
    assert 11 == len(list(column))


def test_animation_of_one_moment_does_not_move() -> None:
    assert "@keyframes" not in render.animation(Game.start("passe", seed=1))


def test_styles_apply_to_their_own_picture_only() -> None:
    """Every CSS rule refers to an id of its own picture."""
    game = played("rink")[5]
    styles = [re.findall("<style>(.*)</style>", render.animation(game, seat=seat))[0] for seat in (0, 1)]
    names = [set(re.findall(r"#([\w-]+)\{|@keyframes ([\w-]+)|animation:([\w-]+) ", style)) for style in styles]
    assert names[0].isdisjoint(names[1])


def test_forfeit_is_shown_at_the_end() -> None:
    game = played("passe")[4].forfeit(0)
    assert "Forfeited: side 1 wins." in render.strip(game)
    assert "Forfeited" not in render.strip(game, last=3)


@pytest.mark.parametrize(("first", "last"), [(-1, None), (0, 11), (5, 4), (True, 4), (0, "4"), (0.0, 4)])
@pytest.mark.parametrize("draw", [render.strip, render.animation])
def test_missing_moments_are_refused(draw: Any, first: Any, last: Any) -> None:
    with pytest.raises(ParseError, match="the game has 0 to 10"):
        draw(played("rink")[10], first=first, last=last)


@pytest.mark.parametrize("columns", [0, 101, 2.0, True])
def test_invalid_columns_are_refused(columns: Any) -> None:
    with pytest.raises(ParseError, match=r"columns cannot be .+: give a whole number from 1 to 100"):
        render.strip(Game.start("rink", seed=1), columns=columns)


@pytest.mark.parametrize("seconds", [0, 61, float("nan"), "1", True])
def test_invalid_durations_are_refused(seconds: Any) -> None:
    with pytest.raises(ParseError, match=r"seconds cannot be .+: give a number from 0\.1 to 60"):
        render.animation(Game.start("rink", seed=1), seconds=seconds)


def test_huge_numbers_are_refused() -> None:
    game, huge = Game.start("rink", seed=1), 10**5000
    with pytest.raises(ParseError, match=r"columns cannot be <huge integer>"):
        render.strip(game, columns=huge)
    with pytest.raises(ParseError, match="seconds cannot be <huge integer>"):
        render.animation(game, seconds=huge)
    with pytest.raises(ParseError, match="no moments 0 to <huge integer>: the game has 0 to 0"):
        render.strip(game, last=huge)


@pytest.mark.parametrize("draw", [render.strip, render.animation])
@pytest.mark.parametrize("shown", [None, "rink", Game.start("rink", seed=1).state, Game.start("rink", seed=1).view(0)])
def test_only_games_have_moments(draw: Any, shown: Any) -> None:
    with pytest.raises(ParseError, match=f"no moments of a value of type {type(shown).__name__}: give a game"):
        draw(shown)


def test_seat_must_be_at_the_table() -> None:
    with pytest.raises(SeatError):
        render.strip(Game.start("rink", seed=1), seat=2)


def test_notebooks_show_views_states_and_games() -> None:
    """Notebooks show the picture that ``svg`` draws of a value."""
    game = Game.start("passe", seed=1)
    for value in (game, game.state, game.view(2), game.view(None)):
        assert render.svg(value) == value._repr_svg_()
