"""OpenSpiel: every variant as a game with explicit chance, players as bots, and a resampler (extra ``openspiel``).

Importing this module registers a game for each variant, such as ``hockey_cards_breakaway``, and ``hockey_cards``, whose
parameter ``variant`` names any of them. All take these parameters:

- ``house``: house rules, as in ``hockey_cards_breakaway(house=ranks:9TJQKA;packets:4+4;periods:1)``.
- ``dealer``: the seat that deals the first period.
- ``rewards``: ``outcome``, 1 for a win and -1 for a loss, or ``score``, the lead at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.families import batch_family_of, layout_of
from hockey_cards.batch.observation import observe
from hockey_cards.cards import Card
from hockey_cards.doors.dealing import DealPlan, Packs, deal_plan
from hockey_cards.doors.episode import Rewards, one_of
from hockey_cards.errors import ParseError, VariantError, brief
from hockey_cards.events import Dealt, Event, Played, side_of
from hockey_cards.extras import load
from hockey_cards.game import Game
from hockey_cards.immutable import Immutable
from hockey_cards.match import make_player
from hockey_cards.registry import variant, variants
from hockey_cards.rules import Move, Rules, Seat, Variant
from hockey_cards.shoe import Seed, Seeded
from hockey_cards.strategies.names import strategy
from hockey_cards.strategy import Player

__all__ = ["HockeyGame", "HockeyState", "StrategyBot", "register", "resampler"]

_PURPOSE = "a game of OpenSpiel"
_pyspiel: Any = load("pyspiel", extra="openspiel", purpose=_PURPOSE)

if TYPE_CHECKING:
    from hockey_cards.doors.episode import Framework as _Bot
    from hockey_cards.doors.episode import Framework as _Game
    from hockey_cards.doors.episode import Framework as _State
else:
    _Bot, _Game, _State = _pyspiel.Bot, _pyspiel.Game, _pyspiel.State

NAME: Final = "hockey_cards"
_CHANCE: Final = int(_pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(_pyspiel.PlayerId.TERMINAL)


class Setting(Immutable):
    """What all states of one OpenSpiel game share.

    Args:
        variant: The variant, with its house rules.
        dealer: The seat that deals the first period.
        rewards: What is rewarded at the end.

    Attributes:
        plans: By period the order in which chance deals it, for the periods that were reached.
    """

    def __init__(self, variant: Variant[Any, Any, Any], dealer: Seat, rewards: Rewards) -> None:
        self.variant: Variant[Any, Any, Any] = variant
        self.dealer: Seat = dealer
        self.rewards: Rewards = rewards
        self.rules: Rules[Any, Any, Any] = variant.rules
        self.moves: tuple[Move, ...] = self.rules.moves
        self.deck: tuple[Card, ...] = self.rules.deck
        self.plans: dict[int, DealPlan] = {}

    def plan(self, period: int, game: Game[Any, Any, Any], events: tuple[Event, ...]) -> DealPlan:
        """Return the order in which chance deals a period, given a game that has just begun it."""
        if period not in self.plans:
            self.plans[period] = deal_plan(game, events)
        return self.plans[period]

    def start(self, packs: tuple[tuple[Card, ...], ...]) -> Game[Any, Any, Any]:
        """Start a game with the packs that are known."""
        return Game.start(self.variant, shoe=Packs(packs, self.deck), dealer=self.dealer)

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.variant, self.dealer, self.rewards)


@attrs.frozen(eq=False)
class Node(Immutable):
    """A position in the tree of a game; it never changes, so that a copy of a state costs nothing.

    Args:
        setting: What all positions share.
        player: The player to move: a seat, chance, or the terminal player.
        game: The game; while a period is being dealt, the game before the move that ended the period before it, and
            None before the first deal.
        before: The position before the last move, for what the players have seen.
        pending: The move that ended a period, while the next one is being dealt.
        packs: The packs that are known.
        ends: The number of moves made up to the end of each period that is over.
        chosen: The cards that chance has chosen for the next pack, as places in the deck.
        plan: The order of these choices; None while no cards are being dealt.
        texts: The text of what each player has seen, filled in when it is first needed.
        made: The events of the last move, filled in when they are first needed.
    """

    setting: Setting
    player: int
    game: Game[Any, Any, Any] | None = None
    before: Node | None = None
    pending: Any = None
    packs: tuple[tuple[Card, ...], ...] = ()
    ends: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    plan: DealPlan | None = None
    texts: dict[Seat | None, str] = attrs.field(factory=dict[Any, str])
    made: list[Event] = attrs.field(factory=list[Event])

    @classmethod
    def root(cls, setting: Setting) -> Node:
        """Return the position before the first deal."""
        game = setting.start(())
        return cls(setting, _CHANCE, plan=setting.plan(0, game, setting.rules.dealt(game.state)))

    def after(self, action: int) -> Node:
        """Return the position after an action: a card that is dealt, or a move."""
        return self._dealt(action) if self.player == _CHANCE else self._played(action)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, the one that ended a period included."""
        made = () if self.game is None else self.game.moves
        return made if self.pending is None else (*made, self.pending)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that chance may deal, with their probabilities."""
        assert self.plan is not None
        return self.plan.outcomes(self.chosen)

    def returns(self) -> list[float]:
        """Return what each seat has won; zeros before the end."""
        setting, game = self.setting, self.game
        outcome = None if game is None else game.outcome
        if outcome is None:
            return [0.0] * setting.rules.seats
        if setting.rewards == "score":
            lead = float(outcome.score[0] - outcome.score[1])
        else:
            lead = {None: 0.0, 0: 1.0, 1: -1.0}[outcome.winner]
        return [-lead if side_of(seat) else lead for seat in range(setting.rules.seats)]

    def seen(self, seat: Seat | None) -> str:
        """Return what a seat, or a spectator, has seen from the first deal on: an event a line, as JSON."""
        if self.game is None:
            return ""
        if seat not in self.texts:
            path = self.path()
            known = next((place for place in range(len(path) - 1, -1, -1) if seat in path[place].texts), -1)
            text = path[known].texts[seat] if known >= 0 else ""
            for node in path[known + 1 :]:
                text += "".join(f"{json.dumps(event.seen_by(seat).to_dict())}\n" for event in node.events())
                node.texts[seat] = text
        return self.texts[seat]

    def path(self) -> list[Node]:
        """Return the positions from the first deal to this one."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]

    def events(self) -> list[Event]:
        """Return the events of the last move, or of the first deal, unredacted."""
        assert self.game is not None
        if not self.made and self.pending is None:
            rules = self.setting.rules
            first = self.before is None
            self.made.extend(rules.dealt(self.game.state) if first else self.game.undo().step(self.game.moves[-1])[1])
        return self.made

    def _dealt(self, card: int) -> Node:
        assert self.plan is not None
        setting, chosen = self.setting, (*self.chosen, card)
        if len(chosen) < self.plan.choices:
            return attrs.evolve(self, chosen=chosen, texts={}, made=[])
        packs = (*self.packs, self.plan.pack(chosen))
        game = setting.start(packs)
        if self.game is not None:
            for move in self.moves:
                game = game.play(move)
        return Node(setting, _player(game), game, self.before, packs=packs, ends=self.ends)

    def _played(self, number: int) -> Node:
        setting, game = self.setting, self.game
        assert game is not None
        move = setting.moves[number]
        after = game.play(move)
        if after.outcome is None and after.state.period != game.state.period:
            plan = setting.plan(after.state.period, after, game.step(move)[1])
            ends = (*self.ends, len(game.moves) + 1)
            return Node(setting, _CHANCE, game, self, pending=move, packs=self.packs, ends=ends, plan=plan)
        return Node(setting, _player(after), after, self, packs=self.packs, ends=self.ends)

    def actions(self) -> Iterator[int]:
        """Yield the actions that lead from the root to this position, those of chance included."""
        moves, number, plans = self.moves, self.setting.rules.number, self.setting.plans
        starts = (0, *self.ends, len(moves))
        for period, pack in enumerate(self.packs):
            yield from plans[period].chosen(pack)
            yield from map(number, moves[starts[period] : starts[period + 1]])
        yield from self.chosen

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.setting, tuple(self.actions()))


