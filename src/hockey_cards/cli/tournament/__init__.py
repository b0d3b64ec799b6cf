"""The command ``tournament``: its arguments, its progress display and its outputs."""
