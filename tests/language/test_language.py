"""Games in words: cards, moves, events and effects in every language, for every viewer."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from hockey_cards import (
    Ending,
    Game,
    Outcome,
    ParseError,
    Session,
    UnknownLanguage,
    deck,
    language,
    play,
    registry,
    variant,
    variants,
)
from hockey_cards.language import LANGUAGES, LETTERS, Language, Words
from hockey_cards.strategies import random
from hockey_cards.testing.random_house import random_house
from toys import parts
from toys.toy import TOY, toy_variant
from translations import forms_of, read

CODES = tuple(LANGUAGES)
FAMILIES = ("blades", "breakaway", "passe", "rink", "saves", "shots", "rumble")
PLACE = re.compile(r"[{}]")
WORD = re.compile(r"\b[^\W\d_]{2,}\b")


def _names(game: Any) -> list[str]:
    return [f"P{seat}" for seat in range(game.rules.seats)]


@pytest.mark.parametrize("code", CODES)
class TestCards:
    """Cards are shown and read with the letters of the country."""

    def test_every_card_is_read_back(self, code: str) -> None:
        """As it is shown, with a letter for the suit, in lower case, with the hollow symbol, and with spaces."""
        letters = Language(code).letters
        for card in deck():
            shown = Language(code).card(card)
            typed = letters.folded(shown)
            forms = [
                shown,
                typed,
                typed.upper(),
                shown.translate(str.maketrans("♣♦♥♠", "♧♢♡♤")),
                f" {shown[:-1]} {shown[-1]}",
            ]
            assert [card] * 5 == [letters.read_card(form) for form in forms]

    def test_cards_differ(self, code: str) -> None:
        assert 52 == len({Language(code).letters.folded(Language(code).card(card)) for card in deck()})

    def test_letters_of_other_countries_are_refused(self, code: str) -> None:
        """Only the active set is read."""
        own = LETTERS[code]
        foreign = {letter for other in LETTERS.values() for letter in other.court} - set(own.court)
        for letter in foreign:
            with pytest.raises(ParseError, match="is not a card"):
                own.read_card(f"{letter}♠")


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("fr", "V♠", "Js"),
        ("nl", "V♠", "Qs"),
        ("fr", "dk", "Qd"),
        ("nl", "hh", "Kh"),
        ("ru", "тт", "Ac"),
        ("ru", "В♥", "Jh"),
        ("en", "10h", "Th"),
        ("hi", "qd", "Qd"),
    ],
)
def test_letters_of_a_country(code: str, text: str, expected: str) -> None:
    """A letter may stand for a rank, a suit, or another rank in the next country."""
    assert expected == Language(code).letters.read_card(text).code


@pytest.mark.parametrize("text", ["", "V", "♠", "Vx", "1♠", "11♠", "VV♠", "V♠♠", "x" * 9999])
def test_nonsense_is_no_card(text: str) -> None:
    with pytest.raises(ParseError):
        LETTERS["fr"].read_card(text)


def test_letters_are_separate_from_the_language() -> None:
    """A player who speaks French may have a pack with English letters."""
    spoken = Language("fr", LETTERS["en"])
    game = Game.start("breakaway", seed=3)
    jack = next(card for card in deck() if card.code == "Js")
    assert ("J♠", "V♠") == (spoken.card(jack), Language("fr").card(jack))
    assert language.how_to_play(game.variant, spoken) == language.how_to_play(game.variant, "fr")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr", "LC_MESSAGES": "nl_BE"}, "nl"),
        ({"LANG": "fr", "LC_MESSAGES": "nl_BE", "LC_ALL": "ru_RU.KOI8-R"}, "ru"),
        ({"LANG": "fr", "LANGUAGE": "de:hi:nl"}, "hi"),
        ({"LANG": "fr", "LANGUAGE": "de:sv"}, "en"),
        ({"LANG": "../fr"}, "en"),
        ({"LC_ALL": "", "LANG": "hi_IN@latin"}, "hi"),
    ],
)
def test_environment_chooses_the_language(environment: dict[str, str], expected: str) -> None:
    """The variables count in the order of gettext; the first language that there is wins."""
    assert expected == language.preferred(environment)


@pytest.mark.parametrize("code", ["de", "", "FR", "fr_FR", "../fr"])
def test_unknown_language_is_refused(code: str) -> None:
    """The message lists the languages."""
    with pytest.raises(UnknownLanguage, match="give en, fr, hi, nl, ru"):
        language.how_to_play(variant("rink"), code)


@pytest.mark.parametrize("key", variants())
def test_how_to_play_with_random_house_rules(key: str) -> None:
    """Every combination of settings has a text in every language; all places are filled."""
    game, rng = variant(key), Random(key)
    for _ in range(12):
        changed = game.house(**random_house(game.rules, rng))
        texts = [language.how_to_play(changed, code) for code in CODES]
        assert len(set(texts)) == len(CODES)
        assert not any(PLACE.search(text) for text in texts)
        assert len({len(text.split("\n\n")) for text in texts}) == 1


@pytest.mark.parametrize("key", variants())
@pytest.mark.parametrize("code", CODES)
def test_table_of_the_rules(key: str, code: str) -> None:
    """The table has the same form in every language."""
    rows, english = language.rules_table(variant(key).rules, code), language.rules_table(variant(key).rules)
    assert [len(row) for row in english] == [len(row) for row in rows]
    assert len(set(rows)) == len(rows)


def _played(key: str) -> Game:
    return play(variant(key), [random, random], seed=key)


@pytest.mark.parametrize("key", variants())
def test_sentences_of_a_game(key: str) -> None:
    """Every seat reads the game in every language: as many lines, with filled places, and the same cards."""
    game = _played(key)
    for seat in (*range(game.variant.rules.seats), None):
        events = game.history(seat)
        lines = {code: _lines(game, seat, code) for code in CODES}
        assert {len(lines["en"])} == {len(each) for each in lines.values()}
        assert not any(PLACE.search(line) for each in lines.values() for line in each)
        assert all(len(events) >= len(each) for each in lines.values())
        for each in lines.values():
            assert [re.findall("[♣♦♥♠]", line) for line in lines["en"]] == [re.findall("[♣♦♥♠]", line) for line in each]


def _lines(game: Game, seat: int | None, code: str, since: int = 0) -> list[str]:
    rules = game.variant.rules
    names = _names(game.variant)
    return list(language.sentences(rules, game.history(seat), names, seat=seat, since=since, language=code))


@cache
def _words(code: str) -> set[str]:
    return {word for message in read(code) for form in forms_of(message) for word in WORD.findall(form)}


@pytest.mark.parametrize("key", ["blades", "breakaway", "passe", "rink", "block"])
def test_no_sentence_is_left_in_english(key: str) -> None:
    """Every word that a seat reads about a game is in the catalogue of the language."""
    game = _played(key)
    for code in CODES:
        if code != "en":
            assert set() == {word for line in _lines(game, 0, code) for word in WORD.findall(line)} - _words(code)


@pytest.mark.parametrize("key", variants())
def test_sentences_have_the_true_score(key: str) -> None:
    """After a goal the score is that of the state, the viewer's side first; at the end it is that of the outcome."""
    game = _played(key)
    goals = [line for line in _lines(game, 1, "en") if "goal!" in line]
    scores = [turn.step.state.score for turn in game.turns if turn.step.call == "goal"]
    expected = [f"{own}-{other}" for other, own in scores]
    assert expected == [match[0] for line in goals for match in re.finditer(r"\d+-\d+", line)]
    assert game.outcome is not None
    assert language.result(game.outcome, _names(game.variant), seat=1) == _lines(game, 1, "en")[-1]


