"""An archive in a browser, opened as files: played by keys and by a finger, for all readers, without a network."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect  # noqa: TID251  # it is the page that is tried
from pypdf import PdfReader

from player.boards.board_json import board_of
from player.explanations.explanation import Difficulty
from player.games import GAMES
from player.proof import prove
from tests.support.archives import SMALL, SOLVED, TODAY, built, first_board, page_of, row
from tests.support.games.shared import ON_SITE
from tests.support.readers import unfold, violations

Place = tuple[int, int]


class Keys:
    """A keyboard on a board: it knows the cell with the focus, and leads it to others by arrows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._at: Place = (0, 0)

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self._page.keyboard.press(key)

    def go(self, to: Sequence[int]) -> None:
        """Lead the focus to a cell, first along the column."""
        (row, col), self._at = self._at, (to[0], to[1])
        self.press("ArrowDown" if to[0] > row else "ArrowUp", abs(to[0] - row))
        self.press("ArrowRight" if to[1] > col else "ArrowLeft", abs(to[1] - col))

    def draw(self, cells: Sequence[Sequence[int]]) -> None:
        """Draw through cells: Enter, arrows, Enter."""
        self.go(cells[0])
        self.press("Enter")
        for cell in cells[1:]:
            self.go(cell)
        self.press("Enter")


def by_keys(page: Page, board: dict[str, Any], solution: Any) -> None:
    """Play a board by keys; the focus must be on its first cell."""
    keys = Keys(page)
    for cell, presses in marks(board, solution):
        keys.go(cell)
        for key in presses:
            keys.press(key)
    for cells in strokes(board, solution):
        keys.draw(cells)


def marks(board: dict[str, Any], solution: Any) -> Iterator[tuple[Place, list[str]]]:
    """Yield each cell that gets a mark, and the keys that give it."""
    match board["game"]:
        case "queens":
            stars = board["stars"] > 1 or any(None in row for row in board["regions"])
            for row, col in solution:
                if [row, col] not in board["givens"]:
                    yield (row, col), ["Enter"] * (1 if stars else 2)
        case "tango":
            given = {(row, col) for row, col, _ in board["givens"]}
            for row, col, symbol in _cells(solution):
                if (row, col) not in given:
                    yield (row, col), ["Enter"] if symbol == "sun" else [" ", " "]
        case "mini-sudoku":
            for row, col, number in _cells(solution):
                if not board["givens"][row][col]:
                    yield (row, col), [str(number) if number < 10 else chr(ord("a") + number - 10)]


def strokes(board: dict[str, Any], solution: Any) -> Iterator[list[Sequence[int]]]:
    """Yield the cells of each thing that is drawn."""
    match board["game"]:
        case "zip":
            yield solution
        case "patches":
            for top, left, height, width in solution:
                yield [(top, left), (top + height - 1, left + width - 1)]
        case "wend":
            yield from (path for _, path in solution)


def _cells(rows: Iterable[Iterable[Any]]) -> Iterator[tuple[int, int, Any]]:
    return ((row, col, value) for row, line in enumerate(rows) for col, value in enumerate(line))


def by_finger(page: Page, board: dict[str, Any], solution: Any) -> None:
    """Play a board by taps and by drags of one finger."""
    for cell, presses in marks(board, solution):
        for key in presses:
            tap(page, board, cell)
            if key.isdigit():
                page.get_by_role("button", name=key, exact=True).tap()
    session = page.context.new_cdp_session(page)
    for cells in strokes(board, solution):
        page.locator('[role="grid"]').scroll_into_view_if_needed()
        places = [_middle(page, board, cell) for cell in cells]
        way = [places[0], *(point for a, b in pairwise(places) for point in (_between(a, b), b))]
        _touch(session, "touchStart", way[0])
        for point in way[1:]:
            _touch(session, "touchMove", point)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap(page: Page, board: dict[str, Any], cell: Sequence[int]) -> None:
    """Tap on a cell."""
    page.locator('[role="gridcell"]').nth(cell[0] * _cols(board) + cell[1]).tap()


