"""Hypothesis draws the same examples in every run, and no example is judged by its time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "unit", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unit")
