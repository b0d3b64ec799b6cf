"""Measuring variants: agreement with the games in the engine, and with published intervals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats

from hockey_cards import Game, ParseError, PeriodEnded, UnknownVariant, Variant, side_of, variant
from hockey_cards.batch import BatchShoe, simulate
from hockey_cards.measure import variant as measurement
from hockey_cards.measure.games import changes_and_forced
from hockey_cards.measure.measures import MEASURES
from hockey_cards.measure.samples import difference, estimate, mean, ratio
from hockey_cards.measure.text import text_of
from hockey_cards.measure.variant import compare, measure
from toys.toy import TOY, toy_variant

GAMES = 120
REPLAYED = 100
"""The number of games that are replayed, of this number of games."""


OTHER: Variant[Any, Any, Any] = toy_variant(TOY)
"""A game of a family that is not registered."""


@pytest.fixture(name="ladder")
def fixture_ladder(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that limits the players to those given, because others take longer."""
    return lambda *players: monkeypatch.setattr(measurement, "LADDER", players)


def _boards(game: Game) -> list[tuple[int, ...]]:
    """Return the score at the start and after each move."""
    return [(0, 0), *(turn.step.state.score for turn in game.turns)]


def _lead_changes(game: Game) -> int:
    leads = [own > other for own, other in _boards(game) if own != other]
    return sum(one != other for one, other in pairwise(leads))


def _points(margins: Iterable[float]) -> list[float]:
    return [0.5 if margin == 0 else float(margin > 0) for margin in margins]


COUNTED: dict[str, Callable[[Game], float]] = {
    "goals": lambda game: sum(str(turn.step.call) == "goal" for turn in game.turns),
    "moves": lambda game: len(game.moves),
    "draws": lambda game: game.score[0] == game.score[1],
    "overtimes": lambda game: sum(isinstance(event, PeriodEnded) for event in game.events) > 3,
    "lead_changes": _lead_changes,
}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["breakaway", "saves", "block-extra"])
@pytest.mark.parametrize("player", ["random", "counter"])
def test_measures_agree_with_the_games(key: str, player: str, ladder: Callable[..., None]) -> None:
    """Each measure is a mean over the same games, replayed in the engine."""
    ladder(player)
    found = measure(key, games=GAMES, seed="lemon")
    games = 100 if player == "counter" else GAMES
    batch = simulate(key, [player, player], games, seed="lemon")
    played = [batch.game(number) for number in range(games)]
    for name, count in COUNTED.items():
        result = found.find(name, player)
        assert np.mean([count(game) for game in played[: result.units]]) == pytest.approx(result.value), name
    legal = [turn.legal for game in played[:REPLAYED] for turn in game.turns]
    assert np.mean([len(moves) == 1 for moves in legal]) == pytest.approx(found.find("forced", player).value)
    assert {REPLAYED} == {found.find(name, player).units for name in ("lead_changes", "forced")}


@pytest.mark.parametrize("key", ["breakaway", "saves", "rink"])
def test_leader_is_the_side_that_acts_first(key: str, ladder: Callable[..., None]) -> None:
    """In some games that side depends on the deal."""
    ladder("greedy")
    found = measure(key, games=100, seed=3)
    result = found.find("leader_margin", "greedy")
    game = variant(key)
    shoes = [BatchShoe(3, number, game.rules.deck) for number in range(result.units)]
    leaders = [side_of(Game.start(game, shoe=shoe, dealer=0).seat or 0) for shoe in shoes]
    margins = simulate(key, ["greedy", "greedy"], result.units, seed=3).margin
    ahead = [-margin if leader else margin for margin, leader in zip(margins, leaders, strict=True)]
    assert np.mean(ahead) == pytest.approx(result.value)
    assert np.mean(_points(ahead)) == pytest.approx(found.find("leader_points", "greedy").value)
    assert (key == "saves") == (len(set(leaders)) == 2)


