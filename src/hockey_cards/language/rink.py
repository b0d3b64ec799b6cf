"""The words of the rink family; its table is read off the rule of passage itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, product
from typing import Final, cast

from hockey_cards.cards import Card
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.words import Message, Moment, Rows, Words, score_text
from hockey_cards.rink import Open, Opened, Revealed, Rink, RinkView, Shown, Stage, ThrownOut
from hockey_cards.rink.referee import GOAL, THROUGH, THROWN_OUT, choices, judge, passable, place
from hockey_cards.rink.state import PLACES
from hockey_cards.rules import Dealt, Drawn, PeriodEnded, Played, Scored, Seat

_RUNS: Final[Message] = translatable("You run with {card}."), translatable("{name} runs with {card}.")
_DEALS: Final[Message] = translatable("You deal."), translatable("{name} deals.")

_TURNED_UP: Final[dict[tuple[str, bool], Message]] = {
    (THROUGH, False): (
        translatable("You turn up {card} at {place}: it matches, and the run goes on."),
        translatable("{name} turns up {card} at {place}: it matches, and the run goes on."),
    ),
    (THROWN_OUT, False): (
        translatable("You turn up {card} at {place}: no match, the running card is thrown out."),
        translatable("{name} turns up {card} at {place}: no match, the running card is thrown out."),
    ),
    (GOAL, True): (
        translatable("You turn up the goalkeeper {place}, {card}: it matches, goal! {score}."),
        translatable("{name} turns up the goalkeeper {place}, {card}: it matches, goal! {score}."),
    ),
    (THROWN_OUT, True): (
        translatable("You turn up the goalkeeper {place}, {card}: saved, the running card is thrown out."),
        translatable("{name} turns up the goalkeeper {place}, {card}: saved, the running card is thrown out."),
    ),
}
"""What a closed card does, by the call and whether it is a goalkeeper."""

_CHOSEN: Final[dict[tuple[str, bool], Message]] = {
    (THROUGH, False): (
        translatable("You choose {card}, open at {place}: it matches, and the run goes on."),
        translatable("{name} chooses {card}, open at {place}: it matches, and the run goes on."),
    ),
    (THROWN_OUT, False): (
        translatable("You choose {card}, open at {place}: no match, the running card is thrown out."),
        translatable("{name} chooses {card}, open at {place}: no match, the running card is thrown out."),
    ),
    (GOAL, True): (
        translatable("You choose the open goalkeeper {place}, {card}: it matches, goal! {score}."),
        translatable("{name} chooses the open goalkeeper {place}, {card}: it matches, goal! {score}."),
    ),
    (THROWN_OUT, True): (
        translatable("You choose the open goalkeeper {place}, {card}: saved, the running card is thrown out."),
        translatable("{name} chooses the open goalkeeper {place}, {card}: saved, the running card is thrown out."),
    ),
}
"""What an open card does, by the call and whether it is a goalkeeper."""


def _how_to_play(rules: Rink, language: Language) -> Iterator[str]:
    say, deck = language.say, rules.deck
    low = language.letters.rank(deck[0].rank)
    yield " ".join(
        [
            say(
                "Two players face each other with a pack of {cards} cards, from the {low} to the ace.",
                cards=len(deck),
                low=low,
            ),
            say(
                "Between them lie 3 rows of 4 cards, and before each player that player's 2 goalkeepers, all face down."
            ),
            say("Each player has a stack of {cards} cards, face down.", cards=(len(deck) - PLACES) // 2),
        ]
    )
    yield " ".join(
        [
            say("On your turn, draw the top card of your stack and run with it."),
            say("Choose a card of the row nearest to you, and turn it up if it is closed."),
            say("If it has the suit or the rank of your running card, the run goes on to any card of the next row."),
            _goalkeepers(rules, language),
            say("If the goalkeeper matches too, it is a goal, and your running card is laid with your goals."),
            say("At the first card that does not match, your running card is thrown out, face up."),
            say("Either way, the turn passes to your opponent."),
        ]
    )
    yield " ".join(
        [
            say("Cards that have been turned up stay open, and both players may choose them."),
            say("You may choose an open card that does not match; the run is then over."),
            say("Your opponent sees your running card when you choose the first card of the run."),
        ]
    )
    yield " ".join(
        [
            say("The player who did not deal begins."),
            say("The game ends after the run of the last card of both stacks; the player with more goals wins."),
            say("If the score is level, the game is a draw."),
        ]
    )


def _goalkeepers(rules: Rink, language: Language) -> str:
    if rules.settings.goalkeeper_lanes:
        return language.say(
            "After all three rows, try the goalkeeper of your opponent on that side: g1 after columns a and b, g2 "
            "after c and d."
        )
    return language.say("After all three rows, try one of your opponent's goalkeepers, g1 or g2.")


_CALLS: Final = {THROUGH: translatable("through"), THROWN_OUT: translatable("thrown out"), GOAL: translatable("goal")}
_STAGES: Final = {
    Stage.NEAR_ROW: translatable("near row"),
    Stage.MIDDLE_ROW: translatable("middle row"),
    Stage.FAR_ROW: translatable("far row"),
    Stage.GOALKEEPERS: translatable("goalkeepers"),
    Stage.GOALKEEPER_1: translatable("goalkeeper 1"),
    Stage.GOALKEEPER_2: translatable("goalkeeper 2"),
}


def _table(rules: Rink, language: Language) -> Rows:
    """Return the rule of passage: a row for all choices at a stage that have the same result."""
    say, lanes = language.say, rules.settings.goalkeeper_lanes
    rows = [(say("stage"), say("choice"), say("card"), say("call"), say("next stage"))]
    for stage, matches in product(_reachable(lanes=lanes), (True, False)):
        ruling_on = partial(judge, stage, matches=matches, lanes=lanes)
        for result, moves in groupby(choices(stage, 0), ruling_on):
            card = say("same suit or rank") if matches else say("any other")
            after = say("the run is over") if result.over else say(_STAGES[result.stage])
            rows.append((say(_STAGES[stage]), _choice(tuple(moves), language), card, say(_CALLS[result.call]), after))
    return tuple(rows)


def _reachable(*, lanes: bool) -> tuple[Stage, ...]:
    """Return the stages that a run can reach."""
    reached = {Stage.NEAR_ROW}
    for stage in Stage:
        if stage in reached:
            reached |= {judge(stage, move, matches=True, lanes=lanes).stage for move in choices(stage, 0)}
    return tuple(sorted(reached))


def _choice(moves: tuple[Open, ...], language: Language) -> str:
    """Return the name of moves that have the same result."""
    first, last = moves[0].code, moves[-1].code
    if moves[0].column is not None:
        return language.say("columns {first}-{last}", first=first[0], last=last[0])
    return first if len(moves) == 1 else language.say("{first} or {last}", first=first, last=last)


def _sentence(moment: Moment) -> str | None:
    match moment.event:
        case Played():
            return _choice_sentence(moment, cast("Played[Open]", moment.event))
        case Shown() | Opened() | Scored() | ThrownOut() | PeriodEnded():
            return ""  # the line of the move and that of the result say so
        case Revealed():
            return moment.language.say("All cards on the table are turned up.")
        case Dealt():
            return moment.tell(_DEALS, moment.event.dealer)
        case Drawn() as drawn:
            if drawn.card is None:
                return ""
            return moment.language.say("Your next running card is {card}.", card=moment.language.card(drawn.card))
        case _:
            return None


def _choice_sentence(moment: Moment, play: Played[Open]) -> str:
    """Return a move in sentences: the running card when it is shown, then the chosen card and what it does."""
    language, own = moment.language, moment.move_events
    said = [moment.tell(_RUNS, event.seat, card=language.card(event.card)) for event in own if isinstance(event, Shown)]
    turned_up = next((event.card for event in own if isinstance(event, Opened)), None)
    card = _open_card(moment, play) if turned_up is None else turned_up
    texts = _CHOSEN if turned_up is None else _TURNED_UP
    text = texts[play.call, play.move.column is None]
    places = {"card": language.card(card), "place": play.move.code, "score": moment.shown_score}
    return " ".join([*said, moment.tell(text, play.seat, **places)])


def _saved(moment: Moment) -> bool:
    """Return whether a goalkeeper has stopped a run."""
    play = cast("Played[Open]", moment.event)
    return play.call == THROWN_OUT and play.move.column is None


def _open_card(moment: Moment, play: Played[Open]) -> Card | None:
    """Return the card that was turned up earlier at the place of a move."""
    chosen = place(play.move, play.seat)
    return next(
        (
            event.card
            for event in moment.earlier
            if isinstance(event, Opened) and place(event.place, event.seat) == chosen
        ),
        None,
    )


def _effect(view: RinkView, move: Open, language: Language) -> str:
    """Return what a choice would do, as far as the player knows."""
    seat, running = view.seat, view.running
    if seat is None or running is None:
        return ""
    card, goalkeeper = view.layout[place(move, seat)], move.column is None
    if card is None:
        places = {"rank": language.letters.rank(running.rank), "suit": str(running.suit)}
        if goalkeeper:
            return language.say("closed: a goal with {rank} or {suit}", **places)
        return language.say("closed: the run goes on with {rank} or {suit}", **places)
    if not passable(running, card):
        return language.say("no match: the run is over")
    return language.say("goal") if goalkeeper else language.say("matches: the run goes on")


def _status(view: RinkView, names: Sequence[str], language: Language) -> Iterator[tuple[str, str]]:
    say = language.say
    yield say("score"), score_text(view.score, view.seat, language)
    stacks = (f"{_name(view, names, seat, language)} {count}" for seat, count in enumerate(view.stacks))
    yield say("stacks"), ", ".join(stacks)
    yield say("discards"), language.cards(view.thrown_out) or say("no cards")
    if view.mover is not None:
        yield say("to be passed"), say("a goalkeeper") if view.row is None else say(_row(view.row, view.mover))
        yield say("running card"), say("hidden") if view.running is None else language.card(view.running)


def _row(row: int, seat: Seat) -> str:
    """Return the name of a row, as the player of a seat sees it."""
    return _STAGES[(Stage.NEAR_ROW, Stage.MIDDLE_ROW, Stage.FAR_ROW)[row - 1 if seat == 0 else 3 - row]]


def _name(view: RinkView, names: Sequence[str], seat: Seat, language: Language) -> str:
    return language.say("you") if seat == view.seat else names[seat]


WORDS: Final = Words(
    how_to_play=_how_to_play, table=_table, sentence=_sentence, saved=_saved, effect=_effect, status=_status
)
"""The words of the family."""
