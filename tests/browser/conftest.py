"""Fixtures of the browser tests: what lends a browser that the player did not start, and what a browser is asked."""

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable  # noqa: TID251  # the server that is tried
from playwright.sync_api import CDPSession, Playwright  # noqa: TID251  # whose browser a server lends, and whose calls are counted

from tests.support.browser_servers import end


@pytest.fixture(scope="session")
def executable(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> str:
    """The path of the tests' browser."""
    return str(browser_type_launch_args.get("executable_path") or playwright.chromium.executable_path)


@pytest.fixture(scope="module")
def playwright_server(executable: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Playwright server with that browser."""
    config = tmp_path_factory.mktemp("server") / "config.json"
    config.write_text(json.dumps({"executablePath": executable, "headless": True, "args": ["--no-sandbox"]}))
    command = [*compute_driver_executable(), "launch-server", "--browser", "chromium", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    end(process)


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods of DevTools that were called since."""
    called: list[str] = []
    send = CDPSession.send

    def counted(session: CDPSession, method: str, params: dict[str, Any] | None = None) -> Any:
        called.append(method)
        return send(session, method, params)

    monkeypatch.setattr(CDPSession, "send", counted)
    return called
