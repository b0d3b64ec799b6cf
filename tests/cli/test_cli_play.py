"""The command ``play``: boards, events, moves and undo, with prepared input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from _commands import Command, Ran, fixture_command
from _duels import BLADES, MINE, YOURS, begin, do, middle, small
from _players import first
from hockey_cards import (
    Event,
    Game,
    Move,
    Played,
    Seeded,
    blades,
    deck,
    derive,
    play,
    registry,
    rink,
    variant,
    variants,
)
from hockey_cards.language import how_to_play, result, sentences
from hockey_cards.strategies import greedy
from hockey_cards.terminal import advice, board
from hockey_cards.terminal.console import show
from toys import parts
from toys.toy import TOY, toy_variant

__all__ = ["fixture_command"]

SHORT = ["--house", "packets=2", "--house", "periods=1", "--house", "overtime=none"]
ENOUGH = "1\n" * 400
CARD = re.compile(r"\b(?:[2-9JQKA]|10)[♣♦♥♠]")


def _dealer(seed: str, seats: int) -> int:
    return int.from_bytes(derive(seed, "dealer"), "big") % seats


def _screens(ran: Ran) -> list[str]:
    """Split the output at the prompts."""
    return re.split(r"your move \([^)]*\): ", ran.out)


@pytest.mark.slow
@pytest.mark.parametrize("key", variants())
def test_game_can_be_played_to_its_end(command: Command, key: str) -> None:
    """A person who always takes the first move plays the same game as such a player in the library."""
    game = variant(key)
    seats = game.rules.seats
    players: list[Any] = [greedy] * seats
    players[seats - 1] = first
    played = play(game, players, seed="s", dealer=_dealer("s", seats))
    ran = command("play", key, "--seed", "s", "--seat", str(seats - 1), stdin=ENOUGH)
    assert (0, "") == (ran.code, ran.err)
    assert played.outcome is not None
    assert result(played.outcome, [""] * seats, seat=seats - 1) in ran.lines
    assert [f"commitment {Seeded('s').commitment}"] == [line for line in ran.lines if line.startswith("commitment")]
    assert f"seed32 {Seeded('s').seed.hex()}" == ran.lines[-1]
    asked = sum(turn.seat == seats - 1 for turn in played.turns)
    assert asked == len(_screens(ran)) - 1


def _known(view: Any) -> list[object]:
    """Return the cards that a seat may know, including those played."""
    if isinstance(view, blades.BladesView):
        return [*view.seen]
    own = (
        (*view.layout, *view.spent, view.running)
        if isinstance(view, rink.RinkView)
        else (*view.hand, *view.table_cards)
    )
    return [*own, *(play.move for play in view.plays)]


@pytest.mark.parametrize("key", ["blades", "breakaway", "passe", "block-draw", "rink"])
def test_nothing_hidden_is_shown(command: Command, key: str) -> None:
    """At each prompt the screen shows only cards that the person may know."""
    game = variant(key)
    seats = game.rules.seats
    players: list[Any] = [greedy] * seats
    known: list[set[str]] = []
    seen: set[str] = set()

    def watching(view: Any) -> Move:
        seen.update(map(str, _known(view)))
        known.append(set(seen))
        return first(view)

    players[1] = watching

    events: list[Event] = []

    def watch(event: Event) -> None:
        events.append(event.seen_by(1))
        lines = sentences(game.rules, events, [""] * seats, seat=1, since=len(events) - 1)
        seen.update(CARD.findall("\n".join(lines)))

    play(game, players, seed="t", dealer=_dealer("t", seats), watch=watch)
    screens = _screens(command("play", key, "--seed", "t", "--seat", "1", stdin=ENOUGH))
    assert len(known) == len(screens) - 1
    for screen, may_know in zip(screens, known, strict=False):
        assert set(CARD.findall(screen)) <= may_know


def test_board_of_the_pile(command: Command) -> None:
    """The screen has the events since the last move, the board, and numbered moves."""
    ran = command("play", "breakaway", "--seed", "3", "--players", "greedy,_players:last", stdin="2\n")
    expected = [
        "",
        "You play 8♥.",
        "North (_players:last) plays J♣: breakaway!",
        "",
        "period      1 of 3",
        "dealer      North (_players:last)",
        "score       0-0",
        "breakaway   North (_players:last)",
        "pile        8♥ J♣",
        "cards left  North (_players:last) 4, stock 42",
        "your hand   6♦ 8♠ A♦ A♠",
        "   ".join(
            f"{number} {card} (leaves your opponent the breakaway)"
            for number, card in enumerate(["6♦", "8♠", "A♦", "A♠"], 1)
        ),
    ]
    assert expected == _screens(ran)[1].splitlines()


def test_board_of_a_duel(command: Command) -> None:
    """The board has the player's hand and stack, the counts of the opponent, the discards, and the shot."""
    seat = "North (greedy)"
    screens = _screens(command("play", "blades", "--seed", "4", stdin="1\n1\n"))
    expected = [
        "",
        f"Period 1: you deal. Your hand: 4♥ 5♦ 5♥ 6♠ 9♣ J♣. {seat} begins.",
        f"{seat} shoots with 4♦ 7♦ 8♦.",
        "",
        "period          regular time",
        "dealer          you",
        "score           0-0",
        "discards        no cards",
        f"{seat}  hand 3, stack 0",
        "stock           40",
        "to be blocked   4♦ 7♦ 8♦",
        "your stack      no cards",
        "your hand       4♥ 5♦ 5♥ 6♠ 9♣ J♣",
        "1 hand 6♠ 9♣ J♣ (does not block: goal for the other side)   2 none (goal for the other side)",
    ]
    first = screens[0].splitlines()
    assert expected == first[first.index("") :]
    later = screens[1].splitlines()
    assert ["*** You defend with 6♠ 9♣ J♣: not enough, goal! 0-1.", "You draw 4♣."] == later[1:3]
    assert {"score           0-1", "discards        6♠ 9♣ J♣"} < set(later)
    assert not [line for line in later if line.startswith("to be blocked")]


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "no cards"),
        (12, "2♣ 2♦ 2♥ 2♠ 3♣ 3♦ 3♥ 3♠ 4♣ 4♦ 4♥ 4♠"),
        (13, "... 2♦ 2♥ 2♠ 3♣ 3♦ 3♥ 3♠ 4♣ 4♦ 4♥ 4♠ 5♣"),
    ],
)
def test_latest_discards_are_shown(number: int, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Dots stand for earlier discards, and overtime is marked."""
    state = do(small(begin(MINE, YOURS), 0), "change")
    spent = deck()[:number]
    plays = (Played(0, 0, blades.Action(blades.Verb.CHANGE), "change"),)
    seen = BLADES.view(attrs.evolve(state, table=attrs.evolve(state.table, plays=plays, spent=(spent,))), 0)
    show(*board(seen, ["A", "B"]))
    lines = capsys.readouterr().out.splitlines()
    assert ["period      overtime", f"discards    {shown}"] == [lines[0], lines[3]]


def test_events_of_a_duel() -> None:
    """An answer is shown with its result, and the cards of a defence are listed once."""
    codes = ["stack 2c", "stack 2s3s", "stack 3c", "stack 4s", "shoot 9d9h", "hand Ac"]
    expected = [
        "You lay a stack: 2♣.",
        "B lays 2 cards face down as a stack.",
        "You lay a stack: 3♣.",
        "You discard 2♣.",
        "B lays 1 card face down as a stack.",
        "B discards 2♠ 3♠.",
        "You shoot with 9♦ 9♥.",
        "B defends with A♣: not enough, goal! 1-0.",
    ]
    assert expected == _lines(begin(MINE, YOURS, "3c7d8h"), *codes)
    assert ["B reveals the stack, 2♠ 3♠: not enough, goal! 1-0."] == _lines(middle(), "use")
    assert ["B does not answer: goal! 1-0."] == _lines(middle(), "none")
    blocked = ["You shoot with K♦ A♦.", "B defends with A♣: blocked!"]
    assert blocked == _lines(begin(MINE, YOURS), "shoot KdAd", "hand Ac")


def test_new_deal_of_a_duel() -> None:
    """Only the player's own hand is shown."""
    state = small(begin(MINE, YOURS), 0)
    hand = " ".join(map(str, do(state, "change").hands[0]))
    printed = _lines(state, "change")
    deal = f"Overtime: you deal. Your hand: {hand}. B begins."
    assert ["You change lines.", "Period 1 is over: 0-0.", deal] == [printed[0], *printed[2:]]


def _lines(state: Any, *codes: str) -> list[str]:
    """Return the lines for seat 0 about the moves of a duel, without the draws."""
    events: list[Event] = []
    for code in codes:
        step = BLADES.step(state, blades.Action.parse(code))
        events += [event.seen_by(0) for event in step.events]
        state = step.state
    return [line for line in sentences(BLADES, events, ["A", "B"], seat=0) if "draw" not in line]


def test_numbers_and_codes_are_moves(command: Command) -> None:
    """A move can be given as a number, or as its code in any form."""
    arguments = ["play", "breakaway", *SHORT, "--seed", "3", "--players", "greedy,_players:first"]
    card = Game.start(variant("breakaway").house(packets=[2]), seed="3", dealer=1).legal[0]
    typed = ["1", card.code, card.code.upper(), str(card), f" {card.code.lower()} "]
    outputs = {command(*arguments, stdin=f"{text}\n1\n").out for text in typed}
    assert 1 == len(outputs)
    assert re.search(r"^(You (win|lose)|The game ends in a draw).*[0-9]-[0-9]", outputs.pop(), re.MULTILINE)


def test_invalid_input_is_asked_again(command: Command) -> None:
    """A message is printed, the prompt is repeated, and nothing is played."""
    ran = command("play", "breakaway", "--seed", "3", stdin="\n99\n00\n" + "9" * 5000 + "\nxx\n2c\n")
    screens = _screens(ran)
    assert 7 == len(screens) - 1
    assert "" == screens[1]
    wrong = "is none of your moves: give a number from 1 to 5, or the name of a move.\n"
    typed = ["99", "00", "9" * 40, "xx", "2c"]
    assert [f"{text} {wrong}" for text in typed] == screens[2:7]


@pytest.mark.parametrize("typed", ["help", "0", "h", "?"])
def test_help_is_short_and_ends_with_the_hand(command: Command, typed: str) -> None:
    first, shown, *_ = _screens(command("play", "breakaway", "--seed", "3", stdin=f"{typed}\n"))
    assert shown.startswith("Type the number of a move or its name")
    assert "02 undo: takes back your last move" in shown
    assert first.splitlines()[-1] == shown.splitlines()[-1]
    assert len(shown.splitlines()) <= 5


@pytest.mark.parametrize("typed", ["rules", "05"])
def test_rules_can_be_read_during_the_game(command: Command, typed: str) -> None:
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin=f"{typed}\n"))
    assert how_to_play(variant("breakaway")) in screens[1]


