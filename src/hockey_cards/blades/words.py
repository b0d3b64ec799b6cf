"""The words of the duel family; its table is read off the levels themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from hockey_cards.blades.events import Discarded
from hockey_cards.blades.levels import BLOCK, GOAL, Level, judge, level, table
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.table import HAND
from hockey_cards.blades.view import BladesView
from hockey_cards.events import Dealt, Drawn, Played, Scored
from hockey_cards.language import Language, Message, Moment, Words, dealt_sentences, score_text, translatable
from hockey_cards.language.words import Rows

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades

_LAYS: Final[Message] = translatable("You lay a stack: {cards}."), translatable("{name} lays a stack: {cards}.")
_SHOOTS: Final[Message] = translatable("You shoot with {cards}."), translatable("{name} shoots with {cards}.")
_CHANGES: Final[Message] = translatable("You change lines."), translatable("{name} changes lines.")
_DISCARDS: Final[Message] = translatable("You discard {cards}."), translatable("{name} discards {cards}.")
_ANSWERS: Final[dict[tuple[Verb, str], Message]] = {
    (Verb.USE, BLOCK): (
        translatable("You reveal your stack, {cards}: blocked!"),
        translatable("{name} reveals the stack, {cards}: blocked!"),
    ),
    (Verb.USE, GOAL): (
        translatable("You reveal your stack, {cards}: not enough, goal! {score}."),
        translatable("{name} reveals the stack, {cards}: not enough, goal! {score}."),
    ),
    (Verb.HAND, BLOCK): (
        translatable("You defend with {cards}: blocked!"),
        translatable("{name} defends with {cards}: blocked!"),
    ),
    (Verb.HAND, GOAL): (
        translatable("You defend with {cards}: not enough, goal! {score}."),
        translatable("{name} defends with {cards}: not enough, goal! {score}."),
    ),
    (Verb.NONE, GOAL): (
        translatable("You do not answer: goal! {score}."),
        translatable("{name} does not answer: goal! {score}."),
    ),
}
_LEVELS: Final = {
    "3 red": translatable("3 red"),
    "3 red of one suit": translatable("3 red of one suit"),
    "2 red of one rank": translatable("2 red of one rank"),
    "2 red of one suit, A high": translatable("2 red of one suit, the ace high"),
    "2 red of one rank, 9 high": translatable("2 red nines"),
    "3 black": translatable("3 black"),
    "3 black of one suit": translatable("3 black of one suit"),
    "2 black of one rank": translatable("2 black of one rank"),
    "1 black, A high": translatable("a black ace"),
}
"""The levels in words, by their text in the code."""


def _how_to_play(rules: Blades, language: Language) -> Iterator[str]:
    say = language.say
    yield " ".join(
        [
            say("Two players play with a pack of 52 cards, the ace high: red cards shoot, and black cards defend."),
            say("Each player is dealt {number} cards; the rest is the stock.", number=HAND),
        ]
    )
    yield " ".join(
        [
            say("On your turn, draw until you have {number} cards, then do one of three things.", number=HAND),
            say("Lay one to three black cards face down as your stack, for defence; an earlier stack is discarded."),
            say("Or shoot: lay two or three red cards that form a level."),
            say("Or change lines: discard your whole hand."),
        ]
    )
    yield " ".join(
        [
            say("Your opponent answers a shot with the whole stack, with a level of black cards from hand, or not."),
            say("The higher level wins; on the same level the highest cards are compared first, then the next ones."),
            say("If all cards that can be compared are equal, the defence wins: the shot is blocked."),
            say("A shot that is not blocked is a goal; a stack that forms no level blocks nothing."),
            say("All cards that are used are discarded, but a goal is marked with the cards of the shot."),
        ]
    )
    yield " ".join(
        [
            say(
                "Levels of shots, from low to high: 1. three red cards; 2. three red cards of one suit; 3. two red "
                "cards of one rank; 4. a red ace and another card of its suit; 5. two red nines."
            ),
            say(
                "Levels of defences: 1. three black cards; 2. three black cards of one suit; 3. two black cards of one "
                "rank; 4. one black ace."
            ),
            say("So two red nines always score, and a black ace blocks every other shot."),
        ]
    )
    yield " ".join(_end(rules, language))


def _end(rules: Blades, language: Language) -> Iterator[str]:
    say = language.say
    yield say("The player who did not deal begins.")
    yield say("The game ends after the turn in which the stock runs out; the player with more goals wins.")
    if not rules.max_overtimes:
        yield say("If the score is level, the game is a draw.")
        return
    yield language.count(
        "If the score is level, {number} overtime is dealt from a new pack; the first goal wins, and without one the "
        "game is a draw.",
        "If the score is level, up to {number} overtimes are dealt, each from a new pack; the first goal wins, and "
        "without one the game is a draw.",
        rules.max_overtimes,
    )


def _table(_rules: Blades, language: Language) -> Rows:
    say = language.say
    cells = {
        **_LEVELS,
        "shot": translatable("shot"),
        "no level": translatable("no level"),
        GOAL: translatable("goal"),
        BLOCK: translatable("block"),
        "block unless its ranks are lower": translatable("block unless its ranks are lower"),
    }
    return tuple(tuple(say(cells[cell]) for cell in row) for row in table())


def _sentence(moment: Moment) -> str | None:
    language = moment.language
    match moment.event:
        case Played():
            return _action(moment, cast("Played[Action]", moment.event))
        case Scored():
            return ""  # the line of the answer says so
        case Discarded() as discarded:
            if _shown_before(moment):
                return ""
            return moment.tell(_DISCARDS, discarded.seat, cards=language.cards(discarded.cards))
        case Dealt() as deal:
            return dealt_sentences(moment, deal, overtime=deal.period > 0)
        case Drawn() as drawn if drawn.card is None:
            return ""
        case _:
            return None


def _shown_before(moment: Moment) -> bool:
    """Return whether the line of the move names the cards: a shot and its defence have been seen."""
    played = cast("Played[Action]", moment.move_events[0])
    return played.move.verb not in (Verb.STACK, Verb.CHANGE)


def _action(moment: Moment, play: Played[Action]) -> str:
    language, move = moment.language, play.move
    hidden = [None] * move.hidden
    cards = language.cards([*move.cards, *hidden])
    match move.verb:
        case Verb.STACK:
            if not hidden:
                return moment.tell(_LAYS, play.seat, cards=cards)
            return language.count(
                "{name} lays {number} card face down as a stack.",
                "{name} lays {number} cards face down as a stack.",
                move.hidden,
                name=moment.names[play.seat],
            )
        case Verb.SHOOT:
            return moment.tell(_SHOOTS, play.seat, cards=cards)
        case Verb.CHANGE:
            return moment.tell(_CHANGES, play.seat)
        case Verb.USE:
            discarded = (event for event in moment.move_events if isinstance(event, Discarded))
            cards = next((language.cards(event.cards) for event in discarded if event.seat == play.seat), "")
        case _:
            pass
    return moment.tell(_ANSWERS[move.verb, play.call], play.seat, cards=cards, score=moment.shown_score)


def _effect(view: BladesView, move: Action, language: Language) -> str:
    """Return what an action or an answer would do."""
    say = language.say
    match move.verb:
        case Verb.STACK:
            said = _stack_effect(level(move.cards), language)
            return say("{effect}; discards your stack", effect=said) if view.stack else said
        case Verb.SHOOT:
            shot = level(move.cards)
            return say("shot of level {level}", level=0 if shot is None else shot.number)
        case Verb.CHANGE:
            return say("discards your hand")
        case Verb.NONE:
            return say("goal for the other side")
        case _:
            defence = view.stack if move.verb is Verb.USE else move.cards
            blocked = judge(view.table.shot, defence) == BLOCK
            return say("blocks the shot") if blocked else say("does not block: goal for the other side")


def _stack_effect(formed: Level | None, language: Language) -> str:
    if formed is None:
        return language.say("no level: would block nothing")
    return language.say("defence of level {level}", level=formed.number)


def _status(view: BladesView, names: Sequence[str], language: Language) -> Iterator[tuple[str, str]]:
    say, table = language.say, view.table
    yield say("period"), say("overtime") if view.period else say("regular time")
    yield say("dealer"), say("you") if table.dealer == view.seat else names[table.dealer]
    yield say("score"), score_text(view.score, view.seat, language)
    yield say("discards"), language.latest(table.discards) or say("no cards")
    for seat in (0, 1):
        if seat != view.seat:
            places = {"hand": table.counts[seat], "stack": table.stacks[seat]}
            yield names[seat], say("hand {hand}, stack {stack}", **places)
    yield say("stock"), str(table.stock)
    if table.shot and view.mover is not None:
        yield say("to be blocked"), language.cards(table.shot)
    if view.seat is not None:
        yield say("your stack"), language.cards(view.stack) or say("no cards")
        yield say("your hand"), language.cards(view.hand)


_MOVES: Final = {
    Verb.STACK: translatable("stack {cards}"),
    Verb.SHOOT: translatable("shoot {cards}"),
    Verb.CHANGE: translatable("change"),
    Verb.USE: translatable("use"),
    Verb.HAND: translatable("hand {cards}"),
    Verb.NONE: translatable("none"),
}
"""The moves as they are shown and typed."""


def _move(move: Action, language: Language) -> str:
    return language.say(_MOVES[move.verb], cards=language.cards([*move.cards, *[None] * move.hidden]))


WORDS: Final = Words(
    how_to_play=_how_to_play,
    table=_table,
    sentence=_sentence,
    effect=_effect,
    status=_status,
    move=_move,
)
"""The words of the family."""