def _touch(session: Any, kind: str, at: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _middle(page: Page, board: dict[str, Any], cell: Sequence[int]) -> tuple[float, float]:
    box = page.locator('[role="gridcell"]').nth(cell[0] * _cols(board) + cell[1]).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _cols(board: dict[str, Any]) -> int:
    rows = board.get("regions") or board.get("givens") or board.get("grid") or [()]
    return int(board.get("cols") or board.get("size") or len(rows[0]))


PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}

Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Open a page of an archive in a browser of its own kind; no page may report anything on the console."""
    reported: list[str] = []
    contexts = []

    def open_page(file: Path, viewport: Any = DESKTOP, scheme: Any = "light", **more: Any) -> Page:
        context = browser.new_context(viewport=viewport, color_scheme=scheme, offline=True, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: reported.append(message.text))
        page.on("pageerror", lambda error: reported.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert reported == []


def focus(page: Page) -> None:
    """Lead the focus to the board by the tabulator alone."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.role") == "gridcell":
            return
    raise AssertionError("the tabulator does not lead to the board")


@pytest.mark.full
def test_a_board_is_played_by_keys_and_read_by_all(opened: Open, tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    page = opened(page_of(tmp_path / "a", "zip"), PHONE, "dark")
    focus(page)
    expect(page.locator(":focus")).to_have_attribute("aria-label", "row 1, column 1: number 1, end of the path, step 1")
    by_keys(page, dict(SMALL), SOLVED)
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"Solved, in \d+:\d\d\. Well done\."))
    assert violations(page) == []


@pytest.mark.full
@pytest.mark.parametrize("game", ON_SITE)
def test_each_game_is_won_by_keys(opened: Open, tmp_path: Path, game: str) -> None:
    board, solution = first_board(game)
    built(tmp_path / "a", row(board, solution, day=str(TODAY)), publish=True)  # without an explanation: quick
    page = opened(page_of(tmp_path / "a", game))
    focus(page)
    by_keys(page, board, solution)
    expect(page.locator("#message")).to_contain_text("Solved, in")


@pytest.mark.full
@pytest.mark.parametrize("game", ON_SITE)
def test_each_game_is_won_by_a_finger(opened: Open, tmp_path: Path, game: str) -> None:
    board, solution = first_board(game)
    built(tmp_path / "a", row(board, solution, day=str(TODAY)), publish=True)
    page = opened(page_of(tmp_path / "a", game), PHONE, has_touch=True, is_mobile=True)
    by_finger(page, board, solution)
    expect(page.locator("#message")).to_contain_text("Solved, in")


@pytest.mark.full
@pytest.mark.parametrize("game", ON_SITE)
@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}, DESKTOP], ids=str)
def test_the_board_undo_and_the_clock_are_in_the_window(opened: Open, tmp_path: Path, game: str, viewport: Any) -> None:
    board, solution = first_board(game)
    built(tmp_path / "a", row(board, solution, day=str(TODAY)))
    page = opened(page_of(tmp_path / "a", game), viewport)
    for part in (page.locator("#play .board"), page.get_by_role("button", name="Undo"), page.get_by_role("timer")):
        box = part.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= viewport["height"]
        assert box["x"] + box["width"] <= viewport["width"]
    assert page.locator(".scrolls").evaluate("(part) => part.scrollWidth - part.clientWidth") == 0, "nothing is cut off"
    expect(page.get_by_text("Rules", exact=True)).to_be_visible()
    assert page.locator(".notice").bounding_box()["height"] < 50  # type: ignore[index]


@pytest.mark.full
def test_a_board_is_printed_on_one_page(opened: Open, tmp_path: Path) -> None:
    built(tmp_path / "a", row(*first_board("wend")))
    printed = opened(page_of(tmp_path / "a", "wend")).pdf(format="Letter")
    (page,) = PdfReader(io.BytesIO(printed)).pages
    assert "Explanation" not in page.extract_text(), "it is folded up"


@pytest.mark.full
def test_the_clock_begins_with_the_first_move_and_stands_once_the_board_is_solved(opened: Open, tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED, day=str(TODAY)), publish=True)
    page = opened(page_of(tmp_path / "a", "zip"))
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # else the time of the test goes on, too
    page.reload()
    page.clock.run_for(5000)
    clock = page.get_by_role("timer")
    expect(clock).to_have_text("0:00")
    cells = page.get_by_role("gridcell")
    cells.nth(0).hover()
    page.mouse.down()
    cells.nth(1).hover()
    page.clock.run_for(61_000)
    expect(clock).to_have_text("1:01")
    cells.nth(3).hover()
    cells.nth(2).hover()
    page.mouse.up()
    expect(page.locator("#message")).to_contain_text("Solved, in 1:01")
    page.clock.run_for(5000)
    expect(clock).to_have_text("1:01")
    page.get_by_role("button", name="Start again").click()
    expect(clock).to_have_text("0:00")


