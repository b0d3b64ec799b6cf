"""Replay of records: building a game from a record and verifying everything that the record says."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError, IllegalMove, ParseError, RecordError, ShoeError
from hockey_cards.record import Record, digest, packs_of
from hockey_cards.rules import Ending, Outcome, Seat, Side, State, Turn, Variant
from hockey_cards.shoe import Seeded, Shoe, Stacked


@attrs.frozen
class Replay:
    """A game that a record was found to describe truly.

    Args:
        variant: The variant, with its house rules.
        shoe: Where the packs come from.
        dealer: Who dealt the first period.
        turns: The moves in order.
        state: The state after them.
        forfeited_by: The side that forfeited the game, if one did.
    """

    variant: Variant
    shoe: Shoe
    dealer: Seat
    turns: tuple[Turn, ...]
    state: State
    forfeited_by: Side | None


def replay(record: Record, variants: Mapping[str, Variant]) -> Replay:
    """Play the game of a record again, and verify its packs, moves, score, outcome and digest.

    Args:
        record: The record.
        variants: Variants by key that are not registered.

    Raises:
        RecordError: If anything in the record is false.
    """
    try:
        variant = _variant(record, variants)
        shoe = _shoe(record, variant)
        state = variant.rules.start(shoe, dealer=record.dealer)
    except RecordError:
        raise
    except HockeyError as error:
        raise RecordError(f"{error!s:.1000}") from error
    turns = _turns(record, variant, state)
    state = turns[-1].step.state if turns else state
    return Replay(variant, shoe, record.dealer, turns, state, _verified(record, variant, shoe, state, turns))


def _variant(record: Record, variants: Mapping[str, Variant]) -> Variant:
    """Return the variant of a record, with its house rules."""
    variant = variant_files.referenced(record.variant, house=record.house, rules=record.rules, variants=variants)
    if record.seats is not None and len(record.seats) != variant.rules.seats:
        raise RecordError(f"there are {len(record.seats)} names in 'seats', but the game has {variant.rules.seats}")
    return variant


def _shoe(record: Record, variant: Variant) -> Shoe:
    return Stacked(record.packs) if record.seed is None else Seeded(bytes.fromhex(record.seed), variant.rules.deck)


def _turns(record: Record, variant: Variant, state: State) -> tuple[Turn, ...]:
    """Make the moves of a record."""
    rules = variant.rules
    turns: list[Turn] = []
    for number, code in enumerate(record.moves, 1):
        try:
            move = rules.parse(code)
            if move.code != code:
                raise ParseError(f"{code!r:.20} is not how a record writes {move.code}")
            turns.append(Turn(number, rules.seat(state), move, state, rules.step(state, move)))
        except ShoeError as error:
            raise RecordError(f"'packs' has too few packs: {error}", move=number) from error
        except (IllegalMove, ParseError) as error:
            raise RecordError(f"the move cannot be made: {error}", move=number) from error
        state = turns[-1].step.state
    return tuple(turns)


def _verified(record: Record, variant: Variant, shoe: Shoe, state: State, turns: tuple[Turn, ...]) -> Side | None:
    """Verify what a record says of the end, and return the side that forfeited."""
    packs = packs_of(shoe, state.period)
    if packs != record.packs:
        raise RecordError("'packs' does not hold the pack of each period begun, as the seed deals them")
    if state.score != record.score:
        raise RecordError(f"the score is {list(state.score)} on the board, but the record says {list(record.score)}")
    recorded = None if record.how is None else Outcome(record.winner, record.how, record.score)
    outcome = variant.rules.outcome(state)
    forfeited_by = None
    if record.how is Ending.FORFEIT and outcome is None and record.winner is not None:
        forfeited_by, outcome = 1 - record.winner, recorded
    if recorded != outcome:
        raise RecordError(f"the outcome is {outcome or 'open'}, but the record says {recorded or 'open'}")
    if (true := digest(packs, turns)) != record.digest:
        raise RecordError(f"the digest is {true}, but the record says {record.digest}")
    return forfeited_by
