"""Stores: SQLite files that keep the results of a tournament, and standings read from them."""
