"""Strong play by search: the player ``searcher``, which imagines how the unseen cards lie and plays games out.

It needs the extra ``fast``; without it the player raises ``MissingExtra`` when it is seated.
"""

from hockey_cards.search.player import SEARCHER, Searcher, searcher

__all__ = ["SEARCHER", "Searcher", "searcher"]