def test_skill_is_measured_on_deals_played_from_both_sides(ladder: Callable[..., None]) -> None:
    """The results of the stronger player are averaged over both games of a deal, and the deal is the unit."""
    ladder("random", "greedy")
    found = measure("breakaway", games=400, seed=1)
    there, back = (simulate("breakaway", pair, 200, seed=1) for pair in (("greedy", "random"), ("random", "greedy")))
    margins = (there.margin - back.margin) / 2
    points = [(one + other) / 2 for one, other in zip(_points(there.margin), _points(-back.margin), strict=True)]
    for name, values in (("margin", margins), ("points", points)):
        result = found.find(name, "greedy", "random")
        assert 200 == result.units
        assert float(np.mean(values)) == pytest.approx(result.value)
        assert stats.sem(values) == pytest.approx(result.error)
    result = found.find("margin", "greedy", "random")
    assert stats.t.interval(0.95, 199, np.mean(margins), stats.sem(margins)) == pytest.approx((result.low, result.high))


@pytest.mark.slow
def test_result_depends_on_neither_threads_nor_company(ladder: Callable[..., None]) -> None:
    """A seed gives the same result on any number of threads, alone or in a comparison; another seed does not."""
    ladder("random", "greedy")
    alone = measure("shots", games=GAMES, seed="x")
    assert alone == measure("shots", games=GAMES, seed="x", threads=3)
    assert alone == compare(["breakaway", "shots"], games=GAMES, seed="x").measurements[1]
    assert alone.findings != measure("shots", games=GAMES, seed="y").findings


def test_differences_are_paired(ladder: Callable[..., None]) -> None:
    """On the same deals the interval is that of paired differences, and narrower than that of two samples."""
    ladder("greedy")
    short = variant("breakaway").house(periods=2)
    found = compare(["breakaway", short], games=2000, seed=5)
    first, second = (simulate(each, ["greedy", "greedy"], 2000, seed=5) for each in (variant("breakaway"), short))
    goals = [batch.goals.sum(axis=(1, 2)).astype(int) for batch in (first, second)]
    result = found.find(1, "goals", "greedy")
    paired = stats.ttest_rel(goals[1], goals[0]).confidence_interval(0.95)
    assert [paired.low, paired.high] == pytest.approx([result.low, result.high])
    apart = stats.ttest_ind(goals[1], goals[0], equal_var=False).confidence_interval(0.95)
    assert result.high - result.low < 0.8 * (apart.high - apart.low)
    assert (True,) == found.paired


def test_variant_does_not_differ_from_itself(ladder: Callable[..., None]) -> None:
    """All differences are 0, each with an interval about it."""
    ladder("random", "greedy")
    found = compare(["block", "block"], games=GAMES)
    for finding in found.differences[0]:
        result = finding.estimate
        assert (0.0, 0.0) == (result.value, result.error)
        assert result.low < 0 < result.high or finding.name in ("draws", "overtimes")
        assert result.low < result.high
        assert "±" in text_of(finding, change=True)


def test_numbers_that_were_the_same_in_all_games_have_an_interval(ladder: Callable[..., None]) -> None:
    """A game of fixed length always has the same number of moves; a report shows that number alone."""
    ladder("random")
    found = measure("block", games=GAMES)
    result = found.find("moves", "random")
    assert (156, 0) == (result.value, result.error)
    assert 155 < result.low < 156 < result.high < 157
    (moves,) = (finding for finding in found.findings if finding.name == "moves")
    assert "156" == text_of(moves)


def test_variants_with_other_decks_are_not_paired(ladder: Callable[..., None]) -> None:
    ladder("random")
    assert (True, False) == compare(["breakaway", "shots", "rink"], games=100).paired


def test_game_without_kernel_is_played_by_the_engine(ladder: Callable[..., None]) -> None:
    """The measurement shows it, has fewer games, and is reproducible."""
    ladder("random", "greedy")
    found = measure("blades", games=GAMES, seed=2)
    assert not found.compiled
    assert {100} == {finding.estimate.units for finding in found.findings}
    assert 0.5 < found.find("points", "greedy", "random").low
    assert found == measure("blades", games=GAMES, seed=2, threads=2)


