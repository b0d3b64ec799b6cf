"""Compiled games of the pile family."""
