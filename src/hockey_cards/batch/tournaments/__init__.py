"""Tournaments of compiled players."""
