"""The SQLite store of a tournament and its manifest."""
