"""Our own pages of other makes, under fixtures/replica/other: each is won with its section, and judges by the rules."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Locator, Page, expect  # noqa: TID251  # web drives the browser

from player.boards.board_json import board_of
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.loader import load
from player.games import GAMES
from player.games.grid import Cell
from player.proof import prove
from tests.support.replica import PATIENT, played
from tests.support.seen import board_of as board_seen

SUPPORT = Path(__file__).parents[1] / "support" / "own_pages"
ORIGIN = "http://127.0.0.1:8000"
#: The game of each page.
PAGES = {
    "tango-table": "tango",
    "zip-svg": "zip",
    "sudoku-elements": "mini-sudoku",
    "queens-borders": "queens",
    "patches-hashed": "patches",
    "wend-emoji": "wend",
}


def _boards() -> dict[str, list[dict[str, Any]]]:
    """Return the boards of each game's page, in the order of its numbers, with their solutions."""
    found = defaultdict(list)
    for line in (SUPPORT / "boards.jsonl").read_text(encoding="utf-8").splitlines():
        board = json.loads(line)
        found[board["game"]].append(board)
    return found


BOARDS = _boards()
ALL = [(name, number) for name, game in PAGES.items() for number in range(1, len(BOARDS[game]) + 1)]
full = pytest.mark.full


@pytest.fixture(autouse=True)
def _served(context: BrowserContext) -> None:
    sources.replica("other", ORIGIN).attach(context)


def shown(page: Page, name: str, number: int = 1) -> GamePage:
    site = load(SUPPORT / f"{name}.yaml").site(name).moved(PAGES[name], f"{ORIGIN}/{name}.html?board={number}")
    return GamePage(page, site, site.games[PAGES[name]], PATIENT)


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, number in ALL if number < 3])
@pytest.mark.full
def test_a_page_is_won_with_its_section(page: Page, name: str, number: int) -> None:
    game = GAMES[PAGES[name]]
    result = played(game.name, shown(page, name, number))
    assert (result.outcome, result.exit, result.confirmed, result.attempts) == ("solved", 0, "banner", 1)
    assert result.board == board_of(BOARDS[game.name][number - 1])[1]


@full
@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_page_shows_the_board_of_that_number(page: Page, name: str, number: int) -> None:
    game = GAMES[PAGES[name]]
    look = board_seen(shown(page, name, number).open())
    assert game.play.read(look.snapshot) == board_of(BOARDS[game.name][number - 1])[1]


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_board_has_one_solution(name: str, number: int) -> None:
    board = BOARDS[PAGES[name]][number - 1]
    proof = prove(*board_of(board))
    assert proof.unique
    assert GAMES[PAGES[name]].board.solution_to_json(proof.solution) == board["solution"]


def test_the_manual_shows_the_section_of_a_page() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "add-a-site.md").read_text(encoding="utf-8")
    assert indent((SUPPORT / "zip-svg.yaml").read_text(encoding="utf-8"), "    ") in manual


def test_the_manual_names_each_page() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "add-a-site.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)\.html` ", manual, re.MULTILINE) == [*PAGES]


# The engines, played by hand

Marks = Sequence[Sequence[Any]]


def at(page: Page, name: str, number: int = 1) -> None:
    page.goto(f"{ORIGIN}/{name}.html?board={number}")


def broken(game: str, board: Any, marks: Any) -> set[str]:
    """Return the rules that `marks` break, without the places."""
    return {re.sub(r"\d+|sun|moon", "", rule) for rule in GAMES[game].board.check(board, marks)}


def of_each_kind(game: str, board: Any, candidates: Iterable[Any]) -> list[Any]:
    """Return some of the wrong `candidates`: the first one of those that break the same rules."""
    kinds: dict[frozenset[str], Any] = {}
    for marks in candidates:
        if rules := broken(game, board, marks):
            kinds.setdefault(frozenset(rules), marks)
    return [kinds[rules] for rules in sorted(kinds, key=lambda rules: (len(rules), sorted(rules)))][:4]


# Tango

