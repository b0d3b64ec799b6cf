"""Sentences and phrases for events of the pile, for what cards would do, and for what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.language.events import dealt_sentences
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.pile.right import Right, right_of
from hockey_cards.language.words import Message, Moment, Score, score_text
from hockey_cards.pile import (
    Blocked,
    Call,
    Checked,
    Claimed,
    Intercepted,
    Missed,
    Pile,
    PileView,
    Rumbled,
)
from hockey_cards.pile.period import total_score
from hockey_cards.pile.referee import Claim, claim_of
from hockey_cards.rules import Dealt, Drawn, Played, Scored

_PLAYED: Final[Message] = translatable("You play {card}."), translatable("{name} plays {card}.")
_SAVED: Final[Message] = (
    translatable("You match with {card}, but nobody scores on a stop."),
    translatable("{name} matches with {card}, but nobody scores on a stop."),
)

_MATCHED_GOAL: Final[Message] = (
    translatable("You match with {card}: goal! {score}."),
    translatable("{name} matches with {card}: goal! {score}."),
)
_PLAYED_GOAL: Final[Message] = (
    translatable("You play {card}: goal! {score}."),
    translatable("{name} plays {card}: goal! {score}."),
)
_MATCHED: Final[dict[tuple[Call, Right], Message]] = {
    (Call.PASS, Right.BREAKAWAY): (
        translatable("You match with {card}: breakaway!"),
        translatable("{name} matches with {card}: breakaway!"),
    ),
    (Call.PASS, Right.PASS): (
        translatable("You match with {card}: pass!"),
        translatable("{name} matches with {card}: pass!"),
    ),
    (Call.PASS, Right.SHOT): (
        translatable("You match with {card}: shot!"),
        translatable("{name} matches with {card}: shot!"),
    ),
    (Call.INTERCEPTION, Right.BREAKAWAY): (
        translatable("You match with {card}: interception! The breakaway changes sides."),
        translatable("{name} matches with {card}: interception! The breakaway changes sides."),
    ),
    (Call.INTERCEPTION, Right.PASS): (
        translatable("You match with {card}: interception! The pass changes sides."),
        translatable("{name} matches with {card}: interception! The pass changes sides."),
    ),
    (Call.BLOCK, Right.SHOT): (
        translatable("You match with {card}: block! The shot is gone."),
        translatable("{name} matches with {card}: block! The shot is gone."),
    ),
}
"""What a match does, by its call and what the game calls the claim."""

_BY_RANK: Final[dict[tuple[Call, Right], Message]] = {
    (Call.PASS, Right.BREAKAWAY): (
        translatable("You play {card}: breakaway!"),
        translatable("{name} plays {card}: breakaway!"),
    ),
    (Call.PASS, Right.PASS): (translatable("You play {card}: pass!"), translatable("{name} plays {card}: pass!")),
    (Call.PASS, Right.SHOT): (translatable("You play {card}: shot!"), translatable("{name} plays {card}: shot!")),
    (Call.INTERCEPTION, Right.BREAKAWAY): (
        translatable("You play {card}: interception! The breakaway changes sides."),
        translatable("{name} plays {card}: interception! The breakaway changes sides."),
    ),
    (Call.INTERCEPTION, Right.PASS): (
        translatable("You play {card}: interception! The pass changes sides."),
        translatable("{name} plays {card}: interception! The pass changes sides."),
    ),
    (Call.BLOCK, Right.SHOT): (
        translatable("You play {card}: block! The shot is gone."),
        translatable("{name} plays {card}: block! The shot is gone."),
    ),
    (Call.MISSED, Right.BREAKAWAY): (
        translatable("You play {card}: the breakaway is gone."),
        translatable("{name} plays {card}: the breakaway is gone."),
    ),
    (Call.MISSED, Right.PASS): (
        translatable("You play {card}: the pass is wasted."),
        translatable("{name} plays {card}: the pass is wasted."),
    ),
    (Call.MISSED, Right.SHOT): (
        translatable("You play {card}: the shot is gone."),
        translatable("{name} plays {card}: the shot is gone."),
    ),
}
"""What any other card does."""


def sentence(moment: Moment) -> str | None:
    """Return a line about an event; that of a play says what it did."""
    say = moment.language.say
    match moment.event:
        case Played():
            return _play(moment, cast("Played[Card]", moment.event))
        case Claimed() | Intercepted() | Blocked() | Missed() | Scored():
            return ""
        case Checked():
            return say("The third card of the rank in a row: check!")
        case Rumbled():
            return say("The fourth card of the rank in a row: rumble!")
        case Dealt() as deal:
            overtime = moment.rules.schedule.in_overtime(deal.period)
            return dealt_sentences(moment, deal, overtime=overtime)
        case Drawn() as drawn if drawn.card is None:
            return ""
        case _:
            return None


def _play(moment: Moment, play: Played[Card]) -> str:
    rules, language = moment.rules, moment.language
    text = _text(rules, play, _top(moment))
    said = moment.tell(text, play.seat, card=language.card(play.move), score=moment.shown_score)
    if not _clears(rules, play):
        return said
    aside = language.say("The pile is set aside.")  # Babel finds no message inside an f-string
    return f"{said} {aside}"


def _text(rules: Pile, play: Played[Card], top: Card | None) -> Message:
    """Return the message about a play on a top card."""
    referee, right, rank = rules.referee, right_of(rules), play.move.rank
    call = Call(play.call)
    special = rank in referee.pass_ranks or rank in referee.goal_ranks
    if call is Call.GOAL:
        return _PLAYED_GOAL if special else _MATCHED_GOAL
    if call in (Call.PASS, Call.INTERCEPTION, Call.BLOCK):
        return (_BY_RANK if special else _MATCHED)[call, right]
    if call is Call.MISSED:
        return _BY_RANK[call, right]
    return _SAVED if _is_saved(rules, play, top) else _PLAYED


def saved(moment: Moment) -> bool:
    """Return whether a play has matched a stop."""
    return _is_saved(moment.rules, cast("Played[Card]", moment.event), _top(moment))


def _is_saved(rules: Pile, play: Played[Card], top: Card | None) -> bool:
    referee, rank = rules.referee, play.move.rank
    return rank in referee.stop_ranks and top is not None and top.rank is rank and not referee.goal_needs_pass


def _top(moment: Moment) -> Card | None:
    """Return the card that a play was made on; None on an empty pile."""
    for event in moment.earlier:
        if isinstance(event, Played):
            play = cast("Played[Card]", event)
            return None if _clears(moment.rules, play) else play.move
        if isinstance(event, Dealt) and event.opener is not None:
            return event.table[-1] if event.table else None
    return None


def _clears(rules: Pile, play: Played[Card]) -> bool:
    referee = rules.referee
    if play.call == Call.GOAL:
        return referee.goal_clears_pile
    return referee.pass_clears_pile and play.call in (Call.PASS, Call.INTERCEPTION)


def board(rules: Pile, before: Score, goals: Score) -> Score:
    """Return the score after goals in a period (pile.1.4)."""
    own, other = total_score((goals,), difference=rules.schedule.difference)
    return before[0] + own, before[1] + other


_EFFECTS: Final[dict[tuple[Call, Right], str]] = {
    (Call.PASS, Right.BREAKAWAY): translatable("breakaway"),
    (Call.PASS, Right.PASS): translatable("pass"),
    (Call.PASS, Right.SHOT): translatable("shot"),
    (Call.INTERCEPTION, Right.BREAKAWAY): translatable("interception: takes over the breakaway"),
    (Call.INTERCEPTION, Right.PASS): translatable("interception: takes over the pass"),
    (Call.BLOCK, Right.SHOT): translatable("blocks the shot"),
    (Call.MISSED, Right.BREAKAWAY): translatable("gives up the breakaway"),
    (Call.MISSED, Right.PASS): translatable("wastes the pass"),
    (Call.MISSED, Right.SHOT): translatable("gives up the shot"),
}
_LEAVES: Final = {
    Right.BREAKAWAY: translatable("leaves the other side its breakaway"),
    Right.PASS: translatable("leaves the other side its pass"),
    Right.SHOT: translatable("leaves the other side its shot"),
}
_LEAVES_OPPONENT: Final = {
    Right.BREAKAWAY: translatable("leaves your opponent the breakaway"),
    Right.PASS: translatable("leaves your opponent the pass"),
    Right.SHOT: translatable("leaves your opponent the shot"),
}


def effect(view: PileView, card: Card, language: Language) -> str:
    """Return what a card would do now."""
    ruling, right = view.ruling(card), right_of(view.rules)
    if ruling.call is Call.GOAL:
        said = language.say("goal")
    elif ruling.call is not Call.PLAY:
        said = language.say(_EFFECTS[ruling.call, right])
    elif claim_of(view.situation) is Claim.OTHER:
        said = language.say((_LEAVES_OPPONENT if view.rules.schedule.seats == 2 else _LEAVES)[right])
    elif card.rank in view.rules.referee.stop_ranks:
        said = language.say("a stop: nobody can score on it")
    else:
        said = language.say("no effect")
    return language.say("{effect}; the pile is set aside", effect=said) if ruling.clears else said


_LABELS: Final = {
    Right.BREAKAWAY: translatable("breakaway"),
    Right.PASS: translatable("pass"),
    Right.SHOT: translatable("shot"),
}


def status(view: PileView, names: Sequence[str], language: Language) -> Iterator[tuple[str, str]]:
    """Yield what a player sees on the table."""
    say, schedule = language.say, view.rules.schedule
    if schedule.in_overtime(view.period):
        yield say("period"), say("overtime")
    else:
        yield say("period"), say("{number} of {periods}", number=view.period + 1, periods=schedule.periods)
    yield say("dealer"), say("you") if view.dealer == view.seat else names[view.dealer]
    yield say("score"), score_text(view.score, view.seat, language)
    if view.period:
        yield say("by period"), ", ".join(score_text(goals, view.seat, language) for goals in view.periods)
    if view.rules.referee.goal_needs_pass:
        yield say(_LABELS[right_of(view.rules)]), _holder(view, names, language)
    yield say("pile"), _latest(view.pile, language)
    hands = [f"{names[seat]} {count}" for seat, count in enumerate(view.counts) if seat != view.seat]
    yield say("cards left"), ", ".join([*hands, say("stock {number}", number=view.stock)])
    if view.opening_card is not None:
        yield say("to be led"), language.card(view.opening_card)
    if view.seat is not None:
        yield say("your hand"), language.cards(view.hand)


def _holder(view: PileView, names: Sequence[str], language: Language) -> str:
    if view.claim is None:
        return language.say("nobody")
    if view.rules.schedule.seats == 2:
        return language.say("you") if view.claim == view.seat else names[view.claim]
    return language.say("your side") if view.claim == side_of(view.seat or 0) else language.say("the other side")


def _latest(cards: Sequence[Card], language: Language) -> str:
    return language.latest(cards) or language.say("empty")
