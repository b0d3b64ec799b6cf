"""``breakaway`` in OpenSpiel's Python API, written like the games that come with OpenSpiel.

Each card that is dealt is a chance node. ``check`` compares it with the library move for move.
"""

from __future__ import annotations

from bisect import insort
from importlib import import_module
from random import Random
from typing import Any, Final

import hockey_cards
from hockey_cards import Stacked

pyspiel: Any = import_module("pyspiel")

CARDS: Final = 52
JACK: Final = 9
PACKETS: Final = (5, 5, 5, 5, 6)
OVERTIME: Final = (4, 4, 4, 4, 4, 6)
PERIODS: Final = 3
CHANCE: Final = pyspiel.PlayerId.CHANCE
TERMINAL: Final = pyspiel.PlayerId.TERMINAL
NOBODY: Final = -1

TYPE: Final = pyspiel.GameType(
    short_name="python_breakaway",
    long_name="Python Breakaway Hockey",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=CARDS,
    max_chance_outcomes=CARDS,
    num_players=2,
    min_utility=-3.0 * CARDS,
    max_utility=3.0 * CARDS,
    utility_sum=0.0,
    max_game_length=4 * CARDS,
)


class Breakaway(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game."""

    def __init__(self, params: Any = None) -> None:
        pyspiel.Game.__init__(self, TYPE, INFO, params or {})

    def new_initial_state(self) -> Any:
        """Return the state before the first card is dealt."""
        return BreakawayState(self)


class BreakawayState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state, held as numbers so that it is cheap to copy."""

    def __init__(self, game: Any) -> None:
        pyspiel.State.__init__(self, game)
        self.goals = [0, 0]
        self.period = 0
        self.begin()

    def begin(self) -> None:
        """Begin a period."""
        self.hands: list[list[int]] = [[], []]
        self.dealt = 0  # a bit for each card
        self.packet = 0
        self.top = self.claim = NOBODY
        self.first = (self.period + 1) % 2
        self.serve()

    def serve(self) -> None:
        """Begin the deal of a packet."""
        self.waiting = 2 * self.packets()[self.packet]
        self.receiver = self.first
        self.player: Any = CHANCE

    def packets(self) -> tuple[int, ...]:
        """Return the packets of the period."""
        return PACKETS if self.period < PERIODS else OVERTIME

    def current_player(self) -> Any:
        """Return who moves: a player, chance or nobody."""
        return self.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.player is TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, with their probabilities."""
        left = [card for card in range(CARDS) if not self.dealt >> card & 1]
        share = 1 / len(left)
        return [(card, share) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return self.hands[player]

    def _apply_action(self, card: int) -> None:
        if self.waiting:
            self.deal(card)
        else:
            self.play(card)

    def deal(self, card: int) -> None:
        """Deal a card."""
        self.dealt |= 1 << card
        insort(self.hands[self.receiver], card)
        self.receiver = 1 - self.receiver
        self.waiting -= 1
        if not self.waiting:
            self.player = self.first

    def play(self, card: int) -> None:
        """Play a card, and continue with the next play, packet or period."""
        player: int = self.player
        rank, goal = card >> 2, False
        self.hands[player].remove(card)
        if rank == JACK:
            self.claim = player
        elif rank == self.top:
            goal = self.claim == player
            self.claim = NOBODY if goal else player
            self.goals[player] += goal
        elif self.claim == player:
            self.claim = NOBODY
        self.top = rank
        self.player = 1 - player
        if goal and self.period == PERIODS:
            self.end()
        elif self.player == self.first and not self.hands[self.player]:
            self.end_packet()

    def end_packet(self) -> None:
        """Deal the next packet, or begin the next period, or end the game."""
        self.packet += 1
        if self.packet < len(self.packets()):
            self.serve()
        elif self.period + 1 < PERIODS or (self.period + 1 == PERIODS and self.goals[0] == self.goals[1]):
            self.period += 1
            self.begin()
        else:
            self.end()

    def end(self) -> None:
        """End the game."""
        self.player, self.claim = TERMINAL, NOBODY

    def returns(self) -> list[float]:
        """Return the returns of both players."""
        margin = float(self.goals[0] - self.goals[1])
        return [margin, -margin]

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{'Deal' if player == CHANCE else 'Play'} {hockey_cards.deck()[action].code}"

    def __str__(self) -> str:
        return f"period {self.period}, goals {self.goals}, hands {self.hands}, top {self.top}, claim {self.claim}"


def check(games: int) -> int:
    """Play random games in OpenSpiel and again in the library; return the number of moves compared.

    Raises:
        AssertionError: If the two differ in a mover, the legal moves, the claim, a goal or the end.
    """
    return sum(_check(Random(seed)) for seed in range(games))


def _check(rng: Random) -> int:
    state = Breakaway().new_initial_state()
    packs, moves = list[list[int]](), list[tuple[Any, ...]]()
    while not state.is_terminal():
        mover, legal = state.current_player(), state.legal_actions()
        card = rng.choice(legal)
        if mover == CHANCE:
            packs += [[]] * (state.period == len(packs))
            packs[-1] = [*packs[-1], card]
        state.apply_action(card)
        if mover != CHANCE:
            moves.append((mover, legal, card, tuple(state.goals), state.claim, state.period))
    _compare(packs, moves)
    return len(moves)


def _compare(packs: list[list[int]], moves: list[tuple[Any, ...]]) -> None:
    """Play the same moves in the library; the undealt rest of a pack is filled up in any order."""
    rules: Any = hockey_cards.variant("breakaway").rules
    cards = hockey_cards.deck()
    full = [[*pack, *(card for card in range(CARDS) if card not in pack)] for pack in packs]
    state = rules.start(Stacked([[cards[card] for card in pack] for pack in full]))
    for mover, legal, card, goals, claim, period in moves:
        assert (mover, legal) == (rules.seat(state), [int(move) for move in rules.legal(state)])
        state = rules.apply(state, cards[card])
        assert (goals, period) == (tuple(state.score), state.period)
        assert claim == (NOBODY if state.claim is None else state.claim)
    assert rules.outcome(state) is not None
