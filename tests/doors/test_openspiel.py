"""OpenSpiel: its own tests on every variant, chance card by card, what players see, bots, search and solving."""

from __future__ import annotations

import contextlib
import copy
import io
import subprocess
import sys
import warnings
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from hockey_cards import Game, ParseError, SeatError, UnknownStrategy, UnknownVariant, VariantError, variants
from hockey_cards.batch import observe

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from hockey_cards.doors.dealing import DealPlan
from hockey_cards.doors.openspiel import HockeyState, StrategyBot, resampler

KEYS = sorted(variants())
SMALL = "ranks:TJQK;suits:cd;packets:2+2;periods:1;pass_ranks:;overtime:none;max_overtimes:0"
"""House rules of a game that can be solved: 8 cards, two packets, one period, no pass rank."""
TINY = "ranks:QKA;suits:cd;packets:3;periods:1;pass_ranks:Q;overtime:none;max_overtimes:0"
"""House rules of a game whose whole tree can be walked in seconds."""


def loaded(key: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"hockey_cards_{key}", parameters)


def walk(game: Any, seed: int, moves: int | None = None) -> Iterator[Any]:
    """Yield the states of a random game that are not chance nodes, up to a number of moves."""
    state, rng, made = game.new_initial_state(), Random(seed), 0
    while True:
        if state.is_chance_node():
            cards, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(cards, weights)[0])
            continue
        yield state
        if state.is_terminal() or made == moves:
            return
        made += 1
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("key", KEYS)
def test_the_simulations_of_openspiel_pass(key: str) -> None:
    """The C++ tests play random games, and do so again with states that are written and read back."""
    for serialize in (False, True):
        pyspiel.random_sim_test(loaded(key), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("key", KEYS)
def test_states_survive_being_stored(key: str) -> None:
    """``sim_game`` of OpenSpiel's Python tests clones, serialises and pickles states and the game."""
    tests = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    with contextlib.redirect_stdout(io.StringIO()):
        tests.GamesSimTest().sim_game(loaded(key))


@pytest.mark.parametrize("key", KEYS)
def test_the_partial_tree_tests_of_openspiel_pass(key: str) -> None:
    """Its tests of the API hold for states of a random game."""
    tests: Any = pytest.importorskip("open_spiel.integration_tests.api_test")
    case = tests.EnforceAPIOnPartialTreeBase()
    case.game, case.game_name = loaded(key), key
    case.game_type = case.game.get_type()
    case.some_states = [state.clone() for state in walk(case.game, 1)][::25]
    case.test_sequence_lengths()
    case.test_observations_raises_error_on_invalid_player()
    case.test_legal_actions_returns_empty_list_on_opponent()
    case.test_private_information_contents()
    case.test_no_invalid_public_observations()


def test_the_full_tree_tests_of_openspiel_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small deck every state of the game passes, and no player ever forgets anything."""
    tests: Any = pytest.importorskip("open_spiel.integration_tests.api_test")
    case = type("FullTree", (tests.EnforceAPIOnFullTreeBase,), {})()
    type(case).game, type(case).game_name = loaded("breakaway", house=TINY), "tiny"
    type(case).setUpClass()
    case.test_legal_actions_empty()
    case.test_current_player_returns_terminal_player_on_terminal_nodes()
    case.test_information_state_no_argument_raises_on_terminal_nodes()
    case.test_information_state_functions_raises_on_chance_nodes()
    case.test_current_player_infosets_no_overlap_between_players()
    case.test_constant_sum()
    # 20 hands of three from six cards, each reached in one way.
    deals = [state for state in case.all_states if len(state.history()) == 3]
    assert comb(6, 3) == len(deals)
    tests._assert_is_perfect_recall(case.game)


@pytest.mark.parametrize("key", KEYS)
def test_shimmy_opens_the_game_to_pettingzoo(key: str) -> None:
    """Shimmy's wrapper passes PettingZoo's own test."""
    shimmy: Any = pytest.importorskip("shimmy")
    tests: Any = pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        tests.api_test(shimmy.OpenSpielCompatibilityV0(env=loaded(key)), num_cycles=60)


def test_chance_deals_every_hand_with_its_probability() -> None:
    """The cards of a hand ascend, the other cards come one by one, and all deals are equally likely."""
    deck = Game.start("breakaway", seed=1).variant.rules.deck[:5]
    plan = DealPlan(((0, 2), (1,), (3, 4)), deck)
    found: dict[tuple[Any, ...], Fraction] = {}

    def spread(chosen: tuple[int, ...], chance: Fraction) -> None:
        if len(chosen) == plan.choices:
            pack = plan.pack(chosen)
            assert list(chosen) == plan.chosen(pack)
            kind = frozenset((pack[0], pack[2])), pack[1]
            found[kind] = found.get(kind, Fraction(0)) + chance
            return
        outcomes = plan.outcomes(chosen)
        assert sum(weight for _, weight in outcomes) == pytest.approx(1)
        for card, weight in outcomes:
            spread((*chosen, card), chance * Fraction(weight).limit_denominator(1000))

    spread((), Fraction(1))
    assert {Fraction(1, 30)} == set(found.values())
    assert 30 == len(found) == len({(frozenset(each[:2]), each[2]) for each in permutations(deck)})


@pytest.mark.parametrize("key", KEYS)
def test_games_are_those_of_the_engine(key: str) -> None:
    """Every state stands for a game of the engine: its moves, its mover, its result, and a record of it."""
    rules = variants()[key].rules
    state: Any = None
    for state in walk(loaded(key), 3):
        game = state.game
        assert [rules.number(move) for move in game.legal] == state.legal_actions()
        assert (pyspiel.PlayerId.TERMINAL if game.seat is None else game.seat) == state.current_player()
    game = state.game
    assert game.outcome is not None
    sign = {None: 0.0, 0: 1.0, 1: -1.0}[game.outcome.winner]
    assert [sign, -sign] * (rules.seats // 2) == state.returns()
    assert Game.from_record(game.record()).outcome == game.outcome


@pytest.mark.parametrize("key", KEYS)
def test_tensors_and_strings_are_those_of_the_views(key: str) -> None:
    """What a player observes is made of its view, and what it remembers of its history."""
    game = loaded(key)
    for state in walk(game, 4, 12):
        for seat in range(game.num_players()):
            view = state.game.view(seat)
            shown = np.array(state.observation_tensor(seat))
            assert [float(each == seat) for each in range(game.num_players())] == shown[: game.num_players()].tolist()
            assert (observe(view) > 0).tolist() == (shown[game.num_players() :] > 0).tolist()
            assert 0 <= shown.min()
            assert shown.max() <= 1
            assert view.to_json() == state.observation_string(seat)
            events = state.game.history(seat)
            assert 1 + len(events) == len(state.information_state_string(seat).splitlines())


@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "rink", "blades"])
def test_hidden_cards_do_not_change_what_a_player_gets(key: str) -> None:
    """In the resampler's states, whose hidden cards are others, all strings and tensors are the same."""
    check_leaks(key, moves=20, seed=5)


@pytest.mark.long
@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "rink", "blades"])
def test_hidden_cards_never_change_what_a_player_gets(key: str) -> None:
    """The same for 20,000 plies of each family."""
    plies = 0
    for seed in range(10**6):
        plies += check_leaks(key, moves=None, seed=seed)
        if plies >= 20_000:
            return


