"""Formats: their pairings and tables with made-up results, and tournaments that use them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

import _players
from _tallies import tally_of
from _tournaments import FOUR, SHORT, THREE, played, tournament
from hockey_cards import HockeyError, MissingExtra, StrategyFactory, derive, side_of
from hockey_cards.strategy import Player
from hockey_cards.tournament import (
    Fixture,
    Format,
    Gauntlet,
    KnockOut,
    Match,
    Round,
    RoundRobin,
    Sprt,
    Swiss,
    Team,
    fixtures,
    parse_format,
    partnerships,
)
from hockey_cards.tournament.tally import GameResult, Tally

NAMES = tuple("abcdefghijklmnop")
Rounds = list[tuple[Round, tuple[Match, ...]]]


def _tally(lead: int) -> Tally:
    """Return the tally of four games with a given number of wins more than losses."""
    wins = {4: 4, 2: 3, 0: 2, -2: 1, -4: 0}[lead]
    return tally_of([[GameResult(2, 1, 0)] * wins + [GameResult(0, 0, 1)] * (4 - wins)])


def _simulated(form: Format, names: Sequence[str], rng: Random) -> Rounds:
    """Return all rounds with random results, in which earlier entrants are a little stronger."""
    rounds: Rounds = []
    while (round_ := form.next_round(names, rounds)) is not None:
        rounds.append((round_, tuple(Match(pair, _tally(rng.choice([-4, -2, 0, 2, 2, 4]))) for pair in round_.pairs)))
    return rounds


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_round_robin_is_one_round_of_all_pairs(count: int) -> None:
    """Each pair is in the order of entry."""
    rounds = _simulated(RoundRobin(), NAMES[:count], Random(1))
    assert [tuple(combinations(NAMES[:count], 2))] == [round_.pairs for round_, _ in rounds]


def test_gauntlet_is_between_champions_and_the_others() -> None:
    """The first entrant is the champion by default; several champions do not meet each other."""
    assert [("a", "b"), ("a", "c")] == list(_simulated(Gauntlet(), "abc", Random(1))[0][0].pairs)
    assert [("a", "c"), ("b", "c")] == list(_simulated(Gauntlet("c"), "abc", Random(1))[0][0].pairs)
    two = _simulated(Gauntlet(("a", "d")), "abcd", Random(1))[0][0].pairs
    assert [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")] == list(two)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (3, 3), (7, 4), (8, 7), (9, 5), (16, 6)])
def test_swiss_avoids_rematches_and_second_byes(count: int, rounds: int, seed: int) -> None:
    """Every entrant is in every round once, and rematches and second byes come only if they must."""
    found = _simulated(Swiss(rounds), NAMES[:count], Random(seed))
    assert rounds == len(found)
    for round_, _ in found:
        assert sorted(NAMES[:count]) == sorted([name for pair in round_.pairs for name in pair] + [*round_.byes])
        assert count % 2 == len(round_.byes)
    meetings = Counter(pair for round_, _ in found for pair in round_.pairs)
    assert {1} == set(meetings.values())
    assert 1 >= max(Counter(name for round_, _ in found for name in round_.byes).values(), default=0)


def test_swiss_with_too_many_rounds_has_as_few_rematches_as_possible() -> None:
    """Four entrants that have all met begin again."""
    found = _simulated(Swiss(6), "abcd", Random(3))
    assert {2} == set(Counter(pair for round_, _ in found for pair in round_.pairs).values())


def test_swiss_begins_with_the_upper_half_against_the_lower() -> None:
    """The halves are by order of entry; the last entrant has the bye."""
    first = Swiss(1).next_round("abcdefg", ())
    assert Round(0, (("a", "d"), ("b", "e"), ("c", "f")), ("g",)) == first


def test_swiss_table_is_sorted_by_score_then_buchholz() -> None:
    """A win or a bye scores 1 and a draw a half; a bye counts as an opponent with the same score."""
    one = Round(0, (("a", "c"), ("b", "d")), ("e",)), (Match(("a", "c"), _tally(2)), Match(("b", "d"), _tally(0)))
    two = Round(1, (("a", "e"), ("b", "c")), ("d",)), (Match(("a", "e"), _tally(4)), Match(("b", "c"), _tally(-2)))
    places = Swiss(2).places("abcde", [one, two])
    # a: 2; d: 1.5; c: 1; e: 1; b: 0.5. Buchholz of c: a and b, 2.5; of e: its bye and a, 3.
    expected = [("a", 2, 2), ("d", 1.5, 2), ("e", 1, 3), ("c", 1, 2.5), ("b", 0.5, 2.5)]
    assert expected == [(place.name, place.score, place.buchholz) for place in places]


def _match(pair: tuple[str, str], wins: int, losses: int, goals: int) -> Match:
    """Return a match of ten games with a goal difference; the games that nobody won were drawn."""
    games = [GameResult(2, 0, 0)] * wins + [GameResult(0, 0, 0)] * losses
    games += [GameResult(1, 0, 0)] * (10 - len(games))
    games[0] = GameResult(games[0].halves, 20 + goals, 20)
    return Match(pair, tally_of([games]))


def test_swiss_table_is_sorted_by_share_of_points_third() -> None:
    """Both winners have beaten a loser; the one that scored more points comes first, whatever its goals."""
    matches = _match(("a", "c"), 3, 0, 9), _match(("b", "d"), 5, 0, 1)
    places = Swiss(2).places("abcd", [(Round(0, (("a", "c"), ("b", "d"))), matches)])
    assert [("b", 1, 0), ("a", 1, 0), ("c", 0, 1), ("d", 0, 1)] == [(p.name, p.score, p.buchholz) for p in places]


def test_swiss_table_is_sorted_by_goal_difference_fourth() -> None:
    """At equal points the better goal difference comes first; at equal goals the earlier entrant."""
    pairs = ("a", "d"), ("b", "e"), ("c", "f")
    matches = tuple(_match(pair, 4, 2, goals) for pair, goals in zip(pairs, (1, 1, 2), strict=True))
    places = Swiss(2).places("abcdef", [(Round(0, pairs), matches)])
    assert list("cabdef") == [place.name for place in places]


@pytest.mark.parametrize(("count", "seed"), [(4, 1), (5, 1), (8, 2), (9, 3), (12, 4), (15, 5)])
def test_swiss_has_as_many_rounds_as_a_round_robin(count: int, seed: int) -> None:
    """And more: nobody meets anybody much more often than others, whatever the number of rounds."""
    names = NAMES[:count]
    found = _simulated(Swiss(2 * count), names, Random(seed))
    for round_, _ in found:
        assert sorted(names) == sorted([name for pair in round_.pairs for name in pair] + [*round_.byes])
    meetings = Counter(frozenset(pair) for round_, _ in found for pair in round_.pairs)
    assert 4 >= max(meetings.values())
    assert count * (count - 1) // 2 == len(meetings)


def test_swiss_of_many_entrants_has_no_rematches() -> None:
    """More than are compared with everybody else."""
    names = tuple(f"n{number}" for number in range(81))
    met = Counter(pair for round_, _ in _simulated(Swiss(5), names, Random(1)) for pair in round_.pairs)
    assert {1} == set(met.values())


def test_missing_networkx_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any game is played."""
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*networkx.*pip install"):
        tournament(SHORT, THREE, format=Swiss(2))


