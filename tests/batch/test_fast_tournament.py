"""Fast tournaments: agreement with games counted one by one, independence of threads and blocks, and errors."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from _commands import Command, fixture_command
from hockey_cards import Game, HockeyError, ParseError, UnknownStrategy, UnknownVariant, VariantError, derive, variant
from hockey_cards.batch import GOAL, BatchShoe, PileInput, Scoring, simulate
from hockey_cards.batch.tournaments import api as contest
from hockey_cards.batch.tournaments.api import deal_games, tournament
from hockey_cards.batch.tournaments.games import CompiledEntrant, DealPlayer
from hockey_cards.shoe import seed32
from hockey_cards.tournament import (
    DealResult,
    Format,
    Gauntlet,
    KnockOut,
    RoundRobin,
    Snapshot,
    Sprt,
    Standings,
    Swiss,
    Team,
    fixtures,
)
from hockey_cards.tournament.playing.play_deal import Task
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.runner import run
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import standings_of
from hockey_cards.tournament.tally import GameResult

__all__ = ["fixture_command"]


def scorer(rulings: Any, card: int, inputs: PileInput) -> int:
    """Score a goal if possible."""
    return rulings[inputs.situation | card >> 2] & GOAL  # type: ignore[no-any-return]  # an array of integers


def _high(*known: Any) -> int:
    return int(known[1])


THREE: Final[dict[str, CompiledEntrant]] = {name: name for name in ("random", "greedy", "counter")}
MIXED: Final[dict[str, CompiledEntrant]] = {
    "scorer": scorer,
    "greedy": "greedy",
    "high": Scoring(_high),
    "random": "random",
}
TEAMS: Final[dict[str, CompiledEntrant]] = {
    "both": Team("greedy", "random"),
    "greedy": "greedy",
    "twice": Team("random", "random"),
}
SHORT = variant("breakaway").house(packets=[5], periods=1)


def _result(game: Game, *, swapped: bool) -> GameResult:
    assert game.outcome is not None
    winner, (mine, theirs) = game.outcome.winner, game.outcome.score
    found = GameResult(1 if winner is None else 2 - 2 * winner, mine, theirs)
    return found.reverse if swapped else found


def _in_the_engine(
    game: Any, entrants: Mapping[str, CompiledEntrant], deals: int, seed: int, form: Format, sprt: Sprt | None = None
) -> Standings:
    """Count all games one by one in the engine, as a tournament in the engine does."""
    placeholders = DealPlayer.of(game, entrants, seed32(seed)).placeholders()
    scoreboard = Scoreboard(Settings(game, placeholders, seed32(seed), form, range(deals), sprt, seed_text=str(seed)))

    def play(tasks: Iterable[Task]) -> Generator[tuple[DealResult, ...]]:
        for task in tasks:
            yield tuple(_meeting(deal, pair) for deal in task.deals for pair in task.pairs)

    def _meeting(deal: int, pair: tuple[str, str]) -> DealResult:
        games = deal_games(game, entrants, pair, deal, seed=seed)
        results = tuple(_result(each, swapped=number % 2 == 1) for number, each in enumerate(games))
        return DealResult(deal, pair, results)

    run(scoreboard, play, workers=1)
    return standings_of(scoreboard)


@pytest.mark.parametrize(
    ("game", "entrants", "form"),
    [
        (SHORT, THREE, RoundRobin()),
        (SHORT, MIXED, Gauntlet("high")),
        (SHORT, MIXED, Swiss(2)),
        (SHORT, MIXED, KnockOut(9)),
        (variant("block-extra"), {"greedy": "greedy", "random": "random"}, RoundRobin()),
        (variant("rumble"), TEAMS, RoundRobin()),
        (variant("rink"), THREE, RoundRobin()),
    ],
    ids=["round-robin", "gauntlet", "swiss", "knock-out", "overtimes", "teams", "rink"],
)
def test_standings_are_those_of_the_games_in_the_engine(
    game: Any, entrants: dict[str, CompiledEntrant], form: Format
) -> None:
    """Games replayed and counted one by one give the same JSON as the arrays."""
    counted = _in_the_engine(game, entrants, 11, 5, form).to_json()
    assert counted == tournament(game, entrants, deals=11, seed=5, format=form).to_json()


def test_a_test_ends_a_pair_after_the_same_deal() -> None:
    """The sequential test is evaluated after the same deals as in a tournament in the engine."""
    sprt = Sprt(-150, 150)
    counted = _in_the_engine(SHORT, MIXED, 60, 2, RoundRobin(), sprt)
    found = tournament(SHORT, MIXED, deals=60, seed=2, sprt=sprt)
    assert counted.to_json() == found.to_json()
    assert found.verdicts
    assert found.games < 60 * 12


def test_a_long_test_is_evaluated_after_every_tenth_deal() -> None:
    """After more than a hundred deals a test ends after every tenth deal only."""
    pair: dict[str, CompiledEntrant] = {"scorer": scorer, "greedy": "greedy"}
    sprt = Sprt(-3, 3)
    found = tournament(SHORT, pair, deals=20_000, seed=1, sprt=sprt)
    verdict = found.verdicts["scorer", "greedy"]
    assert verdict.deals > 100
    assert verdict.deals % 10 == 0
    whole = tournament(SHORT, pair, deals=verdict.deals, seed=1)
    assert whole.pairs == found.pairs
    assert whole.comparisons == found.comparisons


@pytest.mark.parametrize("key", ["breakaway", "passe"])
def test_games_of_a_deal_share_shoe_and_dealer(key: str) -> None:
    """All games of a deal have the same packs and dealer, and the dealer changes from deal to deal."""
    game = variant(key)
    for deal in (0, 3, 10):
        both = deal_games(key, THREE, ("random", "greedy"), deal, seed="here")
        dealer = deal % game.rules.seats
        packs = BatchShoe(derive("here", "fast", dealer), deal // game.rules.seats, game.rules.deck)
        fixed = list(fixtures(game, ["random", "greedy"], [deal], "here"))
        assert len(fixed) == len(both)
        for fixture, each in zip(fixed, both, strict=True):
            assert each.shoe is not None
            assert (fixture.dealer, packs.pack(0)) == (each.dealer, each.shoe.pack(0))
            assert packs.pack(1) == each.shoe.pack(1)


def test_sums_are_those_of_batches_played_by_hand() -> None:
    """With two seats a tournament of two players consists of four batches: two dealers, two seatings."""
    found = tournament("breakaway", {"counter": "counter", "greedy": "greedy"}, deals=201, seed=9).pairs[0]
    wins = draws = scored = conceded = 0
    for dealer, games in ((0, 101), (1, 100)):
        seed = derive(9, "fast", dealer)
        for mine, players in ((0, ["counter", "greedy"]), (1, ["greedy", "counter"])):
            batch = simulate("breakaway", players, games, seed=seed, dealer=dealer)
            wins += int((batch.winner == mine).sum())
            draws += int((batch.winner < 0).sum())
            scored += int(batch.score[:, mine].sum())
            conceded += int(batch.score[:, 1 - mine].sum())
    assert (wins, draws, 402 - wins - draws) == (found.wins, found.draws, found.losses)
    assert (scored, conceded) == (found.goals_for, found.goals_against)


@pytest.mark.slow
@pytest.mark.parametrize("form", [RoundRobin(), KnockOut()], ids=["round-robin", "knock-out"])
@pytest.mark.parametrize("key", ["breakaway", "rink"])
def test_standings_do_not_depend_on_threads_or_blocks(key: str, form: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON is the same on any number of threads, in large blocks and in small ones."""
    first = 3 if form == RoundRobin() else 0

    def play(threads: int) -> str:
        seed = b"\1" * 32
        return tournament(key, THREE, deals=range(first, 500), seed=seed, format=form, threads=threads).to_json()

    one = play(1)
    for threads, deals, games in ((2, 1 << 14, 1 << 19), (3, 7, 1 << 19), (2, 1 << 14, 1)):
        monkeypatch.setattr(contest, "_BLOCK_DEALS", deals)
        monkeypatch.setattr(contest, "_BLOCK_GAMES", games)
        assert one == play(threads)