SUNS = {"": 0, "☀": 1, "☾": 2}


def tango_marked(page: Page, marks: Sequence[str]) -> None:
    """Click until the squares show `marks`; the status never says more than it should on the way."""
    for square, wanted in zip(page.locator(".game .sq").all(), marks, strict=True):
        clicks = (SUNS[{"sun": "☀", "moon": "☾"}[wanted]] - SUNS[square.inner_text()]) % 3
        for _ in range(clicks):
            square.click()


@full
def test_tango_is_won_by_its_solution_alone(page: Page) -> None:
    board = board_of(BOARDS["tango"][2])[1]
    given = dict(board.givens)
    choices = [[given[cell]] if (cell := Cell(*at)) in given else ["sun", "moon"] for at in product(range(4), range(4))]
    at(page, "tango-table", 3)
    status = page.locator("#tally")
    wrong = of_each_kind("tango", board, product(*choices))
    assert len(wrong) == 4
    for marks in wrong:
        page.get_by_text("Clear the table").click()
        tango_marked(page, marks)
        expect(status).to_have_text(re.compile("^[0-9]+ moves so far$"))
    tango_marked(page, [symbol for row in BOARDS["tango"][2]["solution"] for symbol in row])
    expect(status).to_have_text(re.compile("^Solved in [0-9]+ moves$"))


# Zip


def drag(page: Page, cells: Sequence[Locator]) -> None:
    """Draw through the middles of `cells`."""
    boxes = [cell.bounding_box() for cell in cells]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for x, y in middles[1:]:
        page.mouse.move(x, y, steps=3)
    page.mouse.up()


def along(page: Page, cells: str, cols: int, path: Iterable[Sequence[int]]) -> list[Locator]:
    found = page.locator(cells)
    return [found.nth(row * cols + col) for row, col in path]


def drawn(page: Page) -> int:
    """Return the length of the path."""
    return len((page.locator(".sheet polyline").get_attribute("points") or "").split())


@full
def test_zip_is_won_by_a_whole_path_alone(page: Page) -> None:
    solution = BOARDS["zip"][0]["solution"]
    at(page, "zip-svg")
    drag(page, along(page, ".sheet rect", 6, solution[:-1]))
    assert drawn(page) == 35
    assert "#" not in page.url
    expect(page.get_by_text("All threaded!")).to_have_count(0)
    drag(page, along(page, ".sheet rect", 6, solution[-2:]))
    expect(page.get_by_text("All threaded!")).to_be_visible()
    assert page.url.endswith("#done-1")


# Mini Sudoku


def sudoku(page: Page, number: int) -> Locator:
    """Start a board, and return its cells."""
    at(page, "sudoku-elements", number)
    page.get_by_role("button", name="Start").click()
    return page.locator("sudoku-cell")


def entered(page: Page, cells: Locator, digits: Iterable[int]) -> None:
    for i, digit in enumerate(digits):
        cells.nth(i).click()
        page.keyboard.press(str(digit))


@pytest.mark.more
@full
def test_mini_sudoku_is_won_by_its_solution_alone(page: Page) -> None:
    board = board_of(BOARDS["mini-sudoku"][2])[1]
    cells = sudoku(page, 3)
    lines = [[digits for digits in product(range(1, 5), repeat=4) if _fits(digits, row)] for row in board.givens]
    wrong = of_each_kind("mini-sudoku", board, product(*lines))
    assert len(wrong) == 4
    for rows in wrong:
        entered(page, cells, [digit for row in rows for digit in row])
        expect(page.locator("dialog")).to_be_hidden()
    entered(page, cells, [digit for row in BOARDS["mini-sudoku"][2]["solution"] for digit in row])
    expect(page.locator("dialog")).to_contain_text("Well solved")


def _fits(digits: Sequence[int], givens: Sequence[int]) -> bool:
    return len(set(digits)) >= 3 and all(given in {0, digit} for digit, given in zip(digits, givens, strict=True))


# Queens


