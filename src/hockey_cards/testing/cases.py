"""Test cases of the kit: random games of a variant, and the positions in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeVar

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import HockeyError
from hockey_cards.game import Game
from hockey_cards.options import Value
from hockey_cards.registry import family_of
from hockey_cards.rules import Family, Seat, Variant
from hockey_cards.shoe import Seeded, Shoe, derive
from hockey_cards.testing.errors import Example
from hockey_cards.testing.random_house import random_house

_MAX_PLIES: Final = 20_000
"""Moves after which a game is abandoned, whatever its rules say about its length."""

_SAMPLED: Final = 3
"""Positions of a game to sample, besides its last one and the last one of a period."""

_TRIED: Final = 12
"""Moves of a position to try."""

_T = TypeVar("_T")


@attrs.frozen
class CheckSettings:
    """Facts about a family that a check cannot find in its rules.

    Args:
        cards: A function that lists all cards of a state, wherever they are; the promise is that they are the deck.
        rotates: Whether the family promises the same game, with the seats renamed, when another seat deals the same
            pack.
        family: The family, if it is not registered.
    """

    cards: Callable[[Any], Iterable[Card]] | None = None
    rotates: bool = False
    family: Family | None = None


@attrs.frozen(eq=False)
class Case:
    """A game of a variant to check, played with random moves as far as it went.

    Args:
        base: The variant to check.
        changes: The house rules on top of it.
        seed: The seed of the shuffle and of all random choices.
        dealer: The dealer of the first period.
        settings: What the check knows of the family.
        variant: The variant with the house rules.
        states: The states in order; none if the deal failed.
        moves: The moves between them.
    """

    base: Variant[Any, Any, Any]
    changes: Mapping[str, Value]
    seed: int
    dealer: Seat = 0
    settings: CheckSettings = CheckSettings()
    variant: Variant[Any, Any, Any] = attrs.field(init=False)
    states: tuple[Any, ...] = ()
    moves: tuple[Any, ...] = ()

    def __attrs_post_init__(self) -> None:
        rules = self.base.rules.house(self.changes) if self.changes else self.base.rules
        object.__setattr__(self, "variant", attrs.evolve(self.base, rules=rules))

    @property
    def shoe(self) -> Seeded:
        """The shoe of the game."""
        return Seeded(self.seed, self.variant.rules.deck)

    @property
    def family(self) -> Family | None:
        """The family of the game; None if it is neither given nor registered."""
        return self.settings.family or family_of(self.variant.rules)

    @property
    def positions(self) -> list[Position]:
        """All positions of the game; only the first if the deal failed."""
        return [Position(self, ply) for ply in range(max(1, len(self.states)))]

    @property
    def sampled_positions(self) -> list[Position]:
        """Some positions of the game, its last one and the last one of a period among them."""
        plies = range(len(self.states))
        ends = [ply for ply in plies[1:] if self.states[ply - 1].period != self.states[ply].period]
        rng = Random(self.seed)
        sampled = {*rng.sample(plies, min(_SAMPLED, len(plies))), *plies[-1:]}
        if ends:
            sampled.add(rng.choice(ends) - 1)
        return [Position(self, ply) for ply in sorted(sampled)]

    def played(self) -> Case:
        """Return the case with its game played."""
        rules: Any = self.variant.rules
        try:
            first = rules.start(self.shoe, dealer=self.dealer)
        except Exception:  # noqa: BLE001  # a check raises it again, and then it breaks a promise
            return self
        states, moves = _play_randomly(rules, first, Random(self.seed), prefer_rare=self.seed % 4 > 1)
        return attrs.evolve(self, states=tuple(states), moves=tuple(moves))

    def with_house(self, changes: Mapping[str, Value]) -> Case | None:
        """Return the case with other house rules, played; None if the house rules are invalid."""
        try:
            return Case(self.base, changes, self.seed, self.dealer, self.settings).played()
        except HockeyError:
            return None


@attrs.frozen(eq=False)
class Position:
    """A position of a case: the state after a number of moves."""

    case: Case
    ply: int

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.case.variant.rules

    @property
    def state(self) -> Any:
        """The state that the game went through, to which later moves have been applied."""
        return self.case.states[self.ply] if self.case.states else self.replay()

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves made so far."""
        return self.case.moves[: self.ply]

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal moves."""
        moves: tuple[Any, ...] = self.rules.legal(self.state)
        return moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.outcome(self.state) is not None

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """All viewers: the seats, and a spectator."""
        return (*range(self.rules.seats), None)

    @property
    def views(self) -> list[Any]:
        """The views of all viewers."""
        return [self.rules.view(self.state, viewer) for viewer in self.viewers]

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The position as a game."""
        game: Game[Any, Any, Any] = Game.start(self.case.variant, seed=self.case.seed, dealer=self.case.dealer)
        for move in self.moves:
            game = game.play(move)
        return game

    def replay(self, shoe: Shoe | None = None) -> Any:
        """Return a new state, dealt and played again; dealt from another shoe if one is given."""
        state = self.rules.start(shoe or self.case.shoe, dealer=self.case.dealer)
        for move in self.moves:
            state = self.rules.apply(state, move)
        return state

    def rng(self, label: str) -> Random:
        """Return a random generator, the same for the same label."""
        return Random(int.from_bytes(derive(self.case.seed, label, self.ply), "big"))

    def sample(self, items: Iterable[_T], size: int = _TRIED) -> list[_T]:
        """Return a random sample of some items, always the same one; all of them if there are no more than its size."""
        given = list(items)
        return given if len(given) <= size else self.rng("sample").sample(given, size)

    def illegal_moves(self, size: int = 4 * _TRIED) -> list[Any]:
        """Return some moves that are not legal here: moves of the rest of the game, and cards if those are moves."""
        legal = set(self.legal)
        met = {move: None for state in self.case.states for move in self.rules.legal(state)}
        return self.sample([move for move in {**met, **dict.fromkeys(self._card_moves())} if move not in legal], size)

    def _card_moves(self) -> Iterator[Any]:
        """Yield the moves whose codes are those of the cards of the deck."""
        for card in self.rules.deck:
            with suppress(HockeyError):
                yield self.rules.parse(card.code)

    def example(self, *, deal: bool = True, seat: Seat | None = None) -> Example:
        """Return the position as an example; without a deal if only the rules matter."""
        codes = tuple(str(getattr(move, "code", repr(move))) for move in self.moves)
        found = Example(self.case.base.key, dict(self.case.changes), seat=seat)
        return attrs.evolve(found, seed=self.case.seed, dealer=self.case.dealer, moves=codes) if deal else found