def _rebuilt(setting: Setting, actions: tuple[int, ...]) -> Node:
    node = Node.root(setting)
    for action in actions:
        node = node.after(action)
    return node


def _player(game: Game[Any, Any, Any]) -> int:
    seat = game.seat
    return _TERMINAL if seat is None else seat


class HockeyGame(_Game):
    """A variant as a game of OpenSpiel; ``pyspiel.load_game`` makes one.

    Chance deals one card at a time: first the hands, each in ascending order, then all other cards of the pack. It does
    so before each period, so that a player who draws finds the card already dealt, and known to nobody.

    Args:
        params: The parameters.

    Attributes:
        setting: What all states of the game share.

    Raises:
        UnknownVariant: If no variant has the name.
        VariantError: If a house rule is unknown or has a wrong value; lists all problems.
        SeatError: If there is no such dealer.
        ParseError: If ``rewards`` or a house rule is not understood.
    """

    kind: Any
    """The type of the game, as it is registered; each registered game has a class of its own."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        key = given.get("variant", self.kind.short_name.removeprefix(f"{NAME}_"))
        played = house_rules(variant(str(key)), str(given.get("house", "")))
        rules, seats = played.rules, played.rules.seats
        rewards: Rewards = one_of("rewards", str(given.get("rewards", "outcome")), Rewards)
        most = float(rules.max_moves) if rewards == "score" else 1.0
        self.setting: Setting = Setting(played, int(given.get("dealer", 0)), rewards)
        self.root: Node = Node.root(self.setting)
        info = _pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.moves),
            max_chance_outcomes=len(rules.deck),
            num_players=seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=rules.max_moves,
        )
        _Game.__init__(self, self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return _pyspiel.load_game, (str(self),)

    @property
    def variant(self) -> Variant[Any, Any, Any]:
        """The variant, with its house rules."""
        return self.setting.variant

    def new_initial_state(self, *_: object) -> HockeyState:
        """Return the state before the first deal."""
        return HockeyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of cards that are dealt."""
        return len(self.setting.deck) * int(self.setting.rules.max_periods)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Return an observer of states: by default of what a player sees now.

        Args:
            iig_obs_type: What is observed: public and private information, with or without the past.
            params: Not used.

        Raises:
            ParseError: If parameters are given.
        """
        if params:
            raise ParseError(f"an observer of a hockey game takes no parameters, and was given {brief(params)}")
        return Observer(self.setting, iig_obs_type or _pyspiel.IIGObservationType(perfect_recall=False))


class HockeyState(_State):
    """A state of a ``HockeyGame``: a game in progress, or one whose next period chance is dealing.

    Args:
        game: The game.
    """

    def __init__(self, game: HockeyGame) -> None:
        _State.__init__(self, game)
        self.node: Node = game.root

    @property
    def game(self) -> Game[Any, Any, Any] | None:
        """The game of the library, hidden cards included; None before the first deal.

        While chance deals a later period, it is the game before the move that ended the one before.
        """
        return self.node.game

    def current_player(self) -> int:
        """Return the player to move: a seat, chance, or the terminal player."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.player == _TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, as places in the deck, with their probabilities."""
        return self.node.outcomes()

    def returns(self) -> list[float]:
        """Return what each seat has won; zeros before the end."""
        return self.node.returns()

    def _legal_actions(self, player: int) -> list[int]:
        game = self.node.game
        assert game is not None
        number = self.node.setting.rules.number
        return [number(move) for move in game.legal]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.node.setting
        return f"deal {setting.deck[action].code}" if player == _CHANCE else setting.moves[action].code

    def __str__(self) -> str:
        node = self.node
        packs = " ".join("".join(card.code for card in pack) for pack in node.packs)
        dealt = "".join(node.setting.deck[card].code for card in node.chosen)
        return f"{packs} | {' '.join(move.code for move in node.moves)} | {dealt}"