def queens(page: Page, number: int, columns: Iterable[int]) -> Locator:
    """Load a board, place a queen in each row but the last, and return the square of that one."""
    at(page, "queens-borders", number)
    *squares, last = along(page, "#land i", 6, enumerate(columns))
    for square in squares:
        square.click()
    return last


@full
def test_queens_is_won_by_its_solution_alone(page: Page) -> None:
    board = board_of(BOARDS["queens"][2])[1]
    placings = ([Cell(*at) for at in enumerate(columns)] for columns in permutations(range(6)))
    wrong = of_each_kind("queens", board, placings)
    assert len(wrong) >= 2
    for cells in wrong:
        last = queens(page, 3, (cell.col for cell in cells))
        for image in ("svg", "none"):  # a board that is won takes no more clicks
            last.click()
            expect(last).to_have_css("background-image", re.compile(image))
    last = queens(page, 3, (col for _, col in BOARDS["queens"][2]["solution"]))
    messages: list[str] = []

    def hear(dialog: Dialog) -> None:
        messages.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", hear)
    with page.expect_event("dialog"):
        last.click()
    assert messages == ["All queens are crowned!"]


# Patches


def cells_of_patches(page: Page) -> Locator:
    return page.locator("body > div > div > div").nth(1).locator("> div")


def sew(page: Page, cols: int, patch: Sequence[int]) -> None:
    """Drag from the upper left cell of a patch to its lower right one."""
    top, left, height, width = patch
    cells = cells_of_patches(page)
    drag(page, [cells.nth(top * cols + left), cells.nth((top + height - 1) * cols + left + width - 1)])


def sewn(page: Page) -> int:
    """Return the number of cells under patches."""
    colours = cells_of_patches(page).evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    return sum(colour != "rgb(255, 255, 255)" for colour in colours)


#: Patches on the third board that cover all cells, and break one rule each.
QUILTS: dict[str, list[list[int]]] = {
    "two clues": [[0, 0, 1, 3], [1, 0, 1, 3], [0, 3, 4, 2], [2, 0, 2, 3], [4, 0, 1, 2], [4, 2, 1, 3]],
    "no clue": [
        *[[0, 0, 1, 3], [1, 0, 1, 3], [0, 3, 4, 2], [2, 0, 2, 2], [2, 2, 3, 1], [4, 0, 1, 2]],
        [4, 3, 1, 1],
        [4, 4, 1, 1],
    ],
    "another area": [[0, 0, 1, 3], [1, 0, 1, 3], [0, 3, 3, 2], [2, 0, 2, 2], [2, 2, 3, 1], [4, 0, 1, 2], [3, 3, 2, 2]],
    "another shape": [[0, 0, 1, 3], [0, 3, 4, 2], [1, 0, 3, 1], [1, 1, 4, 1], [1, 2, 3, 1], [4, 0, 1, 1], [4, 2, 1, 3]],
}


@full
@pytest.mark.parametrize("name", QUILTS)
def test_patches_is_won_by_its_solution_alone(page: Page, name: str) -> None:
    at(page, "patches-hashed", 3)
    toast = page.get_by_text("Quilt complete")
    for patch in QUILTS[name]:
        sew(page, 5, patch)
    assert sewn(page) == 25
    expect(toast).to_have_count(0)
    page.get_by_text("Unpick all").click()
    for patch in BOARDS["patches"][2]["solution"]:
        expect(toast).to_have_count(0)
        sew(page, 5, patch)
    expect(toast).to_be_visible()


# Wend


@full
def test_wend_is_won_by_all_words(page: Page) -> None:
    board = BOARDS["wend"][2]
    at(page, "wend-emoji", 3)
    heading = page.locator("h1")
    for number, (_, path) in enumerate(board["solution"]):
        expect(page.locator("#rows .sewn")).to_have_count(number)
        expect(heading).not_to_contain_text("🎉")
        drag(page, along(page, "#weave > div", 5, path))
    expect(heading).to_contain_text("🎉")
    expect(page.locator("#rows")).to_have_text("🟩" * sum(board["lengths"]))