def test_events_that_were_read_are_left_out() -> None:
    """The rest of the sentences is the same, wherever the viewer goes on reading."""
    game = _played("passe")
    whole = _lines(game, 2, "fr")
    for since in range(0, len(game.history(2)), 7):
        rest = _lines(game, 2, "fr", since)
        assert whole[len(whole) - len(rest) :] == rest


@pytest.mark.parametrize("key", ["passe", "blades"])
def test_one_table_in_five_languages_at_once(key: str) -> None:
    """Readers of five languages at one table, in threads, read what each would read alone."""
    game = _played(key)
    alone = {code: _lines(game, place % game.variant.rules.seats, code) for place, code in enumerate(CODES)}
    with ThreadPoolExecutor(len(CODES)) as threads:
        for _ in range(3):
            readers = {
                code: threads.submit(_lines, game, place % game.variant.rules.seats, code)
                for place, code in enumerate(CODES)
            }
            assert alone == {code: reader.result() for code, reader in readers.items()}


def _positions(key: str) -> Iterator[tuple[Any, Any]]:
    """Yield some positions of a game: the view of the mover, and the state."""
    for turn in islice(_played(key).turns, 40):
        yield turn.before.rules.view(turn.before, turn.seat), turn.before


@pytest.mark.parametrize("key", FAMILIES)
def test_moves_are_read_back(key: str) -> None:
    """A move is read as it is shown, with letters or symbols, in every language; nonsense is no move."""
    for view, _ in _positions(key):
        for code in CODES:
            names = [language.move_text(view.rules, move, code) for move in view.legal]
            assert list(view.legal) == [language.read_move(view, name, code) for name in names]
            typed = [Language(code).letters.folded(name) for name in names]
            assert list(view.legal) == [language.read_move(view, name, code) for name in typed]
            assert language.read_move(view, "nonsense", code) is None


@pytest.mark.parametrize("code", ["en", "hi"])
def test_codes_are_read_where_the_letters_are_english(code: str) -> None:
    for view, _ in _positions("blades"):
        assert list(view.legal) == [language.read_move(view, move.code, code) for move in view.legal]


