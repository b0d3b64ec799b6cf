"""Prose that explains a game of the pile, composed from the settings of its referee and its schedule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hockey_cards.cards import Rank
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.pile.right import Right, right_of
from hockey_cards.pile import Pile, Situation, forbids
from hockey_cards.pile.referee import Claim, Referee
from hockey_cards.pile.schedule import PACK, Packets, Schedule

_JACK: Final = (Rank.JACK,)

_MADE: Final = {
    Right.BREAKAWAY: translatable("Match the rank of the top card: breakaway!"),
    Right.PASS: translatable("Match the rank of the top card: pass!"),
    Right.SHOT: translatable("Match the rank of the top card: shot!"),
}
_MADE_BY_JACK: Final = {
    Right.BREAKAWAY: translatable("Match the rank of the top card, or play a Jack: breakaway!"),
    Right.PASS: translatable("Match the rank of the top card, or play a Jack: pass!"),
    Right.SHOT: translatable("Match the rank of the top card, or play a Jack: shot!"),
}
_MADE_BY_RANKS: Final = {
    Right.BREAKAWAY: translatable("Match the rank of the top card, or play one of the ranks {ranks}: breakaway!"),
    Right.PASS: translatable("Match the rank of the top card, or play one of the ranks {ranks}: pass!"),
    Right.SHOT: translatable("Match the rank of the top card, or play one of the ranks {ranks}: shot!"),
}
_LOST: Final = {
    Right.BREAKAWAY: translatable("With any other card on that turn the breakaway is gone."),
    Right.PASS: translatable("With any other card on that turn the pass is wasted."),
    Right.SHOT: translatable("With any other card on that turn the shot is gone."),
}
_OPEN: Final = {
    Right.BREAKAWAY: translatable("The breakaway stays until your side scores or the other side takes it over."),
    Right.PASS: translatable("The pass stays open until your side scores or the other side takes it over."),
    Right.SHOT: translatable("The shot stays until your side scores or the other side blocks it."),
}
_RENEWED_BY_JACK: Final = {
    Right.BREAKAWAY: translatable("A Jack never scores; on that turn it renews the breakaway."),
    Right.PASS: translatable("A Jack never scores; on that turn it is a new pass."),
    Right.SHOT: translatable("A Jack never scores; on that turn it renews the shot."),
}
_RENEWED_BY_RANKS: Final = {
    Right.BREAKAWAY: translatable("The ranks {ranks} never score; on that turn they renew the breakaway."),
    Right.PASS: translatable("The ranks {ranks} never score; on that turn they are a new pass."),
    Right.SHOT: translatable("The ranks {ranks} never score; on that turn they renew the shot."),
}
_TAKEN: Final = {
    Right.BREAKAWAY: translatable("If the other side does the same first, it takes the breakaway over: interception!"),
    Right.PASS: translatable("If the other side does the same first, the pass is now theirs: interception!"),
    Right.SHOT: translatable(
        "If the other side does the same first, its card only blocks your shot: nobody has a shot then."
    ),
}
_TAKEN_BY_OPPONENT: Final = {
    Right.BREAKAWAY: translatable("If your opponent does the same first, the breakaway is theirs: interception!"),
    Right.PASS: translatable("If your opponent does the same first, the pass is theirs: interception!"),
    Right.SHOT: translatable(
        "If your opponent does the same first, the card only blocks your shot: nobody has a shot then."
    ),
}
"""The same between two players."""
_SPENT: Final = {
    Right.BREAKAWAY: translatable("After a goal nobody has the breakaway."),
    Right.PASS: translatable("After a goal no pass is open."),
    Right.SHOT: translatable("After a goal nobody has a shot."),
}
_KEPT: Final = {
    Right.BREAKAWAY: translatable("After a goal the scorer still has the breakaway."),
    Right.PASS: translatable("After a goal the pass of the side that scored is still open."),
    Right.SHOT: translatable("After a goal the scorer still has the shot."),
}
_CLEARED: Final = {
    Right.BREAKAWAY: translatable("After a breakaway the pile is set aside, and the next player starts a new one."),
    Right.PASS: translatable("After a pass the pile is set aside, and the next player starts a new one."),
    Right.SHOT: translatable("After a shot the pile is set aside, and the next player starts a new one."),
}
_BOTH_CLEARED: Final = {
    Right.BREAKAWAY: translatable(
        "After a breakaway or a goal the pile is set aside, and the next player starts a new one."
    ),
    Right.PASS: translatable("After a pass or a goal the pile is set aside, and the next player starts a new one."),
    Right.SHOT: translatable("After a shot or a goal the pile is set aside, and the next player starts a new one."),
}
_CARRIED: Final = {
    Right.BREAKAWAY: translatable("The pile and the breakaway last from hand to hand, but not into the next period."),
    Right.PASS: translatable("The pile and an open pass last from hand to hand, but not into the next period."),
    Right.SHOT: translatable("The pile and the shot last from hand to hand, but not into the next period."),
}


def how_to_play(rules: Pile, language: Language) -> Iterator[str]:
    """Yield the paragraphs: the play, its special cases, the deal, and the end."""
    parts = _play(rules, language), _special(rules, language), _deal(rules, language), _end(rules.schedule, language)
    return (" ".join(said) for part in parts if (said := tuple(part)))


def _play(rules: Pile, language: Language) -> Iterator[str]:
    referee, seats, say = rules.referee, rules.schedule.seats, language.say
    if seats == 2:
        yield say("Two players take turns: play one card face up on the pile; you may not skip a turn.")
    else:
        if seats == 4:
            yield say("Four players form two sides; your partner sits opposite you.")
        else:
            yield say("{seats} players form two sides; every second player is on your side.", seats=seats)
        yield say("Clockwise, everybody in turn plays one card face up on the pile; nobody may skip a turn.")
    if not referee.goal_needs_pass:
        yield say("Match the rank of the top card: goal!")
        return
    right = right_of(rules)
    ranks = language.ranks(referee.pass_ranks)
    made = _MADE_BY_JACK if referee.pass_ranks == _JACK else _MADE_BY_RANKS if referee.pass_ranks else _MADE
    yield say(made[right], ranks=ranks)
    yield _scoring(rules, language)
    if referee.pass_ranks:
        yield say((_RENEWED_BY_JACK if referee.pass_ranks == _JACK else _RENEWED_BY_RANKS)[right], ranks=ranks)
    yield say((_LOST if referee.claim_lasts == "turn" else _OPEN)[right])
    yield say((_TAKEN_BY_OPPONENT if seats == 2 else _TAKEN)[right])


def _scoring(rules: Pile, language: Language) -> str:
    """Return who scores after a claim was made, and when."""
    if rules.referee.claim_lasts == "until-matched":
        return language.say("The next match by your side is a goal.")
    if rules.schedule.seats == 2:
        return language.say("Match again on your very next turn: goal!")
    if rules.schedule.seats == 4:
        return language.say("If your partner matches the top card on the very next turn of your side: goal!")
    return language.say(
        "If the next player of your side matches the top card on the very next turn of your side: goal!"
    )


def _special(rules: Pile, language: Language) -> Iterator[str]:
    referee, say = rules.referee, language.say
    if referee.goal_ranks:
        yield say("Some ranks always score, even on an empty pile: {ranks}.", ranks=language.ranks(referee.goal_ranks))
    yield from _stops(referee, language)
    yield from _pile(rules, language)
    if referee.runs:
        yield say("The third card of a rank in a row is called a check, the fourth a rumble; they score nothing.")


def _stops(referee: Referee, language: Language) -> Iterator[str]:
    if not referee.stop_ranks:
        return
    say, ranks = language.say, language.ranks(referee.stop_ranks)
    if referee.stop_ranks == _JACK:
        yield say("Jacks are stops.")
    else:
        yield say("Some ranks are stops: {ranks}.", ranks=ranks)
    yield say("Nobody can score on a stop, not even with a card of the same rank.")
    if not referee.stop_on_stop:
        yield say("A stop may not be played on a stop.")
    if referee.stop_may_lead == "not-first":
        yield say("The first card of a period may not be a stop.")
    if referee.stop_may_lead == "never":
        yield say("A stop may not be played on an empty pile.")
    if any(forbids(referee, situation, referee.stop_ranks[0]) for situation in _situations(referee)):
        yield say("A player who holds only forbidden cards plays any of them; it scores nothing, but lies on top.")


def _situations(referee: Referee) -> Iterator[Situation]:
    yield Situation(Claim.NONE, (), first=True)
    yield Situation(Claim.NONE, referee.stop_ranks[:1])


def _pile(rules: Pile, language: Language) -> Iterator[str]:
    """Yield what a claim or a goal does to the pile and to the claim."""
    referee, say = rules.referee, language.say
    if not referee.goal_needs_pass:
        if referee.goal_clears_pile:
            yield say("After a goal the pile is set aside, and the next player starts a new one.")
        else:
            yield say("The pile stays after a goal, and the next player may match it again.")
        return
    right = right_of(rules)
    if referee.pass_clears_pile:
        yield say((_BOTH_CLEARED if referee.goal_clears_pile else _CLEARED)[right])
    elif referee.goal_clears_pile:
        yield say("After a goal the pile is set aside, and the next player starts a new one.")
    else:
        yield say("No card leaves the pile: a third and a fourth card of a rank in a row are matches too.")
    yield say((_KEPT if referee.goal_keeps_claim else _SPENT)[right])


def _pack(schedule: Schedule, language: Language) -> str:
    if len(schedule.deck) == PACK:
        return language.say("Every period is played with a newly shuffled pack of 52 cards.")
    return language.say(
        "Every period is played with a newly shuffled pack of {cards} cards: the ranks {ranks} of the suits {suits}.",
        cards=len(schedule.deck),
        ranks=language.ranks(schedule.ranks),
        suits=" ".join(map(str, schedule.suits)),
    )


def _deal(rules: Pile, language: Language) -> Iterator[str]:
    schedule, say = rules.schedule, language.say
    yield _pack(schedule, language)
    yield _packets(schedule.packets, schedule, language)
    if schedule.draw is not None:
        if schedule.play_out:
            yield say("When the stock is empty, the hands are played out.")
        else:
            yield say("The period ends as soon as the stock is empty.")
    if isinstance(schedule.packets, tuple) and sum(schedule.packets) * schedule.seats + schedule.table_cards < len(
        schedule.deck
    ):
        yield say("The rest of the pack is not used.")
    if schedule.table_cards:
        yield language.count(
            "At the start of each period, {number} card is laid face up as the beginning of the pile.",
            "At the start of each period, {number} cards are laid face up as the beginning of the pile; the last one "
            "is the top card.",
            schedule.table_cards,
        )
        if schedule.table_match == "any":
            yield say("The first player of a period may match any of them.")
    if isinstance(schedule.packets, tuple) and len(schedule.packets) > 1:
        if rules.referee.goal_needs_pass:
            yield say(_CARRIED[right_of(rules)])
        else:
            yield say("The pile lasts from hand to hand, but not into the next period.")
    if _uneven(schedule):
        yield say("A period ends when the player to move has no card; the cards left do not count.")
    yield from _opening(schedule, language)
    if schedule.reversed_periods:
        periods = language.names([*map(str, schedule.reversed_periods)])
        yield say("Some periods are dealt and played anticlockwise: {periods}.", periods=periods)


def _packets(packets: Packets | None, schedule: Schedule, language: Language) -> str:
    if schedule.draw is not None:
        return language.count(
            "Each player is dealt {number} card, and draws one from the stock after every play.",
            "Each player is dealt {number} cards, and draws one from the stock after every play.",
            schedule.draw,
        )
    if packets == "all" or packets is None:
        return language.say("The whole pack is dealt at once.")
    if len(packets) == 1:
        return language.count("Each player is dealt {number} card.", "Each player is dealt {number} cards.", packets[0])
    if len(set(packets)) == 1 and packets[0] > 1:
        return language.count(
            "It is dealt in {number} hand of {size} cards for each player, the next when all hands are empty.",
            "It is dealt in {number} hands of {size} cards for each player, the next when all hands are empty.",
            len(packets),
            size=packets[0],
        )
    return language.say(
        "It is dealt in hands of {sizes} cards for each player, the next when all hands are empty.",
        sizes=language.names([*map(str, packets)]),
    )


def _uneven(schedule: Schedule) -> bool:
    return "all" in (schedule.packets, schedule.overtime_packets) and len(schedule.deck) % schedule.seats != 0


def _opening(schedule: Schedule, language: Language) -> Iterator[str]:
    say = language.say
    if schedule.opener is None and schedule.seats == 2:
        yield say("The player who did not deal begins.")
    elif schedule.opener is None:
        yield say("The player after the dealer begins.")
    elif schedule.opener_must:
        yield say("The player who holds {card} begins with it.", card=language.card(schedule.opener))
    else:
        yield say("The player who holds {card} begins, with any card.", card=language.card(schedule.opener))
    if schedule.later_opener == "trailing":
        yield say("In later periods, if one side is behind, its first player after the dealer begins, with any card.")
    if schedule.seats == 2:
        yield say("The dealer changes from period to period.")
    else:
        yield say("The deal moves on clockwise from period to period.")


def _end(schedule: Schedule, language: Language) -> Iterator[str]:
    say, overtimes = language.say, schedule.max_overtimes
    if schedule.seats == 2:
        yield language.count(
            "The game has {number} period; the player with more goals wins.",
            "The game has {number} periods; the player with more goals wins.",
            schedule.periods,
        )
    else:
        yield language.count(
            "The game has {number} period; the side with more goals wins.",
            "The game has {number} periods; the side with more goals wins.",
            schedule.periods,
        )
    if schedule.difference:
        yield say("A period counts by its difference only: 3 goals to 1 are 2 for the better side.")
    if schedule.overtime == "none":
        yield say("If the score is level, the game is a draw.")
    elif schedule.overtime == "sudden-death":
        yield language.count(
            "If the score is level, {number} overtime is played until the first goal; without one the game is a draw.",
            "If the score is level, up to {number} overtimes are played until the first goal; without one the game is "
            "a draw.",
            overtimes,
        )
    else:
        yield language.count(
            "If the score is level, {number} whole period more is played; if it is level then, the game is a draw.",
            "If the score is level, up to {number} whole periods more are played; if it is level then, the game is a "
            "draw.",
            overtimes,
        )
    if schedule.overtime_packets not in (None, schedule.packets):
        yield _overtime_packets(schedule.overtime_packets, language)


def _overtime_packets(packets: Packets | None, language: Language) -> str:
    if packets == "all" or packets is None:
        return language.say("In overtime the whole pack is dealt at once.")
    return language.say("In overtime the hands have {sizes} cards.", sizes=language.names([*map(str, packets)]))