class Observer:
    """What players see of a state, as strings and tensors.

    - Without the past: the string is the JSON of the view; the tensor is the player and the observation of the view,
      scaled to numbers from 0 to 1.
    - With it: the string has the player and each event that the player has seen, as JSON; the tensor is the player, for
      each move of the game its number and 1, and for each period and card when the player has first seen it, other
      than by a move: the number of the event in the period and 1. A number is 0 where there is nothing; a move whose
      cards are hidden has minus their number.
    - Private information alone is what a view has that a spectator's has not, as JSON. It has no tensor.
    """

    def __init__(self, setting: Setting, kind: Any) -> None:
        self._setting, self._recall = setting, bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private: Any = kind.private_info
        rules = setting.rules
        is_observed = batch_family_of(rules) is not None
        self._divisor: Any = layout_of(setting.variant).maxima if is_observed else ()
        self.tensor: Any = None
        self.dict: dict[str, Array] = {}
        sizes = {"player": rules.seats}
        if not self._public or (not is_observed and not self._recall):
            return
        if self._recall:
            sizes |= {"moves": rules.max_moves, "cards": rules.max_periods * len(setting.deck)}
        else:
            sizes["observation"] = len(self._divisor)
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: HockeyState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        seat = self._seat(player)
        if seat is not None:
            self.dict["player"][seat] = 1
        game = state.node.game
        if game is None:
            return
        if self._recall:
            self._fill_past(state.node, seat)
        else:
            self.dict["observation"][:] = observe(game.view(seat)) / self._divisor

    def string_from(self, state: HockeyState, player: int) -> str:
        """Return what a player sees as a string."""
        node = state.node
        if not self._public:
            return "".join(self._secrets(node, seat) for seat in self._owners(player))
        seat = self._seat(player)
        if self._recall:
            return f"{'spectator' if seat is None else f'player {seat}'}\n{node.seen(seat)}"
        return "" if node.game is None else node.game.view(seat).to_json()

    def _seat(self, player: int) -> Seat | None:
        return None if self._private == _pyspiel.PrivateInfoType.NONE else player

    def _owners(self, player: int) -> tuple[Seat, ...]:
        if self._private == _pyspiel.PrivateInfoType.ALL_PLAYERS:
            return tuple(range(self._setting.rules.seats))
        return () if self._private == _pyspiel.PrivateInfoType.NONE else (player,)

    def _secrets(self, node: Node, seat: Seat) -> str:
        if node.game is None:
            return ""
        if self._recall:
            return node.seen(seat)
        own, public = (json.loads(node.game.view(viewer).to_json()) for viewer in (seat, None))
        private = {name: value for name, value in own.items() if value != public.get(name) and name != "seat"}
        return json.dumps(private) if private else ""

    def _fill_past(self, node: Node, seat: Seat | None) -> None:
        rules, moves, cards = self._setting.rules, self.dict["moves"], self.dict["cards"]
        places = {card: place for place, card in enumerate(self._setting.deck)}
        period, count, made = 0, 0, 0
        for event in (event.seen_by(seat) for each in node.path() for event in each.events()):
            count += 1
            if isinstance(event, Played):
                move: Any = cast("Any", event).move
                hidden = int(getattr(move, "hidden", 0))
                moves[made] = -hidden if hidden else rules.number(move) + 1
                made += 1
                continue
            if isinstance(event, Dealt) and event.period != period:
                period, count = event.period, 1
            for card in _cards(event):
                place = len(places) * period + places[card]
                cards[place] = cards[place] or count


