"""Compiled games of the rink family."""
