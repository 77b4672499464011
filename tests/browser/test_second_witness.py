"""The second witness: a picture of the page shows the board that was read, or the page is refused."""

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251  # the page is painted over
from rich.console import Console

from player.artifacts.evidence import Evidence
from player.artifacts.result_record import record
from player.artifacts.verdicts import report
from player.browser.page.game_page import GamePage
from player.errors import PageNotUnderstood
from player.games import GAMES
from player.games.tango.board import MOON, SUN
from player.play.result import Result
from player.play.sighting import Sight
from player.play.walk import play
from player.sight.witness import Verdict, ask
from tests.support.browser_commands import Here, records
from tests.support.replica import BUILDS, QUICK, SMALL, Opener, boards
from tests.support.seen import board_of
from tests.support.wrong_boards import wrong_boards

#: A digit in the markup that is not painted, and one that is painted and not in the markup.
HIDDEN = "[data-cell-idx='{given}'] * {{ color: transparent !important }}"
DRAWN = (
    "[data-cell-idx='{free}']::after {{ content: '3'; position: absolute; inset: 22%; font: 28px sans-serif; "
    "text-align: center }}"
)


def watched(game: str, page: GamePage, sight: Sight = Sight.AUTO) -> Result:
    """Play with a picture as the second witness; an error is kept in the result."""
    result = Result(game)
    try:
        play(GAMES[game], page, result, lambda _stage: None, sight=sight)
    except PageNotUnderstood as error:
        result.failed(error)
    return result


def paint(page: Page, style: str) -> None:
    """Add a style to each document of the page."""
    page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ const style = document.createElement('style');"
        f" style.textContent = {style!r}; document.head.append(style); }})"
    )


@pytest.mark.parametrize(
    ("style", "says"), [(HIDDEN, "the picture shows nothing"), (DRAWN, "the markup has no digit at .* shows 3")]
)
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
    assert result.sight.verdict is Verdict.DIFFERS
    with pytest.raises(PageNotUnderstood, match=f"the page looks different from what was read: .*{says}"):
        raise result.error or AssertionError
    kept = Evidence(tmp_path).keep(result, record(result), opened, lambda: None)
    assert "mini-sudoku/both.png" in kept
    told = record(result)
    assert [one["cells"] for one in told["differences"]] == [[[*place]]]
    console = Console(record=True, width=120)
    report(console, [result])
    said = console.export_text()
    assert re.search(r"as the markup has it +as the picture shows it", said)
    assert f"- {result.sight.statement.differences[0]}" in said
    assert watched("mini-sudoku", opened, Sight.OFF).outcome == "solved"


def test_pictures_agree_with_the_pages_that_are_played(here: Here) -> None:
    code, out, _ = here("play", "--offline", "replica", "--sight", "check", "--json", "-")
    results = [one for one in records(out) if one["event"] == "result"]
    assert (code, [one["sight"] for one in results]) == (0, ["agrees"] * len(GAMES))
    assert all(one["ms"]["sight"] > 0 for one in results)


def test_a_page_whose_style_is_gone_is_not_judged(open_replica: Opener, page: Page) -> None:
    paint(page, "* { color: transparent !important; background: none !important; border: 0 !important }")
    opened = open_replica("zip", board=SMALL["zip"])
    result = watched("zip", opened)
    assert (result.outcome, result.sight and result.sight.verdict) == ("solved", Verdict.NOT_SEEN)
    result = watched("zip", opened, Sight.CHECK)
    assert (result.exit, result.clicks) == (76, 0)
    assert "can't be checked by a picture" in result.message


def test_a_board_that_is_painted_late_is_waited_for(open_replica: Opener, page: Page) -> None:
    given = next(i for i, digit in enumerate(chain(*boards("mini-sudoku")[0]["givens"])) if digit)
    paint(
        page,
        "@keyframes late { 0%, 99% { color: transparent } } "
        "[data-cell-idx='{given}'] * { animation: late 1.5s step-end }".replace("{given}", str(given)),
    )
    times = replace(QUICK, quiet=6_000)
    result = watched("mini-sudoku", open_replica("mini-sudoku", times=times))
    assert (result.outcome, result.sight and result.sight.verdict) == ("solved", Verdict.AGREES), result.message


@pytest.mark.full
@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_all_boards_agree_and_all_errors_are_found(open_replica: Opener, game: str, build: str) -> None:
    one = GAMES[game]
    found: dict[str, Any] = {}
    for number, data in enumerate(boards(game)):
        page = open_replica(game, board=data, generation=build)
        look = board_of(page.open())
        board, state = one.play.read(look.snapshot), one.play.state(look.snapshot)
        picture = next(page.pictures(look))
        assert picture
        said = ask(picture.data, picture.grid, one, board, one.play.shown(board, state))
        assert said.verdict is Verdict.AGREES, (number, said.why, [*map(str, said.differences)])
        for what, wrong in wrong_boards(game, board, seed=number):
            said = ask(picture.data, picture.grid, one, wrong, marks_of(game, wrong, one.play.shown(board, state)))
            if said.verdict is not Verdict.DIFFERS:
                found[f"{number}: {what}"] = said
    assert not found


def marks_of(game: str, board: Any, shown: Any) -> Any:
    """Return the marks of an untouched page with that board."""
    if game == "mini-sudoku":
        return [str(digit or "") for row in board.givens for digit in row]
    if game == "tango":
        symbols = {given.cell: given.symbol for given in board.givens}
        assert {*symbols.values()} <= {SUN, MOON}
        return [symbols.get((row, col), "empty") for row in range(board.size) for col in range(board.size)]
    return shown
