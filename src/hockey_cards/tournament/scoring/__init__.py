"""Scoring: the scoreboard that counts the deals of a tournament, and the standings."""
