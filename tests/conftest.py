"""How the tests run: how many examples Hypothesis makes."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]  # a game of cards is a large example

settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("gate", max_examples=30, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("full", max_examples=1000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HOCKEY_CARDS_PROFILE", "gate"))