def test_players_that_cannot_play_a_variant_are_left_out() -> None:
    """With an unregistered family only ``random`` is measured, in a comparison for all variants."""
    assert (("random",),) == measure(OTHER, games=100).meetings
    found = compare(["breakaway", OTHER], games=100)
    assert [(("random",),), (("random",),)] == [each.meetings for each in found.measurements]
    assert len(MEASURES) == len(found.differences[0])


@pytest.mark.parametrize("count", [2, 30, 4000])
def test_interval_of_a_mean_is_students(count: int) -> None:
    values = np.random.default_rng(count).normal(3, 2, count)
    result = estimate(mean(values))
    low, high = stats.t.interval(0.95, count - 1, values.mean(), stats.sem(values))
    assert [values.mean(), low, high] == pytest.approx([result.value, result.low, result.high])


@pytest.mark.parametrize("value", [0, 1])
def test_interval_of_none_or_all_is_exact(value: int) -> None:
    """It is the interval of Clopper and Pearson."""
    result = estimate(mean(np.full(50, value), share=True))
    exact = stats.binomtest(50 * value, 50).proportion_ci(0.95)
    assert [exact.low, exact.high] == pytest.approx([result.low, result.high])


@pytest.mark.parametrize("rate", [0.001, 0.01, 0.03])
@pytest.mark.parametrize("value", [0.0, 0.25, 0.5, 1.0])
def test_interval_of_equal_shares_holds_what_was_not_seen(value: float, rate: float) -> None:
    """Units unlike the others that 100 units miss with a probability of 2.5% or more are within the interval."""
    assert (1 - rate) ** 100 >= 0.025
    equal = mean(np.full(100, value), share=True)
    result, change = estimate(equal), difference(equal, equal)
    for unlike in (0.0, 1.0):
        assert result.low <= (1 - rate) * value + rate * unlike <= result.high
    if value not in (0.0, 1.0):
        assert change.low <= -rate < rate <= change.high
    assert max(result.high - result.low, change.high - change.low) < 0.1


@pytest.mark.parametrize("count", [0, 4, 156])
def test_interval_of_equal_counts_holds_one_unlike_unit(count: int) -> None:
    """One unit more, three standard deviations away, would leave the mean within the interval."""
    equal = mean(np.full(200, count))
    for result, deviation in (
        (estimate(equal), (count + 1) ** 0.5),
        (difference(equal, equal), (2 * (count + 1)) ** 0.5),
    ):
        assert [3 * deviation / 200] * 2 == pytest.approx([result.high - result.value, result.value - result.low])
    margins = mean(np.zeros(200), counts=np.full(200, count))
    assert estimate(equal).high - count == pytest.approx(estimate(margins).high)


