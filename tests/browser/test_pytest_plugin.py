"""`pytest --player-recordings`, and the plugin's fixtures, in a run of their own."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser  # noqa: TID251

from player.artifacts.recordings import record
from player.browser.launch import context_arguments, named
from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from player.browser.selectors.yaml_file import with_changes
from player.browser.session import BrowserSession
from player.files import RECORDINGS, SELECTORS, new_folder
from player.secrets.values import Secrets
from tests.support.documents import ROOT
from tests.support.plugin import ALONE, WITH_PAGES
from tests.support.replica import BUILDS, QUICK

pytest_plugins = ["pytester"]

LAST_BUILDS = dict(BUILDS)
#: The browser that these tests found, for a run of its own.
CONFTEST = """
import pytest

@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {arguments!r}
"""


@pytest.mark.full
def test_a_recording_is_read_as_it_was(pytester: pytest.Pytester) -> None:
    done = pytester.runpytest_inprocess(*ALONE, "-v", f"--player-recordings={RECORDINGS}")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*linkedin zip 2026-11-20 PASSED*"])


@pytest.mark.full
def test_selectors_that_are_wrong_fail_on_a_recording(pytester: pytest.Pytester, tmp_path: Path) -> None:
    pages = {build: {"grid": ["#none"]} for build in ("ember", "sdui")}
    wrong = with_changes(SELECTORS, {"sites": {"linkedin": {"games": {"zip": {"pages": pages}}}}})
    (mine := tmp_path / "mine.yaml").write_text(wrong, encoding="utf-8")
    options = (f"--player-recordings={RECORDINGS}", "--player-selectors", str(mine))
    done = pytester.runpytest_inprocess(*ALONE, *options)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*recorded as board (0), and now it is unreadable (76): *"])


@pytest.mark.full
def test_a_recording_with_another_board_fails_with_both_drawn(pytester: pytest.Pytester) -> None:
    assert RECORDINGS is not None
    shutil.copytree(RECORDINGS, pytester.path / "kept")
    (file,) = pytester.path.glob("kept/*/*/*/board.json")
    board = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**board, "walls": []}), encoding="utf-8")
    done = pytester.runpytest_inprocess(*ALONE, "--player-recordings", "kept")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*another board is read than the recorded one (walls differ)", "recorded:", "read now:"])


@pytest.fixture
def recorded_replica(browser: Browser, site: SiteSelectors, tmp_path: Path) -> Path:
    """Recordings of the pages of all games, in the last of their builds."""
    for game, build in LAST_BUILDS.items():
        pages = sources.replica("linkedin", site.origin, build)
        about = {"source": "fixture", "replica": True}
        with browser.new_context(**context_arguments(site)) as context:
            pages.attach(context)
            opened = BrowserSession(context, site, pages, named(browser), QUICK)
            found = record(opened, game, site, about)
        folder = tmp_path / "linkedin" / game / "2026-11-20"
        new_folder(folder, found.files(Secrets(), with_page=True), what="the recording")
    return tmp_path


@pytest.mark.full
def test_every_game_is_read_from_its_recording(pytester: pytest.Pytester, recorded_replica: Path) -> None:
    done = pytester.runpytest_inprocess(*ALONE, f"--player-recordings={recorded_replica}")
    done.assert_outcomes(passed=len(LAST_BUILDS))


@pytest.mark.full
def test_the_fixtures_of_the_manual_win_a_game(
    pytester: pytest.Pytester, browser_type_launch_args: dict[str, Any]
) -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").partition("## Tests of your selectors")[2]
    start = text.index("    import player\n")
    lines = text[start:].split("\n\n`--player-site")[0].splitlines()
    pytester.makeconftest(CONFTEST.format(arguments=browser_type_launch_args))
    pytester.makepyfile("\n".join(line.removeprefix("    ") for line in lines))
    done = pytester.runpytest_subprocess(*WITH_PAGES, f"--player-recordings={RECORDINGS}")
    done.assert_outcomes(passed=2)
