"""Who meets whom: formats, the Swiss pairing, and the fixtures of a deal."""