def test_hint_names_a_move_and_what_it_would_do(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the move of the player counter, where the searcher is not installed, and one of those listed."""
    monkeypatch.setattr(advice, "_ADVISERS", ("counter",))
    first, shown, *_ = _screens(command("play", "breakaway", "--seed", "3", stdin="01\n"))
    hint = re.fullmatch(r"Hint: (.+)\.\n", shown)
    assert hint is not None
    assert hint[1] in first.splitlines()[-1]


@pytest.mark.slow
def test_hint_of_the_searcher_says_what_the_move_is_worth(command: Command) -> None:
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin="01\n"))
    assert re.search(r"Expected goal difference until the end of the period: [+\N{MINUS SIGN}]\d\.\d\.\n", screens[1])


def test_hint_is_not_given_where_nobody_can_give_one(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    screens = _screens(command("play", "toy", "--seed", "3", "--players", "random", stdin="hint\n"))
    assert "There are no hints for this game.\n" == screens[1]


def test_cards_dealt_face_up_can_be_looked_up(command: Command) -> None:
    """They are announced, and stay known when the pile is set aside."""
    screens = _screens(command("play", "passe", "--seed", "3", stdin="1\ntable\n"))
    table = Seeded("3").pack(0)[16:20]
    cards = " ".join(map(str, table))
    assert f"On the table: {cards}." in screens[0]
    assert f"Dealt face up in this period: {cards}.\n" == screens[2]


def test_no_cards_dealt_face_up(command: Command) -> None:
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin="table\n"))
    assert "No cards were dealt face up in this period.\n" == screens[1]


def test_log_shows_the_last_lines(command: Command) -> None:
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin="log\n1\n03\n"))
    assert re.match(r"Period 1: .+\n", screens[1])
    assert screens[3].startswith(screens[1])
    assert "\nYou play" in screens[3]


def test_only_move_is_played_on_request(command: Command) -> None:
    """With Enter, or by itself after the command; both are the same game."""
    arguments = ["play", "breakaway", *SHORT, "--seed", "3", "--players", "greedy,_players:first"]
    typed = _screens(command(*arguments, stdin="1\n1\n"))
    entered = _screens(command(*arguments, stdin="1\n\n"))
    alone = _screens(command(*arguments, stdin="06\n1\n"))
    assert typed[-1] == entered[-1]
    assert alone[-1].endswith(typed[-1])
    assert "Your only move is now played by itself.\n" == alone[1]
    assert "You play every move yourself.\n" == _screens(command(*arguments, stdin="06\nforced\n"))[2]


def test_goals_steals_and_saves_are_marked(command: Command) -> None:
    """Without colour too: a goal by three asterisks, a steal and a save by one."""
    out = "".join(command("play", key, "--seed", "3", stdin=ENOUGH).out for key in ("passe", "rink", "saves"))
    played = [
        line for line in out.splitlines() if re.search("(goal! |interception!|saved, |nobody scores on a stop)", line)
    ]
    assert {"***", "*"} == {line.split(" ")[0] for line in played}
    assert [] == [line for line in played if line.startswith("*** ") != ("goal! " in line)]


def test_score_by_period(command: Command) -> None:
    """From the second period on, the board has the goals of each."""
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin=ENOUGH))
    assert not any("by period" in screen for screen in screens if "period      1 of 3" in screen)
    shown = [screen for screen in screens if "2 of 3" in screen]
    assert shown
    assert all(re.search(r"^by period +\d-\d, \d-\d$", screen, re.MULTILINE) for screen in shown)


@pytest.mark.parametrize(("stdin", "code"), [("quit\n", 0), ("QUIT", 0), ("", 0), ("1\n", 0)])
def test_game_can_be_left(command: Command, stdin: str, code: int) -> None:
    """A command or the end of the input leaves the game."""
    ran = command("play", "breakaway", "--seed", "3", stdin=stdin)
    assert (code, "") == (ran.code, ran.err)
    assert "You have left the game." in ran.lines[-2:]
    assert ("--resume" in ran.lines[-1]) == stdin.startswith("1")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["blades", "breakaway", "passe", "rink"])
@pytest.mark.parametrize("player", ["greedy", "_players:chancy"])
def test_undo_takes_back_the_last_own_move(command: Command, key: str, player: str) -> None:
    """The game goes on as if that move had not been made, even with players that use randomness."""
    arguments = ["play", key, "--seed", "5", "--players", f"{player},{player}"]
    straight = _screens(command(*arguments, stdin="1\n2\n1\n" + ENOUGH))
    detour = _screens(command(*arguments, stdin="1\n1\n1\nundo\nundo\n2\n1\n" + ENOUGH))
    taken_back = "Your last move is taken back.\n"
    assert [straight[1]] * 2 == [detour[1], detour[5].removeprefix(taken_back)]
    if player == "greedy":
        assert straight[2].splitlines()[1] == detour[6].splitlines()[1]


def test_undo_without_a_move(command: Command) -> None:
    """A message is printed, and the prompt is repeated."""
    screens = _screens(command("play", "breakaway", "--seed", "3", stdin="undo\n1\nundo\nundo\n"))
    assert "You have made no move that you could take back.\n" == screens[1] == screens[4]


def test_undo_with_players_that_play_differently(command: Command) -> None:
    """Moves that are no longer legal are asked for again."""
    ran = command("play", "passe", "--seed", "1", "--players", "_fickle:player,_fickle:player", stdin="1\nundo\n" * 30)
    assert (0, "") == (ran.code, ran.err)


def test_first_dealer_depends_on_the_seed(command: Command) -> None:
    """Each seat deals for some seed; without a seed, each game is different."""
    dealers = {re.findall(r"Period 1: (\w+)", command("play", "passe", "--seed", str(n)).out)[0] for n in range(25)}
    assert {"you", "West", "North", "East"} == dealers
    assert command("play", "breakaway").out != command("play", "breakaway").out


def test_failing_player_ends_the_game(command: Command) -> None:
    """A player that raises is reported in one sentence."""
    ran = command("play", "breakaway", "--players", "random,_players:broken", stdin=ENOUGH)
    assert 2 == ran.code
    assert ran.err.startswith("hockey-cards: the strategy of seat 1 raised KeyError")
    assert 1 == ran.err.count("\n")


@attrs.frozen
class _Thrown(Event):
    """An event of an unknown family."""

    seat: int
    side: int
    what: tuple[str, ...]
    where: None = None


@attrs.frozen
class _Tolled(Event):
    """An event without a seat."""

    times: int


class _Plain(Event):
    """An event without fields."""


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (_Thrown(1, 1, ("a", "b")), "B: thrown, what a b, where hidden"),
        (_Tolled(3), "tolled, times 3"),
        (_Plain(), "plain"),
    ],
)
def test_unknown_events_are_shown_by_their_fields(event: Event, line: str) -> None:
    assert [line] == [each.lstrip("_ ").replace("_", "") for each in sentences(BLADES, [event], ["A", "B"])]


def test_game_of_an_unknown_family_can_be_played(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board lists the JSON of the view."""
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    out = command("play", "toy", "--seed", "3", "--players", "random", stdin=ENOUGH).out
    assert re.search(r"^counts +\[", out, re.MULTILINE)
    assert re.search(r"^(You (win|lose)|The game ends in a draw)", out, re.MULTILINE)


def test_family_has_its_own_board_and_words(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts ``terminal`` and ``language`` of a family are used; other events have general words."""
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family())
    ran = command("play", "toy", "--seed", "3", "--players", "random", stdin="1\n")
    assert "South against North (random)" in ran.lines
    assert re.search(r"^You: \S+( \(\w+\))?\.\nSouth gets \S+$", ran.out, re.MULTILINE)
    assert "draws" not in ran.out


def _results() -> Sequence[tuple[Any, int | None, str]]:
    from hockey_cards import Ending, Outcome

    return [
        (Outcome(0, Ending.REGULATION, (3, 1)), 0, "You win 3-1."),
        (Outcome(0, Ending.REGULATION, (3, 1)), 1, "You lose 1-3."),
        (Outcome(1, Ending.OVERTIME, (1, 2)), 1, "You win 2-1 in overtime."),
        (Outcome(1, Ending.FORFEIT, (1, 0)), 0, "You lose by forfeit, 1-0."),
        (Outcome(None, Ending.DRAW, (2, 2)), 1, "The game ends in a draw, 2-2."),
        (Outcome(1, Ending.REGULATION, (1, 2)), None, "B wins 2-1."),
        (Outcome(1, Ending.FORFEIT, (1, 0)), None, "B wins by forfeit, 0-1."),
    ]


@pytest.mark.parametrize(("outcome", "seat", "expected"), _results())
def test_results_start_with_the_own_side(outcome: Any, seat: int | None, expected: str) -> None:
    """A player's own side comes first, and for a spectator the side that won."""
    assert expected == result(outcome, ["A", "B"], seat=seat)


def test_variant_of_a_plugin_can_be_played(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A registered variant is found by its name."""
    monkeypatch.setitem(registry.VARIANTS.built_in, "mine", attrs.evolve(variant("rink"), key="mine"))
    assert "theirs" in command("play", "mine", "--seed", "3").out
