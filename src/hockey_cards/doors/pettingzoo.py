"""PettingZoo: every variant as an environment in which the seats take turns (extra ``pettingzoo``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hockey_cards.batch.layout import Layout
from hockey_cards.doors.episode import RENDER_MODES, Arena, RenderMode, Rewards, Seeds, checked_mode, render
from hockey_cards.events import side_of
from hockey_cards.extras import load
from hockey_cards.game import Game
from hockey_cards.rules import Seat, Variant

__all__ = ["HockeyEnv", "env"]

_PURPOSE = "a PettingZoo environment"
_spaces: Any = load("gymnasium.spaces", extra="pettingzoo", purpose=_PURPOSE)
_wrappers: Any = load("pettingzoo.utils.wrappers", extra="pettingzoo", purpose=_PURPOSE)

if TYPE_CHECKING:
    from hockey_cards.doors.episode import Framework as _AECEnv
else:
    _AECEnv = load("pettingzoo", extra="pettingzoo", purpose=_PURPOSE).AECEnv


def env(
    variant: Variant[Any, Any, Any] | str = "breakaway",
    *,
    dealer: Seat = 0,
    rewards: Rewards = "outcome",
    render_mode: RenderMode | None = None,
) -> Any:
    """Return an environment that refuses calls in the wrong order; its ``unwrapped`` is a ``HockeyEnv``.

    Args:
        variant: The variant or its name.
        dealer: The seat that deals the first period of each game.
        rewards: ``"outcome"``: at the end 1 for the winners and -1 for the losers. ``"score"``: by how much the lead of
            the agent's side has changed.
        render_mode: How ``render`` shows the game, as a spectator sees it.

    Raises:
        UnknownVariant: If no variant has the name.
        VariantError: If the family of the variant has no observations.
        ParseError: If ``rewards`` or ``render_mode`` is unknown.
    """
    made = HockeyEnv(variant, dealer=dealer, rewards=rewards, render_mode=render_mode)
    return _wrappers.OrderEnforcingWrapper(made)


class HockeyEnv(_AECEnv):
    """An environment with an agent for each seat: ``player_0``, ``player_1`` and so on, as the seats are numbered.

    An observation is a dictionary. Its ``observation`` is that of ``batch.observe``, laid out as ``layout`` says; its
    ``action_mask`` has a 1 for each legal move by its number, and is all zeros for agents that are not to move. An
    illegal move forfeits the game: -1 for all agents of that side, 1 for those of the other.

    ``reset(seed=7)`` deals the game that ``Game.start(variant, seed=7)`` deals; resets without a seed go on from there.

    Args:
        variant: The variant or its name.
        dealer: The seat that deals the first period of each game.
        rewards: What is rewarded; see ``env``.
        render_mode: How ``render`` shows the game; see ``env``.

    Attributes:
        game: The game in progress, hidden cards included: for the program that runs the environment only.
        layout: The layout of an observation.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        variant: Variant[Any, Any, Any] | str = "breakaway",
        *,
        dealer: Seat = 0,
        rewards: Rewards = "outcome",
        render_mode: RenderMode | None = None,
    ) -> None:
        _AECEnv.__init__(self)
        self._arena = Arena(variant, rewards)
        self._seeds = Seeds()
        self.dealer: Seat = dealer
        self.render_mode: RenderMode | None = checked_mode(render_mode)
        self.layout: Layout = self._arena.layout
        self.metadata = {
            "name": f"hockey_cards_{self._arena.variant.key}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.game: Game[Any, Any, Any] = Game.start(self._arena.variant, dealer=dealer)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self._arena.rules.seats)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = {agent: self._arena.space(_spaces) for agent in self.possible_agents}
        self.action_spaces: dict[str, Any] = {
            agent: _spaces.Discrete(len(self._arena.moves)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the numbers of moves, always the same object for an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: The seed of the game, and of those after it.
            options: Not used.
        """
        self.game = Game.start(self._arena.variant, seed=self._seeds.next(seed), dealer=self.dealer)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees now, whether it is to move or not."""
        return self._arena.shown(self.game.view(self.possible_agents.index(agent)))

    def step(self, action: object) -> None:
        """Make the move of a number for the agent in ``agent_selection``; an illegal one forfeits the game.

        Args:
            action: The number of the move; None for an agent whose game is over.

        Raises:
            ParseError: If the action is not an integer.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = self.game
        self.game = self._arena.play(before, action)
        both = [self._arena.reward(before, self.game, side) for side in (0, 1)]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: both[side_of(seat)] for seat, each in enumerate(self.possible_agents)}
        self._accumulate_rewards()
        if self.game.outcome is None:
            self._select()
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Show the game as a spectator sees it, in the render mode of the environment; None without one."""
        return None if self.render_mode is None else render(self.game, None, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _select(self) -> None:
        assert self.game.seat is not None
        self.agent_selection: str = self.possible_agents[self.game.seat]