def _cards(value: Any) -> Iterator[Card]:
    """Yield the cards in a value: an event, a tuple of cards, and so on."""
    if isinstance(value, Card):
        yield value
    elif issubclass(type(value), tuple):
        for each in value:
            yield from _cards(each)
    elif isinstance(value, Event):
        kind: Any = type(value)
        for field in attrs.fields(kind):
            yield from _cards(getattr(value, field.name))


class StrategyBot(_Bot):
    """A player of the library as a bot of OpenSpiel.

    It sees the view of its seat alone, and plays a new game after ``restart``.

    Args:
        game: The game.
        seat: The seat that it plays, as OpenSpiel numbers the players.
        player: The player, by name or as a value.
        seed: The seed of its random generator; a random one if None.

    Raises:
        UnknownStrategy: If no player has the name.
    """

    def __init__(self, game: HockeyGame, seat: Seat, player: Player | str, *, seed: Seed | None = None) -> None:
        _Bot.__init__(self)
        self._variant, self._seat = game.variant, seat
        self._player = strategy(player) if isinstance(player, str) else player
        self._chance, self._games = Seeded(seed).seed, 0
        self._made: Callable[[Any], Any] | None = None

    def restart_at(self, state: HockeyState) -> None:
        """Prepare for a game that continues from a state: a new player is made for it."""
        self._made = None

    def restart(self) -> None:
        """Prepare for the next game: a new player is made for it."""
        self._made = None

    def step(self, state: HockeyState) -> int:
        """Return the number of the move that the player makes.

        Raises:
            StrategyError: If the player cannot be made.
            ParseError: If its move is not one of the game.
        """
        if self._made is None:
            self._made = make_player(self._player, self._variant, self._seat, self._chance, self._games)
            self._games += 1
        assert state.game is not None
        return int(self._variant.rules.number(self._made(state.game.view(self._seat))))


