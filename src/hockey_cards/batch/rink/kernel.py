"""The kernel of the rink: it opens cards as its tables say, and contains no rule of play; see ``pile.kernel``."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

from hockey_cards.batch.compiled.arrays import Lineup, Recording, ResultArrays
from hockey_cards.batch.compiled.dealing import (
    ONE,
    USE,
    Numbers,
    count_bits,
    numbers_of,
    pick_good,
    record_pack,
    shuffle,
    word_of,
)
from hockey_cards.batch.compiled.jit import call, compiled, inlined, signed, times, unsigned
from hockey_cards.batch.rink.arrays import (
    EFFECT_BITS,
    EFFECT_CALL,
    EFFECT_CALL_SHIFT,
    EFFECT_SHIFT,
    NEXT_STAGE,
    NEXT_STAGE_SHIFT,
    OVER,
    PLACE,
    PLACES,
    SCORED,
    RinkTables,
    RinkWorkspace,
)
from hockey_cards.batch.rink.input import RinkInput


@inlined
def _play_run(
    game: Numbers,
    tables: RinkTables,
    lineup: Any,
    recording: Any,
    work: RinkWorkspace,
    run: int,
    plays: int,
    goals: int,
    seen: int,
) -> tuple[int, int, int]:
    """Play a run; return the number of moves so far, the goals of each side in 8 bits, and the cards seen."""
    seat, running = signed(tables.seats[run]), signed(work.pack[PLACES + run])
    passes = signed(tables.passes[running])
    word, second = word_of(game, USE + unsigned(run)), USE + USE + unsigned(run << 3)
    seen |= 1 << running
    stage, effect = signed(0), signed(0)
    while not effect & OVER:
        pick, word = times(word, signed(tables.choices[stage]))
        if lineup is not None:
            good = best_choices(tables, lineup, work, run, seat, stage, passes, seen, goals)
            if recording is not None:
                good = _given_choice(tables, recording, seat, stage, plays, good)
            pick = pick_good(game, second, good, pick)
            second += ONE
        place, card, effect, after = open_card(tables, work, seat, stage, pick, passes)
        if effect & SCORED:
            goals += 1 << 8 * seat
        if lineup is not None:
            work.layout[place] = card
            seen |= 1 << card
        if recording is not None:
            recording.moves[plays], recording.calls[plays] = (
                tables.moves[seat, stage, pick],
                effect >> EFFECT_CALL_SHIFT & EFFECT_CALL,
            )
            recording.boards[plays, 0], recording.boards[plays, 1] = goals & 255, goals >> 8
        stage = after
        plays += 1
    return plays, goals, seen


@inlined
def open_card(
    tables: RinkTables, work: RinkWorkspace, seat: int, stage: int, pick: int, passes: int
) -> tuple[int, int, int, int]:
    """Open a card; return its place, the card, the effect, and the stage that follows if the run goes on."""
    path = tables.paths[seat, stage, pick]
    place = path & PLACE
    card = signed(work.pack[place])
    return (
        place,
        card,
        path >> (EFFECT_SHIFT + EFFECT_BITS * (passes >> card & 1)),
        path >> NEXT_STAGE_SHIFT & NEXT_STAGE,
    )


@inlined
def _given_choice(tables: RinkTables, recording: Recording, seat: int, stage: int, plays: int, good: int) -> int:
    """Return the choice that is given as the next move if there is such a choice, else all good choices."""
    for pick in range(tables.choices[stage]):
        if recording.given and tables.moves[seat, stage, pick] == recording.moves[plays]:
            return 1 << pick
    return good


@inlined
def best_choices(
    tables: RinkTables,
    lineup: Lineup,
    work: RinkWorkspace,
    run: int,
    seat: int,
    stage: int,
    passes: int,
    seen: int,
    goals: int,
) -> int:
    """Return which choices the mover's player rates highest."""
    player = lineup.seats[seat]
    function = signed(lineup.functions[player])
    left = tables.cards - PLACES - run
    own, other = goals >> 8 * seat & 255, goals >> 8 * (1 - seat) & 255
    inputs = RinkInput(
        stage, signed(work.pack[PLACES + run]), passes, seen, tables.cards - count_bits(seen), own, other, left
    )
    most, found = signed(0), 0
    for pick in range(tables.choices[stage]):
        card = signed(work.layout[tables.paths[seat, stage, pick] & PLACE])
        if function:
            value = call(function, (work.layout, tables.paths[seat], pick, inputs))
        else:
            value = lineup.scores[player, 3 * stage + (0 if card < 0 else 1 + (passes >> card & 1))]
        if not found or value > most:
            most, found = value, 0
        found |= signed(value == most) << pick
    return found


@compiled
def play_rink(
    key: Numbers,
    tables: RinkTables,
    lineup: Lineup | None,
    recording: Recording | None,
    work: RinkWorkspace,
    first: int,
    out: ResultArrays,
) -> None:
    """Play games of the rink from a number on, as many as ``out`` has rows."""
    for index in range(len(out.plays)):
        game = numbers_of(key, first + index)
        shuffle(work.pack, tables.shuffle, game, unsigned(0), tables.cards, tables.lowest)
        if recording is not None:
            record_pack(recording, work.pack, 0, tables.cards)
        goals, plays, seen = 0, 0, 0
        for place in range(PLACES):
            work.layout[place] = -1
        for run in range(tables.cards - PLACES):
            plays, goals, seen = _play_run(game, tables, lineup, recording, work, run, plays, goals, seen)
        for side in range(2):
            out.score[index, side] = goals >> 8 * side & 255
            out.goals[index, 0, side] = goals >> 8 * side & 255
        out.plays[index] = plays
        out.periods[index] = 1
