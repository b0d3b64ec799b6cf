"""The kernel of the rink: it turns up cards as its tables say, and knows no rule of play. See ``pile_kernel``."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

from hockey_cards.batch.arrays import (
    AFTER,
    AFTER_SHIFT,
    EFFECT_BITS,
    EFFECT_CALL,
    EFFECT_CALL_SHIFT,
    EFFECT_SHIFT,
    OVER,
    PLACE,
    PLACES,
    SCORED,
    Cast,
    Desk,
    Out,
    Rink,
    Tape,
)
from hockey_cards.batch.dealing import ONE, USE, Numbers, picked, shuffle, size_of, stack, word_of, words_of
from hockey_cards.batch.jit import call, compiled, part, signed, times, unsigned
from hockey_cards.batch.sight import RinkSight


@compiled
def play_rink(key: Numbers, rink: Rink, cast: Cast | None, tape: Tape | None, desk: Desk, first: int, out: Out) -> None:
    """Play as many games of a rink as there is room for in ``out``, from a number on."""
    for index in range(len(out.plays)):
        game = words_of(key, first + index)
        shuffle(desk.pack, rink.shuffle, game, unsigned(0), rink.cards, rink.lowest)
        if tape is not None:
            stack(tape, desk.pack, 0, rink.cards)
        goals, plays, seen = 0, 0, 0
        for place in range(PLACES):
            desk.layout[place] = -1
        for run in range(rink.cards - PLACES):
            plays, goals, seen = _play_run(game, rink, cast, tape, desk, run, plays, goals, seen)
        for side in range(2):
            out.score[index, side] = goals >> 8 * side & 255
            out.goals[index, 0, side] = goals >> 8 * side & 255
        out.plays[index] = plays
        out.periods[index] = 1


@part
def _play_run(
    game: Numbers, rink: Rink, cast: Any, tape: Any, desk: Desk, run: int, plays: int, goals: int, seen: int
) -> tuple[int, int, int]:
    """Play a run; return the number of choices so far, the goals of each side in 8 bits, and the cards seen."""
    seat, running = signed(rink.seats[run]), signed(desk.pack[PLACES + run])
    passes = signed(rink.passes[running])
    word, second = word_of(game, USE + unsigned(run)), USE + USE + unsigned(run << 3)
    seen |= 1 << running
    stage, effect = signed(0), signed(0)
    while not effect & OVER:
        pick, word = times(word, signed(rink.choices[stage]))
        if cast is not None:
            good = _favourites(rink, cast, desk, run, seat, stage, passes, seen, goals)
            if tape is not None:
                good = _asked(rink, tape, seat, stage, plays, good)
            pick = picked(game, second, good, pick)
            second += ONE
        place, card, effect, after = opened(rink, desk, seat, stage, pick, passes)
        if effect & SCORED:
            goals += 1 << 8 * seat
        if cast is not None:
            desk.layout[place] = card
            seen |= 1 << card
        if tape is not None:
            tape.moves[plays], tape.calls[plays] = (
                rink.moves[seat, stage, pick],
                effect >> EFFECT_CALL_SHIFT & EFFECT_CALL,
            )
            tape.boards[plays, 0], tape.boards[plays, 1] = goals & 255, goals >> 8
        stage = after
        plays += 1
    return plays, goals, seen


@part
def opened(rink: Rink, desk: Desk, seat: int, stage: int, pick: int, passes: int) -> tuple[int, int, int, int]:
    """Open a card; return its place, the card, the effect, and the stage that follows if the run goes on."""
    path = rink.paths[seat, stage, pick]
    place = path & PLACE
    card = signed(desk.pack[place])
    return place, card, path >> (EFFECT_SHIFT + EFFECT_BITS * (passes >> card & 1)), path >> AFTER_SHIFT & AFTER


@part
def _asked(rink: Rink, tape: Tape, seat: int, stage: int, plays: int, good: int) -> int:
    """Return the choice that is given as the next one, if there is such a choice."""
    for pick in range(rink.choices[stage]):
        if tape.given and rink.moves[seat, stage, pick] == tape.moves[plays]:
            return 1 << pick
    return good


@part
def _favourites(
    rink: Rink, cast: Cast, desk: Desk, run: int, seat: int, stage: int, passes: int, seen: int, goals: int
) -> int:
    """Return which choices the player thinks most of."""
    player = cast.seats[seat]
    function = signed(cast.functions[player])
    left = rink.cards - PLACES - run
    own, other = goals >> 8 * seat & 255, goals >> 8 * (1 - seat) & 255
    sight = RinkSight(
        stage, signed(desk.pack[PLACES + run]), passes, seen, rink.cards - size_of(seen), own, other, left
    )
    most, found = signed(0), 0
    for pick in range(rink.choices[stage]):
        card = signed(desk.layout[rink.paths[seat, stage, pick] & PLACE])
        if function:
            value = call(function, (desk.layout, rink.paths[seat], pick, sight))
        else:
            value = cast.scores[player, 3 * stage + (0 if card < 0 else 1 + (passes >> card & 1))]
        if not found or value > most:
            most, found = value, 0
        found |= signed(value == most) << pick
    return found
