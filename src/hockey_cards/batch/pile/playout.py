"""Kernels that go on from a position of a pile game: worlds, how likely the plays seen are in them, and playouts.

A world is a way to lay the unseen cards: a pack in which each hand lies where the kernel of whole games has it at that
play. A playout makes a first play, and has compiled players make the others up to the end of the period.
"""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords

from __future__ import annotations

from math import exp, log
from typing import Final, NamedTuple

from hockey_cards.batch.compiled.arrays import Array, Word
from hockey_cards.batch.compiled.dealing import Numbers, numbers_of, word_of
from hockey_cards.batch.compiled.jit import compiled, count_ones, inlined, signed, times, unsigned
from hockey_cards.batch.pile.arrays import ALL_CARDS, CALL_SHIFT, FORBIDDEN, GOAL, NEXT_SITUATION, CounterTables
from hockey_cards.batch.pile.counting import PARTS, counter_value

RANDOM: Final = 0
"""The number of the player that plays any legal card."""
GREEDY: Final = 1
"""The number of ``greedy``."""
COUNTER: Final = 2
"""The number of ``counter``."""

_RANKS: Final = 13
_NEVER: Final = 10**15
"""What a forbidden card loses, in these parts: more than any card gains."""
_DICE: Final = 6
"""The number of dice read off a word when a world is laid."""
_IMPOSSIBLE: Final = -1e9
"""The logarithm that stands for no chance at all."""


class PlayoutTables(NamedTuple):
    """A period of a pile game as tables.

    Args:
        rulings: The ruling at situation | rank, as in ``PileTables``.
        plies: By play the size of the mover's hand; << 8 where in the pack it begins; << 16 the place of the card that
            replaces the one played.
        sizes: By play the sizes of the hands of this and the next plays, 6 bits each.
        plays: The number of plays.
        sudden: The bits of a ruling that end the period.
        seats: The number of seats.
        counter: What the compiled ``counter`` reads.
        calls: By call what it is worth to ``greedy``.
    """

    rulings: Array
    plies: Array
    sizes: Array
    plays: int
    sudden: int
    seats: int
    counter: CounterTables
    calls: Array


class SeenPlays(NamedTuple):
    """Plays of other seats, one row each.

    Args:
        cards: The card.
        situations: The situation before the play.
        public: The cards that everybody had seen before it, and those that the deck lacks, as a bit set.
        later: The card and those that its seat has played since, from the same hand, as a bit set.
        places: Where the rest of that hand begins in the pack.
        counts: The number of cards that are left of the hand.
        sizes: The sizes of the hands of this and the next plays, 6 bits each.
        partners: Whether the seat is on the viewer's side: it is always taken for ``counter``.
    """

    cards: Array
    situations: Array
    public: Array
    later: Array
    places: Array
    counts: Array
    sizes: Array
    partners: Array


class Softness(NamedTuple):
    """How far the players that others are taken for play as they should.

    Args:
        temperature: By how many goals a card must be better for ``counter`` to play it e times as often.
        slips: By player the share of plays that are made at random.
    """

    temperature: float
    slips: Array


@inlined
def _cards_at(pack: Array, first: int, count: int, stride: int) -> int:
    """Return the cards at some places as a bit set."""
    found = 0
    for each in range(count):
        found |= 1 << signed(pack[first + each * stride])
    return found


@inlined
def _value(
    tables: PlayoutTables, player: int, situation: int, card: int, hand: int, unseen: int, total: int, sizes: int
) -> int:
    """Return what a card is worth to a player."""
    ruling = signed(tables.rulings[situation | card >> 2])
    value = 0
    if player == COUNTER:
        value = counter_value(tables.counter, tables.rulings, situation, card, hand, unseen, total, sizes)
    elif player == GREEDY:
        value = signed(tables.calls[ruling >> CALL_SHIFT])
    return value - (_NEVER if ruling & FORBIDDEN else 0)


@inlined
def _choose(
    tables: PlayoutTables,
    player: int,
    situation: int,
    pack: Array,
    start: int,
    size: int,
    seen: int,
    sizes: int,
    word: Word,
) -> int:
    """Return the place of one of the cards that a player rates highest, each with the same chance."""
    hand = _cards_at(pack, start, size, tables.seats)
    unseen = ALL_CARDS & ~(seen | hand)
    total = count_ones(unseen)
    most, weight, place, tried = signed(-4 * _NEVER), 0, start, 0
    for each in range(size):
        at = start + each * tables.seats
        card = signed(pack[at])
        if tried >> (card >> 2) & 1:
            continue
        tried |= 1 << (card >> 2)
        value = _value(tables, player, situation, card, hand, unseen, total, sizes)
        count = count_ones(hand & 15 << (card & ~3))
        if value > most:
            most, weight, place = value, count, at
        elif value == most:
            weight += count
            die, word = times(word, weight)
            place = at if die < count else place
    return place


