"""Seeds of tournaments: drawn at random, committed to before the first deal, kept in the store, and never short."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import _players
from _commands import Command, fixture_command
from _tournaments import SHORT
from hockey_cards import HockeyError, Seeded
from hockey_cards.batch import tournament as fast_tournament
from hockey_cards.tournament import (
    GuessableSeedWarning,
    Policy,
    Snapshot,
    StoreError,
    Team,
    merge,
    read_standings,
    resume,
    tournament,
)

__all__ = ["fixture_command"]

TWO: dict[str, Any] = {"random": "random", "greedy": "greedy"}
ISOLATED = Policy(isolate=True)


@pytest.mark.parametrize("play", [tournament, fast_tournament])
def test_seed_is_random_by_default(play: Any) -> None:
    """It is shown as 64 hexadecimal digits, with its commitment, and plays the same tournament again."""
    one, other = (play(SHORT, TWO, deals=3) for _ in range(2))
    assert one.seed != other.seed
    assert one.seed == one.seed32 == one.to_dict()["seed32"]
    assert Seeded(bytes.fromhex(one.seed32)).commitment == one.commitment == one.to_dict()["commitment"]
    assert one == play(SHORT, TWO, deals=3, seed=bytes.fromhex(one.seed))


@pytest.mark.parametrize("play", [tournament, fast_tournament])
def test_commitment_is_announced_before_the_first_deal(play: Any) -> None:
    """It is that of the seed that the standings show."""
    happened: list[str] = []

    def watch(snapshot: Snapshot) -> None:
        happened.append("a deal")

    standings = play(SHORT, TWO, deals=1, watch=watch, announce=happened.append)
    assert [standings.commitment, "a deal"] == happened


def test_store_supplies_its_seed(tmp_path: Path) -> None:
    """A tournament goes on with the seed of its store, and another seed is refused."""
    path = tmp_path / "cup.db"
    announced: list[str] = []
    begun = tournament(SHORT, TWO, deals=2, store=path, announce=announced.append)
    extended = tournament(SHORT, TWO, deals=4, store=path, announce=announced.append)
    assert begun.seed == extended.seed == read_standings(path).seed
    assert extended == tournament(SHORT, TWO, deals=4, seed=bytes.fromhex(begun.seed))
    assert extended == resume(path, announce=announced.append)
    assert [begun.commitment] * 3 == announced
    with pytest.raises(StoreError, match="the seed: "):
        tournament(SHORT, TWO, deals=4, store=path, seed="another")


def test_store_keeps_a_seed_that_was_given_as_text(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    tournament(SHORT, TWO, deals=2, store=path, seed="cup")
    assert "cup" == tournament(SHORT, TWO, deals=3, store=path).seed


@pytest.mark.parametrize("play", [tournament, fast_tournament])
def test_part_of_a_tournament_needs_a_seed(play: Any) -> None:
    """Otherwise the parts would be of different tournaments."""
    with pytest.raises(HockeyError, match="deals 5-9 are a part of a tournament and need a seed: give all parts the s"):
        play(SHORT, TWO, deals=range(5, 10))


def test_parts_with_different_seeds_are_not_merged(tmp_path: Path) -> None:
    """The error says what the parts need."""
    stores = [tmp_path / "one.db", tmp_path / "two.db"]
    for store in stores:
        tournament(SHORT, TWO, deals=1, store=store)
    with pytest.raises(StoreError, match=r"have different seeds: give all parts the same explicit seed"):
        merge(stores, tmp_path / "both.db")


@pytest.mark.parametrize(
    ("entrants", "policy", "seed", "is_warned"),
    [
        ({"a": _players.first, "b": "random"}, ISOLATED, "summer", True),
        ({"a": _players.first, "b": "random"}, ISOLATED, 7, True),
        ({"a": "_players:first", "b": "random"}, ISOLATED, "summer", True),
        ({"a": "cmd:cat", "b": "random"}, Policy(remedy="random"), "summer", True),
        ({"a": _players.first, "b": "random"}, ISOLATED, "0123456789abcdef" * 2, False),
        ({"a": _players.first, "b": "random"}, ISOLATED, bytes(32), False),
        ({"a": _players.first, "b": "random"}, ISOLATED, None, False),
        ({"a": _players.first, "b": "random"}, Policy(), "summer", False),
        ({"a": "_players:first", "b": "random"}, Policy(), "summer", False),
        ({"a": "greedy", "b": "random"}, ISOLATED, "summer", False),
    ],
)
def test_short_seed_that_players_can_guess_gives_a_warning(
    entrants: Any, policy: Policy, seed: Any, *, is_warned: bool
) -> None:
    """Only where players have processes of their own, and so see nothing but their views."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", GuessableSeedWarning)
        tournament(SHORT, entrants, deals=1, seed=seed, policy=policy)
    assert is_warned == bool(caught)
    if is_warned:
        assert "a has a process of its own and sees only its views, but it can find out" in str(caught[0].message)
        assert __file__ == caught[0].filename


def test_members_of_teams_can_guess_too() -> None:
    entrants: dict[str, Any] = {"pair": Team("random", _players.first), "b": "random"}
    with pytest.warns(GuessableSeedWarning, match="pair has a process of its own"):
        tournament("passe", entrants, deals=1, seed="x", policy=ISOLATED)


# The command


RINK = ["tournament", "rink", "--players", "random,greedy", "--deals", "2"]


@pytest.mark.parametrize("more", [[], ["--fast"]])
def test_command_shows_seed_and_commitment(command: Command, more: list[str]) -> None:
    """The commitment on stderr first, then with the seed below the tables; ``--seed32`` plays the same again."""
    ran = command(*RINK, *more)
    played, seed, commitment = ran.lines[-3:]
    assert ("2 deals, 4 games", f"{commitment}\n") == (played, ran.err)
    seed32 = seed.removeprefix("seed32 ")
    checked = command("shuffle", "--seed32", seed32, "--commitment", commitment.removeprefix("commitment "))
    assert (0, "commitment matches the seed\n") == (checked.code, checked.out)
    again = command(*RINK, *more, "--seed32", seed32)
    assert (ran.out, "") == (again.out, again.err)


def test_command_takes_the_seed_of_the_store(command: Command, tmp_path: Path) -> None:
    """The commitment is shown whenever the seed is not the user's."""
    store = str(tmp_path / "cup.db")
    begun = command(*RINK, "--store", store)
    for arguments in ([*RINK, "--store", store], ["tournament", "--resume", store]):
        again = command(*arguments)
        assert (begun.out, begun.err) == (again.out, again.err)


def test_command_warns_of_a_short_seed(command: Command) -> None:
    """In one line, and plays."""
    ran = command(*RINK[:2], "--deals", "1", "--players", "_players:first,random", "--isolate", "--seed", "0")
    assert 0 == ran.code
    (line,) = ran.err.splitlines()
    assert line.startswith("hockey-cards: warning: _players:first has a process of its own")
