"""Pairing: the formats of a tournament, the Swiss system, and the fixtures of a deal."""
