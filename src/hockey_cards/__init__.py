"""The playing-card games called Hockey: immutable states, pure moves, views without hidden cards.

``Session`` and ``Clock`` are imported when they are first used: most programs have no sessions.
"""

from typing import TYPE_CHECKING, Any

from hockey_cards.cards import Card, Rank, Suit, deck
from hockey_cards.errors import (
    HockeyError,
    HostError,
    IllegalMove,
    MissingExtra,
    ParseError,
    RecordError,
    SeatError,
    SessionError,
    ShoeError,
    StrategyError,
    UnknownLanguage,
    UnknownStrategy,
    UnknownVariant,
    VariantError,
)
from hockey_cards.event_json import read_event
from hockey_cards.events import (
    Expired,
    Faulted,
    Forfeited,
    Seated,
    UndoAnswered,
    Undone,
    UndoRequested,
    side_of,
)
from hockey_cards.game import Game
from hockey_cards.game_files import read_games, write_games
from hockey_cards.history import History, read_history
from hockey_cards.match import aplay, play
from hockey_cards.options import Option
from hockey_cards.registry import variant, variants
from hockey_cards.rules import (
    Dealt,
    Drawn,
    Ending,
    Event,
    Family,
    GameEnded,
    Move,
    Outcome,
    PeriodEnded,
    Played,
    PlayerEvent,
    Rules,
    Scored,
    Seat,
    SeenPeriod,
    Side,
    State,
    Step,
    Turn,
    Variant,
    View,
    apply,
    imagine,
    legal,
    redact,
    step,
    view,
)
from hockey_cards.shoe import Seeded, Shoe, Stacked, derive
from hockey_cards.strategy import AsyncStrategy, Strategy, StrategyFactory, factory
from hockey_cards.variant_files import read_variant, write_variant
from hockey_cards.view_json import read_view

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hockey_cards.session import Session
    from hockey_cards.session_json import Clock

__all__ = [
    "AsyncStrategy",
    "Card",
    "Clock",
    "Dealt",
    "Drawn",
    "Ending",
    "Event",
    "Expired",
    "Family",
    "Faulted",
    "Forfeited",
    "Game",
    "GameEnded",
    "History",
    "HockeyError",
    "HostError",
    "IllegalMove",
    "MissingExtra",
    "Move",
    "Option",
    "Outcome",
    "ParseError",
    "PeriodEnded",
    "Played",
    "PlayerEvent",
    "Rank",
    "RecordError",
    "Rules",
    "Scored",
    "Seat",
    "SeatError",
    "Seated",
    "Seeded",
    "SeenPeriod",
    "Session",
    "SessionError",
    "Shoe",
    "ShoeError",
    "Side",
    "Stacked",
    "State",
    "Step",
    "Strategy",
    "StrategyError",
    "StrategyFactory",
    "Suit",
    "Turn",
    "UndoAnswered",
    "UndoRequested",
    "Undone",
    "UnknownLanguage",
    "UnknownStrategy",
    "UnknownVariant",
    "Variant",
    "VariantError",
    "View",
    "__version__",
    "aplay",
    "apply",
    "deck",
    "derive",
    "factory",
    "imagine",
    "legal",
    "play",
    "read_event",
    "read_games",
    "read_history",
    "read_variant",
    "read_view",
    "redact",
    "side_of",
    "step",
    "variant",
    "variants",
    "view",
    "write_games",
    "write_variant",
]


def __getattr__(name: str) -> Any:
    if name not in {"Clock", "Session"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from hockey_cards import session

    return getattr(session, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
