"""The second witness: a picture of the page shows the board that was read, or the page is refused."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Page  # noqa: TID251  # the page is painted over
from rich.console import Console

from player.artifacts.evidence import Evidence
from player.artifacts.run_log import Progress, record
from player.boards.generation import generate
from player.errors import PageNotUnderstood
from player.games import GAMES
from player.games.grid import Cell, between, cells, neighbours
from player.games.mini_sudoku.board import Board as Sudoku
from player.games.patches.board import SHAPES
from player.games.patches.board import Board as Patches
from player.games.queens.board import Board as Queens
from player.games.tango.board import CROSS, EQUAL, MOON, SUN, Edge
from player.games.tango.board import Board as Tango
from player.games.wend.board import HOLE
from player.games.wend.board import Board as Wend
from player.games.zip_path.board import Board as Zip
from player.playing import SightMode
from player.sight.witness import WitnessVerdict, ask
from tests.sight.pictures import Board
from tests.sight.states import State, settings
from tests.support.browser_commands import Here, records
from tests.support.games.shared import ON_SITE, edges
from tests.support.replica import BUILDS, QUICK, SMALL, Opener, boards, ended
from tests.support.saved import with_styles
from tests.support.seen import board_of

#: An error in words, and the board that has it.
Wrong = tuple[str, Any]


def wrong_boards(game: str, board: Any, seed: int) -> Iterator[Wrong]:
    """Yield the board with an error of each kind."""
    return _ERRORS[game](board, Random(seed))  # noqa: S311  # the same errors in each run


def _queens(board: Queens, random: Random) -> Iterator[Wrong]:
    sizes = Counter(chain.from_iterable(board.regions))
    moves = [
        (at, board.regions[other.row][other.col])
        for at in cells(*board.shape)
        for other in neighbours(at, *board.shape)
        if board.regions[at.row][at.col] != board.regions[other.row][other.col]
        and sizes[board.regions[at.row][at.col]] > 1
    ]
    for at, region in random.sample(moves, 2):
        yield f"moved cell at {at}", replace(board, regions=_with(board.regions, at, region))


def _zip(board: Zip, random: Random) -> Iterator[Wrong]:
    one, other = random.sample(range(len(board.numbers)), 2)
    swapped = list(board.numbers)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    yield f"swapped numbers {one + 1} and {other + 1}", replace(board, numbers=tuple(swapped))
    for wall in random.sample(sorted(board.walls), min(1, len(board.walls))):
        yield f"lost wall at {wall}", replace(board, walls=board.walls - {wall})
    wall = random.choice([wall for wall in edges(*board.shape) if wall not in board.walls])
    yield f"added wall at {wall}", replace(board, walls=board.walls | {wall})


def _tango(board: Tango, random: Random) -> Iterator[Wrong]:
    for edge in random.sample(board.edges, min(1, len(board.edges))):
        rest = tuple(one for one in board.edges if one != edge)
        flipped = Edge(edge.a, edge.b, CROSS if edge.sign == EQUAL else EQUAL)
        yield f"lost sign at {edge}", replace(board, edges=rest)
        yield f"flipped sign at {edge}", replace(board, edges=(*rest, flipped))
    signs = {between(edge.a, edge.b) for edge in board.edges}
    a, b = random.choice([wall for wall in edges(*board.shape) if wall not in signs])
    yield f"added sign at {a}", replace(board, edges=(*board.edges, Edge(a, b, EQUAL)))
    for given in random.sample(board.givens, min(1, len(board.givens))):
        others = tuple(one for one in board.givens if one != given)
        other = given._replace(symbol=MOON if given.symbol == SUN else SUN)
        yield f"lost given at {given.cell}", replace(board, givens=others)
        yield f"flipped given at {given.cell}", replace(board, givens=(*others, other))


def _sudoku(board: Sudoku, random: Random) -> Iterator[Wrong]:
    given = [at for at in cells(*board.shape) if board.givens[at.row][at.col]]
    at = random.choice(given)
    other = random.choice([digit for digit in range(1, len(board.givens) + 1) if digit != board.givens[at.row][at.col]])
    yield f"digit {other} at {at}", replace(board, givens=_with(board.givens, at, other))
    yield f"lost digit at {at}", replace(board, givens=_with(board.givens, at, 0))
    free = random.choice([at for at in cells(*board.shape) if at not in given])
    yield f"added digit at {free}", replace(board, givens=_with(board.givens, free, other))


def _patches(board: Patches, random: Random) -> Iterator[Wrong]:
    clue = random.choice(board.clues)
    rest = tuple(one for one in board.clues if one != clue)
    yield f"lost clue at {clue.cell}", replace(board, clues=rest)
    shape = random.choice([shape for shape in SHAPES if shape != clue.shape])
    yield f"{shape} clue at {clue.cell}", replace(board, clues=(*rest, clue._replace(shape=shape)))
    area = clue.area + 1 if clue.area else 4
    yield f"number {area} at {clue.cell}", replace(board, clues=(*rest, clue._replace(area=area)))
    if clue.area:
        yield f"lost number at {clue.cell}", replace(board, clues=(*rest, clue._replace(area=None)))


def _wend(board: Wend, random: Random) -> Iterator[Wrong]:
    at = random.choice([at for at in cells(*board.shape) if board.grid[at.row][at.col] != HOLE])
    letter = random.choice([letter for letter in "AEILNORST" if letter != board.grid[at.row][at.col]])
    for what, sign in (("letter", letter), ("hole", HOLE)):
        grid = tuple("".join(row) for row in _with(board.grid, at, sign))
        yield f"{what} {sign} at {at}", replace(board, grid=grid)


_ERRORS: dict[str, Callable[[Any, Random], Iterator[Wrong]]] = {
    "queens": _queens,
    "zip": _zip,
    "tango": _tango,
    "mini-sudoku": _sudoku,
    "patches": _patches,
    "wend": _wend,
}


def _with(rows: Any, at: Cell, value: Any) -> Any:
    """Return the rows with another value at a cell."""
    return tuple(tuple(value if (r, c) == at else one for c, one in enumerate(row)) for r, row in enumerate(rows))


#: A digit in the markup that is not painted, and one that is painted and not in the markup.
HIDDEN = "[data-cell-idx='{given}'] * {{ color: transparent !important }}"
DRAWN = (
    "[data-cell-idx='{free}']::after {{ content: '3'; position: absolute; inset: 22%; font: 28px sans-serif; "
    "text-align: center }}"
)


#: Play with a picture as the second witness.
watched = partial(ended, sight=SightMode.AUTO)


def paint(page: Page, style: str) -> None:
    """Add a style to each document of the page."""
    page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ const style = document.createElement('style');"
        f" style.textContent = {style!r}; document.head.append(style); }})"
    )


@pytest.mark.parametrize(
    ("style", "says"),
    [
        (HIDDEN, "the picture shows nothing"),
        (DRAWN, "the markup has no digit at .* shows 3"),
    ],
    ids=["hidden", "drawn"],
)
@pytest.mark.full
def test_a_page_that_looks_different_from_its_markup_is_refused(
    open_replica: Opener, page: Page, tmp_path: Path, style: str, says: str
) -> None:
    board = boards("mini-sudoku")[1]
    digits = [*chain(*board["givens"])]
    given, free = next(i for i, digit in enumerate(digits) if digit), digits.index(0)
    place = divmod(given if style == HIDDEN else free, len(board["givens"]))
    paint(page, style.format(given=given, free=free))
    opened = open_replica("mini-sudoku", board=board)
    result = watched("mini-sudoku", opened)
    assert (result.outcome, result.exit, result.clicks) == ("unreadable", 76, 0)
    assert result.sight
    assert result.sight.verdict is WitnessVerdict.DIFFERS
    with pytest.raises(PageNotUnderstood, match=f"the page looks different from what was read: .*{says}"):
        raise result.error or AssertionError
    kept = Evidence(tmp_path).keep(result, record(result), opened, lambda: None)
    assert "mini-sudoku/both.png" in kept
    told = record(result)
    assert [one["cells"] for one in told["differences"]] == [[[*place]]]
    console = Console(record=True, width=120)
    Progress(console).done(result)
    said = console.export_text()
    assert re.search(r"as the markup has it +as the picture shows it", said)
    assert f"- {result.sight.statement.differences[0]}" in said
    assert watched("mini-sudoku", opened, sight=SightMode.OFF).outcome == "solved"


@pytest.mark.full
def test_both_boards_of_a_page_that_is_read_are_printed(
    open_replica: Opener, page: Page, here: Here, tmp_path: Path
) -> None:
    board = boards("mini-sudoku")[1]
    given = next(i for i, digit in enumerate(chain(*board["givens"])) if digit)
    paint(page, HIDDEN.format(given=given))
    open_replica("mini-sudoku", board=board).open()
    shown = next((frame for frame in page.frames if "/view/" in frame.url), page.main_frame)
    (tmp_path / "mini-sudoku.html").write_text(with_styles(shown), encoding="utf-8")
    done = here("read", "mini-sudoku", "--offline", tmp_path, "--sight", "check")
    assert (done.code, done.out) == (76, "")
    assert re.search(r"as the markup has it +as the picture shows it", done.err)
    assert "the page looks different from what was read" in done.err.splitlines()[-1]


@pytest.mark.full
def test_pictures_agree_with_the_pages_that_are_played(here: Here) -> None:
    code, out, _ = here("play", "--offline", "replica", "--sight", "check", "--json", "-")
    results = [one for one in records(out) if one["event"] == "result"]
    assert (code, [one["sight"] for one in results]) == (0, ["agrees"] * len(ON_SITE))
    assert all(one["ms"]["sight"] > 0 for one in results)


@pytest.mark.full
def test_a_page_whose_style_is_gone_is_not_judged(open_replica: Opener, page: Page) -> None:
    paint(page, "* { color: transparent !important; background: none !important; border: 0 !important }")
    opened = open_replica("zip", board=SMALL["zip"])
    result = watched("zip", opened)
    assert (result.outcome, result.sight and result.sight.verdict) == ("solved", WitnessVerdict.NOT_SEEN)
    result = watched("zip", opened, sight=SightMode.CHECK)
    assert (result.exit, result.clicks) == (76, 0)
    assert "can't be checked by a picture" in result.message


@pytest.mark.full
def test_a_board_that_is_painted_late_is_waited_for(open_replica: Opener, page: Page) -> None:
    given = next(i for i, digit in enumerate(chain(*boards("mini-sudoku")[0]["givens"])) if digit)
    paint(
        page,
        "@keyframes late { 0%, 99% { color: transparent } } "
        "[data-cell-idx='{given}'] * { animation: late 1.5s step-end }".replace("{given}", str(given)),
    )
    times = replace(QUICK, quiet=6_000)
    result = watched("mini-sudoku", open_replica("mini-sudoku", times=times))
    assert (result.outcome, result.sight and result.sight.verdict) == ("solved", WitnessVerdict.AGREES), result.message


#: Windows by name: the width and the height, and the scheme of colours.
LOOKS: dict[str, tuple[int, int, Literal["light", "dark"]]] = {
    "light": (1280, 1000, "light"),
    "dark": (1280, 1000, "dark"),
    "phone": (390, 844, "light"),
    "dark phone": (390, 844, "dark"),
}
#: Larger boards than the site's.
LARGE = {"tango": (8, 10)}


def shown_boards(game: str, look: str) -> list[tuple[Board, State]]:
    """Return the boards to compare in a look, and the marks on them."""
    ours = boards(game) if look == "light" else boards(game)[:1]
    made = [generate(game, size, 3) for size in LARGE.get(game, ())]
    half: list[State] = ["half solved"] if look != "light" else ["marks", "half solved", "solved"]
    return [(board, "untouched") for board in ours + made] + [(ours[0], state) for state in half]


@pytest.mark.more
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_all_boards_agree_and_all_errors_are_found(
    open_replica: Opener, page: Page, game: str, build: str, look: str
) -> None:
    width, height, scheme = LOOKS[look]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    one, errors, silent = GAMES[game], 0, {}
    for number, (data, state) in enumerate(shown_boards(game, look)):
        tab = open_replica(game, board=data, generation=build, **settings(data, state))
        seen = board_of(tab.open())
        board = one.play.read(seen.snapshot)
        shown = one.shown(board, one.play.state(seen.snapshot))
        hovered = seen.points[7 * number % len(seen.points)]
        page.mouse.move(hovered.x, hovered.y)
        picture = next(tab.reader.pictures(seen))
        assert picture
        said = ask(picture.data, picture.grid, one, board, shown)
        assert said.verdict is WitnessVerdict.AGREES, (number, state, said.why, [*map(str, said.differences)])
        for what, wrong in (
            wrong_boards(game, board, seed=number) if state != "solved" else ()
        ):  # nothing is left to play
            errors += 1
            said = ask(picture.data, picture.grid, one, wrong, marks_of(game, board, wrong, shown))
            if said.verdict is not WitnessVerdict.DIFFERS:
                silent[f"{number}, {state}: {what}"] = said
    assert not silent, f"{len(silent)} of {errors} errors were not found"


def marks_of(game: str, board: Any, wrong: Any, shown: Sequence[Any]) -> list[Any]:
    """Return the marks of a page whose markup has the board `wrong`: given ones are marks too."""
    given, other = _given(game, board), _given(game, wrong)
    return [
        other.get(at, "" if game == "mini-sudoku" else "empty") if given.get(at) != other.get(at) else mark
        for at, mark in zip(cells(*board.shape), shown, strict=True)
    ]


def _given(game: str, board: Any) -> dict[Cell, str]:
    if game == "mini-sudoku":
        return {at: str(board.givens[at.row][at.col]) for at in cells(*board.shape) if board.givens[at.row][at.col]}
    return {given.cell: given.symbol for given in board.givens} if game == "tango" else {}