def test_ranges_of_deals_add_up() -> None:
    """The results of two ranges of deals add up to those of the whole range."""
    whole, first, second = (
        tournament("saves", {"greedy": "greedy", "random": "random"}, deals=deals, seed=3).pairs[0]
        for deals in (300, range(131), range(131, 300))
    )
    for sums in ("wins", "draws", "losses", "points", "goals_for", "goals_against"):
        assert getattr(whole, sums) == getattr(first, sums) + getattr(second, sums)


def test_equal_players_are_level_on_every_deal() -> None:
    """Cards and chance are the same in both games, so each of two equal players wins one of them."""
    found = tournament(SHORT, {"one": "random", "two": "random"}, deals=100)
    assert found.comparisons[0].outcomes == (0, 0, 100, 0, 0)
    low, high = found.pairs[0].interval
    assert low < 0.5 < high
    assert low + high == pytest.approx(1)


def test_progress_is_reported() -> None:
    """Progress rises to the number of all games."""
    told: list[tuple[int, int]] = []
    found = tournament(SHORT, MIXED, deals=20_000, progress=lambda done, games: told.append((done, games)), threads=2)
    assert {found.games} == {games for _, games in told}
    assert sorted({done for done, _ in told}) == [done for done, _ in told]
    assert told[-1] == (found.games, found.games)
    assert len(told) > 1


