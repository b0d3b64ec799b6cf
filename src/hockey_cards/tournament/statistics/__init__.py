"""Confidence intervals, ratings and sequential tests."""