def test_swiss_pairs_neighbours_in_the_table() -> None:
    """After one round, winners meet winners."""
    first = Swiss(2).next_round("abcd", ())
    assert first is not None
    matches = tuple(Match(pair, _tally(4)) for pair in first.pairs)
    assert Round(1, (("a", "b"), ("c", "d"))) == Swiss(2).next_round("abcd", [(first, matches)])


@pytest.mark.parametrize("count", range(2, 17))
def test_knock_out_leaves_one_entrant(count: int) -> None:
    """All others lose exactly one match; byes are for the earliest entrants and in the first round only."""
    names = NAMES[:count]
    rounds = _simulated(KnockOut(), names, Random(count))
    losers = [name for _, matches in rounds for match in matches for name in match.pair if name != _winner(match)]
    places = KnockOut().places(names, rounds)
    assert count - 1 == len(losers) == len(set(losers)) == KnockOut().matches(count)
    assert {places[0].name} == set(names) - set(losers)
    missing = (1 << (count - 1).bit_length()) - count
    assert list(names[:missing]) == sorted(rounds[0][0].byes)
    assert not any(round_.byes for round_, _ in rounds[1:])


def _winner(match: Match) -> str:
    return match.winner or match.pair[0]


def test_knock_out_keeps_the_earliest_apart() -> None:
    """If the earlier entrant always wins, the first meets the second in the final."""
    rounds: Rounds = []
    while (round_ := KnockOut().next_round(NAMES[:8], rounds)) is not None:
        rounds.append((round_, tuple(Match(pair, _tally(4)) for pair in round_.pairs)))
    assert [{"ah", "de", "bg", "cf"}, {"ad", "bc"}, {"ab"}] == [{a + b for a, b in r.pairs} for r, _ in rounds]