def test_watch_reports_each_deal_that_may_be_the_last() -> None:
    """With a test every deal is reported as in the engine; otherwise the last of many, with the sums so far."""
    seen: list[Snapshot] = []
    found = tournament(SHORT, MIXED, deals=60, seed=2, sprt=Sprt(-150, 150), watch=seen.append)
    assert list(range(found.deals)) == [snapshot.deal for snapshot in seen]
    assert found.games == sum(len(meeting.games) for snapshot in seen for meeting in snapshot.results)
    told: list[tuple[int, Any, int]] = []
    found = tournament(
        SHORT, MIXED, deals=40_000, watch=lambda at: told.append((at.deal, at.results, at.standings.deals))
    )
    assert [(16383, (), 16384), (32767, (), 32768), (39999, (), 40000)] == told


def test_an_interruption_leaves_no_thread() -> None:
    """An interrupted tournament ends its threads."""

    def stop(done: int, games: int) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        tournament("breakaway", THREE, deals=10**9, progress=stop, threads=2)
    assert before == threading.active_count()


def _play(view: Any) -> Any:
    return view.legal[0]


@pytest.mark.parametrize(
    ("key", "entrants", "error", "message"),
    [
        (
            "breakaway",
            {"deep": "deep", "mine": _play, "random": "random"},
            UnknownStrategy,
            r"deep and mine \(Signature",
        ),
        ("breakaway", {"deep": "deep", "random": "random"}, UnknownStrategy, "give random, greedy, counter, a Scor"),
        ("breakaway", {"five": 5, "random": "random"}, UnknownStrategy, "five cannot be played in compiled code"),
        ("breakaway", {"two": Team("random", "greedy"), "random": "random"}, HockeyError, "two is a team"),
        ("breakaway", {"random": "random"}, HockeyError, "a tournament of 1 entrant cannot be played"),
        ("breakaway", {}, HockeyError, "a tournament of no entrants cannot be played"),
        ("blades", {"random": "random", "greedy": "greedy"}, VariantError, "blades cannot be played in batches"),
        ("breakway", {"random": "random", "greedy": "greedy"}, UnknownVariant, "breakway"),
    ],
)
def test_entrants_without_compiled_form_are_refused(
    key: str, entrants: dict[str, Any], error: type[HockeyError], message: str
) -> None:
    """The error names all such entrants, or the variant if it has no kernel."""
    with pytest.raises(error, match=message):
        tournament(key, entrants)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"deals": 0}, HockeyError, "deals cannot be 0: give a number from 1"),
        ({"deals": True}, HockeyError, "deals cannot be True"),
        ({"deals": 10**13}, HockeyError, "deals cannot be 10000000000000"),
        ({"deals": range(0, 9, 2)}, HockeyError, r"deals cannot be range\(0, 9, 2\)"),
        ({"deals": range(-1, 9)}, HockeyError, r"deals cannot be range\(-1, 9\)"),
        ({"deals": range(3, 9), "format": Swiss(2)}, HockeyError, "a swiss cannot begin at deal 3"),
        ({"sprt": Sprt(0, 1), "format": KnockOut()}, HockeyError, "a test cannot end the matches of a knock-out"),
        ({"threads": 0}, HockeyError, "threads cannot be 0: give 1 to 1024"),
        ({"threads": 2.0}, HockeyError, "threads cannot be 2.0"),
        ({"seed": 1.5}, ParseError, "a seed must be an integer"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], error: type[HockeyError], message: str) -> None:
    """The error names the wrong value and what would be right."""
    given: dict[str, Any] = {"seed": 0, **arguments}
    with pytest.raises(error, match=message):
        tournament("breakaway", THREE, **given)


