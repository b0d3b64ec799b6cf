"""Pictures of tables: valid, legible and reproducible SVG that shows what it was given and nothing else."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from _pictures import SVG, cards_in, moments, played, read, shown, spots
from hockey_cards import (
    Card,
    Game,
    ParseError,
    SeatError,
    Variant,
    deck,
    imagine,
    pile,
    registry,
    render,
    variant,
    variants,
)
from hockey_cards.language import LANGUAGES
from hockey_cards.render import Picture
from toys import parts
from toys.toy import TOY, toy_variant
from toys.toy import View as ToyView

GAMES = [
    *map(variant, variants()),
    variant("block-eights").house(seats=10),
    variant("block-eights").house(seats=6),
    variant("team-breakaway").house(seats=2),
    variant("block-draw").house(play_out=True),
    variant("rink").house(deck=52, goalkeeper_lanes=True),
]
NAMES = [f"{game.key} {game.changes or ''}".strip() for game in GAMES]
CARDS = {card.code for card in deck()}
every_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


def pictures(game: Game) -> list[Picture]:
    seats = (None, 0, game.variant.rules.seats - 1)
    return [render.svg(game), *(render.svg(game, seat=seat) for seat in seats)]


@every_game
def test_pictures_are_valid_and_described(game: Variant) -> None:
    """A picture is one image with a title and a description, and each id it uses is defined once."""
    for moment in moments(game, step=29):
        for picture in pictures(moment):
            root = read(picture)
            names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            asked = {element.attrib["href"][1:] for element in root.iter(f"{SVG}use")}
            labels = root.attrib["aria-labelledby"].split()
            assert root.attrib["role"] == "img"
            assert len(names) == len(set(names))
            assert asked | set(labels) == set(names)
            assert labels == [child.attrib["id"] for child in root if child.tag in (f"{SVG}title", f"{SVG}desc")]
            assert "Score " in root.findtext(f"{SVG}desc", "")


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_cut_off_and_no_texts_overlap(game: Variant, seed: int) -> None:
    """All shapes lie inside the picture, and no two texts overlap, even in a wide font."""
    for moment in moments(game, seed=seed, step=23):
        for picture in pictures(moment):
            width, height = map(float, read(picture).attrib["viewBox"].split()[2:])
            laid = list(spots(picture))
            texts = [spot for spot in laid if spot.name.startswith("text")]
            outside = [
                spot for spot in laid if spot.left < 0 or spot.top < 0 or spot.right > width or spot.bottom > height
            ]
            assert outside == []
            assert [pair for pair in combinations(texts, 2) if pair[0].overlaps(pair[1])] == []


@every_game
def test_texts_and_cards_do_not_overlap(game: Variant) -> None:
    """No card covers a text, and no text covers a card."""
    for moment in moments(game, step=23):
        for picture in pictures(moment):
            laid = list(spots(picture))
            cards = [spot for spot in laid if spot.name == "back" or spot.name[-2:] in CARDS]
            texts = [spot for spot in laid if spot.name.startswith("text") and spot.name != "text no pile"]
            assert [(text, card) for text in texts for card in cards if text.overlaps(card)] == []


@every_game
def test_picture_of_a_view_depends_on_the_view_alone(game: Variant) -> None:
    """States that a seat cannot tell apart give that seat the same picture."""
    for moment in moments(game, step=37):
        for seat in (None, *range(game.rules.seats)):
            seen = moment.view(seat)
            other = imagine(seen, Random(4))
            assert render.svg(seen) == render.svg(moment.state, seat=seat)
            assert render.svg(seen) == render.svg(other, seat=seat)


@every_game
def test_picture_of_a_state_shows_every_card(game: Variant) -> None:
    """Before the first move every card of the game is visible: in hands, on the table and in the stock."""
    state = Game.start(game, seed=5).state
    assert {card.code for card in game.rules.deck} == cards_in(render.svg(state))


@pytest.mark.parametrize(
    ("key", "backs"),
    [("breakaway", 5 + 3), ("passe", 3 * 4 + 3), ("saves", 3 * 13), ("rink", 16 + 3 + 3), ("blades", 6 + 3)],
)
def test_hidden_cards_lie_face_down(key: str, backs: int) -> None:
    """A seat sees the backs of the other hands and of the cards on the ice; a stock is drawn as three backs."""
    game = Game.start(key, seed=3)
    assert game.seat is not None
    assert backs == shown(render.svg(game, seat=game.seat)).count("back")


def test_own_hand_is_shown() -> None:
    view = Game.start("breakaway", seed=3).view(0)
    assert isinstance(view, pile.PileView)
    assert {card.code for card in view.hand} == cards_in(render.svg(view))


def test_cards_that_may_not_be_played_are_dimmed() -> None:
    """Each card in the mover's hand that a rule forbids has a veil."""
    for game in played("block", seed=3):
        if game.seat is not None:
            view = game.view(game.seat)
            assert isinstance(view, pile.PileView)
            picture = render.svg(view)
            forbidden = len(view.hand) - len(view.legal)
            assert forbidden == picture.count('fill-opacity="0.5"')


