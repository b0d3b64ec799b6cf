"""The arrays of the rink's kernels, and the bits of a path."""

from __future__ import annotations

from typing import Final, NamedTuple

from hockey_cards.batch.compiled.arrays import Array, Dice

PLACE: Final = 31
"""The bits of a path that are the place it leads to."""
NEXT_STAGE_SHIFT: Final = 5
"""The number of bits below the stage that follows in a path if the card at the place is passed."""
NEXT_STAGE: Final = 7
"""The bits of that stage; 0 after a goal."""
EFFECT_SHIFT: Final = 8
"""The number of bits below the effects in a path: that of a card that is not passed, then that of one that is."""
EFFECT_BITS: Final = 4
"""The number of bits of an effect."""
OVER: Final = 1
"""The bit of an effect that is set if the run is over."""
SCORED: Final = 2
"""The bit of an effect that is set if it is a goal."""
EFFECT_CALL_SHIFT: Final = 2
"""The number of bits below the call in an effect; the call is its place in ``CALLS``."""
EFFECT_CALL: Final = 3
"""The bits of that call."""
NO_CHOICE: Final = -1
"""The path of a choice that does not exist, at a stage with fewer choices than others."""
PLACES: Final = 16
"""The number of cards on the table."""


class RinkTables(NamedTuple):
    """A rink as tables.

    Args:
        shuffle: The dice of the shuffle.
        cards: The number of cards.
        lowest: The number of the lowest card.
        seats: By run the seat whose run it is.
        choices: By stage the number of choices.
        paths: By seat, stage and choice the path; ``NO_CHOICE`` where there are fewer choices.
        moves: By seat, stage and choice the move.
        passes: By running card the bit set of the cards that it passes.
    """

    shuffle: Dice
    cards: int
    lowest: int
    seats: Array
    choices: Array
    paths: Array
    moves: Array
    passes: Array


class RinkWorkspace(NamedTuple):
    """Arrays that a kernel changes while it plays, for one thread.

    Args:
        pack: The pack.
        layout: The open cards by place, -1 for closed ones.
    """

    pack: Array
    layout: Array


class RinkGames(NamedTuple):
    """Games of the rink in progress at a table, one row each.

    Args:
        number: The number of the game.
        pack: The pack.
        moves: The moves of the running game and of the one before; which is which depends on the parity of the number
            of games that have ended in this place.
        plays: The number of moves.
        run: The number of runs that are over.
        stage: The stage of the run.
        open: The places whose cards are open, as a bit set.
        score: The goals of each side.
        legal: The legal moves as a bit set.
        shown: The score that was shown last; zeros for a new game.
        ended: Of the game that ended last: its number of moves, and 1 + the side that forfeited it, or 0.
    """

    number: Array
    pack: Array
    moves: Array
    plays: Array
    run: Array
    stage: Array
    open: Array
    score: Array
    legal: Array
    shown: Array
    ended: Array
