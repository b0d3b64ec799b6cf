"""The named variants of the family, each as data with its source (pile.1.6)."""

from __future__ import annotations

from typing import Any, Final

import attrs

from hockey_cards.cards import Card, Rank
from hockey_cards.pile.family import Pile
from hockey_cards.pile.house import PileSettings
from hockey_cards.pile.referee import Referee
from hockey_cards.pile.schedule import Schedule
from hockey_cards.pile.state import PileState
from hockey_cards.pile.view import PileView
from hockey_cards.rules import Variant

_PAGAT: Final = "pagat.com/fishing/hockey.html"
_SPENCE: Final = f"*Hockey*, GameRules.com (in its Hindi and Dutch translations); {_PAGAT}"

# The breakaway games have claims, and sudden death after three periods.
_CLAIMS: Final = Referee()
_DUEL: Final = Schedule()
# The block games have no claims; a goal sets the pile aside, and the whole pack is dealt at once.
_BLOCKS: Final = Referee(pass_ranks=(), goal_needs_pass=False, goal_clears_pile=True)
_AT_ONCE: Final = Schedule(seats=4, packets="all", overtime="none", overtime_packets=None, max_overtimes=0)
_JACK: Final = (Rank.JACK,)
_EIGHT_JACK: Final = (Rank.EIGHT, Rank.JACK)
_EIGHTS: Final = attrs.evolve(_BLOCKS, stop_ranks=_EIGHT_JACK, stop_on_stop=False)


def _variant(
    key: str, name: str, summary: str, source: str, *, settings: PileSettings, seats: tuple[int, ...]
) -> Variant[PileState, Card, PileView]:
    return Variant(key, name, summary, source, Pile(*settings, seats))


def _with(base: Any, **changes: Any) -> Any:
    return attrs.evolve(base, **changes)


VARIANTS: Final[tuple[Variant[PileState, Card, PileView], ...]] = (
    _variant(
        "breakaway",
        "Hockey (Ida A. Spence, Manitoba 1961-62)",
        "Match the top card or play a Jack for a breakaway, then match on the very next turn to score.",
        _SPENCE,
        settings=(_DUEL, _CLAIMS),
        seats=(2,),
    ),
    _variant(
        "breakaway-original",
        "Hockey, Spence's original",
        "Breakaway hockey in which the scorer keeps the breakaway after a goal.",
        _PAGAT,
        settings=(_DUEL, _with(_CLAIMS, goal_keeps_claim=True)),
        seats=(2,),
    ),
    _variant(
        "shots",
        "Shots",
        "Breakaway hockey in which a match against a shot only blocks it.",
        _PAGAT,
        settings=(_with(_DUEL, packets=(4, 4, 4, 4, 4, 6)), _with(_CLAIMS, reply="block")),
        seats=(2,),
    ),
    _variant(
        "team-breakaway",
        "Card Hockey",
        "Breakaway hockey for partners, with the whole pack dealt at once.",
        "coololdgames.com",
        settings=(_with(_DUEL, seats=4, packets="all", overtime_packets="all"), _CLAIMS),
        seats=(2, 4),
    ),
    _variant(
        "passe",
        "Jeu de cartes du Hockey",
        "Pass (passe) by a match or a Jack, then the partner matches the next player's lone card for a goal (but).",
        "*Jeu de cartes du Hockey*, rule by Alain B. (French)",
        settings=(
            _with(_DUEL, seats=4, packets=(4, 4, 4), overtime_packets=(4, 4, 4), table_cards=4),
            _with(_CLAIMS, pass_clears_pile=True, goal_clears_pile=True),
        ),
        seats=(4,),
    ),
    _variant(
        "rumble",
        "Pass, Score, Check, Rumble",
        "Partners' breakaway hockey in which a pass stays open until it is used or taken over.",
        "studentdrinkinggames.com",
        settings=(_with(_AT_ONCE, packets=(5, 4, 4)), _with(_CLAIMS, claim_lasts="until-matched", runs=True)),
        seats=(4,),
    ),
    _variant(
        "saves",
        "Save Hockey",
        "Match the top card to score: threes and Jacks save, twos always score.",
        "j-opolis.com",
        settings=(
            _with(_AT_ONCE, opener=Card("4c"), later_opener="trailing"),
            _with(_BLOCKS, stop_ranks=(Rank.THREE, Rank.JACK), goal_ranks=(Rank.TWO,)),
        ),
        seats=(2, 4),
    ),
    _variant(
        "block",
        "Block Hockey",
        "Match the top card to score, Jacks block; a period counts by its difference of goals.",
        "gathertogethergames.com",
        settings=(
            _with(_AT_ONCE, difference=True),
            _with(_BLOCKS, stop_ranks=_JACK, stop_on_stop=False, stop_may_lead="not-first"),
        ),
        seats=(4,),
    ),
    _variant(
        "block-extra",
        "Block Hockey with extra periods",
        "Block hockey in which a Jack may never lead, and extra periods are played while the board is level.",
        "practicalgamingcenter.com",
        settings=(
            _with(_AT_ONCE, overtime="full", overtime_packets="all", max_overtimes=10),
            _with(_BLOCKS, stop_ranks=_JACK, stop_on_stop=False, stop_may_lead="never"),
        ),
        seats=(4,),
    ),
    _variant(
        "block-eights",
        "8 and J block",
        "Block hockey in which eights block as Jacks do; a period counts by its difference of goals.",
        "idrink.com, drinkmixguide.com",
        settings=(_with(_AT_ONCE, difference=True), _EIGHTS),
        seats=(4, 6, 8, 10),
    ),
    _variant(
        "block-reverse",
        "Block hockey, second period anticlockwise",
        "Block hockey with eights and Jacks whose second period is dealt and played anticlockwise.",
        "barmeister.com",
        settings=(_with(_AT_ONCE, difference=True, reversed_periods=(2,)), _EIGHTS),
        seats=(4,),
    ),
    _variant(
        "block-draw",
        "Block hockey, draw back to three",
        "Block hockey with hands of three that are refilled from the stock after every play.",
        "thechuggernauts.com",
        settings=(_with(_AT_ONCE, packets=None, draw=3), _EIGHTS),
        seats=(4,),
    ),
)
