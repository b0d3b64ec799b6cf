"""Gymnasium: every variant as an environment in which one learner plays against bots (extra ``gymnasium``).

Importing this module registers each variant under an id such as ``hockey_cards/passe-v0``. Gymnasium imports it by
itself for ``gymnasium.make("hockey_cards.doors.gymnasium:hockey_cards/passe-v0")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.families import batch_family_of
from hockey_cards.batch.layout import Layout
from hockey_cards.doors.episode import RENDER_MODES, Arena, RenderMode, Rewards, Seeds, checked_mode, render
from hockey_cards.errors import SeatError, StrategyError
from hockey_cards.events import side_of
from hockey_cards.extras import load
from hockey_cards.game import Game
from hockey_cards.match import MadePlayer, make_player, run, turn_loop
from hockey_cards.registry import variants
from hockey_cards.rules import Rules, Seat, Side, Variant
from hockey_cards.strategies.names import strategy
from hockey_cards.strategy import Player

__all__ = ["NAMESPACE", "HockeyEnv", "HockeyVectorEnv", "register"]

_PURPOSE = "a Gymnasium environment"
_gymnasium: Any = load("gymnasium", extra="gymnasium", purpose=_PURPOSE)
_spaces: Any = load("gymnasium.spaces", extra="gymnasium", purpose=_PURPOSE)
_vector: Any = load("gymnasium.vector", extra="gymnasium", purpose=_PURPOSE)

if TYPE_CHECKING:
    from hockey_cards.doors.episode import Framework as _Env
    from hockey_cards.doors.episode import Framework as _VectorEnv
else:
    _Env, _VectorEnv = _gymnasium.Env, _vector.VectorEnv

NAMESPACE: Final = "hockey_cards"
"""The namespace of the environments: ``hockey_cards/breakaway-v0``."""

Players = Sequence[Player | str | None]
"""The players: one for each side or one for each seat, as ``play`` takes them; None is the learner."""


class HockeyEnv(_Env):
    """An environment for one learner, who plays one seat or all seats of a side; bots play the others.

    An observation is a dictionary. Its ``observation`` is that of ``batch.observe`` for the seat that the learner is to
    move for, laid out as ``layout`` says; its ``action_mask`` has a 1 for each legal move by its number, and is all
    zeros after the end. An illegal move forfeits the game and is rewarded with -1.

    ``terminated`` is true when the game is over; ``truncated`` never is, for every game ends by itself. ``info`` has
    the ``seat`` that the learner is to move for, and the ``score``, own side first.

    ``reset(seed=7)`` deals the game that ``Game.start(variant, seed=7)`` deals; resets without a seed go on from there.

    Args:
        variant: The variant or its name.
        players: One for each side or one for each seat: bots, by name or as values, and None where the learner plays.
        dealer: The seat that deals the first period of each game.
        rewards: ``"outcome"``: at the end 1 for a win and -1 for a loss. ``"score"``: by how much the lead of the own
            side has changed since the learner's last move.
        render_mode: How ``render`` shows the game, as the learner sees it.

    Attributes:
        game: The game in progress, hidden cards included: for the program that runs the environment only.
        layout: The layout of an observation.

    Raises:
        UnknownVariant: If no variant has the name.
        UnknownStrategy: If no player has a name.
        VariantError: If the family of the variant has no observations.
        SeatError: If there is neither one player for each side nor one for each seat, or not exactly one side has
            learners.
        ParseError: If ``rewards`` or ``render_mode`` is unknown.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as the framework declares it

    def __init__(
        self,
        variant: Variant[Any, Any, Any] | str = "breakaway",
        players: Players = (None, "greedy"),
        *,
        dealer: Seat = 0,
        rewards: Rewards = "outcome",
        render_mode: RenderMode | None = None,
    ) -> None:
        self._arena = Arena(variant, rewards)
        self._seeds = Seeds()
        self._players = [strategy(each) if isinstance(each, str) else each for each in players]
        self.learners: tuple[Seat, ...] = learning_seats(self._players, self._arena.rules)
        self.side: Side = side_of(self.learners[0])
        self.dealer: Seat = dealer
        self.render_mode: RenderMode | None = checked_mode(render_mode)
        self.layout: Layout = self._arena.layout
        self.game: Game[Any, Any, Any] = Game.start(self._arena.variant, dealer=dealer)
        self._bots: dict[Seat, MadePlayer] = {}
        self.observation_space: Any = self._arena.space(_spaces)
        self.action_space: Any = _spaces.Discrete(len(self._arena.moves))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game, and let the bots move until the learner is to move.

        Args:
            seed: The seed of the game, and of those after it.
            options: Not used.

        Raises:
            StrategyError: If a bot fails.
        """
        _gymnasium.Env.reset(self, seed=seed)
        chance = self._seeds.next(seed)
        self.game = Game.start(self._arena.variant, seed=chance, dealer=self.dealer)
        count = len(self._players)
        self._bots = {
            seat: make_player(bot, self._arena.variant, seat, chance)
            for seat in range(self._arena.rules.seats)
            if (bot := self._players[seat % count]) is not None
        }
        self._follow()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make the move of a number, and let the bots move until the learner is to move again or the game is over.

        Args:
            action: The number of the move.

        Returns:
            The observation, the reward, ``terminated``, ``truncated`` and ``info``.

        Raises:
            ParseError: If the action is not an integer.
            IllegalMove: If the game is over.
            StrategyError: If a bot fails.
        """
        before = self.game
        self.game = self._arena.play(before, action)
        self._follow()
        reward = self._arena.reward(before, self.game, self.side)
        return self._observed(), reward, self.game.outcome is not None, False, self._info()

    def render(self) -> str | None:
        """Show the game as the learner sees it, in the render mode of the environment; None without one."""
        return None if self.render_mode is None else render(self.game, self._seat, self.render_mode)

    @property
    def _seat(self) -> Seat:
        """The seat that the learner is to move for; after the end the first of its seats."""
        return self.learners[0] if self.game.seat is None else self.game.seat

    def _follow(self) -> None:
        """Let the bots move until the learner is to move or the game is over."""
        self.game = run(turn_loop(self.game, self._bots.get, Game[Any, Any, Any].play, _raise))
        if self.render_mode == "human":
            self.render()

    def _observed(self) -> dict[str, Any]:
        return self._arena.shown(self.game.view(self._seat))

    def _info(self) -> dict[str, Any]:
        score = self.game.score
        return {"seat": self._seat, "score": (score[self.side], score[1 - self.side])}


