"""The client of puzz.link, won by its own word in each of its looks; it lies beside the project."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser  # noqa: TID251  # the caller's own page

from tests.puzzlink import CLIENT, KINDS, LOOKS, address, boards, played
from tests.support.browser_commands import Here
from tests.support.http_servers import served

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not CLIENT.exists(), reason="no client of puzz.link: ../shared/pages/pzprjs is not there"),
]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(CLIENT) as origin:
        yield origin


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_is_won_by_the_word_of_the_client(browser: Browser, origin: str, kind: str, look: str) -> None:
    said, _ = played(browser, origin, kind, [*boards(kind, 2)][-1], look)
    assert said == "won"


@pytest.mark.parametrize(("kind", "number"), [("starbattle", 4), ("sudoku", 5)])
@pytest.mark.more
def test_cells_of_few_css_pixels_are_read_with_all_pixels_of_the_screen(
    browser: Browser, origin: str, kind: str, number: int
) -> None:
    said, _ = played(browser, origin, kind, [*boards(kind, number)][-1], "phone")
    assert said == "won"


@pytest.mark.parametrize("kind", KINDS)
def test_the_client_is_learnt_without_its_section(here: Here, origin: str, tmp_path: Path, kind: str) -> None:
    """A pattern surrounds the board, whose rectangles are drawn by their borders; its dialog lays a veil over it."""
    file, url = tmp_path / "mine.yaml", f"{origin}/p.html?{address([*boards(kind, 2)][-1])}"
    run = here("learn", "--url", url, "--to", file, "--json")
    assert run.code == 0, run.err
    report = json.loads(run.out)
    assert (report["game"], report["outcome"], report["confirmed"]) == (KINDS[kind].game, "solved", True)
    assert here("play", KINDS[kind].game, "--selectors", file, "--site", "mine").code == 0
