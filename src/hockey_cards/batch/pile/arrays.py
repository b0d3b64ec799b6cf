"""The arrays of the pile's kernels, and the bits of a ruling."""

from __future__ import annotations

from typing import Final, NamedTuple

from hockey_cards.batch.compiled.arrays import Array, Dice

GOAL: Final = 1
"""The bit of a ruling that is set if the card scores."""
FORBIDDEN: Final = 2
"""The bit of a ruling that is set if the card may be played only from a hand of nothing but such cards."""
COUNTING: Final = 1
"""Stands for the address of ``counter``, which is compiled into the kernel."""
ALL_CARDS: Final = (1 << 52) - 1
"""All cards as a bit set."""
NEXT_SITUATION: Final = 0x3F0
"""The bits of a ruling that are the situation after it, as the next player sees it."""
CALL_SHIFT: Final = 10
"""The number of bits below the call in a ruling; the call is its place in ``Call``."""
TABLE: Final = 15 << 4
"""The situation of several table cards of which any may be matched."""
MATCHED: Final = 48 << 4
"""The start of the rulings on ranks that a table card has, by the rank of the last table card."""
SITUATIONS: Final = 64
"""The number of situations that a table of rulings has room for, 16 rulings each."""


class CounterTables(NamedTuple):
    """What the compiled ``counter`` reads.

    Args:
        seats: The number of seats.
        answers: By situation four bit sets of cards: those that score, those that claim, pass cards that claim, and
            goal cards.
        worths: What an answer of each of these four kinds is worth.
        keeps: By rank what is lost with a card of the rank.
        ordinary: The cards of the ranks that can score by a match, as a bit set.
        missed: By the size of a hand, the number of unseen cards and that of wanted ones: the chance that the hand
            holds none of these.
    """

    seats: int
    answers: Array
    worths: Array
    keeps: Array
    ordinary: int
    missed: Array


class PileTables(NamedTuple):
    """A game of the pile family as tables.

    A period is laid out by kind: ``late * seats + opener``, where ``late`` is 1 in overtime, and the opener is counted
    from the seat after the dealer in the direction of play.

    Args:
        rulings: The ruling at situation | rank. A situation is (claim * 16 + top) << 4 with claim and top as in the
            referee's codes; ranks count from 0.
        plies: By kind and play: the size of the mover's hand; << 8 where in the pack it begins; << 16 the place of the
            card that replaces the one played, which is the last of the hand or one of the stock.
        sizes: By kind and play: the sizes of the hands of this and the next nine plays, each at its own turn, 6 bits
            each.
        picks: By kind the sizes of the hands as dice.
        plays: By kind the number of plays.
        sudden: By kind the bits of a ruling that end the game.
        shuffle: The dice of the shuffle.
        opens: By the rank of the last table card the situation at the start.
        openings: By case and holder of the opening card: the opener, and 256 more if the card must be led. The case is
            0 in the first period, then 1, 2, 3 if the side of the seat after the dealer is behind, level, ahead.
        table: By ``late`` the place of the first table card, that after the last, and whether any may be matched.
        points: By goals of the own and of the other side in a period: the period's points of each side.
        more: By periods played: bit 0 if a period follows on a score that is not level, bit 1 on a level score.
        firsts: By period the seat after the dealer.
        directions: By period the direction of play.
        seats: The number of seats.
        regular: The number of periods without overtimes.
        opener: The opening card; -1 if there is none.
        cards: The cards of the deck by their numbers.
        numbers: By card its number; 0 for cards that the deck lacks.
        missing: The cards that the deck lacks, as a bit set.
        counter: What the compiled ``counter`` reads.
        holders: By place in the pack the seat that is dealt the card, counted from the seat after the dealer.
    """

    rulings: Array
    plies: Array
    sizes: Array
    picks: Dice
    plays: Array
    sudden: Array
    shuffle: Dice
    opens: Array
    openings: Array
    table: Array
    points: Array
    more: Array
    firsts: Array
    directions: Array
    seats: int
    regular: int
    opener: int
    cards: Array
    numbers: Array
    missing: int
    counter: CounterTables
    holders: Array


class PileWorkspace(NamedTuple):
    """Arrays that a kernel changes while it plays, for one thread.

    Args:
        pack: The pack.
        rulings: The rulings, with those on the table cards of the period filled in.
        scores: The values of the players' scorings, filled in likewise.
    """

    pack: Array
    rulings: Array
    scores: Array


class PileGames(NamedTuple):
    """Games of the pile family in progress at a table, one row each.

    Args:
        number: The number of the game.
        pack: The pack of the period; cards that were played are replaced by those that follow them.
        rulings: The rulings, with those on the table cards of the period filled in where any may be matched; elsewhere
            one row for all games.
        moves: The moves of the running game and of the one before; which is which depends on the parity of the number
            of games that have ended in this place.
        plays: The number of moves.
        period: The period.
        kind: Its kind.
        opener: The side that opened it.
        lead: Whether the opening card must be led.
        ply: The number of plays in the period.
        situation: The situation.
        goals: The goals of each side in the period.
        board: The score before the period.
        score: The score.
        legal: The legal moves as a bit set.
        shown: The score that was shown last; zeros for a new game.
        ended: Of the game that ended last: its number of moves, and 1 + the side that forfeited it, or 0.
    """

    number: Array
    pack: Array
    rulings: Array
    moves: Array
    plays: Array
    period: Array
    kind: Array
    opener: Array
    lead: Array
    ply: Array
    situation: Array
    goals: Array
    board: Array
    score: Array
    legal: Array
    shown: Array
    ended: Array