def check_leaks(key: str, *, moves: int | None, seed: int) -> int:
    """Compare what each player gets in the states of a game and in resampled ones; return the number of states."""
    game, resample = loaded(key), resampler(seed)
    private: Any = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    observer, count = game.make_py_observer(private), 0
    for count, state in enumerate(walk(game, seed, moves), 1):
        seat = count % game.num_players()
        other = resample(state, seat)
        assert state.history() != other.history() or count > 30
        assert got(state, seat) == got(other, seat)
        assert observer.string_from(state, seat) == observer.string_from(other, seat)
        assert state.current_player() == other.current_player()
    return count


def got(state: Any, seat: int) -> list[Any]:
    legal = state.legal_actions() if state.current_player() == seat else None
    tensors = np.array(state.observation_tensor(seat)), np.array(state.information_state_tensor(seat))
    strings = state.observation_string(seat), state.information_state_string(seat)
    return [legal, *(tensor.tobytes() for tensor in tensors), *strings]


def test_the_resampler_does_not_know_the_hidden_cards() -> None:
    """Whether a resampled card is the true one is a matter of chance alone: chi-square below its 99.9% point."""
    check_independence(plies=200, seed=1)


@pytest.mark.long
def test_the_resampler_never_knows_the_hidden_cards() -> None:
    """The same for 20,000 plies."""
    check_independence(plies=20_000, seed=2)


def check_independence(*, plies: int, seed: int) -> None:
    """Compare how often the resampled hand of the other player has a true card with how often it would by chance.

    Given the view, each of the n unseen cards is in the other hand of k cards, of which none is known; so a card of the
    resampled hand is a true one with chance k / n, whatever the true hand is.
    """
    game, resample = loaded("breakaway"), resampler(seed)
    observed, expected, variance, count = 0.0, 0.0, 0.0, 0
    number = 0
    while count < plies:
        number += 1
        for state in walk(game, seed * 10**6 + number, moves=48):
            if state.is_terminal():
                continue
            seat = state.current_player()
            view = state.game.view(seat)
            held, unseen = view.counts[1 - seat], len(view.unseen)
            if unseen <= held:
                continue
            true = set(state.game.state.hands[1 - seat])
            other: Any = resample(state, seat)
            drawn = set(other.game.state.hands[1 - seat])
            share = held / unseen
            observed += len(true & drawn)
            expected += held * share
            variance += held * share * (1 - share) * (unseen - held) / (unseen - 1)
            count += 1
            if count == plies:
                break
    assert (observed - expected) ** 2 / variance < 10.83


