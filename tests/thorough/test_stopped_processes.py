"""Commands whose browser or driver is stopped: each ends soon after its deadline, and leaves no process."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import pytest

from player.files import SELECTORS
from tests.support.server import Server, serving
from tests.support.started_processes import (
    GRACE,
    PLAYER,
    Kind,
    command,
    is_browser,
    is_driver,
    is_renderer,
    left,
    start,
    under,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")

#: Seconds until the deadline, and between two looks whether the browser has come.
DEADLINE, GLANCE = 8, 0.1

KINDS = {"the driver": is_driver, "the browser": is_browser, "its renderers": is_renderer}


@pytest.fixture
def server() -> Iterator[Server]:
    """A site that does not answer: its users wait for the deadline."""
    with serving("sdui") as server:
        server.delay = 10 * DEADLINE
        yield server


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("name", ["whoami", "login", "coach", "doctor", "play"])
def test_a_command_with_stopped_processes_ends_with_its_deadline(
    environment: dict[str, str], server: Server, tmp_path: Path, name: str, kind: Kind
) -> None:
    selectors, session = tmp_path / "selectors.yaml", tmp_path / "session.json"
    selectors.write_text(SELECTORS.read_text(encoding="utf-8").replace("https://www.linkedin.com", server.origin))
    session.write_text('{"cookies": [], "origins": []}')
    session.chmod(0o600)
    words = {"whoami": ["--storage-state", str(session)], "login": []}.get(name, ["zip"])
    windowed = name in {"login", "coach"}
    if windowed and not (os.environ.get("DISPLAY") or shutil.which("xvfb-run")):
        pytest.skip("there is no display for a window")
    shown = ["xvfb-run", "-a"] if windowed and not os.environ.get("DISPLAY") else []
    options = ["--selectors", str(selectors), "--deadline", str(DEADLINE)]
    mine = {**environment, "PLAYER_STATE": str(tmp_path / "state")}
    running = start(mine, name, *words, *options, by=[*shown, *PLAYER])
    while running.poll() is None and not any(is_renderer(one) for one in under(running.pid)):
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=GLANCE)
    started = [one for one in under(running.pid) if b"vfb" not in command(one)]  # a display ends in its own time
    hit = [one for one in started if kind(one) and b"-m\0player" not in command(one)]
    assert hit, running.communicate(timeout=60)
    began = perf_counter()  # the deadline's time has begun before
    for one in hit:
        os.kill(one.pid, signal.SIGSTOP)
    _, said = running.communicate(timeout=60)
    took = perf_counter() - began
    assert (running.returncode, left(started)) == (75, []), said
    assert f"the deadline of {DEADLINE} s is over" in said
    assert took < DEADLINE + GRACE