def resampler(seed: Seed | None = None) -> Callable[[HockeyState, int], HockeyState]:
    """Return a function for ``set_resampler`` of an ``ISMCTSBot``: another state that a player cannot tell from one.

    The hidden cards are drawn by ``Game.imagine``: they agree with everything that the player has seen, and otherwise
    do not depend on the true ones.

    Args:
        seed: The seed of the cards; a random one if None.
    """
    rng = Random(Seeded(seed).seed)

    def resampled(state: HockeyState, player: int) -> HockeyState:
        node = state.node
        assert node.game is not None
        imagined = node.game.imagine(player, rng)
        shoe = imagined.shoe
        assert shoe is not None
        packs = tuple(shoe.pack(period) for period in range(imagined.state.period + 1))
        found: HockeyState = state.get_game().new_initial_state()
        for action in attrs.evolve(node, game=imagined, packs=packs, texts={}, made=[]).actions():
            found.apply_action(action)
        return found

    return resampled


def house_rules(played: Variant[Any, Any, Any], text: str) -> Variant[Any, Any, Any]:
    """Return a variant with house rules that are written ``option:value;option:value``, and lists as ``2+2``.

    Raises:
        ParseError: If a house rule is not written so, or its value is not understood.
        VariantError: If an option is unknown, or a value or combination is invalid.
    """
    options = {option.name: option for option in played.rules.options}
    changes: dict[str, object] = {}
    for each in filter(None, text.split(";")):
        name, sign, value = each.partition(":")
        if not sign:
            raise ParseError(f"{brief(each)} is not a house rule: write option:value, such as max_overtimes:0")
        if name not in options:
            raise VariantError([f"there is no option {brief(name)}: give one of {', '.join(options)}"])
        changes[name] = options[name].read(value.replace("+", ","))
    return played.house(**changes) if changes else played


def register() -> None:
    """Register ``hockey_cards`` and a game for each variant with OpenSpiel, if they are not there yet."""
    known = set(_pyspiel.registered_names())
    shared = {
        "house": "",
        "dealer": 0,
        "rewards": "outcome",
    }
    _register(known, NAME, "Hockey", {"variant": "breakaway", **shared}, seats=(2, 8))
    for key, each in variants().items():
        seats = [int(choice) for option in each.rules.options if option.name == "seats" for choice in option.choices]
        seats = seats or [each.rules.seats]
        _register(known, f"{NAME}_{key}", each.name, shared, seats=(min(seats), max(seats)))


def _register(known: set[str], name: str, title: str, parameters: Mapping[str, Any], *, seats: tuple[int, int]) -> None:
    if name in known:
        return
    kind = _pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=_pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=_pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=_pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=dict(parameters),
    )
    # A class, because OpenSpiel releases what it was given after Python has ended, which a function does not survive.
    _pyspiel.register_game(kind, type(HockeyGame.__name__, (HockeyGame,), {"kind": kind}))


register()
