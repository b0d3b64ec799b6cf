"""The arrays that a kernel works on: what each holds, and how its numbers are coded."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Word = Any
"""An unsigned number of 64 bits."""

GOAL: Final = 1
"""The bit of a ruling that says: it scores."""
FORBIDDEN: Final = 2
"""The bit of a ruling that says: it may be played only from a hand of nothing else."""
NEXT: Final = 0x3F0
"""The bits of a ruling that are the situation after it, as the next mover sees it."""
CALL_SHIFT: Final = 10
"""The bits of a ruling from here on are its call, counted as in ``Call``."""
TABLE: Final = 15 << 4
"""The situation of several table cards of which any may be matched."""
MATCHED: Final = 48 << 4
"""From here on, by the rank of the last table card: the rulings on ranks that some table card has."""
SITUATIONS: Final = 64
"""How many situations a table of rulings has room for, 16 rulings each."""
PLACE: Final = 31
"""The bits of a path in a rink that are the place that it leads to."""
AFTER_SHIFT: Final = 5
"""Where a path holds the stage that follows if the card there is passed, 0 after a goal."""
AFTER: Final = 7
"""The bits of that stage."""
EFFECT_SHIFT: Final = 8
"""Where a path holds the effect of a choice whose card is not passable, and after it that of one whose card is."""
EFFECT_BITS: Final = 4
"""The number of bits of an effect."""
OVER: Final = 1
"""The bit of an effect that says: the run is over."""
SCORED: Final = 2
"""The bit of an effect that says: it is a goal."""
EFFECT_CALL_SHIFT: Final = 2
"""Where an effect holds its call, counted as in ``CALLS``."""
EFFECT_CALL: Final = 3
"""The bits of that call."""
NOWHERE: Final = -1
"""The path of a choice that there is not."""
PLACES: Final = 16
"""How many cards lie on the table of a rink."""
ROOM: Final = 64
"""How many bytes a pack takes, a few more than it has cards."""
MOST: Final = 32767
"""The greatest number in an observation: what is greater is shown so."""


class Dice(NamedTuple):
    """Rows of bounds, cut into dice of one word each.

    Args:
        starts: For each row where its words begin, and the end.
        products: For each row and word the product of the bounds.
        limits: For each row and word the low half below which a word is passed over.
        counts: For each row the number of words.
    """

    starts: Array
    products: Array
    limits: Array
    counts: Array


class Book(NamedTuple):
    """A game of the pile as tables.

    A period is laid out by kind: ``late * seats + opener``, the opener counted from the seat after the dealer in the
    direction of play, ``late`` in overtime.

    Args:
        rulings: At situation | rank the ruling. A situation is (claim * 16 + top) << 4 with claim and top as in the
            referee's codes, a rank counts from 0.
        plies: By kind and play: the size of the mover's hand, where in the pack it begins << 8, and << 16 where the
            card lies that takes the place of the one played, the last of the hand or one of the stock.
        sizes: By kind and play: the sizes of the hands of this and the next nine plays, each at its own turn, 6 bits
            each.
        picks: By kind the sizes of the hands as dice.
        plays: By kind the number of plays.
        sudden: By kind the bit of a ruling that ends the game.
        shuffle: The dice of the shuffle.
        opens: By the rank of the last table card the situation at the start.
        openings: By case and holder of the opening card: who opens, and 256 more if the card must be led. The case is 0
            in the first period, then 1, 2, 3 if the side of the seat after the dealer is behind, level, ahead.
        table: By ``late`` the place of the first table card, that after the last, and whether any may be matched.
        points: By goals of the own and of the other side in a period: what the period is worth to each.
        more: By periods played: bit 0 if a period follows on a board that is not level, bit 1 if one follows on a level
            board.
        firsts: By period the seat after the dealer.
        directions: By period the direction of play.
        seats: How many seats play.
        regular: How many periods there are without overtime.
        opener: The opening card; -1 if there is none.
        holders: By place in the pack who is dealt the card, counted from the seat after the dealer.
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
    holders: Array


class Rink(NamedTuple):
    """A rink as tables.

    Args:
        shuffle: The dice of the shuffle.
        cards: How many cards there are.
        lowest: The number of the lowest card.
        seats: By run whose it is.
        choices: By stage the number of choices.
        paths: By seat, stage and choice the path; ``NOWHERE`` where there are fewer choices.
        moves: By seat, stage and choice the move.
        passes: By running card the cards that it passes, a bit each.
    """

    shuffle: Dice
    cards: int
    lowest: int
    seats: Array
    choices: Array
    paths: Array
    moves: Array
    passes: Array


