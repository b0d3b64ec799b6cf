"""The search of the pile family: worlds weighted by the plays seen, and playouts by sequential halving."""

from __future__ import annotations

from math import ceil, erf, log2, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import PACK_SIZE, Array, Word
from hockey_cards.batch.kernels import words_of_key
from hockey_cards.batch.pile.playout import (
    COUNTER,
    GREEDY,
    RANDOM,
    SeenPlays,
    Softness,
    lay_worlds,
    play_out,
    weigh_worlds,
)
from hockey_cards.batch.pile.positions import Position, seen_plays
from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.pile import PileView
from hockey_cards.rules import Seat, Variant
from hockey_cards.strategies.last_packet import is_solvable, solved

if TYPE_CHECKING:
    from hockey_cards.search.player import Searcher

_NUMBERS: Final = {"greedy": GREEDY, "counter": COUNTER}
_PLAYERS: Final = 3
_SOFTNESS: Final = Softness(0.05, np.array([0.0, 0.05, 0.05]))
_RANDOM_SHARE: Final = 0.1
"""The prior probability that the other side plays at random."""
_LEAST_SHARE: Final = 0.1
"""The effective number of worlds, as a share of all, below which their weights are tempered."""
_NOT_ASKED: Final = np.zeros((0, 0), np.uint8)
"""Stands for the moves of playouts, which the search does not need."""
_LAID: Final = 2
"""The worlds laid and weighted for each one that is played out."""


@attrs.define(eq=False)
class Playouts:
    """Playouts of the moves of a position, all of them in the same worlds.

    Args:
        position: The position.
        packs: The worlds that may be used.
        worlds: By playout its world.
        players: By playout the player of the other side.
        key: The key of the choices between equally good cards.
    """

    position: Position
    packs: Array
    worlds: Array
    players: Array
    key: tuple[Word, Word]
    _leads: dict[Card, Array] = attrs.field(factory=dict["Card", "Array"], init=False)
    _done: dict[Card, int] = attrs.field(factory=dict["Card", "int"], init=False)

    def leads(self, move: Card, number: int) -> Array:
        """Return the goals of the mover's side less those of the other after a move, in the first playouts."""
        known = self._leads.setdefault(move, np.zeros(len(self.worlds), np.int64))
        at, pack = self.position, np.zeros(PACK_SIZE, np.uint8)
        players = self.worlds, self.players, COUNTER, self.key
        place = at.ply, at.situation, at.seen, at.hand[move]
        play_out(at.tables, self.packs, *players, *place, pack, _NOT_ASKED, known, self._done.get(move, 0), number)
        self._done[move] = number
        return known[:number]


