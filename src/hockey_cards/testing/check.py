"""Checks of variants and players: the search for a broken promise, and for the smallest example of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from hockey_cards.cards import Card
from hockey_cards.registry import resolve
from hockey_cards.rules import Family, Rules, Variant
from hockey_cards.strategy import Player
from hockey_cards.testing.cases import Case, CheckSettings, Position, random_cases
from hockey_cards.testing.errors import BrokenPromise, ConformanceError, Example
from hockey_cards.testing.promises.table import PLAYER_PROMISES, PROMISES, Promise, Scope
from hockey_cards.testing.trials import play_trial

_MAX_SHRINKS: Final = 300
"""The maximum number of earlier positions to check for a smaller example."""

_Found = tuple[Position, BrokenPromise]


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
    """Check that a variant keeps the promises of the contract, which are listed in ``PROMISES``.

    The check is a search in random games: it may miss a fault, but what it reports is one. It does the same each time
    for the same arguments. A promise is checked only if those before it in the table are kept.

    Args:
        variant: The variant, or its name.
        examples: The approximate number of positions to sample; a fifth as many games are played.
        seed: The seed of the first game; the others take the numbers after it.
        house: Whether every other game has random house rules.
        cards: A function that lists all cards of a state, wherever they are; given it, the check finds cards that are
            lost or duplicated.
        rotates: Whether to check that the same game follows, with the seats renamed, when another seat deals the same
            pack.
        family: The family of the variant, if it is not registered.

    Raises:
        ConformanceError: If a promise is broken; it names the promise and the smallest example found.
        UnknownVariant: If there is no variant of that name.
    """
    base = resolve(variant)
    settings = CheckSettings(cards, rotates, family)
    for promise in PROMISES:
        if promise.scope is Scope.RULES:
            _check_promise(promise, [Case(base, {}, seed)])
    cases = _cases(base, settings, games=max(2, examples // 5), seed=seed, house=house)
    for promise in PROMISES:
        _check_promise(promise, cases)


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
    """Check rules that do not belong to a variant yet, as ``check_variant`` does.

    Args:
        rules: The rules.
        examples: See ``check_variant``; the others too.
        seed: The seed of the first game.
        house: Whether every other game has random house rules.
        cards: A function that lists all cards of a state.
        rotates: Whether to check what follows when another seat deals.
        family: The family of the rules, if it is not registered.

    Raises:
        ConformanceError: If a promise is broken; it names the promise and the smallest example found.
    """
    made = Variant("rules", type(rules).__name__, "Rules without a name.", "none", rules)
    check_variant(made, examples=examples, seed=seed, house=house, cards=cards, rotates=rotates, family=family)


def check_strategy(
    strategy: Player,
    variant: Variant[Any, Any, Any] | str,
    *,
    examples: int = 20,
    seed: int = 0,
) -> None:
    """Check that a player keeps the promises that are listed in ``PLAYER_PROMISES``.

    In every other game it has all seats; in the others it has those of one side, and random moves are made at the
    others. The check may miss a fault, but what it reports is one. It does the same each time for the same arguments,
    unless the player does not.

    Args:
        strategy: The player, or its factory; not a coroutine function.
        variant: The variant, or its name.
        examples: The number of games.
        seed: The seed of the first game; the others take the numbers after it.

    Raises:
        ConformanceError: If a promise is broken; it names the promise and the smallest example found.
        UnknownVariant: If there is no variant of that name.
    """
    base = resolve(variant)
    trials = [play_trial(strategy, base, number, seed + number) for number in range(examples)]
    for promise in PLAYER_PROMISES:
        found = [(trial, broken) for trial in trials if (broken := promise.violation(trial)) is not None]
        if found:
            trial, broken = min(found, key=lambda pair: pair[1].ply or 0)
            example = Position(trial.case, broken.ply or 0).example(seat=broken.seat)
            raise _error(promise, broken, example) from broken.__cause__


def _cases(base: Variant[Any, Any, Any], settings: CheckSettings, *, games: int, seed: int, house: bool) -> list[Case]:
    """Play the games to check; house rules that raise the wrong exception break the promise of options at once."""
    try:
        return random_cases(base, settings, games=games, seed=seed, house=house)
    except BrokenPromise as broken:
        promise = next(promise for promise in PROMISES if promise.name == "options")
        raise _error(promise, broken, Example(base.key)) from broken.__cause__


def _error(promise: Promise, broken: BrokenPromise, example: Example) -> ConformanceError:
    return ConformanceError(promise.name, promise.sentence, broken.why, example)


def _positions(scope: Scope, cases: Sequence[Case]) -> list[Position]:
    """Return the positions in a scope, those after few moves first."""
    return sorted(_IN_SCOPE[scope](cases), key=lambda position: position.ply)


_IN_SCOPE: Final[dict[Scope, Callable[[Sequence[Case]], list[Position]]]] = {
    Scope.RULES: lambda cases: [Position(case, 0) for case in cases if case.changes or not case.states],
    Scope.START: lambda cases: [Position(case, 0) for case in cases],
    Scope.SAMPLED: lambda cases: [position for case in cases for position in case.sampled_positions],
    Scope.EVERY: lambda cases: [position for case in cases for position in case.positions],
    Scope.LONGEST: lambda cases: [max(cases, key=lambda case: len(case.moves)).positions[-1]],
}


def _check_promise(promise: Promise, cases: Sequence[Case]) -> None:
    found = _first_violation(promise, _positions(promise.scope, cases))
    if found is None:
        return
    if promise.scope is not Scope.RULES:
        found = _with_fewer_moves(promise, found, cases)
    position, broken = _with_fewer_changes(promise, found)
    example = position.example(deal=promise.scope is not Scope.RULES)
    raise _error(promise, broken, example) from broken.__cause__


def _first_violation(promise: Promise, positions: Iterable[Position]) -> _Found | None:
    for position in positions:
        broken = promise.violation(position)
        if broken is not None:
            return (position if broken.ply is None else Position(position.case, broken.ply)), broken
    return None


def _with_fewer_moves(promise: Promise, found: _Found, cases: Sequence[Case]) -> _Found:
    """Return the violation after the fewest moves, among all earlier positions of the cases."""
    if promise.scope is Scope.LONGEST:
        return found
    earlier = [position for position in _positions(Scope.EVERY, cases) if position.ply < found[0].ply]
    return _first_violation(promise, earlier[:_MAX_SHRINKS]) or found


def _with_fewer_changes(promise: Promise, found: _Found) -> _Found:
    """Return a violation without the house rules that it does not need."""
    for name in list(found[0].case.changes):
        case = found[0].case
        simpler = case.with_house({other: value for other, value in case.changes.items() if other != name})
        if simpler is not None:
            scope = Scope.EVERY if promise.scope is Scope.SAMPLED else promise.scope
            found = _first_violation(promise, _positions(scope, [simpler])) or found
    return found
