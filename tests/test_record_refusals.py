"""Invalid records: each is refused with its place and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from _records import KEYS, changed, digest_of, fields_of, finished, games, play_on, swapped, without
from hockey_cards import Game, RecordError, Seeded, Stacked, deck, read_games, read_variant, variant
from hockey_cards.cards import codes

GAME = next(game for game in (finished("breakaway", seed=seed) for seed in range(99)) if game.state.period == 2)
OPEN = play_on(Game.start("passe", seed=7), moves=30)
REQUIRED = "format variant dealer packs moves score outcome digest".split()
Change = Callable[[dict[str, Any]], object]


def refusal(text: str | bytes, **arguments: Any) -> RecordError:
    """Return the error for a record, alone and in a file, where it names its place."""
    with pytest.raises(RecordError) as alone:
        Game.from_record(text, **arguments)
    assert (alone.value.line, alone.value.game) == (None, None)
    with pytest.raises(RecordError) as filed:
        list(read_games(["\n", GAME.record(), "", text], **arguments))
    error = filed.value
    assert (error.line, error.game, error.move) == (4, 1, alone.value.move)
    assert str(error).startswith("line 4, game 1")
    assert error.message == alone.value.message
    assert len(str(error)) < 1200
    return error


@given(games(), st.data())
def test_one_move_changed(game: Game, data: st.DataObject) -> None:
    """A record with one move changed is refused, even if the other move is legal."""
    turns = [turn for turn in game.turns if len(turn.legal) > 1]
    assume(turns)
    turn = data.draw(st.sampled_from(turns))
    other = data.draw(st.sampled_from([move for move in turn.legal if move != turn.move]))
    moves = [move.code for move in game.moves]
    moves[turn.number - 1] = other.code
    with pytest.raises(RecordError) as caught:
        Game.from_record(changed(game, moves=moves))
    assert caught.value.move is None or caught.value.move > turn.number


@given(games(), st.data())
def test_one_card_changed(game: Game, data: st.DataObject) -> None:
    """A record with two cards of a pack swapped is refused, with and without its seed."""
    fields = fields_of(game)
    size = len(game.variant.rules.deck)
    one, other = data.draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True))
    which = data.draw(st.integers(0, len(fields["packs"]) - 1))
    fields["packs"][which] = swapped(fields["packs"][which], one, other)
    for text in (json.dumps(fields), json.dumps({key: value for key, value in fields.items() if key != "seed"})):
        with pytest.raises(RecordError):
            Game.from_record(text)


def test_place_of_a_move_that_cannot_be_made() -> None:
    """The error names the move, from 1, and chains the error of the rules."""
    moves = [move.code for move in GAME.moves]
    moves[4] = moves[3]
    error = refusal(changed(GAME, moves=moves))
    assert error.move == 5
    assert moves[3] in str(error)


@pytest.mark.parametrize(
    "code", ["4S", "10h", "4♠", "b2", "", "4s ", "XX", "4s" * 10**5, "\u0000"], ids=lambda code: ascii(code[:5])
)
def test_moves_are_codes(code: str) -> None:
    """Moves must be codes; other notations of a card are refused."""
    moves = [move.code for move in GAME.moves]
    assert refusal(changed(GAME, moves=[*moves[:7], code, *moves[8:]])).move == 8


def test_legal_move_in_another_spelling() -> None:
    """A record with legal moves in another notation is refused, even with a matching digest."""
    moves = [move.code for move in GAME.moves]
    assert refusal(changed(GAME, moves=[moves[0].upper(), *moves[1:]])).move == 1
    rink = finished("rink")
    moves = [move.code for move in rink.moves]
    assert refusal(changed(rink, moves=[moves[0], moves[1].upper(), *moves[2:]])).move == 2


def test_moves_after_the_end() -> None:
    moves = [move.code for move in GAME.moves]
    error = refusal(changed(GAME, moves=[*moves, moves[0]]))
    assert error.move == len(moves) + 1
    assert "over" in str(error)


def test_moves_cut_short() -> None:
    """A game with an outcome must be played to its end, or forfeited."""
    error = refusal(changed(GAME, moves=[move.code for move in GAME.moves[:-1]]))
    assert error.move is None
    assert "score" in str(error) or "outcome" in str(error)


def _last_pack_twice(fields: dict[str, Any]) -> None:
    fields["packs"].append(fields["packs"][-1])


def test_too_many_packs() -> None:
    """The pack of a period that has not begun is refused, even if the seed deals it."""
    assert GAME.shoe is not None
    packs = [codes(GAME.shoe.pack(period)) for period in range(9)]
    for seedless in (False, True):
        fields = {**fields_of(GAME), "packs": packs}
        text = json.dumps({key: value for key, value in fields.items() if not (seedless and key == "seed")})
        assert "packs" in str(refusal(text))
    assert "packs" in str(refusal(changed(GAME, _last_pack_twice)))


def test_too_few_packs() -> None:
    """A period has no pack: the error names the move that began it."""
    fields = fields_of(GAME)
    fields["packs"].pop()
    assert "packs" in str(refusal(json.dumps(fields)))
    del fields["seed"]
    error = refusal(json.dumps(fields))
    assert error.move is not None
    assert GAME.variant == variant("breakaway")
    assert [turn.step.state.period for turn in GAME.turns][error.move - 2 : error.move] == [1, 2]


PACK = codes(deck())
BAD_PACKS: list[Any] = [
    *([PACK[:-2]], [PACK[:-2] + "2c"], [PACK + "2c"], [PACK.upper()], [PACK[:-1]], [PACK.replace("Th", "10h")]),
    *([PACK.replace("2c", "2♣")], [""], [codes(deck(36))], [], PACK, [PACK, 1], [[PACK]], {PACK: 1}, [PACK * 10**4]),
    [" " + PACK],
]


@pytest.mark.parametrize("packs", BAD_PACKS, ids=range(len(BAD_PACKS)))
@pytest.mark.parametrize("seed", [True, False], ids=["seed", "no seed"])
def test_packs_that_are_no_packs(packs: Any, seed: bool) -> None:
    """A pack holds each card of the deck once, in codes of two characters."""
    fields = {**fields_of(Game.start("shots", seed=7)), "packs": packs}
    text = json.dumps({key: value for key, value in fields.items() if seed or key != "seed"})
    assert "pack" in str(refusal(text))


@pytest.mark.parametrize("key", REQUIRED)
def test_missing_keys(key: str) -> None:
    assert f"'{key}' is missing" in str(refusal(without(GAME, key)))


def test_optional_keys_may_be_missing() -> None:
    named = json.loads(finished().record(seats=["a", "b"]))
    for key in ("seats", "seed"):
        del named[key]
        assert Game.from_record(json.dumps(named)).moves == finished().moves


@pytest.mark.parametrize(
    "key", ["comment", "Format", "", "format ", "♥", "a" * 10**5, "\ud800"], ids=lambda key: ascii(key[:8])
)
def test_unknown_keys(key: str) -> None:
    """An unknown key is refused; the message lists the keys."""
    error = refusal(json.dumps({**fields_of(GAME), key: None}))
    assert "unknown key" in str(error) or "surrogate" in str(error)


@pytest.mark.parametrize("where", ["record", "outcome", "house", "rules"])
def test_doubled_keys(where: str) -> None:
    """A duplicate key is refused, even with equal values, and also within values."""
    text = finished(variant("breakaway").house(max_overtimes=3)).record()
    doubled = {
        "record": text.replace('"dealer": 0', '"dealer": 0, "dealer": 0'),
        "outcome": text.replace('"winner"', '"how": "draw", "winner"'),
        "house": text.replace('"max_overtimes": 3', '"max_overtimes": 3, "max_overtimes": 3'),
        "rules": text.replace('"house"', '"rules": {"a": [{"b": 1, "c": 1, "b": 1}]}, "house"'),
    }
    assert "twice" in str(refusal(doubled[where]))


WRONG: dict[str, list[Any]] = {
    "format": [None, "", "hockey-cards-record/2", 1, ["hockey-cards-record/1"], "Hockey-cards-record/1", "a" * 10**5],
    "variant": [None, 1, [], {}, "no such game", "Breakaway", "breakaway ", "\ud800", "a" * 10**5, ["breakaway"]],
    "house": [None, [], "", 1, {"nonsense": 1}, {"periods": 0}, {"periods": None}, {"self": 1}, {"packets": [9, 9, 9]}],
    "rules": [None, [], "", 1, {}, {"base": "no such game"}, {"base": 1}, {"base": "shots"}, {"key": "own"}],
    "seats": [None, [], ["a"], ["a", "b", "c"], "ab", [1, 2], {"a": 1, "b": 2}, [["a"], ["b"]], ["\ud800", "b"]],
    "dealer": [None, -1, 2, True, False, "0", [], 10**19, -0.5],
    "seed": [None, 7, "", "7", "0" * 63, "0" * 65, "0" * 64, "A" * 64, "g" * 64, "٣" * 64, "0" * 63 + "\n", ["0" * 64]],
    "moves": [None, {}, "", "4s", [1], [None], [["4s"]], 4],
    "score": [None, 1, [], [1], [1, 2, 3], [-1, 0], [True, False], ["1", "0"], {"0": 1}, [10**19, 0], [99, 0]],
    "outcome": [True, "draw", [], {}, 0, {"winner": 0}, {"how": "draw"}, {"winner": None, "how": "draw", "why": "x"}],
    "digest": [None, "", 1, "0" * 64, "0" * 63, "F" * 64, ["0" * 64], "0" * 64 + "\n"],
}
CASES = [(key, value) for key, values in WRONG.items() for value in values]


@pytest.mark.parametrize(("key", "value"), CASES, ids=[f"{key}-{number}" for number, (key, _) in enumerate(CASES)])
def test_wrong_values(key: str, value: Any) -> None:
    """A value of a wrong type, form or size, or a false one, is refused with a short message."""
    assert refusal(json.dumps({**fields_of(GAME), key: value}))


WINNER = int(GAME.score[1] > GAME.score[0])
WINNERS: tuple[Any, ...] = (True, False, None, 2, -1, "0", [0], 1 - WINNER)
ENDINGS: tuple[Any, ...] = ("overtime", "draw", "forfeit", "won", None, 1, [], "")
OUTCOMES: list[Any] = [
    *({"winner": winner, "how": "regulation"} for winner in WINNERS),
    *({"winner": WINNER, "how": how} for how in ENDINGS),
    {"winner": None, "how": "draw"},
    None,
]


@pytest.mark.parametrize("outcome", OUTCOMES, ids=range(len(OUTCOMES)))
def test_wrong_outcomes(outcome: Any) -> None:
    """The outcome must be that of the moves, and a finished game must have one."""
    assert "outcome" in str(refusal(changed(GAME, outcome=outcome)))


@pytest.mark.parametrize("how", ["regulation", "overtime", "draw"])
def test_open_game_has_no_outcome_but_a_forfeit(how: str) -> None:
    winner = None if how == "draw" else 0
    assert "outcome" in str(refusal(changed(OPEN, outcome={"winner": winner, "how": how})))
    assert "outcome" in str(refusal(changed(OPEN, outcome={"winner": None, "how": "forfeit"})))
    for side in (0, 1):
        assert OPEN.forfeit(1 - side) == Game.from_record(changed(OPEN, outcome={"winner": side, "how": "forfeit"}))


@pytest.mark.parametrize("key", KEYS)
def test_score_and_digest_of_each_game(key: str) -> None:
    """A wrong score or digest is refused, and the error has the right one."""
    game = finished(key)
    error = refusal(changed(game, score=[game.score[0] + 1, game.score[1]]))
    assert str(list(game.score)) in str(error)
    error = refusal(changed(game, digest=digest_of(finished(key, seed=8))))
    assert digest_of(game) in str(error)


def test_seed_of_other_packs() -> None:
    """A seed must deal the packs of the record."""
    assert refusal(changed(GAME, seed=Seeded(8).seed.hex()))
    stacked = finished(shoe=Stacked([Seeded(7).pack(period)[::-1] for period in range(4)]))
    assert refusal(changed(stacked, seed=Seeded(7).seed.hex()))
    start = Game.start("breakaway", shoe=Stacked([Seeded(8).pack(0)]))
    assert "packs" in str(refusal(changed(start, seed=Seeded(7).seed.hex())))


def test_house_rules_that_are_not_those_of_the_game() -> None:
    """House rules that make the record untrue are refused."""
    assert refusal(changed(GAME, house={"pass_ranks": "Q"}))
    assert refusal(changed(GAME, house={"periods": 4}))
    assert refusal(without(finished(variant("breakaway").house(periods=1)), "house"))


def test_variant_error_says_all_that_is_wrong_with_the_house() -> None:
    error = refusal(changed(GAME, house={"periods": 0, "reply": "pass", "nonsense": [1]}))
    assert [word for word in ("periods", "reply", "nonsense") if word not in str(error)] == []


def test_rules_must_be_those_of_the_variant() -> None:
    """The rules of a record must have the key of its variant; a built-in variant has no rules there."""
    own = read_variant('base = "shots"\nkey = "own"\nname = "Own"')
    game = finished(own)
    rules = fields_of(game)["rules"]
    assert "'own'" in str(refusal(changed(game, variant="other")))
    assert "'own'" in str(refusal(changed(game, variant="shots")))
    assert "choose another" in str(refusal(changed(game, variant="shots", rules={**rules, "key": "shots"})))
    assert refusal(changed(game, rules={**rules, "house": {"pass_ranks": "Q"}}))
    assert "unknown key" in str(refusal(changed(game, rules={**rules, "comment": 1})))
    assert refusal(without(game, "rules"))


def test_cut_short() -> None:
    """A truncated line is refused, wherever it was cut."""
    text = Game.start("rink", seed=7).record()
    for end in range(1, len(text)):
        with pytest.raises(RecordError):
            Game.from_record(text[:end])


def test_reading_stops_at_the_first_bad_record() -> None:
    """The games before an invalid record are yielded; nothing after it is read."""
    good, bad = GAME.record(), without(GAME, "digest")
    taken: list[int] = []

    def lines() -> Any:
        for number, line in enumerate(["", good, good, bad, good, bad]):
            taken.append(number)
            yield line

    reading = read_games(lines())
    assert [GAME, GAME] == [next(reading), next(reading)]
    with pytest.raises(RecordError) as caught:
        next(reading)
    assert (caught.value.line, caught.value.game, caught.value.move) == (4, 2, None)
    assert taken == [0, 1, 2, 3]
    assert [] == list(reading)


def test_errors_chain_what_the_rules_said() -> None:
    """The cause of an error is the original error, never the error itself."""
    moves = [move.code for move in GAME.moves]
    texts = [
        changed(GAME, moves=[moves[1], *moves[1:]]),
        changed(GAME, house={"periods": 0}),
        changed(GAME, variant="none"),
        changed(GAME, dealer=2),
        changed(GAME, seats=["a"]),
        without(GAME, "digest"),
    ]
    causes = [refusal(text).__cause__ for text in texts]
    assert [type(cause).__name__ for cause in causes[:4]] == [
        "IllegalMove",
        "VariantError",
        "UnknownVariant",
        "SeatError",
    ]
    assert causes[4:] == [None, None]


def test_error_in_the_lines_is_the_callers() -> None:
    """An exception of the source of the lines propagates."""

    def lines() -> Any:
        yield GAME.record()
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        list(read_games(lines()))
