"""The scoreboard of a running tournament and the standings made of it."""
