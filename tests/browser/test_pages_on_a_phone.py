"""Reports on a phone: nothing to scroll sideways, and letters that can be read."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page  # noqa: TID251  # it is the page that is tried

from player.boards.board_json import board_of
from player.browser.page.observation import Verdict
from player.errors import Outcome
from player.nightly.history import Key, Row
from player.nightly.reports import Night, played, write_reports
from player.nightly.statistics import page as statistics_page
from player.nightly.statistics import statistics
from player.playing.result import Result
from player.proof import prove

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
        )
        for account in ("guest", NAME)
        for day, outcome in enumerate(("solved", "already", "refused") * 8, start=1)
    ]
    file = folder / "history.html"
    file.write_text(statistics_page(statistics(rows, lambda _site: date(2026, 11, 24))), encoding="utf-8")
    return file


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