def of_kind(kind: str) -> tuple[dict[str, Any], Any]:
    """Return a board with rules of its own, and its solution."""
    if kind == "numbers beyond 9":
        rows = [[(4 * (row % 3) + row // 3 + col) % 12 + 1 for col in range(12)] for row in range(12)]
        givens = [
            [0 if (row + col) % 7 == 0 else number for col, number in enumerate(line)] for row, line in enumerate(rows)
        ]
        return {"game": "mini-sudoku", "box": [3, 4], "givens": givens}, rows
    if kind in {"given queen", "signs, rows that differ"}:
        board, solution = first_board("queens" if kind == "given queen" else "tango")
        return board | ({"givens": solution[:1]} if kind == "given queen" else {"distinct": True}), solution
    kinds: dict[str, tuple[str, dict[str, Any], int]] = {
        "two stars": ("queens", {"stars": 2}, 8),
        "no regions": ("queens", {"shapeless": True}, 6),
        "rows that differ": ("tango", {"distinct": True}, 6),
    }
    name, options, size = kinds[kind]
    board = GAMES[name].generator(**options).make(Random(1), size)  # noqa: S311  # a seed, not secrecy
    solution = prove(GAMES[name], board).solution
    return GAMES[name].board.to_json(board), GAMES[name].board.solution_to_json(solution)


@pytest.mark.full
@pytest.mark.parametrize(
    "kind",
    ["two stars", "no regions", "given queen", "rows that differ", "signs, rows that differ", "numbers beyond 9"],
)
def test_boards_with_rules_of_their_own_are_won_by_keys(opened: Open, tmp_path: Path, kind: str) -> None:
    board, solution = of_kind(kind)
    game, parsed = board_of(board)
    assert game.board.check(parsed, game.board.to_solution(parsed, solution)) == []
    built(tmp_path / "a", row(board, solution, day=str(TODAY)), publish=True)
    page = opened(page_of(tmp_path / "a", board["game"]))
    tops = page.locator("#symbols button").evaluate_all("all => all.map((one) => one.offsetTop)")
    assert len({tops.count(top) for top in tops}) <= 1, "each row of buttons is as long as the others"
    focus(page)
    by_keys(page, board, solution)
    expect(page.locator("#message")).to_contain_text("Solved, in")


@pytest.mark.full
def test_a_wrong_solution_does_not_win_and_is_taken_back(opened: Open, tmp_path: Path) -> None:
    board, solution = first_board("queens")
    built(tmp_path / "a", row(board, solution, day=str(TODAY)), publish=True)
    page = opened(page_of(tmp_path / "a", "queens"))
    touching = [*solution[:-1], [len(board["regions"]) - 1, 0]]
    for cell in touching:
        tap_by_mouse(page, board, cell)
    expect(page.locator("#message")).not_to_contain_text("Solved")
    assert page.locator(".marks .piece").count() == len(solution)
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".marks .piece").count() == len(solution) - 1
    page.get_by_role("button", name="Start again").click()
    assert page.locator(".marks > *").count() == 0
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def tap_by_mouse(page: Page, board: dict[str, Any], cell: list[int]) -> None:
    """Put a queen by two clicks."""
    page.locator('[role="gridcell"]').nth(cell[0] * len(board["regions"]) + cell[1]).click(click_count=1)
    page.locator('[role="gridcell"]').nth(cell[0] * len(board["regions"]) + cell[1]).click(click_count=1)


@pytest.mark.full
def test_a_mouse_draws_takes_back_and_gives_up(opened: Open, tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED, day=str(TODAY)), publish=True)
    page = opened(page_of(tmp_path / "a", "zip"))
    cells = page.get_by_role("gridcell")
    cells.nth(0).hover()
    page.mouse.down()
    cells.nth(1).hover()
    cells.nth(3).hover()
    cells.nth(1).hover()
    page.mouse.up()
    expect(cells.nth(1)).to_have_attribute("aria-label", "row 1, column 2: end of the path, step 2")
    expect(cells.nth(3)).to_have_attribute("aria-label", "row 2, column 2: free")
    over = page.locator(".marks > *").evaluate_all("all => all.map((one) => one.classList[0])")
    assert over.index("path") < over.index("disc") < over.index("number")
    cells.nth(0).click()
    expect(cells.nth(1)).to_have_attribute("aria-label", "row 1, column 2: free")
    cells.nth(3).click()
    expect(cells.nth(3)).to_have_attribute("aria-label", "row 2, column 2: free")


@pytest.mark.full
def test_solution_and_explanation_are_hidden_until_they_are_asked_for(opened: Open, tmp_path: Path) -> None:
    board, solution = first_board("tango")
    built(tmp_path / "a", row(board, solution))
    page = opened(page_of(tmp_path / "a", "tango"))
    expect(page.get_by_role("img")).to_have_count(0)
    page.get_by_text("Solution", exact=True).click()
    expect(page.get_by_role("img", name="Tango 6x6, solved")).to_be_visible()
    page.get_by_text("Explanation, step by step").click()
    shown = page.locator("#steps g[data-shown]")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#steps [data-sentence]")).to_contain_text("1. ")
    assert shown.count() > 0
    expect(page.locator("#steps li:visible")).to_have_count(1)
    slider = page.get_by_role("slider", name="step")
    slider.focus()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    settled = {number for number, line in enumerate(solution) for _ in line}
    assert len(settled) == 6
    expect(page.locator("#steps g[data-shown] .sun, #steps g[data-shown] .moon").first).to_be_visible()


@pytest.mark.full
def test_without_scripts_the_picture_and_all_steps_are_there(opened: Open, tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    page = opened(page_of(tmp_path / "a", "zip"), java_script_enabled=False)
    expect(page.get_by_role("img", name="Zip 2x2").first).to_be_visible()
    expect(page.get_by_text("To play this board here, allow JavaScript.")).to_be_visible()
    page.get_by_text("Explanation, step by step").click()
    assert page.locator("#steps li:visible").count() > 0


@pytest.mark.full
def test_words_that_are_not_known_are_no_board_to_play(opened: Open, tmp_path: Path) -> None:
    board, _ = first_board("wend")
    built(tmp_path / "a", row(board, None, day=str(TODAY), outcome="failed"), publish=True)
    page = opened(page_of(tmp_path / "a", "wend"))
    expect(page.get_by_text("This board can't be played here: its words are not known.")).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(0)


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each kind."""
    root, empty = tmp_path_factory.mktemp("archive") / "a", tmp_path_factory.mktemp("archive") / "empty"
    rows = [
        row(SMALL, SOLVED, difficulty=Difficulty(3.3), timer=5.0),
        row(SMALL, SOLVED, account="me", day="2026-03-08"),
        row({"game": "unknown"}, outcome="failed", day="2026-03-08"),
        row(SUDOKU, None, day=str(TODAY), outcome=None),
        row(day="2025-05-05", outcome="refused", each="week"),
    ]
    built(root, *rows)
    built(empty)
    return {
        "index": root / "index.html",
        "year": root / "years" / "2025.html",
        "day": root / "days" / "2026-03-08.html",
        "board": page_of(root, "zip"),
        "board with buttons": page_of(root, "mini-sudoku"),
        "unknown board": page_of(root, "unknown"),
        "empty index": empty / "index.html",
    }


@pytest.mark.full
@pytest.mark.parametrize("kind", ["index", "day"])
def test_no_word_of_a_table_is_broken_on_a_phone(opened: Open, kinds: dict[str, Path], kind: str) -> None:
    page = opened(kinds[kind], PHONE)
    unfold(page)
    lines = "all => all.map((one) => { const range = document.createRange(); range.selectNodeContents(one); "
    lines += "return [one.textContent, range.getClientRects().length]; })"
    words = page.locator(".list th[scope=col], .list td, .cards .badge").evaluate_all(lines)
    assert {"index": "streak", "day": "solved"}[kind] in [text for text, _ in words]
    assert [text for text, number in words if number > 1 and " " not in text] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    shadows = "all => all.map((one) => getComputedStyle(one).backgroundImage.split('gradient').length - 1)"
    assert page.locator(".wide").evaluate_all(shadows) == {"index": [4], "day": []}[kind]


#: A board with two solutions.
SUDOKU = {"game": "mini-sudoku", "box": [1, 2], "givens": [[0, 0], [0, 0]]}


@pytest.mark.full
@pytest.mark.parametrize(
    "kind", ["index", "year", "day", "board", "board with buttons", "unknown board", "empty index"]
)
@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"])
def test_axe_reports_nothing(opened: Open, kinds: dict[str, Path], kind: str, viewport: Any, scheme: str) -> None:
    page = opened(kinds[kind], viewport, scheme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    assert violations(page) == []