class HockeyVectorEnv(_VectorEnv):
    """Many environments for one learner in compiled code: a ``batch.Table`` with bots (extra ``fast``).

    Observations, masks and rewards are those of ``HockeyEnv``. Where a game ends, the next is dealt within the same
    step, as ``metadata["autoreset_mode"]`` says: the reward and ``terminated`` are of the game that ended, the
    observation is of the new one. There is no final observation: nothing can be learned from what follows an end.

    Args:
        num_envs: The number of games.
        variant: The variant or its name; its family must have compiled games.
        players: One for each side or one for each seat: players as ``batch.simulate`` takes them, and None where the
            learner plays, which must be on one side.
        dealer: The seat that deals the first period of each game.
        rewards: What is rewarded; see ``HockeyEnv``.
        threads: The number of threads that make a step.

    Attributes:
        table: The table that the games are played at.

    Raises:
        HockeyError: As ``batch.Table`` and ``HockeyEnv`` raise.
        MissingExtra: If the extra ``fast`` is not installed.
    """

    metadata: dict[str, Any] = {"autoreset_mode": _vector.AutoresetMode.SAME_STEP}  # noqa: RUF012  # see HockeyEnv

    def __init__(
        self,
        num_envs: int = 1,
        variant: Variant[Any, Any, Any] | str = "breakaway",
        players: Sequence[Any] = (None, "greedy"),
        *,
        dealer: Seat = 0,
        rewards: Rewards = "outcome",
        threads: int = 1,
    ) -> None:
        from hockey_cards.batch import Table  # needs the compiler

        self._arena = Arena(variant, rewards)
        self.learners: tuple[Seat, ...] = learning_seats(players, self._arena.rules)
        self.side: Side = side_of(self.learners[0])
        self._seeds = Seeds()
        self.table: Table = Table(
            self._arena.variant, num_envs, dealer=dealer, threads=threads, players=players, illegal="forfeit"
        )
        self.num_envs: int = num_envs
        self.single_observation_space: Any = self._arena.space(_spaces)
        self.single_action_space: Any = _spaces.Discrete(len(self._arena.moves))
        self.observation_space: Any = _vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = _vector.utils.batch_space(self.single_action_space, num_envs)
        self._mask: Array = np.zeros((num_envs, len(self._arena.moves)), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Array]]:
        """Deal new games.

        Args:
            seed: The seed of the games, and of those after them.
            options: Not used.
        """
        return self._observed(self.table.reset(seed=self._seeds.next(seed)))

    def step(self, actions: Any) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Array]]:
        """Make a move in each game; an illegal one forfeits it.

        Args:
            actions: The number of a move for each game.

        Raises:
            ParseError: If these are not integers, or not one for each game.
        """
        before = self._mask
        shown = self.table.step(actions)
        rewards = shown.outcome[:, self.side].astype(np.float64)
        if self._arena.rewards == "score":
            chosen = np.clip(actions, 0, before.shape[1] - 1)
            legal = before[np.arange(self.num_envs), chosen] & (chosen == actions)
            gained = shown.reward[:, self.side] - shown.reward[:, 1 - self.side]
            rewards = np.where(legal, gained, rewards)
        observed, info = self._observed(shown)
        return observed, rewards, shown.done, np.zeros(self.num_envs, np.bool_), info

    def _observed(self, shown: Any) -> tuple[dict[str, Array], dict[str, Array]]:
        self._mask = shown.mask
        observed = {"observation": shown.observation, "action_mask": shown.mask.view(np.int8)}
        return observed, {"seat": shown.seat, "score": shown.score, "number": shown.number}


def _raise(_game: Game[Any, Any, Any], error: StrategyError) -> NoReturn:
    raise error


def learning_seats(players: Sequence[object], rules: Rules[Any, Any, Any]) -> tuple[Seat, ...]:
    """Return the seats of the learner: those whose player is None.

    Raises:
        SeatError: If there is neither one player for each side nor one for each seat, or these seats are not all of one
            side.
    """
    if isinstance(players, str) or len(players) not in (2, rules.seats):
        raise SeatError(f"{len(players)} players for {rules.seats} seats: give one for each side or seat")
    seats = tuple(seat for seat in range(rules.seats) if players[seat % len(players)] is None)
    if len({side_of(seat) for seat in seats}) != 1:
        raise SeatError("the learner plays for one side: give None for a side, or for seats of one side, and bots else")
    return seats


def register() -> None:
    """Register an environment for each variant, such as ``hockey_cards/breakaway-v0``, if it is not there yet."""
    for key, each in variants().items():
        name, family = f"{NAMESPACE}/{key}-v0", batch_family_of(each.rules)
        if name not in _gymnasium.registry:
            is_compiled = family is not None and family.kernel is not None
            many = f"{__name__}:HockeyVectorEnv" if is_compiled else None
            _gymnasium.register(
                name, entry_point=f"{__name__}:HockeyEnv", vector_entry_point=many, kwargs={"variant": key}
            )


register()
