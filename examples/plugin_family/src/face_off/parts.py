"""What the family offers to the rest of the library: players, words, a picture and a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from face_off.game import FaceOff, FaceOffState, FaceOffView
from hockey_cards import Card, Played, render
from hockey_cards.language import Language, Message, Moment, Words, translatable

# What a play did, to its player and about its player. Without catalogues of its own the family speaks English.
PLAYS: dict[str, Message] = {
    "lead": (translatable("You lead {card}."), translatable("{name} leads {card}.")),
    "goal": (translatable("You score with {card}."), translatable("{name} scores with {card}.")),
    "block": (translatable("You block with {card}."), translatable("{name} blocks with {card}.")),
    "beaten": (translatable("You answer with {card}."), translatable("{name} answers with {card}.")),
}


def greedy(view: FaceOffView, rng: Random) -> Card:
    """Lead the highest card; answer with the lowest card that scores, or else with the lowest one."""
    if view.led is None:
        return view.legal[-1]
    scoring = [card for card in view.legal if card.rank > view.led.rank]
    return scoring[0] if scoring else view.legal[0]


PLAYERS = {"greedy": greedy}
"""The part ``strategies``: by name of a built-in player, a function of a view and a random generator."""


def _how_to_play(rules: FaceOff, language: Language) -> Iterator[str]:
    yield language.say(
        "Two players have {number} cards each; the game ends when all are played.", number=rules.hand_size
    )


def _table(_rules: FaceOff, _language: Language) -> tuple[tuple[str, ...], ...]:
    return (
        ("the answer is", "call"),
        ("higher", "a goal for the side that answers"),
        ("of the same rank", "a block"),
        ("lower", "a goal for the side that led"),
    )


def _sentence(moment: Moment) -> str | None:
    event = moment.event
    if isinstance(event, Played):
        return moment.tell(PLAYS[event.call], event.seat, card=moment.language.card(event.move))
    return None


WORDS = Words(how_to_play=_how_to_play, table=_table, sentence=_sentence)
"""The part ``language``."""


def picture(view: FaceOffView, state: FaceOffState | None, legend: render.Legend) -> render.Drawing:
    """Draw the hands and the last two plays; this is the part ``render``."""
    own = view.seat or 0
    above, below = (_hand(view, state, seat) for seat in (1 - own, own))
    rows = (above, [play.move for play in view.plays[-2:]], below)
    parts = [
        render.card(card, 10 + 21 * place, 10 + 72 * row, width=44)
        for row, cards in enumerate(rows)
        for place, card in enumerate(cards)
    ]
    description = f"The score is {view.score[0]}:{view.score[1]}; {len(above)} and {len(below)} cards are in hand."
    return render.Drawing("A face-off", description, 226, tuple(parts))


def _hand(view: FaceOffView, state: FaceOffState | None, seat: int) -> Sequence[Card | None]:
    if state is not None:
        return state.hands[seat]
    played = sum(play.seat == seat for play in view.plays)
    return view.hand if seat == view.seat else [None] * (view.rules.hand_size - played)


def board(view: FaceOffView, names: Sequence[str], _language: Language) -> Iterator[str]:
    """Yield the lines that a player sees; this is the part ``terminal``."""
    yield f"score      {names[0]} {view.score[0]}, {names[1]} {view.score[1]}"
    yield f"to answer  {view.led or '-'}"
    yield f"your hand  {' '.join(map(str, view.hand))}"
