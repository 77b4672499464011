"""Tango's own: symbols of themed days, signs that tell by where they lie, and boards half played."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.errors import PlayerError
from player.games import tango
from tests.support.places import CAPTURES, SHARED
from tests.support.replica import GENERATIONS, QUICK, Opener, boards, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full

FIRST_MOON, FIRST_SUN = (
    next(board for board in boards("tango") if board["size"] == 6 and board["givens"][0][2] == symbol)
    for symbol in ("moon", "sun")
)


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize(
    ("theme", "board", "attempts"),
    [("names", FIRST_MOON, 1), ("pictures", FIRST_SUN, 1), ("pictures", FIRST_MOON, 2)],
    ids=["other names", "pictures", "pictures, the other one first"],
)
def test_a_themed_day_is_won(
    open_replica: Opener, generation: str, theme: str, board: dict[str, Any], attempts: int
) -> None:
    result = played("tango", open_replica("tango", generation=generation, board=board, theme=theme))
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "results", attempts)


@pytest.mark.parametrize("generation", GENERATIONS)
def test_three_kinds_of_symbol_are_refused(open_replica: Opener, generation: str) -> None:
    times = replace(QUICK, load=600, from_files=True)
    opened = open_replica("tango", times=times, generation=generation, board=FIRST_SUN, theme="three kinds")
    with pytest.raises(PlayerError, match=r"no alternative in selectors\.yaml reads what is expected of 'mark'") as no:
        played("tango", opened)
    assert no.value.code == 76


@pytest.mark.parametrize("generation", GENERATIONS)
def test_wrong_symbols_are_clicked_on_through_the_cycle(open_replica: Opener, generation: str) -> None:
    marks = {f"{i // 6},{i % 6}": ["empty", "sun", "moon"][i % 3] for i in range(36)}
    result = played("tango", open_replica("tango", generation=generation, marks=marks))
    assert (result.outcome, result.attempts) == ("solved", 1)


@pytest.mark.skipif(not CAPTURES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("drawn", ["pictures", "labels"])
def test_a_captured_page_of_a_themed_day_is_read_right_and_won(
    page: Page, context: BrowserContext, site: SiteSelectors, tmp_path: Path, drawn: str
) -> None:
    captured = next(path for path in CAPTURES if path.stem == "tango")
    html = captured.read_text(encoding="utf-8")
    if drawn == "pictures":
        html = re.sub(r'<svg aria-label="(Sun|Moon)".*?</svg>', r'<img src="data:,\1">', html, flags=re.DOTALL)
    html = re.sub("lotka-cell-(zero|one)-path", "drawing", html).replace('"Sun"', '"Heels"').replace('"Moon"', '"Wig"')
    (tmp_path / "tango.html").write_text(html, encoding="utf-8")
    sources.captured("linkedin", site.origin, tmp_path).attach(context)
    result = played("tango", GamePage(page, site, site.games["tango"], QUICK))
    assert (result.outcome, result.confirmed) == ("solved", "results")
    known = next(
        board
        for board in map(json.loads, (SHARED / "puzzles" / "tango.jsonl").read_text(encoding="utf-8").splitlines())
        if board["date"] == captured.parent.name
    )
    exchanged = {"sun": "moon", "moon": "sun"} if known["givens"][0][2] == "moon" else {"sun": "sun", "moon": "moon"}
    assert tango.board.to_json(result.board) == {
        **{key: known[key] for key in ("game", "size", "edges")},
        "givens": [[row, col, exchanged[symbol]] for row, col, symbol in known["givens"]],
    }


MOVE = "document.querySelectorAll('[data-cell-idx] > :nth-child(2)').forEach((sign) => (sign.style.translate = '{}'))"


@pytest.mark.parametrize(
    ("moved", "read"),
    [
        ("-50% -50%", True),
        ("calc(-50% - 9px) -50%", True),
        ("-50% calc(-50% + 20px)", True),
        ("calc(-50% - 27px) -50%", True),
        ("-50% calc(-50% + 32px)", False),
        ("calc(-50% - 19px) calc(-50% + 32px)", False),
    ],
    ids=["on the side", "inside it", "off its middle", "well inside", "near a corner", "anywhere in the cell"],
)
def test_a_sign_is_read_where_it_lies_and_nowhere_else(
    page: Page, site: SiteSelectors, open_replica: Opener, moved: str, read: bool
) -> None:
    board = {"game": "tango", "size": 4, "givens": [[0, 0, "sun"]], "edges": [[[1, 1], [1, 2], "cross"]]}
    opened = open_replica("tango", generation="sdui", board=board, noStart=True)
    opened.open()
    page.evaluate(MOVE.format(moved))
    look = board_of(GamePage(page, site, site.games["tango"], QUICK).reader.now())
    if read:
        assert tango.board.to_json(tango.play.read(look.snapshot)) == board
    else:
        assert (look.chosen["cross"], look.chosen["edge"]) == (None, None)