def test_equal_ratios_have_no_spread() -> None:
    """Not even that of rounding: 3 of 13 is the same share in games of any length."""
    wholes = np.arange(1, 101) * 13
    result = estimate(ratio(wholes // 13 * 3, wholes))
    assert (3 / 13, 0.0, True) == (result.value, result.error, result.low < result.value < result.high)


def test_interval_of_a_share_is_wilsons() -> None:
    """For units of 0 or 1 it is Wilson's interval, up to the corrections for a small number of units."""
    seen = [1] * 3 + [0] * 397
    result = estimate(mean(np.array(seen), share=True))
    wilson = stats.binomtest(3, 400).proportion_ci(0.95, method="wilson")
    assert [wilson.low, wilson.high] == pytest.approx([result.low, result.high], rel=0.01)


def test_intervals_of_ratios_and_differences_have_their_coverage() -> None:
    """In 1000 experiments with paired units of unequal size about 95% of the intervals contain the true value."""
    chance, held = np.random.default_rng(7), [0, 0]
    for _ in range(1000):
        sizes = chance.integers(10, 60, 80)
        luck = chance.uniform(0.1, 0.3, 80)
        one, other = (ratio(chance.binomial(sizes, luck + more), sizes) for more in (0.0, 0.1))
        for place, (result, truth) in enumerate(((estimate(one), 0.2), (difference(one, other), 0.1))):
            held[place] += result.low <= truth <= result.high
    assert [True, True] == [930 <= count <= 970 for count in held]


def test_difference_takes_all_units_of_samples_of_unequal_size() -> None:
    """Common units are paired, and the others still count."""
    values = np.random.default_rng(1).normal(0, 1, 1000)
    result = difference(mean(values), mean(values[:500]))
    # the mean of one half less that of all is half the difference between two independent halves
    halves = np.sqrt(values[:500].var(ddof=1) + values[500:].var(ddof=1)) / np.sqrt(500) / 2
    assert halves == pytest.approx(result.error, rel=0.05)
    assert values[:500].mean() - values.mean() == pytest.approx(result.value)


def test_difference_from_a_share_of_none_includes_its_uncertainty() -> None:
    none, some = mean(np.zeros(100), share=True), mean(np.array([0, 1] * 50), share=True)
    result = difference(none, some)
    assert 0.5 == result.value
    assert result.high == estimate(some).high
    assert result.low < estimate(some).low


@pytest.mark.parametrize("key", ["breakaway", "block", "rink", "blades"])
def test_lead_changes_and_forced_moves_agree_with_the_turns(key: str) -> None:
    game: Game = Game.start(key, seed=11)
    while game.outcome is None:
        game = game.play(game.legal[0])
    assert (_lead_changes(game), sum(len(turn.legal) == 1 for turn in game.turns)) == changes_and_forced(game)


def test_progress_is_reported_to_the_end_and_may_interrupt(ladder: Callable[..., None]) -> None:
    """Every meeting is reported; an exception in the callback ends the measurement."""
    ladder("random", "greedy")
    result: list[tuple[str, str, int, int]] = []

    def note(key: str, who: str, done: int, games: int) -> None:
        result.append((key, who, done, games))

    measure("passe", games=100, progress=note)
    ends = [(who, done) for key, who, done, games in result if done == games and key == "passe"]
    both = [(f"{one} against {one}", 100) for one in ("random", "greedy")]
    assert [*both, ("greedy against random", 100), ("random against greedy", 100)] == ends

    def stop(*step: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure("passe", games=100, progress=stop)


def test_json_contains_all_findings(ladder: Callable[..., None]) -> None:
    """Every finding has its players, name, interval and units, and all numbers are valid JSON."""
    ladder("random", "greedy")
    house = variant("breakaway").house(packets=[4, 4], max_overtimes=2)
    found = compare(["breakaway", house], games=100, seed=b"\1" * 32)
    result = json.loads(found.to_json(), parse_constant=pytest.fail)
    assert ["hockey-cards-measures/1"] * 2 == [each["format"] for each in result["variants"]]
    assert [{}, {"packets": [4, 4], "max_overtimes": 2}] == [each["house"] for each in result["variants"]]
    assert "01" * 32 == result["variants"][0]["seed"]
    (goals,) = [
        each
        for each in result["differences"][0]["findings"]
        if (each["measure"], each["players"]) == ("goals", ["greedy"])
    ]
    estimated = found.find(1, "goals", "greedy")
    assert [estimated.value, [estimated.low, estimated.high]] == [goals["value"], goals["interval"]]
    assert json.loads(found.measurements[0].to_json()) == result["variants"][0]


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"variant": "breakaway", "games": 99}, ParseError, "games cannot be 99: give 100 to"),
        ({"variant": "breakaway", "games": True}, ParseError, "games cannot be True"),
        ({"variant": "breakaway", "games": 100, "threads": 0}, ParseError, "threads cannot be 0"),
        ({"variant": "breakaway", "games": 100, "seed": 0.5}, ParseError, "seed"),
        ({"variant": "brakeaway"}, UnknownVariant, "brakeaway"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        measure(**arguments)


def test_unmeasured_findings_and_empty_comparisons_are_refused() -> None:
    with pytest.raises(ParseError, match=r"variants cannot be .*: give a list of one or more"):
        compare([])
    found = compare([OTHER, OTHER], games=100)
    with pytest.raises(ParseError, match="'goals' of 'greedy' was not measured: give one of leader_points of random"):
        found.measurements[0].find("goals", "greedy")
    with pytest.raises(ParseError, match="no difference of variant 2: give 1 to 1"):
        found.find(2, "goals", "random")
