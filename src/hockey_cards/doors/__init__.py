"""Doors to other frameworks: a module for each, which needs the extra of the same name.

``hockey_cards.doors.pettingzoo``, ``hockey_cards.doors.gymnasium`` and ``hockey_cards.doors.openspiel`` are imported
one by one; without its extra an import raises ``MissingExtra``. Through every door an agent sees what its seat may see,
and a move is its number in ``Rules.moves``.
"""