def test_match_is_decided_by_points_then_goals_then_entry() -> None:
    """A knock-out match that is level in both goes to the earlier entrant."""
    level = tally_of([[GameResult(2, 3, 1), GameResult(0, 0, 1)]])
    assert ("x", "y", None) == (
        Match(("x", "y"), level).winner,
        Match(("x", "y"), level.reverse).winner,
        Match(("x", "y"), tally_of([[GameResult(2, 1, 0), GameResult(0, 0, 1)]])).winner,
    )


def test_knock_out_match_ends_when_it_is_decided() -> None:
    """The deals left could not change the winner; the next round still begins at its own deals."""
    entrants: dict[str, Player] = {"counting": _players.spread, "other": _players.last, "third": _players.first}
    deals: list[int] = []
    standings = tournament(
        SHORT, entrants, format=KnockOut(9), seed=4, watch=lambda snapshot: deals.append(snapshot.deal)
    )
    assert standings == tournament(SHORT, entrants, format=KnockOut(9), seed=4, jobs=2)
    assert set(deals) <= set(range(18))
    assert all(pair.games <= 18 for pair in standings.pairs)
    for comparison in standings.comparisons:
        left = 9 - comparison.deals
        assert left == 0 or abs(comparison.points * comparison.deals) > 2 * left


@pytest.mark.parametrize("form", [Gauntlet("last"), Swiss(3), KnockOut(4)])
def test_games_are_the_fixtures_of_their_deals(form: Format) -> None:
    """The games of a pair depend on its deals, not on the format."""
    standings = tournament(SHORT, THREE, deals=6, seed=5, format=form)
    met: dict[tuple[str, str], list[int]] = {}
    for number, round_ in enumerate(standings.rounds or (form.next_round(tuple(THREE), ()),)):
        assert round_ is not None
        count = round_.deals or 6
        for two in round_.pairs:
            met.setdefault(two, []).extend(range(number * count, (number + 1) * count))
    assert {(pair.name, pair.opponent) for pair in standings.pairs} == set(met)
    for pair in standings.pairs:
        names = pair.name, str(pair.opponent)
        games = list(fixtures(SHORT, names, met[names], 5))[: pair.games]
        boards = [played(game, THREE).score[game.sides.index(pair.name)] for game in games]
        assert sum(boards) == pair.goals_for


def _seats(fixture: Fixture) -> tuple[str, ...]:
    """Return the entrant and member in each seat of a table of four."""
    return tuple(f"{fixture.sides[side_of(seat)]}{(fixture.order[side_of(seat)] + seat // 2) % 2}" for seat in range(4))


def test_teams_play_a_deal_in_all_distinct_seatings() -> None:
    """Each of four players has each hand; all games share cards and dealer, and differ in chance."""
    teams = {"x": Team(_players.first, _players.last), "y": Team(_players.spread, _players.chancy)}
    games = list(fixtures(FOUR, teams, [3], 1))
    assert 8 == len(games) == len({game.chance for game in games}) == len({game.number for game in games})
    assert {(derive(1, "deal", 3), 3)} == {(game.seed, game.dealer) for game in games}
    assert 8 == len({_seats(game) for game in games})
    for seat in range(4):
        assert {"x0": 2, "x1": 2, "y0": 2, "y1": 2} == Counter(_seats(game)[seat] for game in games)


