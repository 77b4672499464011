"""The setup of a browser."""

import pytest

from player.browser import setup
from player.errors import NoBrowser


def test_where_a_browser_lacks_files_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[object] = []
    monkeypatch.setattr(setup, "_found", lambda *_: False)
    monkeypatch.setattr(setup, "_succeeds", lambda command, _tell: run.append(command))
    monkeypatch.setattr("player.browser.setup.shortage", lambda: "a process may open only 8 files here")
    monkeypatch.delenv("PLAYER_BROWSER", raising=False)
    with pytest.raises(NoBrowser, match="nothing was installed: a process may open only 8 files here"):
        setup.ensure_browser(None, print)
    assert run == []
