"""Games to look at: whole games at random, and the positions in them."""

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
from hockey_cards.testing.failure import Example
from hockey_cards.testing.random_house import draw_house

_LONGEST: Final = 20_000
"""No game is played further, whatever its rules say of its length."""

_CLOSE: Final = 3
"""How many positions of a game are looked at closely, besides its end and the end of a period."""

_TRIED: Final = 12
"""How many moves of a position are tried."""

_T = TypeVar("_T")


@attrs.frozen
class Claims:
    """What a family may promise beyond the contract; none of it is checked unless it is claimed.

    Args:
        cards: A function that lists all cards of a state, wherever they lie: always the whole deck.
        rotates: Whether the game is the same, seats renamed, when another seat deals the same pack.
        family: The family; None if it is registered.
    """

    cards: Callable[[Any], Iterable[Card]] | None = None
    rotates: bool = False
    family: Family | None = None


@attrs.frozen(eq=False)
class Case:
    """A game that is looked at, played at random as far as it went.

    Args:
        base: The variant that is checked.
        changes: The house rules on top of it.
        seed: The seed of the shuffle and of all chance.
        dealer: Who deals.
        claims: What the family promises beyond the contract.
        variant: The variant with the house rules.
        states: The states in order; none if the deal failed.
        moves: The moves between them.
    """

    base: Variant[Any, Any, Any]
    changes: Mapping[str, Value]
    seed: int
    dealer: Seat = 0
    claims: Claims = Claims()
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
        return self.claims.family or family_of(self.variant.rules)

    @property
    def positions(self) -> list[Position]:
        """All positions of the game; the first one even if the deal failed."""
        return [Position(self, ply) for ply in range(max(1, len(self.states)))]

    @property
    def close(self) -> list[Position]:
        """The positions that are looked at closely."""
        plies = range(len(self.states))
        ends = [ply for ply in plies[1:] if self.states[ply - 1].period != self.states[ply].period]
        chance = Random(self.seed)
        picked = {*chance.sample(plies, min(_CLOSE, len(plies))), *plies[-1:]}
        if ends:
            picked.add(chance.choice(ends) - 1)
        return [Position(self, ply) for ply in sorted(picked)]

    def played(self) -> Case:
        """Return the case with its game played."""
        rules: Any = self.variant.rules
        try:
            first = rules.start(self.shoe, dealer=self.dealer)
        except Exception:  # noqa: BLE001  # it is raised again where it can be told which promise it breaks
            return self
        states, moves = _walk(rules, first, Random(self.seed), curious=self.seed % 4 > 1)
        return attrs.evolve(self, states=tuple(states), moves=tuple(moves))

    def with_house(self, changes: Mapping[str, Value]) -> Case | None:
        """Return the same case with other house rules, played; None if those make no sense."""
        try:
            return Case(self.base, changes, self.seed, self.dealer, self.claims).played()
        except HockeyError:
            return None


@attrs.frozen(eq=False)
class Position:
    """A position of a game that is looked at."""

    case: Case
    ply: int

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.case.variant.rules

    @property
    def state(self) -> Any:
        """The state as the game met it, from which later moves have been made since."""
        return self.case.states[self.ply] if self.case.states else self.fresh()

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
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.outcome(self.state) is not None

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """All who may watch: the seats, and a spectator."""
        return (*range(self.rules.seats), None)

    @property
    def views(self) -> list[Any]:
        """The views of all who may watch."""
        return [self.rules.view(self.state, viewer) for viewer in self.viewers]

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The position as a game."""
        game: Game[Any, Any, Any] = Game.start(self.case.variant, seed=self.case.seed, dealer=self.case.dealer)
        for move in self.moves:
            game = game.play(move)
        return game

    def fresh(self, shoe: Shoe | None = None) -> Any:
        """Deal anew and make the moves anew: a state that nobody else has seen; from another shoe if given."""
        state = self.rules.start(shoe or self.case.shoe, dealer=self.case.dealer)
        for move in self.moves:
            state = self.rules.apply(state, move)
        return state

    def chance(self, label: str) -> Random:
        """Return chance that is the same each time it is asked for."""
        return Random(int.from_bytes(derive(self.case.seed, label, self.ply), "big"))

    def some(self, moves: Iterable[_T], most: int = _TRIED) -> list[_T]:
        """Return so many of some moves, always the same ones."""
        given = list(moves)
        return given if len(given) <= most else self.chance("some").sample(given, most)

    def others(self, most: int = 4 * _TRIED) -> list[Any]:
        """Return moves that are not legal here: some that were elsewhere in the game, and cards if those are moves."""
        legal = set(self.legal)
        met = {move: None for state in self.case.states for move in self.rules.legal(state)}
        return self.some([move for move in {**met, **dict.fromkeys(self._cards())} if move not in legal], most)

    def _cards(self) -> Iterator[Any]:
        """Yield the cards of the deck as moves, if this family reads them so."""
        for card in self.rules.deck:
            with suppress(HockeyError):
                yield self.rules.parse(card.code)

    def example(self, *, deal: bool = True, seat: Seat | None = None) -> Example:
        """Return the position as an example; without a deal where only the rules matter."""
        codes = tuple(str(getattr(move, "code", repr(move))) for move in self.moves)
        found = Example(self.case.base.key, dict(self.case.changes), seat=seat)
        return attrs.evolve(found, seed=self.case.seed, dealer=self.case.dealer, moves=codes) if deal else found


def draw_cases(base: Variant[Any, Any, Any], claims: Claims, *, games: int, seed: int, house: bool) -> list[Case]:
    """Play games of a variant at random, half of them by house rules if these are wanted.

    Half of the games are played by players who choose what has been seen least: games in which much happens.
    """
    return list(_cases(base, claims, range(seed, seed + games), house=house))


def _cases(base: Variant[Any, Any, Any], claims: Claims, seeds: Iterable[int], *, house: bool) -> Iterator[Case]:
    for number, seed in enumerate(seeds):
        changes = draw_house(base.rules, Random(seed)) if house and number % 2 else {}
        case = Case(base, changes, seed, 0, claims)
        yield attrs.evolve(case, dealer=number // 2 % case.variant.rules.seats).played()


def _walk(rules: Any, first: Any, chance: Random, *, curious: bool) -> tuple[list[Any], list[Any]]:
    """Play to the end, or to where it would be too long; whatever goes wrong is met again by the checks."""
    states: list[Any] = [first]
    moves: list[Any] = []
    met = Counter[str]()
    with suppress(Exception):
        while len(moves) <= min(rules.max_moves, _LONGEST) and (legal := rules.legal(states[-1])):
            move = _rarest(rules, states[-1], legal, met, chance) if curious else chance.choice(legal)
            after = rules.apply(states[-1], move)
            moves.append(move)
            states.append(after)
    return states, moves


def _rarest(rules: Any, state: Any, legal: Sequence[Any], met: Counter[str], chance: Random) -> Any:
    """Return a move that does what has been done least."""
    tried = chance.sample(legal, min(len(legal), _TRIED))
    calls = [rules.step(state, move).call for move in tried]
    rare = min(calls, key=lambda call: met[call])
    met[rare] += 1
    return tried[calls.index(rare)]