def test_team_of_equal_members_plays_as_that_player() -> None:
    """Against a mixed team, only that one swaps its seats."""
    alone = tournament(FOUR, {"x": _players.first, "y": _players.last}, deals=4)
    assert alone.games == 8
    twice = {"x": Team(_players.first, _players.first), "y": Team(_players.last, _players.last)}
    assert alone == tournament(FOUR, twice, deals=4)
    mixed: dict[str, Team | Player] = {"x": _players.first, "y": Team(_players.last, _players.first)}
    assert 16 == tournament(FOUR, mixed, deals=4).games


def test_games_of_teams_do_not_depend_on_other_entrants() -> None:
    """Nor do they depend on the order of entry."""
    teams = partnerships({"a": _players.first, "b": _players.last, "c": _players.chancy})
    assert ["a+a", "a+b", "a+c", "b+b", "b+c", "c+c"] == list(teams)
    some = {name: teams[name] for name in ("b+c", "a+b")}
    assert set(fixtures(FOUR, teams, range(3), 2)) >= set(fixtures(FOUR, some, range(3), 2))
    full = tournament(FOUR, teams, deals=2, seed=2)
    pair = tournament(FOUR, {name: teams[name] for name in ("a+b", "b+c")}, deals=2, seed=2).pairs[0]
    assert pair in full.pairs


def test_partners_are_seated_as_themselves() -> None:
    """The member that leads plays in its own seat, and its partner in the other one."""
    seats: list[tuple[str, int]] = []

    def noted(name: str) -> StrategyFactory:
        class Noted:
            def make(self, variant: Any, seat: int, rng: Any) -> Any:
                seats.append((name, seat))
                return _players.first

        return Noted()

    tournament(FOUR, {"x": Team(noted("p"), noted("q")), "y": _players.last}, deals=1)
    assert {("p", 0): 1, ("p", 1): 1, ("p", 2): 1, ("p", 3): 1, ("q", 0): 1, ("q", 1): 1, ("q", 2): 1, ("q", 3): 1} == (
        Counter(seats)
    )


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("round-robin", RoundRobin()),
        ("gauntlet", Gauntlet()),
        ("gauntlet:x", Gauntlet("x")),
        ("swiss:5", Swiss(5)),
        ("knock-out", KnockOut()),
        ("knock-out:7", KnockOut(7)),
    ],
)
def test_formats_are_parsed(text: str, form: Format) -> None:
    assert form == parse_format(text)


@pytest.mark.parametrize(
    "text", ["", "swiss", "swiss:0", "swiss:x", "swiss:²", "knock-out:0", "league", "round-robin:2"]
)
def test_invalid_format_texts_are_refused(text: str) -> None:
    """The message lists what can be given."""
    with pytest.raises(HockeyError, match=r"there is no format '.*': give round-robin, gauntlet"):
        parse_format(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"format": Gauntlet("x")}, "the champion 'x' is not an entrant: the entrants are first, last, chancy"),
        ({"format": Gauntlet(tuple(THREE))}, "a gauntlet needs an entrant who is not a champion"),
        ({"format": Swiss(0)}, "a Swiss cannot have 0 rounds"),
        ({"format": KnockOut(0)}, "a match cannot be the best of 0 deals"),
        ({"format": Swiss(2), "deals": range(5, 9)}, "a swiss cannot begin at deal 5"),
        ({"format": KnockOut(), "sprt": Sprt(0, 10)}, "a test cannot end the matches of a knock-out"),
    ],
)
def test_formats_that_cannot_be_played_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(HockeyError, match=message):
        tournament(SHORT, THREE, **arguments)


def test_team_needs_two_seats_a_side() -> None:
    with pytest.raises(HockeyError, match="x is a team, but breakaway has one seat a side"):
        tournament(SHORT, {"x": Team("random", "greedy"), "y": "random"})
