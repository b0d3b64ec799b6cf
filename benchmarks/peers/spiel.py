"""Tasks of OpenSpiel: its card games in C++, and ``breakaway`` in its Python API."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final

import attrs
from measures import Library, Measure, Task, Timed, cpu, sized, tried

pyspiel: Any = import_module("pyspiel")

STEPS: Final = 2500
"""The number of steps of the games that are played beforehand."""
PLAYOUT_STEPS: Final = 100_000
"""The number of steps of all playouts in a round."""
DEALS: Final = 3
"""The number of deals that playouts start from."""

GAMES: Final = (
    "blackjack bridge crazy_eights cribbage dou_dizhu euchre german_whist_foregame gin_rummy go_fish hanabi hearts "
    "kuhn_poker leduc_poker liars_dice oh_hell repeated_leduc_poker skat solitaire spades tarok tiny_bridge_2p "
    "tiny_bridge_4p tiny_hanabi universal_poker"
).split()
LOADED_AS: Final = {
    # Played to the end; otherwise a solver of finished auctions would be measured.
    "bridge": "bridge(use_double_dummy_result=false)",
    "universal_poker": (
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1,numSuits=4,numRanks=13,"
        "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=10 10 20 20,maxRaises=3 4 4 4)"
    ),
}
"""The parameters of games that cannot be loaded by name alone."""

Part = tuple[list[int], list[int]]
"""The outcomes of chance nodes, and then the indices of moves among the legal ones."""


@attrs.frozen
class Subject:
    """A game, and random games of it.

    Args:
        name: Its name.
        game: The game.
        scripts: The random games, in parts.
        uniform: Whether all outcomes of a chance node are equally likely, so that their weights can be ignored.
    """

    name: str
    game: Any
    scripts: list[list[Part]]
    uniform: bool

    @property
    def moves(self) -> int:
        """The number of moves in all scripts."""
        return sum(len(places) for script in self.scripts for _, places in script)

    @property
    def steps(self) -> int:
        """The number of moves and chance nodes in all scripts."""
        return self.moves + sum(len(dealt) for script in self.scripts for dealt, _ in script)


def subject(name: str, game: Any) -> Subject:
    """Play random games and return them."""
    rng, scripts, steps, uniform = Random(1), list[list[Part]](), 0, True
    while steps < STEPS:
        parts, level = script(game.new_initial_state(), rng)
        scripts.append(parts)
        uniform = uniform and level
        steps += sum(len(dealt) + len(places) for dealt, places in parts)
    return Subject(name, game, scripts, uniform)


def script(state: Any, rng: Random) -> tuple[list[Part], bool]:
    """Play a state to its end at random; return the parts, and whether all chance nodes were uniform."""
    parts: list[Part] = [([], [])]
    uniform = True
    while not state.is_terminal():
        if state.is_chance_node():
            if parts[-1][1]:
                parts.append(([], []))
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            uniform = uniform and max(weights) - min(weights) < 1e-9
            parts[-1][0].append(rng.choices(actions, weights)[0])
            state.apply_action(parts[-1][0][-1])
        else:
            legal = state.legal_actions()
            parts[-1][1].append(rng.randrange(len(legal)))
            state.apply_action(legal[parts[-1][1][-1]])
    return parts, uniform


# One at a time, with fixed deals and choices


def applied(subject: Subject) -> None:
    """Play the scripts, each on one mutable state."""
    for parts in subject.scripts:
        state = subject.game.new_initial_state()
        for dealt, places in parts:
            for action in dealt:
                state.apply_action(action)
            for place in places:
                state.apply_action(state.legal_actions()[place])


def children(subject: Subject) -> None:
    """Play the scripts with a new state for each step."""
    for parts in subject.scripts:
        state = subject.game.new_initial_state()
        for dealt, places in parts:
            for action in dealt:
                state = state.child(action)
            for place in places:
                state = state.child(state.legal_actions()[place])


def given(play: Callable[[Subject], None], subject: Subject, times: int) -> Timed:
    """Time games with fixed deals and choices, several times over."""
    begin = cpu()
    for _ in range(times):
        play(subject)
    return Timed(cpu() - begin, times * subject.moves, times * subject.steps)


# One at a time, with deals and choices drawn during play


def picker(subject: Subject, chance: Callable[[], float]) -> Callable[[Any], int]:
    """Return a function that draws at a chance node, in the cheapest task that is correct for the game."""
    if not subject.uniform:
        return lambda state: int(pyspiel.sample_action(state.chance_outcomes(), chance())[0])

    def pick(state: Any) -> int:
        outcomes = state.chance_outcomes()
        return outcomes[int(chance() * len(outcomes))][0]  # type: ignore[no-any-return]  # OpenSpiel has no types

    return pick


def drawn(subject: Subject, games: int, *, child: bool) -> Timed:
    """Time games whose deals and choices are drawn during play."""
    chance, moves, nodes = Random(1).random, 0, 0
    pick = picker(subject, chance)
    begin = cpu()
    for _ in range(games):
        state = subject.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = pick(state)
                nodes += 1
            else:
                legal = state.legal_actions()
                action = legal[int(chance() * len(legal))]
                moves += 1
            if child:
                state = state.child(action)
            else:
                state.apply_action(action)
    return Timed(cpu() - begin, moves, moves + nodes)


def one_at_a_time(who: Library, subject: Subject) -> list[Task]:
    """Return the tasks that play one game at a time; a deal that the library draws itself cannot be fixed."""
    hidden = subject.game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    found: list[Task] = []
    for call, play, child in (("apply_action", applied, False), ("child", children, True)):
        what = f"{subject.name}: legal_actions, {call}"
        found.append(Task(who, what, Measure.DRAWN, sized(partial(drawn, subject, child=child))))
        if not hidden:
            found.append(Task(who, what, Measure.GIVEN, sized(partial(given, play, subject))))
    return found


# Many at once


def whole_games(subject: Subject, games: int) -> Timed:
    """Time whole games between OpenSpiel's random bots, played in C++."""
    game = subject.game
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    states: list[Any] = []
    begin = cpu()
    for seed in range(games):
        states.append(game.new_initial_state())
        pyspiel.evaluate_bots(states[-1], bots, seed)
    seconds = cpu() - begin
    steps = [item.player >= 0 for state in states for item in state.full_history()]
    return Timed(seconds, sum(steps), len(steps))