@pytest.mark.parametrize(
    ("pair", "deal", "message"),
    [
        (("random", "nobody"), 0, "'nobody' has not entered: the entrants are random, greedy, counter"),
        (("random", "greedy"), -1, "there is no deal -1"),
        (("random", "greedy"), 0.5, "there is no deal 0.5"),
    ],
)
def test_other_deals_are_not_replayed(pair: tuple[str, str], deal: Any, message: str) -> None:
    """Unknown entrants and invalid deals are refused."""
    with pytest.raises(HockeyError, match=message):
        deal_games("breakaway", THREE, pair, deal, seed=0)


# The command


def test_the_command_plays_fast(command: Command, tmp_path: Path) -> None:
    """``--fast`` prints and writes the standings that the function returns."""
    path = tmp_path / "standings.json"
    ran = command(*"tournament breakaway --fast --deals 300 --jobs 2 --seed 4 --json".split(), str(path))
    expected = tournament("breakaway", THREE, deals=300, seed="4")
    assert (0, "300 deals, 1800 games, seed 4") == (ran.code, ran.lines[-1])
    assert expected.to_json() == path.read_text("utf-8")


def test_the_command_takes_house_rules_formats_tests_and_own_players(command: Command, tmp_path: Path) -> None:
    """House rules, formats, tests, teams and functions in files work as without ``--fast``."""
    own = tmp_path / "own.py"
    own.write_text("def best(rulings, card, inputs):\n    return card >> 2\n", "utf-8")
    told = "tournament passe --fast --house periods=1 --format gauntlet --sprt -50,50 --deals 0-19 --json -".split()
    ran = command(*told, "--seed", "0", "--players", f"greedy,greedy+random,{own}:best,greedy")
    found = json.loads(ran.out)
    assert {"periods": 1} == found["house"]
    assert "gauntlet" == found["schedule"]["kind"]
    assert -50 == found["sprt"]["low"]
    assert {"greedy", "greedy+random", f"{own}:best", "greedy#2"} == {each["name"] for each in found["entrants"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("breakaway --fast --store kept", "--store cannot be combined with --fast, which keeps only sums and no games"),
        ("--fast --resume kept", "--resume cannot be combined with --fast"),
        ("--fast --merge kept", "--merge cannot be combined with --fast"),
        (
            "breakaway --fast --on-fault random",
            "--on-fault cannot be combined with --fast, because compiled players cannot fail",
        ),
        ("breakaway --fast --move-time 1", "--move-time cannot be combined with --fast"),
        ("breakaway --fast --players random,cmd:cat", "cmd:cat cannot be played in compiled code"),
        ("--fast", "there is nothing to play: give a VARIANT"),
        ("blades --fast", "blades cannot be played in batches"),
    ],
)
def test_the_command_refuses_what_is_not_fast(command: Command, arguments: str, message: str) -> None:
    """Options that need the engine are refused."""
    assert message in command.fails("tournament", *arguments.split())
