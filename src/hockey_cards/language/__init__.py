"""The rules of games and the events of play in words."""
