"""Checking a variant: look for a broken promise, and for the smallest example of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from hockey_cards.cards import Card
from hockey_cards.registry import resolve
from hockey_cards.rules import Family, Rules, Variant
from hockey_cards.testing.cases import Case, Claims, Position, draw_cases
from hockey_cards.testing.failure import Broken, ConformanceError, Example
from hockey_cards.testing.promises.table import PROMISES, Promise, Where

_LOOKED_AT: Final = 300
"""How many positions after fewer moves are looked at to find a smaller example."""

_Found = tuple[Position, Broken]


def check_variant(
    variant: Variant[Any, Any, Any] | str,
    *,
    examples: int = 100,
    seed: int = 0,
    house: bool = True,
    cards: Callable[[Any], Iterable[Card]] | None = None,
    rotates: bool = False,
    family: Family | None = None,
) -> None:
    """Check that a variant keeps the promises of the contract, which ``PROMISES`` lists.

    The check is a search: it may miss a fault, and what it reports is one. It is the same each time for the same
    arguments. No promise is looked at before those that stand above it in the table are kept.

    Args:
        variant: The variant, or its name.
        examples: About how many positions are looked at closely; a fifth as many games are played.
        seed: The seed of the first game; the others take the numbers after it.
        house: Whether every other game is played by house rules at random.
        cards: A function that lists all cards of a state, wherever they lie: then no card may be lost or doubled.
        rotates: Whether the game is the same, seats renamed, when another seat deals the same pack.
        family: The family of the variant, if it is not registered: it reads the views from JSON.

    Raises:
        ConformanceError: If a promise is broken; it names the promise and the smallest example found.
        UnknownVariant: If there is no variant of that name.
    """
    base = resolve(variant)
    claims = Claims(cards, rotates, family)
    alone = [promise for promise in PROMISES if promise.where is Where.RULES]
    for promise in alone:
        _look(promise, [Case(base, {}, seed)])
    cases = _cases(base, claims, games=max(2, examples // 5), seed=seed, house=house)
    for promise in PROMISES:
        _look(promise, cases)


def check_rules(
    rules: Rules[Any, Any, Any],
    *,
    examples: int = 100,
    seed: int = 0,
    house: bool = True,
    cards: Callable[[Any], Iterable[Card]] | None = None,
    rotates: bool = False,
    family: Family | None = None,
) -> None:
    """Check rules that no variant names yet, as ``check_variant`` does.

    Raises:
        ConformanceError: If a promise is broken.
    """
    made = Variant("rules", type(rules).__name__, "Rules without a name.", "none", rules)
    check_variant(made, examples=examples, seed=seed, house=house, cards=cards, rotates=rotates, family=family)


def _cases(base: Variant[Any, Any, Any], claims: Claims, *, games: int, seed: int, house: bool) -> list[Case]:
    """Play the games to look at; house rules that cannot even be refused break a promise at once."""
    try:
        return draw_cases(base, claims, games=games, seed=seed, house=house)
    except Broken as broken:
        sentence = next(promise.sentence for promise in PROMISES if promise.name == "options")
        raise ConformanceError("options", sentence, broken.why, Example(base.key)) from broken.__cause__


def _positions(where: Where, cases: Sequence[Case]) -> list[Position]:
    """Return the positions to look at, those after few moves first."""
    return sorted(_POSITIONS[where](cases), key=lambda at: at.ply)


_POSITIONS: Final[dict[Where, Callable[[Sequence[Case]], list[Position]]]] = {
    Where.RULES: lambda cases: [Position(case, 0) for case in cases if case.changes or not case.states],
    Where.START: lambda cases: [Position(case, 0) for case in cases],
    Where.CLOSE: lambda cases: [at for case in cases for at in case.close],
    Where.EVERY: lambda cases: [at for case in cases for at in case.positions],
    Where.ONCE: lambda cases: [max(cases, key=lambda case: len(case.moves)).positions[-1]],
}


def _look(promise: Promise, cases: Sequence[Case]) -> None:
    found = _first(promise, _positions(promise.where, cases))
    if found is None:
        return
    if promise.where is not Where.RULES:
        found = _shortest(promise, found, cases)
    at, broken = _with_less_house(promise, found)
    example = at.example(deal=promise.where is not Where.RULES)
    raise ConformanceError(promise.name, promise.sentence, broken.why, example) from broken.__cause__


def _first(promise: Promise, positions: Iterable[Position]) -> _Found | None:
    for at in positions:
        broken = promise.broken(at)
        if broken is not None:
            return (at if broken.ply is None else Position(at.case, broken.ply)), broken
    return None


def _shortest(promise: Promise, found: _Found, cases: Sequence[Case]) -> _Found:
    """Look at all positions after fewer moves, not only at those that are looked at as a rule."""
    if promise.where is Where.ONCE:
        return found
    before = [at for at in _positions(Where.EVERY, cases) if at.ply < found[0].ply]
    return _first(promise, before[:_LOOKED_AT]) or found


def _with_less_house(promise: Promise, found: _Found) -> _Found:
    """Leave out the house rules without which the promise is broken all the same."""
    for name in list(found[0].case.changes):
        case = found[0].case
        simpler = case.with_house({other: value for other, value in case.changes.items() if other != name})
        if simpler is not None:
            where = Where.EVERY if promise.where is Where.CLOSE else promise.where
            found = _first(promise, _positions(where, [simpler])) or found
    return found
