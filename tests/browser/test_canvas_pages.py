"""Our own pages whose boards are drawn on a canvas: nothing of them is in the document, and they judge by the rules."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect  # noqa: TID251  # browser tests drive a real browser

from player.browser.offline import sources
from player.files import REPLICA
from tests.support.places import ROOT

ORIGIN = "http://127.0.0.1:8000"
#: The game of each page.
PAGES = {"zip-canvas": "zip", "queens-gl": "queens"}
#: The margin around the board of each, and the width of the canvas: in pixels of the drawing, and in cells.
ZIP_EDGE, ZIP_WIDTH, QUEENS_EDGE = 14, 540, 0.25

LINES = (ROOT / "tests" / "support" / "own_pages" / "boards.jsonl").read_text(encoding="utf-8").splitlines()
BOARDS = {game: [board for board in map(json.loads, LINES) if board["game"] == game] for game in PAGES.values()}
Cells = Sequence[Sequence[int]]
full = pytest.mark.full


@pytest.fixture(autouse=True)
def _served(context: BrowserContext) -> None:
    sources.replica("other", ORIGIN).attach(context)


def opened(page: Page, name: str, number: int = 1) -> Locator:
    """Open a page, begin its game, and return what shows the board."""
    page.goto(f"{ORIGIN}/{name}.html?board={number}")
    if name == "zip-canvas":
        return page.locator("canvas")
    page.get_by_text("Begin").click()
    page.frame_locator("iframe").locator("canvas").wait_for()
    return page.locator("iframe")


def middles(shown: Locator, board: dict[str, Any], cells: Cells) -> list[tuple[float, float]]:
    """Return the middles of `cells` in the window."""
    box = shown.bounding_box()
    assert box is not None
    if board["game"] == "zip":
        scale = box["width"] / ZIP_WIDTH
        edge, cell = scale * ZIP_EDGE, scale * (ZIP_WIDTH - 2 * ZIP_EDGE) / board["cols"]
    else:
        cell = box["width"] / (len(board["regions"]) + 2 * QUEENS_EDGE)
        edge = QUEENS_EDGE * cell
    return [(box["x"] + edge + (col + 0.5) * cell, box["y"] + edge + (row + 0.5) * cell) for row, col in cells]


def drag(page: Page, places: Sequence[tuple[float, float]]) -> None:
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
    page.mouse.up()


def settled(page: Page) -> None:
    """Wait until what was put on the canvas is painted."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def colour(page: Page, place: tuple[float, float]) -> list[int]:
    """Return the red, green and blue of the 2D canvas at a place of the window."""
    settled(page)
    found: list[int] = page.evaluate(
        """([x, y]) => {
            const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            const seen = canvas.getContext("2d").getImageData((x - box.x) * scale, (y - box.y) * scale, 1, 1);
            return [...seen.data].slice(0, 3);
        }""",
        place,
    )
    return found


WALK = [0xD9, 0x8A, 0x3D]


def walked(page: Page, board: dict[str, Any], cells: Cells) -> int:
    """Return how many of the steps from one of `cells` to the next are on the path."""
    places = middles(page.locator("canvas"), board, cells)
    return sum(colour(page, ((ax + bx) / 2, (ay + by) / 2)) == WALK for (ax, ay), (bx, by) in pairwise(places))


@full
@pytest.mark.parametrize("name", PAGES)
def test_nothing_of_the_board_is_in_the_document(page: Page, name: str) -> None:
    opened(page, name)
    texts = [page.locator("body").inner_text(), *(frame.locator("body").inner_text() for frame in page.frames[1:])]
    assert not re.search(r"\d", "".join(texts))
    drawn = [frame.locator("body *:not(script)").count() for frame in page.frames]
    assert sum(drawn) < 10


@full
def test_zip_is_stopped_by_hedges_and_by_lamps_out_of_order(page: Page) -> None:
    board = BOARDS["zip"][0]
    canvas = opened(page, "zip-canvas")
    behind_a_hedge = [[1, 2], [1, 3]]
    drag(page, middles(canvas, board, behind_a_hedge))
    assert walked(page, board, behind_a_hedge) == 0
    to_the_3 = [[1, 2], [0, 2], [0, 3]]
    drag(page, middles(canvas, board, to_the_3))
    assert walked(page, board, to_the_3) == 2
    board = BOARDS["zip"][2]
    canvas = opened(page, "zip-canvas", 3)
    out_of_order = [[1, 3], [1, 2], [1, 1]]
    drag(page, middles(canvas, board, out_of_order))
    assert walked(page, board, out_of_order) == 0


@pytest.mark.full
@pytest.mark.parametrize("number", [1, 2, 3])
def test_queens_in_a_frame_of_another_origin_are_told_to_the_page(page: Page, number: int) -> None:
    board = BOARDS["queens"][number - 1]
    frame, dialog = opened(page, "queens-gl", number), page.locator("dialog")
    *most, last = middles(frame, board, board["solution"])
    wrong = middles(frame, board, [[row, (col + 2) % len(board["regions"])] for row, col in board["solution"][-1:]])[0]
    for place in [*most, wrong]:
        page.mouse.click(*place)
    for _ in range(2):  # to a cross, to none
        page.mouse.click(*wrong)
    expect(dialog).to_be_hidden()
    page.mouse.click(*last)
    expect(dialog).to_be_visible()
    assert page.evaluate("document.querySelector('iframe').contentDocument") is None


def test_the_pages_are_in_the_manual() -> None:
    manual = (ROOT / "docs" / "add-a-site.md").read_text(encoding="utf-8")
    for name in PAGES:
        assert (REPLICA / "other" / f"{name}.html").is_file()
        assert f"`{name}.html`" in manual