class Cast(NamedTuple):
    """Who plays, where not everybody plays at random.

    Args:
        scores: By player the scores: of the pile at situation | rank; of the rink at 3 * stage + 0 for a closed card,
            1 for one that is not passable, 2 for one that is.
        functions: By player where the code of its function is; 0 if its scores count.
        seats: By seat the player.
    """

    scores: Array
    functions: Array
    seats: Array


class Tape(NamedTuple):
    """What is written down of one game, or what game is to be played again.

    Args:
        given: 1 if packs and moves are given: then a move that is not legal is replaced by one that is. 0 if not.
        packs: By period the pack.
        moves: The moves: cards, or choices in a rink.
        calls: The calls.
        boards: The board after each move.
    """

    given: int
    packs: Array
    moves: Array
    calls: Array
    boards: Array


class Desk(NamedTuple):
    """Room to work in, for one thread.

    Args:
        pack: The pack.
        rulings: The rulings, those of the table cards of the period among them.
        scores: The scores of the players, the same.
        layout: The open cards of a rink, -1 for closed ones.
    """

    pack: Array
    rulings: Array
    scores: Array
    layout: Array


class Out(NamedTuple):
    """What comes out, by game.

    Args:
        score: The board at the end.
        goals: The goals of each side in each period, and after these in all overtimes together, if there may be any.
        plays: The number of moves.
        periods: The number of periods.
    """

    score: Array
    goals: Array
    plays: Array
    periods: Array


class PileGames(NamedTuple):
    """Games of the pile that go on side by side, by game.

    Args:
        number: The number of the game.
        pack: The pack of the period, the cards that were played replaced by those that follow them.
        rulings: The rulings, those of the table cards of the period among them where any may be matched; else one row
            for all games.
        moves: By the parity of the round, which is the number of games that ended before, the moves.
        plays: The number of moves.
        period: The period.
        kind: Its kind.
        opener: The side that opened it.
        lead: Whether the opening card must be led.
        ply: The number of plays in it.
        situation: The situation.
        goals: The goals of each side in the period.
        board: The board before the period.
        score: The board.
        legal: The legal moves, a bit each.
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


class RinkGames(NamedTuple):
    """Games of a rink that go on side by side, by game.

    Args:
        number: The number of the game.
        pack: The pack.
        moves: By the parity of the round the moves.
        plays: The number of moves.
        run: The number of runs that are over.
        stage: The stage of the run.
        open: The places whose cards are open, a bit each.
        score: The goals of each side.
        legal: The legal moves, a bit each.
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


Games = PileGames | RinkGames


class Stepped(NamedTuple):
    """What a table shows after a step: one row for each game, in arrays that are the caller's own.

    Where a game ended with the move, a new one has been dealt: ``done``, ``reward``, ``outcome`` and ``score`` are of
    the game that ended, ``observation``, ``mask``, ``seat`` and ``number`` of the new one.

    Args:
        observation: What the seat to move sees, as ``Table.layout`` says: integers of 16 bits, (games, width).
        mask: Which moves are legal: true or false, (games, moves).
        seat: The seat to move: integers of 8 bits, (games,). Side 0 has the even seats, side 1 the odd ones.
        reward: By how much the move changed the board of side 0 and that of side 1: integers of 8 bits, (games, 2).
        outcome: For each side 1 if it has won the game, -1 if it has lost it, 0 for a draw and while the game goes on:
            integers of 8 bits, (games, 2).
        score: The board of each side after the move: integers of 32 bits, (games, 2).
        done: Whether the game ended with the move: true or false, (games,).
        number: The number of the game that is to be played on: integers of 64 bits, (games,).
    """

    observation: Array
    mask: Array
    seat: Array
    reward: Array
    outcome: Array
    score: Array
    done: Array
    number: Array

    @property
    def side(self) -> Array:
        """The side to move, 0 or 1."""
        return self.seat & 1


def stepped(games: int, width: int, moves: int) -> Stepped:
    """Return room for what a table shows."""
    return Stepped(
        observation=np.empty((games, width), np.int16),
        mask=np.empty((games, moves), np.bool_),
        seat=np.empty(games, np.int8),
        reward=np.empty((games, 2), np.int8),
        outcome=np.empty((games, 2), np.int8),
        score=np.empty((games, 2), np.int32),
        done=np.empty(games, np.bool_),
        number=np.empty(games, np.int64),
    )


def out(games: int, rows: int) -> Out:
    """Return room for the results of so many games with so many rows of goals each."""
    return Out(
        np.zeros((games, 2), np.int32),
        np.zeros((games, rows, 2), np.uint16),
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
    )
