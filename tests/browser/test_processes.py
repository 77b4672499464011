"""Processes that are killed or stopped under a command: it goes on, or ends in its time, and leaves none behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest
from playwright.sync_api import Browser, BrowserContext  # noqa: TID251  # whose contexts are refused

from player.browser.launch import context
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession
from player.errors import NoBrowser, PlayerError
from tests.support.browser_commands import player
from tests.support.started_processes import GRACE, Kind, at, is_browser, is_driver, is_renderer, left, start, under

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc"),
]


def struck(
    environment: dict[str, str], number: signal.Signals, kind: Kind, stage: str, *arguments: str
) -> tuple[int, str, float]:
    """Return the end of a command whose processes of a `kind` get a signal at a `stage`, and the seconds until then."""
    running = start(environment, *arguments, "--verbose")
    said = at(running, stage)
    started = under(running.pid)
    hit = [one for one in started if kind(one)]
    assert hit
    began = perf_counter()
    for one in hit:
        os.kill(one.pid, number)
    said += running.communicate(timeout=60)[1]
    took = perf_counter() - began
    assert not left(started)
    return running.returncode, said, took


def test_a_driver_that_is_killed_is_started_again(environment: dict[str, str]) -> None:
    code, said, _ = struck(
        environment,
        signal.SIGKILL,
        is_driver,
        "playing the moves",
        "play",
        "zip",
        "--offline",
        "replica",
        "--slow-mo",
        "20",
    )
    assert code == 0
    assert said.count("Zip: opening the page") == 2
    assert "Traceback" not in said
    assert "exception" not in said.lower()


@pytest.mark.parametrize("kind", [is_browser, is_renderer], ids=["the browser", "its renderers"])
@pytest.mark.more
def test_a_browser_that_is_stopped_does_not_outlive_the_deadline(
    environment: dict[str, str], tmp_path: Path, kind: Kind
) -> None:
    arguments = ["play", "zip", "--offline", "replica", "--slow-mo", "100", "--deadline", "20"]
    code, said, took = struck(
        environment, signal.SIGSTOP, kind, "opening the page", *arguments, "--artifacts", str(tmp_path)
    )
    assert code == 75
    assert "the deadline of 20 s is over" in said
    assert took < 20 + GRACE


def test_a_browser_that_is_stopped_costs_a_night_one_game(environment: dict[str, str], tmp_path: Path) -> None:
    limits = ["--game-deadline", "12", "--retry-after", "0", "--deadline", "60"]
    arguments = ["nightly", "zip", "queens", "--offline", "replica", *limits]
    state = {**environment, "PLAYER_STATE": str(tmp_path)}
    _, said, _ = struck(state, signal.SIGSTOP, is_browser, "opening the page", *arguments)
    assert "Zip: unavailable: the game took more than 12 s" in said
    assert "Queens 8x8: solved" in said


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [("locale", "no locale", "the locale 'no locale'"), ("timezone", "PST9PDT", "the time zone 'PST9PDT'")],
)
def test_what_the_browser_does_not_take_is_named(
    browser: Browser, site: SiteSelectors, part: str, value: str, said: str
) -> None:
    wrong = site.model_copy(update={part: value})

    def tab(opened: BrowserContext) -> None:
        BrowserSession(opened, wrong, None, "", Times()).tab("zip")

    with (
        pytest.raises(PlayerError, match=f"{said} in selectors.yaml:") as error,
        context(browser, wrong) as opened,
    ):
        tab(opened)
    assert error.value.code == 78


def test_a_browser_that_is_gone_takes_no_context_and_is_no_wrong_locale(
    browser: Browser, site: SiteSelectors, browser_type_launch_args: dict[str, object]
) -> None:
    gone = browser.browser_type.launch(**browser_type_launch_args)  # type: ignore[arg-type]  # as pytest-playwright has it
    gone.close()
    with pytest.raises(PlayerError, match="crashed, or was closed") as error, context(gone, site):
        pass
    assert error.value.code == 75


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a short path: the path of a socket in it has few characters."""
    with TemporaryDirectory(prefix="p") as folder:
        yield Path(folder)


@pytest.mark.more
def test_the_folder_of_a_killed_run_is_removed_by_the_next(environment: dict[str, str], short: Path) -> None:
    mine = {**environment, "TMPDIR": str(short)}
    with start(mine, "play", "zip", "-v", "--offline", "replica", "--slow-mo", "500") as running:
        assert "playing the moves" in at(running, "playing the moves")
        [kept] = short.glob("player-*")
        assert list(kept.iterdir())
        running.kill()
    foreign = short / f"player-{os.getpid()}-mine"
    foreign.mkdir()
    assert player(mine, "play", "zip", "--offline", "replica").returncode == 0
    assert list(short.glob("player-*")) == [foreign]


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        *((f"-n {files}", f"only {files} files") for files in (5, 8, 12, 16, 24)),
        ("-v 600000", "MB of address space"),
    ],
)
@pytest.mark.parametrize("task", ["play", "read"])
def test_a_browser_that_lacks_files_or_memory_is_told_from_a_missing_one(
    environment: dict[str, str], limit: str, said: str, task: str
) -> None:
    command = f"ulimit {limit}; exec {sys.executable} -m player {task} zip --offline replica"
    done = subprocess.run(["/bin/bash", "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == NoBrowser.exit_code
    assert [line.startswith("player: ") for line in done.stderr.splitlines()] == [True], done.stderr
    assert said in done.stderr
    assert "ulimit" in done.stderr
    assert "libatomic1" not in done.stderr