def random_cases(
    base: Variant[Any, Any, Any], settings: CheckSettings, *, games: int, seed: int, house: bool
) -> list[Case]:
    """Play random games of a variant.

    Half of the games prefer moves whose calls have been rare so far, so that much happens in them.

    Args:
        base: The variant.
        settings: What the check knows of the family.
        games: The number of games.
        seed: The seed of the first game; the others take the numbers after it.
        house: Whether every other game has random house rules.
    """
    cases: list[Case] = []
    for number in range(games):
        changes = random_house(base.rules, Random(seed + number)) if house and number % 2 else {}
        case = Case(base, changes, seed + number, 0, settings)
        cases.append(attrs.evolve(case, dealer=number // 2 % case.variant.rules.seats).played())
    return cases


def _play_randomly(rules: Any, first: Any, rng: Random, *, prefer_rare: bool) -> tuple[list[Any], list[Any]]:
    """Play to the end, or until the game is too long, or an exception is raised, which a check raises again."""
    states: list[Any] = [first]
    moves: list[Any] = []
    counts = Counter[str]()
    with suppress(Exception):
        while len(moves) <= min(rules.max_moves, _MAX_PLIES) and (legal := rules.legal(states[-1])):
            move = _rarest(rules, states[-1], legal, counts, rng) if prefer_rare else rng.choice(legal)
            after = rules.apply(states[-1], move)
            moves.append(move)
            states.append(after)
    return states, moves


def _rarest(rules: Any, state: Any, legal: Sequence[Any], counts: Counter[str], rng: Random) -> Any:
    """Return a move whose call has been rarest so far, and count it."""
    tried = rng.sample(legal, min(len(legal), _TRIED))
    calls = [rules.step(state, move).call for move in tried]
    rare = min(calls, key=lambda call: counts[call])
    counts[rare] += 1
    return tried[calls.index(rare)]