@compiled
def play_out(
    tables: PlayoutTables,
    packs: Array,
    worlds: Array,
    players: Array,
    own: int,
    key: Numbers,
    ply: int,
    situation: int,
    seen: int,
    place: int,
    pack: Array,
    moves: Array,
    leads: Array,
    start: int,
    end: int,
) -> None:
    """Play periods to the end, each from the same position in some world.

    Args:
        tables: The tables of the period.
        packs: The worlds.
        worlds: By playout its world.
        players: By playout the player of the other side.
        own: The player of the own side.
        key: The key of the random numbers.
        ply: The number of plays before the position.
        situation: The situation.
        seen: The cards that everybody has seen, and those that the deck lacks, as a bit set.
        place: The place of the card to play first.
        pack: A pack to work on.
        moves: By playout and play the cards played, to be written; no rows if nobody asks.
        leads: By playout the goals of the mover's side less those of the other, to be written.
        start: The first playout.
        end: The playout after the last.
    """
    for index in range(start, end):
        world = worlds[index]
        for each in range(len(pack)):
            pack[each] = packs[world, each]
        game = numbers_of(key, index)
        now, seen_now, at, lead, sign = situation, seen, place, 0, 1
        for turn in range(ply, tables.plays):
            play = signed(tables.plies[turn])
            if turn > ply:
                player = own if sign > 0 else signed(players[index])
                sizes, word = signed(tables.sizes[turn]), word_of(game, unsigned(turn))
                at = _choose(tables, player, now, pack, play >> 8 & 255, play & 255, seen_now, sizes, word)
            card = signed(pack[at])
            ruling = signed(tables.rulings[now | card >> 2])
            pack[at] = pack[play >> 16]
            if len(moves):
                moves[index, turn - ply] = card
            now, seen_now = ruling & NEXT_SITUATION, seen_now | 1 << card
            lead += sign * (ruling & GOAL)
            sign = -sign
            if ruling & tables.sudden:
                break
        leads[index] = lead


@compiled
def lay_worlds(template: Array, places: Array, unseen: Array, key: Numbers, packs: Array) -> None:
    """Lay the unseen cards at random on the places of each pack, which otherwise is as the template."""
    for index in range(len(packs)):
        pack = packs[index]
        for each in range(len(template)):
            pack[each] = template[each]
        game = numbers_of(key, index)
        word = word_of(game, unsigned(0))
        for each in range(len(places)):
            if each % _DICE == 0:
                word = word_of(game, unsigned(each))
            die, word = times(word, each + 1)
            pack[places[each]] = pack[places[die]]
            pack[places[die]] = unseen[each]


@inlined
def _chance(
    tables: PlayoutTables,
    player: int,
    situation: int,
    played: int,
    hand: int,
    unseen: int,
    total: int,
    sizes: int,
    softness: Softness,
    scratch: Array,
) -> tuple[float, int]:
    """Return the chance that a player plays a card, and the number of legal cards; 0 of them if it was not legal."""
    most, best, legal, left, own = signed(-4 * _NEVER), 0, 0, hand, signed(-4 * _NEVER)
    while left:
        lowest = left & -left
        card = count_ones(lowest - 1)
        rank = card >> 2
        count = count_ones(hand & 15 << 4 * rank)
        left &= ~(15 << 4 * rank)
        value = _value(tables, player, situation, card, hand, unseen, total, sizes)
        scratch[rank] = value
        if rank == played >> 2:
            own = value
        if value > most:
            most, best = value, 0
        best += count if value == most else 0
    for rank in range(_RANKS):
        count = count_ones(hand & 15 << 4 * rank)
        if count and (scratch[rank] > -_NEVER // 2 or most < -_NEVER // 2):
            legal += count
    if own < -_NEVER // 2 and most > -_NEVER // 2:
        return 0.0, 0
    if player != COUNTER:
        return (1.0 / best if own == most else 0.0), legal
    scale = 1.0 / (PARTS * softness.temperature)
    shares = 0.0
    for rank in range(_RANKS):
        count = count_ones(hand & 15 << 4 * rank)
        if count and (scratch[rank] > -_NEVER // 2 or most < -_NEVER // 2):
            shares += count * exp((scratch[rank] - most) * scale)
    return exp((own - most) * scale) / shares, legal


@compiled
def weigh_worlds(
    tables: PlayoutTables, packs: Array, plays: SeenPlays, softness: Softness, logs: Array, scratch: Array
) -> None:
    """Write for each world and player the logarithm of the chance that the player makes the plays seen in it.

    Args:
        tables: The tables of the period.
        packs: The worlds.
        plays: The plays.
        softness: How the players slip.
        logs: The result, (worlds, players).
        scratch: Room for the values of the cards of a hand.
    """
    for index in range(len(packs)):
        for player in range(len(softness.slips)):
            logs[index, player] = 0.0
        for each in range(len(plays.cards)):
            card, situation = signed(plays.cards[each]), signed(plays.situations[each])
            first, count = signed(plays.places[each]), signed(plays.counts[each])
            hand = signed(plays.later[each]) | _cards_at(packs[index], first, count, tables.seats)
            unseen = ALL_CARDS & ~(signed(plays.public[each]) | hand)
            total, sizes = count_ones(unseen), signed(plays.sizes[each])
            for player in range(len(softness.slips)):
                model = COUNTER if plays.partners[each] else player
                slip = softness.slips[model]
                chance, legal = _chance(tables, model, situation, card, hand, unseen, total, sizes, softness, scratch)
                if legal:
                    logs[index, player] += log((1.0 - slip) * chance + slip / legal)
                else:
                    logs[index, player] += _IMPOSSIBLE