CALLS = {
    "goal": "goal",
    "pass": "breakaway|pass|shot",
    "interception": "interception: takes over the (breakaway|pass)",
    "block": "blocks the shot",
    "missed": "gives up the (breakaway|shot)|wastes the pass",
    "play": r"no effect|a stop: nobody can score on it|leaves the other side its (breakaway|pass|shot)"
    r"|leaves your opponent the (breakaway|pass|shot)",
}


@pytest.mark.parametrize("key", [key for key in variants() if key not in ("blades", "rink")])
def test_effect_of_a_card_is_what_the_engine_does(key: str) -> None:
    """What the words promise for each card of the hand is the call that the card then gets."""
    for view, state in _positions(key):
        for card, effect in language.effects(view):
            step = state.rules.step(state, card)
            said, _, pile = effect.partition("; ")
            assert re.fullmatch(CALLS[step.call], said)
            assert (pile == "the pile is set aside") is view.ruling(card).clears


def test_effects_of_a_run() -> None:
    """An open card is judged; of a closed one the words say what it must be."""
    for view, state in _positions("rink"):
        for move, effect in language.effects(view):
            call = state.rules.step(state, move).call
            if effect.startswith("closed"):
                matches = (str(view.running)[:-1] in effect, str(view.running)[-1] in effect)
                assert (True, True) == matches
            else:
                assert {"goal": "goal", "through": "matches: the run goes on"}.get(
                    call, "no match: the run is over"
                ) == effect


def test_effects_of_answers() -> None:
    """An answer blocks the shot, or it does not."""
    for view, state in _positions("blades"):
        for move, effect in language.effects(view):
            call = state.rules.step(state, move).call
            assert {"block": "blocks the shot"}.get(call, effect) == effect
            assert (call == "goal") is effect.endswith("goal for the other side")


def test_seats_have_names_in_every_language() -> None:
    """Two and four seats are points of the compass, clockwise from the south; others have numbers."""
    assert ("Zuid", "West", "Noord", "Oost") == language.seat_names(4, "nl")
    for seats in (2, 4, 6, 10):
        assert all(seats == len(set(language.seat_names(seats, code))) for code in CODES)


def test_places_take_any_text() -> None:
    """A name with braces is a name, and not a place."""
    outcome = Outcome(0, Ending.REGULATION, (1, 0))
    assert "{score} wins 1-0." == language.result(outcome, ["{score}", "%s"])


def _three_paragraphs(rules: Any, spoken: Language) -> list[str]:
    """Return a text that the family translates, one that the library translates, and one that nobody translates."""
    said = spoken.say("Hold {number} cards.", number=rules.size)
    return [said, spoken.say("You begin."), spoken.say("Nobody wins.")]


def test_family_brings_its_own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a plug-in are translated by its own package, and fall back on the library's, then on English."""
    package = tmp_path / "toy_words"
    (package / "catalogues").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    catalogue = Catalog(locale="fr", fuzzy=False)
    catalogue.add("Hold {number} cards.", "Gardez {number} cartes.")
    with (package / "catalogues" / "fr.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    words = Words(how_to_play=_three_paragraphs, catalogues="toy_words")
    monkeypatch.setattr(parts, "TRANSLATED", words, raising=False)
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family(language="toys.parts:TRANSLATED"))
    game = toy_variant(TOY)
    assert "Gardez 2 cartes.\n\nVous commencez.\n\nNobody wins." == language.how_to_play(game, "fr")
    assert "Hold 2 cards.\n\nJij begint.\n\nNobody wins." == language.how_to_play(game, "nl")
    sys.modules.pop("toy_words", None)


@pytest.mark.parametrize("key", ["breakaway", "block", "rink", "blades"])
def test_moves_that_were_taken_back_do_not_count(key: str) -> None:
    """After an undo the score is that of the moves that still count, in every language."""
    game = variant(key)
    bots = dict.fromkeys(range(1, game.rules.seats), "greedy")
    session = Session(Game.start(game, seed=key), players=bots, names={0: "Ann"})
    rng = Random(key)
    session.advance()
    while session.game.outcome is None:
        legal: Any = session.game.legal
        session.play(session.game.seat or 0, rng.choice(legal), turn=session.turn)
        if session.game.outcome is None and rng.random() < 0.4:
            session.undo(0, turn=session.turn)
        session.advance()
    outcome = session.game.outcome
    assert session.undos > 0
    for code in CODES:
        lines = list(
            language.sentences(session.game.variant.rules, session.seen(0), session.names, seat=0, language=code)
        )
        assert language.result(outcome, session.names, seat=0, language=code) == lines[-1]
        scored = [line for line in lines if re.search(r"goal!|but\xa0!|doelpunt!|गोल!|гол!", line)]
        shown = [tuple(map(int, re.findall(r"(\d+)[-:](\d+)", line)[0])) for line in scored]
        assert outcome.score == shown[-1]