def test_counter_beats_random_as_a_bot() -> None:
    """In OpenSpiel's evaluation the strategy wins clearly, in either seat."""
    evaluation: Any = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots")
    game, rng, won = loaded("breakaway"), np.random.RandomState(1), [0.0, 0.0]
    for number in range(24):
        seat = number % 2
        bots = [StrategyBot(game, each, "counter" if each == seat else "random", seed=number) for each in (0, 1)]
        won[seat] += evaluation.evaluate_bots(game.new_initial_state(), bots, rng)[seat]
    assert won[0] > 5
    assert won[1] > 5


@pytest.mark.parametrize("key", ["breakaway", "rink", "team-breakaway"])
def test_search_plays_through_the_resampler(key: str) -> None:
    """OpenSpiel's ISMCTS makes legal moves in worlds that the resampler imagines."""
    ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, evaluator = loaded(key), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=4, random_state=np.random.RandomState(2))
    bot.set_resampler(resampler(3))
    for state in walk(game, 6, 6):
        assert bot.step(state) in state.legal_actions()


@pytest.mark.long
def test_a_small_game_is_solved() -> None:
    """CFR+ of OpenSpiel converges to the value of the game: -0.0571 goals for the player who leads."""
    game = loaded("breakaway", house=SMALL, rewards="score")
    # The solver walks the tree in each iteration, so it is given a copy of the tree that needs no Python.
    tree = pyspiel.load_efg_game(written(game))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    values = pyspiel.expected_returns(tree.new_initial_state(), solver.average_policy(), -1, True)
    first = next(walk(game, 1)).current_player()
    assert -0.0571 == pytest.approx(values[first], abs=0.005)


def test_a_tiny_game_is_solved() -> None:
    """CFR of OpenSpiel runs on the game itself, and its policy is hardly exploitable."""
    game = loaded("breakaway", house=TINY.replace("QKA", "QK").replace("packets:3", "packets:2"))
    solver = pyspiel.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.02


def written(game: Any) -> str:
    """Return the tree of a game in the format of Gambit, with a number for each information state."""
    lines = ['EFG 2 R "game" { "0" "1" }']
    known: list[dict[str, int]] = [{}, {}]

    def write(state: Any) -> None:
        number = len(lines)
        if state.is_terminal():
            lines.append(f't "" {number} "" {{ {" ".join(map(str, state.returns()))} }}')
            return
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            listed = " ".join(f'"{action}" {weight:.16f}' for action, weight in outcomes)
            lines.append(f'c "" {number} "" {{ {listed} }} 0')
        else:
            player: int = state.current_player()
            sets = known[player]
            place = sets.setdefault(state.information_state_string(), len(sets) + 1)
            listed = " ".join(f'"{action}"' for action in state.legal_actions())
            lines.append(f'p "" {player + 1} {place} "" {{ {listed} }} 0')
        for action in state.legal_actions():
            write(state.child(action))

    write(game.new_initial_state())
    return "\n".join(lines) + "\n"


def test_house_rules_are_parameters() -> None:
    """A name with parameters leads to the game, and the name of a game leads back to it."""
    game = pyspiel.load_game("hockey_cards(variant=team-breakaway,house=seats:2;periods:1,dealer=1,rewards=score)")
    assert 2 == game.num_players()
    assert {"seats": 2, "periods": 1} == game.variant.changes
    assert str(game) == str(pyspiel.load_game(str(game)))
    assert 0 == next(walk(game, 1)).current_player()
    assert ["hockey_cards", *(f"hockey_cards_{key}" for key in KEYS)] == sorted(
        name for name in pyspiel.registered_names() if name.startswith("hockey_cards")
    )


def test_scores_can_be_rewarded() -> None:
    """With ``rewards=score`` the returns are the lead at the end."""
    for seed in range(3):
        *_, state = walk(loaded("breakaway", rewards="score"), seed)
        own, other = state.game.score
        assert [own - other, other - own] == state.returns()


def test_wrong_parameters_are_refused() -> None:
    """An error of the library says what is wrong."""
    for error, parameters in (
        (UnknownVariant, {"variant": "pond"}),
        (VariantError, {"house": "goals:3"}),
        (VariantError, {"house": "periods:1;overtime:none;max_overtimes:2"}),
        (ParseError, {"house": "periods"}),
        (ParseError, {"house": "periods:many"}),
        (ParseError, {"rewards": "goals"}),
        (SeatError, {"dealer": 7}),
    ):
        with pytest.raises(error):
            pyspiel.load_game("hockey_cards", parameters)
    with pytest.raises(UnknownStrategy, match="gredy"):
        StrategyBot(loaded("rink"), 0, "gredy")


def test_copies_are_cheap_and_go_on_by_themselves() -> None:
    """A clone shares its past with the state, and plays on without changing it."""
    state: HockeyState = list(walk(loaded("breakaway"), 1, 5))[-1]
    other: Any = copy.copy(state.node)
    assert other is state.node
    clone: Any = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert 6 == len(clone.game.moves)
    assert state.game is not None
    assert 5 == len(state.game.moves)


def test_a_program_ends_cleanly() -> None:
    """OpenSpiel outlives Python; what it was given must survive that."""
    code = "import pyspiel, hockey_cards.doors.openspiel; pyspiel.load_game('hockey_cards_rink')"
    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