def dealt(game: Any, rng: Random) -> Any:
    """Return a state at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def lengths(state: Any, rng: Random) -> tuple[float, float]:
    """Return the mean numbers of moves and of steps of a playout from a state."""
    played = [script(state.clone(), rng)[0] for _ in range(100)]
    moves = sum(len(places) for parts in played for _, places in parts) / len(played)
    return moves, moves + sum(len(cards) for parts in played for cards, _ in parts) / len(played)


def playouts(subject: Subject) -> list[Task]:
    """Return the task of playouts: one step of OpenSpiel's search, nearly all of whose time they take."""
    if subject.game.get_type().reward_model != pyspiel.GameType.RewardModel.TERMINAL:
        return []
    rng = Random(1)
    starts = [dealt(subject.game, rng) for _ in range(DEALS)]
    means = [lengths(start, rng) for start in starts]
    count = max(1, round(PLAYOUT_STEPS / sum(steps for _, steps in means)))
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(subject.game, evaluator, 1.0, 1, 10, False, 1, False)

    def run() -> Timed:
        begin = cpu()
        for start in starts:
            bot.step(start)
        seconds = cpu() - begin
        return Timed(seconds, *(round(count * sum(mean)) for mean in zip(*means, strict=True)))

    return [Task(Library.SPIEL, subject.name, Measure.DEALT, run)]


def many(subject: Subject) -> list[Task]:
    """Return the tasks that play many games in C++."""
    return [
        Task(Library.SPIEL, subject.name, Measure.WHOLE, sized(partial(whole_games, subject), seconds=0.015)),
        *playouts(subject),
    ]


def in_cpp(name: str) -> list[Task]:
    """Return all tasks of one of OpenSpiel's own games."""
    known = subject(name, pyspiel.load_game(LOADED_AS.get(name, name)))
    return [*one_at_a_time(Library.SPIEL, known), *many(known)]


def in_python() -> list[Task]:
    """Return the tasks of ``breakaway`` in the Python API, after checking it against the library."""
    from spiel_breakaway import Breakaway, check

    try:
        check(50)
    except AssertionError as error:
        raise SystemExit(
            "breakaway in OpenSpiel's Python API differs from the game of the library: fix it first"
        ) from error
    return one_at_a_time(Library.SPIEL_PYTHON, subject("breakaway", Breakaway()))


def tasks(notes: list[str]) -> list[Task]:
    """Return all tasks of OpenSpiel."""
    found: list[Task] = []
    registered = pyspiel.registered_names()
    for name in GAMES:
        if name in registered:
            found += tried(notes, f"OpenSpiel's {name}", partial(in_cpp, name))
        else:
            notes.append(f"This version of OpenSpiel has no {name}.")
    found += in_python()
    return found
