"""The command, for unit tests: no browser may start."""

from contextlib import nullcontext
from importlib import import_module
from typing import Any

import pytest

from tests.support.commands import Player

#: Modules that take `open_session` when they are imported: one that first is while it is replaced would keep that.
for _module in ("run", "artifacts.recordings", "doctor.checkup", "doctor.learn.learning"):
    import_module(f"player.{_module}")


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Player:
    """The command, where no browser may start."""

    def trip(*_: object) -> Any:
        raise AssertionError("a browser would be started")

    for name in ("PLAYER_DEBUG", "PLAYER_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("player.browser.launch.started_early", lambda _wish: nullcontext())
    monkeypatch.setattr("player.run.open_session", trip)
    monkeypatch.setattr("player.browser.session.open_session", trip)
    return Player(capsys)
