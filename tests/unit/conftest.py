"""Hypothesis draws the same examples in every run, and no example is judged by its time."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support.commands import Player

settings.register_profile(
    "unit", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unit")


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Player:
    """The command, where no browser may start."""

    def trip(*_: object) -> Any:
        raise AssertionError("a browser would be started")

    for name in ("PLAYER_DEBUG", "PLAYER_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("player.run.visit", trip)
    monkeypatch.setattr("player.browser.session.visit", trip)
    return Player(capsys)
