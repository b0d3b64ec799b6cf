"""Records: how they are written, and that the games they tell can be read and played on."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _records import (
    KEYS,
    ORDER,
    RECORD_VECTORS,
    any_variants,
    course,
    digest_of,
    fields_of,
    finished,
    games,
    play_on,
    pulled,
)
from hockey_cards import (
    Card,
    Game,
    RecordError,
    SeatError,
    Seeded,
    Stacked,
    Variant,
    deck,
    read_games,
    read_variant,
    variant,
    write_games,
)
from hockey_cards.record import Record


@pytest.mark.parametrize("key", KEYS)
def test_record_of_each_game(key: str) -> None:
    """A record of each game, dealt by each seat, says its course, and reads back to an equal game."""
    for dealer in range(variant(key).rules.seats):
        game = finished(key, seed=dealer, dealer=dealer)
        fields = fields_of(game)
        outcome = game.outcome
        assert outcome is not None
        assert (key, dealer, list(game.score)) == (fields["variant"], fields["dealer"], fields["score"])
        assert {"winner": outcome.winner, "how": str(outcome.how)} == fields["outcome"]
        assert [move.code for move in game.moves] == fields["moves"]
        assert digest_of(game) == fields["digest"]
        assert game == Game.from_record(game.record())


def test_keys_are_written_in_order() -> None:
    """The keys are in the specified order; optional keys without content are omitted."""
    house = finished(variant("breakaway").house(max_overtimes=3))
    assert [key for key in ORDER if key != "rules"] == list(fields_of(house, seats=["greedy", "random"]))
    required = [key for key in ORDER if key not in ("rules", "house", "seats", "seed")]
    stacked = finished("rink", shoe=Stacked([deck(36)]))
    assert required == list(fields_of(stacked))
    assert list(fields_of(house)["outcome"]) == ["winner", "how"]


def test_values_are_written_as_described() -> None:
    """Cards and moves are codes, the seed is 64 hex digits in lower case, house rules are JSON values."""
    game = finished(variant("breakaway").house(packets=[4, 4, 5], goal_ranks="2", pass_ranks=""), seed=7)
    fields = fields_of(game, seats=["Ida A. Spence", 'Лукьянов "♥"\n'])
    assert fields["format"] == "hockey-cards-record/1"
    assert fields["house"] == {"packets": [4, 4, 5], "pass_ranks": "", "goal_ranks": "2"}
    assert fields["seats"] == ["Ida A. Spence", 'Лукьянов "♥"\n']
    assert fields["seed"] == Seeded(7).seed.hex()
    assert {len(pack) for pack in fields["packs"]} == {104}
    assert [len(fields["packs"]), fields["dealer"]] == [3 + (fields["outcome"]["how"] in ("overtime", "draw")), 0]


def test_record_is_one_line_of_utf_8() -> None:
    """A record has no line end, and keeps names in other scripts."""
    text = finished().record(seats=["Лукьянов\r\n", "♥\u0000"])
    assert "\n" not in text
    assert "\r" not in text
    assert "Лукьянов" in text
    assert Game.from_record(text.encode()) == finished()


@given(games())
def test_round_trip(game: Game) -> None:
    """Games of all variants and house rules, finished, unfinished or forfeited, are read back equal."""
    text = game.record()
    other = Game.from_record(text)
    assert game == other
    assert course(game) == course(other)
    assert text == other.record()
    assert digest_of(game) == json.loads(text)["digest"]


@given(any_variants(), st.integers(0, 300))
def test_unfinished_game_is_played_on_after_reading(played: Variant, moves: int) -> None:
    """An unfinished game has no outcome; it can be read and continued to the same end."""
    game = play_on(Game.start(played, seed=moves), 7, moves)
    assert (game.outcome is None) == (fields_of(game)["outcome"] is None)
    other = Game.from_record(game.record())
    assert (game.seat, game.legal, game.state) == (other.seat, other.legal, other.state)
    assert play_on(game).record() == play_on(other).record()


@pytest.mark.parametrize("side", [0, 1])
def test_forfeit(side: int) -> None:
    """A forfeited game is won by the other side, whatever the score; after an undo it can be continued."""
    game = play_on(Game.start("passe", seed=3), moves=20).forfeit(side)
    fields = fields_of(game)
    assert fields["outcome"] == {"winner": 1 - side, "how": "forfeit"}
    assert fields["score"] == list(game.score)
    other = Game.from_record(game.record())
    assert game == other
    assert other.outcome == game.outcome
    assert play_on(other.undo()) == play_on(game.undo())


@given(games())
def test_record_as_such(game: Game) -> None:
    """The fields of a record are those that were written."""
    text = game.record(seats=[f"player {seat}" for seat in range(game.variant.rules.seats)])
    record = Record.from_json(text)
    assert record.to_json() == text
    assert (record.moves, record.score) == (tuple(move.code for move in game.moves), game.score)


def test_records_that_were_written_can_be_read_for_ever() -> None:
    """The records of the test vectors have the digest of an independent implementation, and are written unchanged."""
    vectors = RECORD_VECTORS.read_text("utf-8").splitlines(keepends=True)
    lines = [line for line in vectors if json.loads(line)["variant"] in KEYS or '"rules"' in line]
    found = list(read_games(lines))
    assert lines == list(write_games(found))
    assert [digest_of(game) for game in found] == [json.loads(line)["digest"] for line in lines]
    assert len(lines) >= 21


def test_undone_moves_leave_no_trace() -> None:
    """A record has no undone moves, and no pack of a period that was undone."""
    game = Game.start("passe", seed=3)
    while game.state.period == 0:
        game = game.play(game.legal[0])
    assert [len(fields_of(one)["packs"]) for one in (game, game.undo())] == [2, 1]
    assert game.undo().record() == Game.from_record(game.undo().record()).record()
    assert game.record() == game.undo().play(game.moves[-1]).record()


@pytest.mark.parametrize("key", KEYS)
def test_packs_of_the_periods_begun(key: str) -> None:
    """The move that ends a period begins the next, whose pack is then in the record."""
    game = Game.start(key, seed=7)
    shoe = Seeded(7, game.variant.rules.deck)
    for turn in [*finished(key).turns, None]:
        periods = game.state.period + 1
        if turn is None or periods != turn.step.state.period + 1:
            packs = ["".join(card.code for card in shoe.pack(period)) for period in range(periods)]
            assert packs == fields_of(game)["packs"]
        game = game if turn is None else game.play(turn.move)


def test_stacked_shoe_leaves_no_seed() -> None:
    """A game from given packs is recorded without a seed, and read back with the packs of its periods."""
    packs = [Seeded(7).pack(period) for period in range(9)]
    game = finished("breakaway", shoe=Stacked(packs))
    assert "seed" not in fields_of(game)
    other = Game.from_record(game.record())
    assert other.shoe == Stacked(packs[: game.state.period + 1])
    assert course(game) == course(other)
    assert course(game) == course(finished("breakaway", seed=7))


class OwnShoe:
    """A user-defined shoe."""

    def pack(self, period: int) -> tuple[Card, ...]:
        return deck()[period:] + deck()[:period]


def test_shoe_of_ones_own_is_recorded_as_packs() -> None:
    game = finished("block-draw", shoe=OwnShoe())
    assert "seed" not in fields_of(game)
    assert course(game) == course(Game.from_record(game.record()))


def test_seed_is_written_only_if_it_gives_the_packs() -> None:
    """The record of a seeded shoe with a reordered deck has no seed, because the seed does not give the packs."""
    game = finished("breakaway", shoe=Seeded(7, deck()[::-1]))
    assert "seed" not in fields_of(game)
    assert course(game) == course(Game.from_record(game.record()))


NO_NAMES: list[Any] = [["a"], ["a", "b", "c"], [], ["a"] * 4]


@pytest.mark.parametrize("names", NO_NAMES)
def test_one_name_a_seat(names: list[str]) -> None:
    with pytest.raises(SeatError, match="2 seats"):
        Game.start("breakaway", seed=7).record(seats=names)


@pytest.mark.parametrize("names", [[1, 2], [None, "b"], ["\ud800", "b"], b"ab"], ids=ascii)
def test_names_that_cannot_be_written(names: Any) -> None:
    """Names must be strings that UTF-8 can encode."""
    with pytest.raises(RecordError, match="name"):
        Game.start("breakaway", seed=7).record(seats=names)


def test_imagined_game_cannot_be_recorded() -> None:
    """A game that started from a given state cannot be recorded, for its packs are unknown."""
    game = Game.start("breakaway", seed=7)
    with pytest.raises(RecordError, match="cannot be recorded"):
        play_on(Game.at(game.variant, game.state), moves=3).record()
    with pytest.raises(RecordError):
        list(write_games([game, Game.at(game.variant, game.state)]))


FILE = """
base = "passe"
key = "passe-long"
name = "Jeu de cartes du Hockey, long"
[house]
periods = 4
packets = [4, 8]
"""


def test_variant_of_a_file_is_in_the_record() -> None:
    """The record of an unregistered variant has the fields of its variant file."""
    for played in (read_variant(FILE), read_variant(FILE).house(periods=2, table_match="any")):
        game = finished(played)
        fields = fields_of(game)
        assert (fields["variant"], fields["rules"]["base"], "house" in fields) == ("passe-long", "passe", False)
        assert list(fields) == [key for key in ORDER if key not in ("house", "seats")]
        assert game == Game.from_record(game.record())


def test_variant_that_is_passed_as_a_value() -> None:
    """The record of a variant that is passed to the reader can be read, and otherwise not."""
    own = Variant("own", "Own", "A game of one's own.", "me", variant("shots").house(periods=1).rules)
    game = finished(own.house(runs=True))
    assert fields_of(game)["house"] == {"periods": 1, "runs": True}
    assert game == Game.from_record(game.record(), variants={"own": own})
    assert [game] == list(read_games([game.record()], variants={"own": own}))
    with pytest.raises(RecordError, match="own"):
        Game.from_record(game.record())


def _spaced(text: str) -> str:
    return json.dumps(json.loads(text), indent=3, ensure_ascii=True).replace("\n", "\t \r")


def _reversed_keys(text: str) -> str:
    return json.dumps(dict(reversed(json.loads(text).items())))


@pytest.mark.parametrize("respelt", [_spaced, _reversed_keys, "  {}\t".format, "\ufeff{}".format, "{}\r\n".format])
def test_spellings_that_readers_take(respelt: Any) -> None:
    """The order of keys, white space, escapes, a byte-order mark, line ends, and text or bytes do not matter."""
    game = finished(variant("rumble").house(periods=1))
    text = respelt(game.record(seats=["α", "β", "γ", "🏒"]))
    for given_text in (text, text.encode()):
        assert game == Game.from_record(given_text)
        assert [game] == list(read_games([given_text]))


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_files_of_games(end: str) -> None:
    """A file of games has one record on each line; a byte-order mark and blank lines are skipped."""
    played = [finished(key) for key in ("rink", "shots", "block-draw")]
    blank = ["\ufeff" + end, end, " \t" + end]
    lines = [*blank, *(line for game in played for line in (game.record() + end, end)), "  "]
    assert played == list(read_games(lines))
    assert played == list(read_games(line.encode() for line in lines))
    lines = ["\ufeff" + game.record() + end for game in played]
    assert played == list(read_games(lines))
    assert [] == list(read_games([]))
    assert [] == list(read_games(blank))


def test_written_games_are_read_back() -> None:
    """``write_games`` yields a line for each game, with its line end."""
    played = [finished("rink", seed=seed) for seed in range(4)]
    lines = write_games(iter(played))
    assert next(lines) == played[0].record() + "\n"
    assert played[1:] == list(read_games(lines))


def test_reading_and_writing_are_streaming() -> None:
    """A line is read only when its game is requested, and only one game is held at a time."""
    counts: list[int] = []
    lines = pulled((finished("rink").record() for _ in range(10**9)), counts)
    reading = read_games(lines)
    assert counts == []
    for number in range(1, 4):
        next(reading)
        assert counts[-1] == number
    written = write_games(reading)
    assert counts[-1] == 3
    next(written)
    assert counts[-1] == 4


def test_hundreds_of_games_take_the_memory_of_one() -> None:
    line = Game.start("rink", seed=7).record() + "\n"
    tracemalloc.start()
    try:
        number = sum(1 for _ in write_games(read_games(line for _ in range(400))))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert number == 400
    assert peak < 2**20