@attrs.define(eq=False)
class PilePlayer:
    """A searching player in one game.

    Args:
        settings: The settings.
        rng: The source of chance.
    """

    settings: Searcher
    rng: Random
    _period: int = attrs.field(default=-1, init=False)
    _before: Array = attrs.field(factory=lambda: np.zeros(_PLAYERS), init=False)
    _latest: Array = attrs.field(factory=lambda: np.zeros(_PLAYERS), init=False)

    def __call__(self, view: PileView) -> Card:
        """Return the move with the best results."""
        moves = _different(view.legal)
        if len(moves) > 1 and is_solvable(view):
            leads = solved(view)
            moves = [card for card in moves if leads[card] == max(leads.values())]
        return moves[0] if len(moves) == 1 else self._best(view, moves)

    def expected(self, view: PileView) -> dict[Card, float]:
        """Return for each move the goals of the mover's side less those of the other, until the end of the period.

        In the last packet of two players they are exact; otherwise they are those of the playouts, on average.
        """
        if is_solvable(view):
            return {card: float(lead) for card, lead in solved(view).items()}
        playouts = self.playouts(view)
        leads = {card.rank: float(playouts.leads(card, len(playouts.worlds)).mean()) for card in _different(view.legal)}
        return {card: leads[card.rank] for card in view.legal}

    def _best(self, view: PileView, moves: list[Card]) -> Card:
        """Return the best of some moves by sequential halving: the worse half is given up after each round."""
        playouts = self.playouts(view)
        rounds, number = ceil(log2(len(moves))), len(playouts.worlds)
        for each in range(rounds):
            found = {move: playouts.leads(move, max(number >> (rounds - 1 - each), 1)) for move in moves}
            worth = worths(view, found)
            moves = sorted(moves, key=lambda move: -worth[move])[: -(-len(moves) // 2)]
        return moves[0]

    def playouts(self, view: PileView) -> Playouts:
        """Return the playouts of a position: worlds, and the player of the other side in each."""
        position = Position.of(view)
        packs, worlds, players = self._worlds(view, position)
        key = self.rng.getrandbits(64), self.rng.getrandbits(64)
        return Playouts(position, packs, worlds, players, words_of_key(key))

    def _worlds(self, view: PileView, position: Position) -> tuple[Array, Array, Array]:
        """Return worlds, and for each playout its world and the player of the other side, drawn by their weights."""
        number = self.settings.worlds
        packs = np.empty((_LAID * number, PACK_SIZE), np.uint8)
        key = words_of_key((self.rng.getrandbits(64), self.rng.getrandbits(64)))
        lay_worlds(position.template, position.places, position.unseen, key, packs)
        if view.period != self._period:
            self._before, self._latest, self._period = self._before + self._latest, np.zeros(_PLAYERS), view.period
        over, now = seen_plays(view)
        logs = _logs(position, packs, now)
        top = logs.max(axis=0)
        with np.errstate(divide="ignore"):
            self._latest = _logs(position, packs[:1], over)[0] + top + np.log(np.exp(logs - top).mean(axis=0))
        belief = self._belief()
        weights = np.stack([_tempered(logs[:, player]) * belief[player] for player in range(_PLAYERS)]).ravel(order="F")
        # Systematic resampling: playouts in order of their worlds, which are independent.
        points = (np.arange(number) + self.rng.random()) / number
        drawn = np.minimum(np.searchsorted(np.cumsum(weights), points), len(weights) - 1)
        return packs, drawn // _PLAYERS, (drawn % _PLAYERS).astype(np.int64)

    def _belief(self) -> Array:
        """Return the probabilities of the players that the other side may be."""
        prior = np.zeros(_PLAYERS)
        prior[RANDOM] = _RANDOM_SHARE
        for name in self.settings.opponents:
            prior[_NUMBERS[name]] = (1 - _RANDOM_SHARE) / len(self.settings.opponents)
        seen = self._before + self._latest
        found = prior * np.exp(seen - seen.max())
        return np.asarray(found / found.sum())


def _different(cards: tuple[Card, ...]) -> list[Card]:
    """Return a card of each rank."""
    return list({card.rank: card for card in reversed(cards)}.values())[::-1]


def _logs(position: Position, packs: Array, plays: SeenPlays) -> Array:
    logs = np.empty((len(packs), _PLAYERS))
    weigh_worlds(position.tables, packs, plays, _SOFTNESS, logs, np.empty(16, np.int64))
    return logs


def _tempered(logs: Array) -> Array:
    """Return weights that add up to 1, evened out as far as a tenth of the worlds must count."""
    logs = logs - logs.max()
    power = 1.0
    while True:
        weights = np.exp(power * logs)
        weights /= weights.sum()
        if 1 / (weights**2).sum() >= _LEAST_SHARE * len(weights) or power < 0.05:
            return np.asarray(weights)
        power *= 0.8


def worths(view: PileView, leads: dict[Card, Array]) -> dict[Card, float]:
    """Return the mean worth of the results of each move: the chance to win, and a little for goals."""
    assert view.seat is not None
    side, schedule = side_of(view.seat), view.rules.schedule
    ahead = view.score[side] - view.score[1 - side]
    left = max(schedule.periods - 1 - view.period, 0)
    everything = np.concatenate(list(leads.values()))
    rest = view.setup.timetable.plays - view.ply
    spread = sqrt(left * max(float(everything.var()), 0.25) * view.setup.timetable.plays / rest)
    bound = int(np.abs(everything).max())
    table = np.array([_worth(ahead + lead, spread) + 0.01 * lead for lead in range(-bound, bound + 1)])
    return {move: float(table[some + bound].mean()) for move, some in leads.items()}


def _worth(ahead: int, spread: float) -> float:
    """Return the chance to win with a lead at the end of the period, by what the later periods may change of it."""
    if not spread:
        return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
    return 0.5 + 0.5 * erf(ahead / (spread * sqrt(2)))


def seat(settings: Searcher, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> PilePlayer:
    """Return a player for one game."""
    return PilePlayer(settings, rng)