def test_description_contains_the_position() -> None:
    """The description names the hand, the top of the pile, the last move and who is to move."""
    game = Game.start("breakaway", seed=1).play("3d")
    words = read(render.svg(game, seat=0)).findtext(f"{SVG}desc", "")
    assert "Top of the pile: three of diamonds" in words
    assert "Last move: seat 1, three of diamonds, play." in words
    assert "Seat 1 holds 4 cards." in words
    assert "two of clubs" in words
    assert "Seat 0 is to move." in words


def test_title_names_the_game_and_the_viewer() -> None:
    game = Game.start("rink", seed=1)
    assert game.variant.name in read(render.svg(game)).findtext(f"{SVG}title", "")
    assert "seat 1's view" in read(render.svg(game, seat=1)).findtext(f"{SVG}title", "")
    assert "all cards open" in read(render.svg(game)).findtext(f"{SVG}title", "")


@pytest.mark.parametrize("key", ["breakaway", "rink", "blades"])
def test_result_of_a_finished_game_is_shown(key: str) -> None:
    """The result stands in the picture and in its description."""
    for seed in range(4):
        game = played(key, seed=seed)[-1]
        assert game.outcome is not None
        winner = game.outcome.winner
        told = "Over: a draw" if winner is None else f"Over: side {winner} wins"
        assert 2 <= render.svg(game, seat=0).count(told)


def test_forfeit_is_shown() -> None:
    """A forfeit is part of the game, not of its state."""
    game = Game.start("breakaway", seed=1).forfeit(0)
    assert 2 == render.svg(game).count("Forfeited: side 1 wins.")
    assert 0 == render.svg(game.state).count("Forfeited")


def test_pictures_do_not_clash_on_a_page() -> None:
    """Different pictures have no id in common."""
    views = [Game.start("breakaway", seed=seed).view(0) for seed in range(20)]
    names = [set(re.findall(r'id="([^"]+)"', render.svg(view))) for view in views]
    assert all(one.isdisjoint(other) for one, other in combinations(names, 2))


def test_cards_need_no_font() -> None:
    """Ranks, suits and digits are paths; only words are text."""
    for moment in moments("passe"):
        texts = [element.text or "" for element in read(render.svg(moment)).iter(f"{SVG}text")]
        assert [] == [text for text in texts if any(suit in text for suit in "♣♦♥♠")]
        assert "<text" not in re.findall(r"<defs>(.*)</defs>", render.svg(moment))[0]


