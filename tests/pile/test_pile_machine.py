"""A state machine: games are played, undone, recorded and read in any order."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import settings, stateful
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from _strategies import NAMED, pile_variants
from hockey_cards import Game, IllegalMove, ParseError, Variant, read_view, side_of, variant
from hockey_cards.cards import deck

CODES = [card.code for card in deck()] + [f"{column}{row}" for column in "abcd" for row in "123"] + ["g1", "g2"]


class Table(RuleBasedStateMachine):
    """A game, compared with a list of its moves."""

    game: Any
    taken_back: list[Any]
    moves: list[Any]
    boards: list[tuple[int, ...]]

    @initialize(
        variant=st.one_of(st.sampled_from(NAMED), pile_variants()), seed=st.integers(0, 2**32), dealer=st.integers(0, 9)
    )
    def start(self, variant: Variant, seed: int, dealer: int) -> None:
        self.variant, self.seed, self.dealer = variant, seed, dealer % variant.rules.seats
        self.game = Game.start(variant, seed=seed, dealer=self.dealer)
        self.taken_back, self.moves, self.boards = [], [], [(0, 0)]

    @precondition(lambda self: self.game.legal)
    @rule(choice=st.integers(0, 51), by_code=st.booleans(), tell=st.booleans())
    def play(self, choice: int, by_code: bool, tell: bool) -> None:
        """Play a legal move, given as a value or by its code."""
        move = self.game.legal[choice % len(self.game.legal)]
        seat, given = self.game.seat, move.code if by_code else move
        if tell:
            self.game, events = self.game.step(given)
            assert (seat, side_of(seat), move) == (events[0].seat, events[0].side, events[0].move)
        else:
            self.game = self.game.play(given)
        self.moves.append(move)
        self.boards.append(self.game.score)
        self.taken_back.clear()

    @precondition(lambda self: self.game.legal)
    @rule(choices=st.lists(st.integers(0, 51), min_size=20, max_size=60))
    def play_many(self, choices: list[int]) -> None:
        """Play some moves."""
        for choice in choices:
            if self.game.legal:
                self.play(choice, by_code=False, tell=False)

    @rule(code=st.sampled_from(CODES))
    def try_illegal(self, code: str) -> None:
        """Try an illegal move, or a value that is not a move: nothing changes."""
        if code in [move.code for move in self.game.legal]:
            return
        kept = pickle.dumps(self.game.state)
        with pytest.raises((IllegalMove, ParseError)) as caught:
            self.game.play(code)
        if isinstance(caught.value, IllegalMove):
            assert self.game.legal == caught.value.legal
            assert ("game-over" == caught.value.code) is (self.game.outcome is not None)
        assert kept == pickle.dumps(self.game.state)

    @rule(text=st.text(max_size=4).filter(lambda text: not text.isascii()))
    def try_nonsense(self, text: str) -> None:
        """Try a text that is not a move."""
        try:
            move = self.variant.rules.parse(text)
        except ParseError:
            return
        assert move.code in CODES

    @precondition(lambda self: self.moves)
    @rule(number=st.integers(1, 30))
    def undo(self, number: int) -> None:
        """Undo moves."""
        for _ in range(min(number, len(self.moves))):
            self.game = self.game.undo()
            self.taken_back.append(self.moves.pop())
            self.boards.pop()

    @precondition(lambda self: self.taken_back)
    @rule()
    def redo(self) -> None:
        """Repeat all undone moves."""
        while self.taken_back:
            move = self.taken_back.pop()
            self.game = self.game.play(move)
            self.moves.append(move)
            self.boards.append(self.game.score)

    @rule()
    def record(self) -> None:
        """Record the game and read it back, if its variant can be recorded."""
        line = self.game.record()
        if self.variant.key in {each.key for each in NAMED}:
            again = Game.from_record(line)
            assert (self.game, line) == (again, again.record())
            self.game = again

    @rule()
    def rebuild(self) -> None:
        """Play the moves again from the seed."""
        again: Any = Game.start(self.variant, seed=self.seed, dealer=self.dealer)
        for move in self.moves:
            again = again.play(move)
        assert (self.game, hash(self.game), repr(self.game)) == (again, hash(again), repr(again))
        assert self.game == pickle.loads(pickle.dumps(self.game))

    @rule()
    def look(self) -> None:
        """Take all views: only the mover sees legal moves, all see the score."""
        for seat in (*range(self.variant.rules.seats), None):
            seen: Any = self.game.view(seat)
            assert (self.game.legal if seat == self.game.seat else ()) == seen.legal
            assert (self.game.seat, self.game.score) == (seen.mover, seen.score)
            assert seen == read_view(seen.to_json())

    @rule(side=st.integers(0, 1))
    def forfeit(self, side: int) -> None:
        """A forfeit ends the game, and can be undone."""
        if self.game.outcome is not None:
            return
        over = self.game.forfeit(side)
        assert (1 - side, "forfeit", ()) == (over.outcome.winner, over.outcome.how, over.legal)
        assert self.game == over.undo()

    @invariant()
    def moves_are_those_made(self) -> None:
        if hasattr(self, "game"):
            assert tuple(self.moves) == self.game.moves
            assert self.boards[-1] == self.game.score
            assert (self.game.seat is None) is (self.game.outcome is not None) is (self.game.legal == ())


def test_any_order() -> None:
    """In any order of operations a game remains the game of its moves."""
    loaded: Any = settings()
    run: Any = vars(stateful)["run_state_machine_as_test"]  # it has no types
    run(Table, settings=settings(loaded, stateful_step_count=25, max_examples=max(20, loaded.max_examples // 2)))


def test_undo_and_redo_by_hand() -> None:
    """Undoing a move returns the earlier game, and repeating the move leads to an equal game."""
    before = Game.start(variant("saves"), seed=3)
    after = before.play("4c")
    assert before == after.undo()
    assert after == after.undo().play("4c")
    assert (0, 1) == (len(before.moves), len(after.moves))
