"""Pages for all who read them: on phones and wide screens, in light and dark, by keys, without a network."""

import json
from collections.abc import Callable
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page  # noqa: TID251  # it is the page that is tried

from player.boards.board_json import board_of
from player.browser.page.observation import Verdict
from player.errors import Outcome
from player.explanations.explanation import Difficulty, explain
from player.nightly.history import Key, Row
from player.nightly.reports import Night, played, write_reports
from player.nightly.statistics import page as statistics_page
from player.nightly.statistics import statistics
from player.playing.result import Result
from player.proof import prove
from player.render.html import picture_page, steps_page
from player.render.scene import scene
from tests.support.archives import SMALL, SOLVED, built, first_board, page_of, row
from tests.support.readers import out_of_order, out_of_reach, too_wide, violations

pytestmark = pytest.mark.full

BOARDS = Path(__file__).parents[2] / "fixtures" / "boards"
LONG = "no alternative of grid matches: " + "x" * 400 + " and so on" * 40
NAME = "an-account-with-a-name-that-is-long@example"

#: In CSS pixels: letters in a picture grow and shrink with it.
SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")].filter((element) =>
    element.getClientRects().length && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  ).map((element) => parseFloat(getComputedStyle(element).fontSize) * (element.getScreenCTM?.().a ?? 1)))"""
#: CSS pixels by which a table sticks out of its page's margin.
OUT = """() => Math.max(0, ...[...document.querySelectorAll("table")].map((table) => Math.round(
    table.getBoundingClientRect().right - document.body.getBoundingClientRect().right)))"""
#: Pairs of texts and pictures of a game that lie over each other.
OVER = """() => [...document.querySelectorAll("section")].flatMap((section) => {
  const boxes = (chosen) => [...section.querySelectorAll(chosen)].map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  });
  return boxes("p, li, dl").flatMap((text) => boxes("figure").filter((picture) =>
    text.right > picture.left && picture.right > text.left && text.bottom > picture.top && picture.bottom > text.top));
}).length"""
#: The texts of cells of a table that take several lines.
BROKEN = """() => [...document.querySelectorAll("td")].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length > 1;
}).map((cell) => cell.textContent)"""

#: CSS pixels by which letters of regions, which are 0.73 of their size high, stick out of the top of their board.
ABOVE = """() => Math.max(0, ...[...document.querySelectorAll("svg .region")].map((letter) => {
    const place = letter.getScreenCTM(), line = new DOMPoint(0, letter.getAttribute("y")).matrixTransform(place);
    const top = line.y - 0.73 * parseFloat(getComputedStyle(letter).fontSize) * place.a;
    return letter.ownerSVGElement.querySelector(".frame").getBoundingClientRect().top - top;
}))"""


def report(folder: Path) -> Path:
    results = []
    for name in ("queens", "zip", "tango", "patches"):
        game, board = board_of(json.loads((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0]))
        times = dict.fromkeys(("load", "read", "solve", "play", "verdict"), 1234.5)
        result = Result(name, Outcome.SOLVED, 0, Verdict.RESULTS, board=board, proof=prove(game, board), ms=times)
        if name == "tango":
            result.ended("unreadable", 76, LONG)
        results.append(result)
    (folder / "queens").mkdir()
    (folder / "queens" / "final.png").write_bytes(b"no picture, but a place for one")
    write_reports(folder, Night("2026-11-20", "linkedin", NAME, list(map(played, results)), [], ["mini-sudoku"], LONG))
    return folder / "report.html"


def history(folder: Path) -> Path:
    rows = [
        Row(
            Key("linkedin", account, "mini-sudoku", f"2026-11-{day:02}"),
            outcome,
            0,
            None,
            1,
            False,
            {"load": 9e5},
            12.5,
            None,
            None,
            None,
            difficulty=Difficulty(5.6),
        )
        for account in ("guest", NAME)
        for day, outcome in enumerate(("solved", "already", "refused") * 8, start=1)
    ]
    file = folder / "history.html"
    file.write_text(statistics_page(statistics(rows, lambda _site: date(2026, 11, 24))), encoding="utf-8")
    return file


def explanation(folder: Path) -> Path:
    game, board = board_of(first_board("tango")[0])
    explained = explain(game, board, prove(game, board).solution)
    (folder / "steps.html").write_text(steps_page(game, board, explained), encoding="utf-8")
    return folder / "steps.html"


def drawing(folder: Path) -> Path:
    game, board = board_of(first_board("queens")[0])
    text = picture_page(scene(game, board, prove(game, board).solution), ["A step."])
    (folder / "drawn.html").write_text(text, encoding="utf-8")
    return folder / "drawn.html"


def archived(folder: Path) -> Path:
    built(
        folder / "archive", row(*first_board("tango"), difficulty=Difficulty(3.3)), row(SMALL, SOLVED, outcome="failed")
    )
    return folder / "archive"


def first_page(folder: Path) -> Path:
    return archived(folder) / "index.html"


def day(folder: Path) -> Path:
    return archived(folder) / "days" / "2026-03-09.html"


def played_board(folder: Path) -> Path:
    return page_of(archived(folder), "tango")


@pytest.mark.parametrize("made", [report, history, explanation, drawing, first_page, day, played_board])
def test_all_readers_get_a_page_that_needs_nothing_else(
    page: Page, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    file = made(tmp_path)
    page.goto(file.as_uri())
    assert out_of_order(page) == []
    assert out_of_reach(page) == []
    for width, scheme in product((390, 1280, 1440), ("light", "dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        assert (width, scheme, violations(page)) == (width, scheme, [])
    for width in (320, 390, 768, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert (width, too_wide(page)) == (width, [])
    assert {url for url in asked if not url.startswith((tmp_path.as_uri(), "data:"))} == set()


@pytest.mark.parametrize("made", [report, history, first_page, played_board])
def test_a_page_is_dark_ink_on_white_paper(page: Page, tmp_path: Path, made: Callable[[Path], Path]) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(made(tmp_path).as_uri())
    style = "getComputedStyle(document.body)"
    assert page.evaluate(f"[{style}.color, {style}.backgroundColor]") == ["rgb(31, 35, 40)", "rgb(255, 255, 255)"]
    assert [one for one in page.get_by_role("button").all() if one.is_visible()] == []


@pytest.mark.parametrize("made", [report, history])
def test_a_page_fits_a_phone(page: Page, tmp_path: Path, made: Callable[[Path], Path]) -> None:
    file = made(tmp_path)
    for width in (320, 375, 769, 800, 897, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.evaluate(OUT) <= 0
        assert page.evaluate(OVER) == 0
        if width < 769:
            assert page.evaluate(SMALLEST) >= 11
            assert page.evaluate(ABOVE) <= 0


def test_a_value_of_the_history_stands_in_one_line_after_its_label(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(history(tmp_path).as_uri())
    assert "medium 5.6" in page.locator("tr").nth(1).inner_text()
    assert page.evaluate(BROKEN) == []
    heights = page.locator(".all td").evaluate_all("(cells) => cells.map((cell) => cell.offsetHeight)")
    assert {*heights} == {24}, "nor is a label broken"