def test_same_table_gives_the_same_text_in_every_process() -> None:
    code = "from hockey_cards import Game, render; print(render.svg(Game.start('passe', seed=1)))"
    run = [sys.executable, "-c", code]
    texts = {
        subprocess.run(run, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert {render.svg(Game.start("passe", seed=1)) + "\n"} == texts


def test_width_scales_the_picture() -> None:
    """The width is in CSS pixels, the height follows, and the picture shrinks where there is less room."""
    view = Game.start("rink", seed=1).view(0)
    small, large = read(render.svg(view)), read(render.svg(view, width=800))
    assert ("400", "800") == (small.attrib["width"], large.attrib["width"])
    assert abs(2 * int(small.attrib["height"]) - int(large.attrib["height"])) <= 1
    assert "max-width:100%" in small.attrib["style"]


@pytest.mark.parametrize("width", [39, 20_001, 400.0, True, "400", None])
def test_invalid_width_is_refused(width: Any) -> None:
    with pytest.raises(ParseError, match=r"the width of a picture cannot be .+: give a whole number from 40 to 20000"):
        render.svg(Game.start("rink", seed=1), width=width)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(ParseError, match=r"cannot be 10{39}\.\.\.: give"):
        render.svg(Game.start("rink", seed=1), width=10**100)
    with pytest.raises(ParseError, match="cannot be <huge integer>: give"):
        render.svg(Game.start("rink", seed=1), width=10**5000)
    with pytest.raises(SeatError, match="cannot be drawn for seat <huge integer>"):
        render.svg(Game.start("rink", seed=1).view(0), seat=10**5000)


@pytest.mark.parametrize("shown", [None, "passe", Card("Qh"), variant("passe")])
def test_other_values_have_no_picture(shown: Any) -> None:
    with pytest.raises(ParseError, match="give a view, a state or a game"):
        render.svg(shown)


@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_seat_must_be_at_the_table(seat: Any) -> None:
    with pytest.raises(SeatError):
        render.svg(Game.start("breakaway", seed=1), seat=seat)


@pytest.mark.parametrize("seat", [1, None, False])
def test_view_cannot_be_drawn_for_another(seat: Any) -> None:
    """A view cannot be drawn for another seat, so nobody can get more out of it."""
    view = Game.start("breakaway", seed=1).view(0)
    assert render.svg(view) == render.svg(view, seat=0)
    with pytest.raises(SeatError, match="the view is that of seat 0"):
        render.svg(view, seat=seat)


def test_game_of_an_unknown_family_is_drawn_from_its_json() -> None:
    """Without the part ``render`` the picture lists the JSON of the view, and shows no hidden card."""
    game = Game.start(toy_variant(TOY), seed=1)
    picture = render.svg(game.view(0))
    words = read(picture).findtext(f"{SVG}desc", "")
    assert f"counts: {list(game.view(0).counts)}".replace("'", '"') in words
    assert picture == render.svg(imagine(game.view(0), Random(1)), seat=0)
    assert "spectator" in read(render.svg(game)).findtext(f"{SVG}title", "")


def test_family_can_draw_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part ``render`` of a family takes the view, and the state when all cards are to be shown."""
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family())
    game = Game.start(toy_variant(TOY), seed=1)
    of_view, of_state = render.svg(game.view(0)), render.svg(game.state)
    assert ["Qh"] == shown(of_view)
    assert "This is the view." == read(of_view).findtext(f"{SVG}desc")
    assert "This is the state." == read(of_state).findtext(f"{SVG}desc")


def test_family_that_draws_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family(render="toys.parts:no_drawing"))
    with pytest.raises(ParseError, match=r"the picture of Toy is a value of type str: it must be a render\.Drawing"):
        render.svg(Game.start(toy_variant(TOY), seed=1))


def test_text_of_other_families_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text from a family cannot break out of the picture."""

    def to_json(_: ToyView) -> str:
        return '{"a<script>": "</desc>\\u0000 href=\\"#~Qh\\""}'

    monkeypatch.setattr(ToyView, "to_json", to_json)
    view = Game.start(toy_variant(TOY), seed=1).view(0)
    root = read(render.svg(view))
    assert "</desc>" in root.findtext(f"{SVG}desc", "")
    assert [] == shown(render.svg(view))


PLAYABLE = [
    pytest.param(lambda: Game.start("passe", seed=3), id="pile"),
    pytest.param(lambda: Game.start("rink", seed=3), id="rink"),
    pytest.param(lambda: Game.start("blades", seed=3), id="blades"),
]


@pytest.mark.parametrize("start", PLAYABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_are_marked_to_be_played_on(start: Any, language: str) -> None:
    """What the legal moves use is marked once, with a label, and nothing else is; there is no ``style`` attribute."""
    game = start()
    picture = render.svg(game.view(game.seat), moves=True, language=language, prefix="table")
    root = read(picture)
    marked = [each.attrib for each in root.iter(f"{SVG}g") if "data-card" in each.attrib]
    used = {code for move in game.legal for code in render.choices(move)}
    assert sorted(used) == sorted(each["data-card"] for each in marked)
    assert all(each["aria-label"] for each in marked)
    assert ("group", True) == (root.attrib["role"], " style=" not in picture)
    other = render.svg(game.view(1 - game.seat % 2), moves=True, language=language, prefix="table")
    assert ("img", False, False) == (read(other).attrib["role"], "data-card" in other, " style=" in other)


def test_ids_keep_their_prefix_from_picture_to_picture() -> None:
    game = Game.start("breakaway", seed=1)
    for moment in (game, game.play("3d")):
        names = re.findall(r'id="([^"]+)"', render.svg(moment.view(0), prefix="own"))
        assert names
        assert all(name.startswith("own-") for name in names)


@pytest.mark.parametrize("prefix", ["", "1a", "a-b", "a b", 'x"', "a" * 41, 7])
def test_invalid_prefix_is_refused(prefix: Any) -> None:
    with pytest.raises(ParseError, match="the prefix cannot be"):
        render.svg(Game.start("rink", seed=1), prefix=prefix)


@every_game
@pytest.mark.parametrize("language", ["fr", "hi", "nl", "ru"])
def test_nothing_is_cut_off_in_other_languages(game: Variant, language: str) -> None:
    """With long names and words no text leaves the picture, and no card covers it."""
    names = ["Maximiliane von und zu"] * game.rules.seats
    for moment in moments(game, step=41):
        for picture in (
            render.svg(moment.view(0), language=language, names=names),
            render.svg(moment, language=language, names=names),
        ):
            width, height = map(float, read(picture).attrib["viewBox"].split()[2:])
            laid = list(spots(picture))
            outside = [spot for spot in laid if spot.left < 0 or spot.right > width or spot.bottom > height]
            assert outside == []


def test_words_are_those_of_the_language_and_names_are_escaped() -> None:
    view = Game.start("breakaway", seed=1).view(0)
    picture = render.svg(view, language="fr", names=["<Ann> & co", ""])
    root = read(picture)
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert "période 1 sur 3" in texts
    assert any(text.startswith("<Ann> & co, ") for text in texts)
    assert "la table vue par <Ann> & co" == root.findtext(f"{SVG}title")
    assert "Nord" in root.findtext(f"{SVG}desc", "")
    assert "seat" not in picture.partition("</defs>")[2]


@pytest.mark.parametrize("names", [["Ann", "Bob", "Cid"], [1, 2]])
def test_names_that_do_not_fit_are_refused(names: Any) -> None:
    with pytest.raises(ParseError, match="the names cannot be"):
        render.svg(Game.start("breakaway", seed=1), names=names)


def test_cards_have_the_letters_of_the_language() -> None:
    """The queen of a French picture is a D, as in French text; an English picture keeps its letters."""
    view = Game.start("breakaway", shoe=None, seed=1).view(1)
    shapes = {
        code: dict(re.findall(r'id="own-(r[JQKA])" d="([^"]+)"', render.svg(view, language=code, prefix="own")))
        for code in ("en", "fr", "nl", "ru", "hi")
    }
    assert shapes["en"] == shapes["hi"]
    letters = {code: set(found) for code, found in shapes.items()}
    assert len({tuple(sorted(each)) for each in letters.values()}) == 1
    common = {rank for rank in shapes["en"] if shapes["en"][rank] == shapes["fr"][rank]}
    assert common <= {"rA"}


def test_picture_is_text_that_notebooks_display(tmp_path: Path) -> None:
    """A picture is its SVG; it can be saved, copied and pickled, and its repr is short."""
    picture = render.svg(Game.start("blades", seed=1).view(0))
    picture.save(tmp_path / "duel.svg")
    assert picture == (tmp_path / "duel.svg").read_text("utf-8")
    assert picture == picture._repr_svg_()
    assert len(repr(picture)) < 60
    for again in (copy.copy(picture), copy.deepcopy(picture), pickle.loads(pickle.dumps(picture))):
        assert isinstance(again, Picture)
        assert picture == again
