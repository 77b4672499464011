"""Star Battle, Shikaku, Binairo and Sudoku on the replica of the sister sites: read, proved, played, handed in, won."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.doctor.diagnosis import visit_game
from player.games import GAMES
from player.games.moves import Box
from tests.support.replica import PATIENT, played
from tests.support.seen import board_of
from tests.support.sister_sites import LINES, SISTERLY, SIZES, USUAL, page_at, pages_of, played_at, site_at, tampered
from tests.support.tasks import task_of

LARGE = replace(PATIENT, load=30_000)


def is_won(page: Page, where: str, at: str, **faults: Any) -> None:
    result = played_at(page, where, at, **faults)
    assert (result.outcome, result.exit, result.confirmed) == ("solved", 0, "banner"), result.message
    assert tampered(page) == []


@pytest.mark.parametrize(("where", "at"), USUAL)
@pytest.mark.full
def test_a_board_of_a_usual_size_is_won_by_the_page_own_word(page: Page, where: str, at: str) -> None:
    game, opened = page_at(page, where, at)
    look = board_of(opened.open())
    board = GAMES[game].board.to_json(GAMES[game].play.read(look.snapshot))
    line = next(line for line in LINES if line["site"] == where and at in line["at"])
    assert task_of(board) == line["task"], "the board that is read is the one shown"
    assert {name: board[name] for name in line["more"]} == line["more"], "and so are its rules"
    result = played_at(page, where, at)
    assert (result.outcome, result.exit, result.confirmed, result.attempts) == ("solved", 0, "banner", 1)
    assert set(result.chosen.values()) - {0} <= {1, 2}, "an alternative is chosen for each field"
    assert tampered(page) == []
    assert page.locator("#hallForm").is_visible(), "the hall of fame is left alone"


@pytest.mark.full
@pytest.mark.parametrize(("where", "at"), [(site, sizes[0]) for site, sizes in SIZES.items()])
def test_a_board_of_the_smallest_size_is_won(page: Page, where: str, at: str) -> None:
    is_won(page, where, at)


@pytest.mark.full
@pytest.mark.parametrize(("where", "at"), [(site, sizes[2]) for site, sizes in SIZES.items()])
def test_a_board_of_the_largest_size_is_won(page: Page, where: str, at: str) -> None:
    result = played_at(page, where, at, LARGE)
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "banner", 1), result.message
    assert tampered(page) == []


@pytest.mark.full
def test_625_cells_are_read_in_one_look(page: Page, trips: list[str]) -> None:
    page.set_viewport_size({"width": 1300, "height": 1200})
    game, opened = page_at(page, "star-battle", SIZES["star-battle"][2])
    trips.clear()
    look = board_of(opened.open())
    assert trips.count("Runtime.callFunctionOn") == 1
    assert (len(look.points), GAMES[game].play.read(look.snapshot).stars) == (625, 6)
    assert all(point.free for point in look.points)


# Cells in no region


@pytest.mark.full
@pytest.mark.parametrize("at", ["/?size=12", "/?size=14"])
def test_a_shapeless_board_is_won(page: Page, at: str) -> None:
    result = played_at(page, "star-battle", at, PATIENT)
    assert (result.outcome, result.confirmed) == ("solved", "banner"), result.message
    assert result.board is not None
    assert result.board.shapeless


# The verdict


@pytest.mark.full
def test_a_board_that_does_not_hand_itself_in_is_handed_in(page: Page) -> None:
    is_won(page, "star-battle", "/?size=0", autoSubmit=False)


@pytest.mark.full
@pytest.mark.parametrize(("where", "at"), USUAL)
def test_every_board_is_handed_in_where_the_page_waits_for_that(page: Page, where: str, at: str) -> None:
    is_won(page, where, at, autoSubmit=False)


@pytest.mark.full
@pytest.mark.parametrize("hands_in", [True, False])
def test_areas_of_one_cell_are_left_undrawn(page: Page, *, hands_in: bool) -> None:
    result = played_at(page, "shikaku", "/?size=0", autoSubmit=hands_in)
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "banner", 1), result.message
    assert result.board is not None
    assert 1 in {clue.area for clue in result.board.clues}
    assert all(isinstance(move, Box) and move.a != move.b for move in result.plan)


@pytest.mark.parametrize(
    "hands_in",
    [
        pytest.param(True, marks=pytest.mark.full, id="handed in by itself"),
        pytest.param(False, id="handed in by us"),
    ],
)
def test_a_page_that_calls_the_board_wrong_is_believed(page: Page, *, hands_in: bool) -> None:
    quick = replace(SISTERLY, win=600, response=600)
    result = played_at(page, "binairo", "/binairo-6x6-easy/", quick, reject=True, autoSubmit=hands_in)
    assert (result.outcome, result.exit, result.confirmed) == ("unsolved", 1, "none")
    assert "the page says that they are wrong: 'There is something wrong" in result.message


@pytest.mark.full
def test_a_page_without_a_network_is_not_believed(page: Page) -> None:
    game, opened = page_at(page, "sudoku", "/?size=12", replace(SISTERLY, win=1_000))
    page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    result = played(game, opened)
    assert (result.outcome, result.exit) == ("unconfirmed", 1)


# Faults

#: What goes wrong, in the replica's switches, and a site with it; each ends in a win.
FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "consent that must be looked for": ("star-battle", "/?size=1", {"consent": "quantcast"}),
    "consent with a refusal": ("sudoku", "/?size=12", {"consent": "quantcast with a refusal"}),
    "consent in the middle of the game": ("binairo", "/binairo-6x6-easy/", {"consent": "snigel", "consentLater": 300}),
    "a plea for ads": ("shikaku", "/?size=5", {"consent": "adblock"}),
    "every 4th click dropped": ("star-battle", "/?size=5", {"drop": 4}),
    "every 4th drag dropped": ("shikaku", "/?size=1", {"drop": 4}),
    "every 5th key dropped": ("sudoku", "/?size=0", {"drop": 5}),
    "every 5th click doubled": ("binairo", "/binairo-8x8-easy/", {"double": 5}),
    "400 ms until a move shows": ("binairo-plus", "/binairo-plus-6x6-easy/", {"delay": 400}),
    "re-mount on every move": ("sudoku", "/?size=13", {"remount": True}),
    "churn every 30 ms": ("star-battle", "/?size=1", {"churn": 30}),
    "cells that come late": ("shikaku", "/?size=0", {"slowBoard": 400}),
    "cells that come one by one": ("sudoku", "/?size=0", {"gradual": True}),
    "borders on the rim": ("star-battle", "/?size=2", {"rim": True}),
    "a click for a cross, two for a star": ("star-battle", "/?size=5", {"order": "cross first", "autoSubmit": False}),
    "a click for the other colour": ("binairo", "/binairo-8x8-easy/", {"order": "black first"}),
    "clicks that take their colour away": (
        "binairo",
        "/binairo-6x6-easy/",
        {"toggles": True, "marks": {"0,0": 1, "2,3": 0}},
    ),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if number == 0 else [pytest.mark.full]) for number, name in enumerate(FAULTS)]
)
def test_a_page_that_misbehaves_is_won_all_the_same(page: Page, name: str) -> None:
    where, at, faults = FAULTS[name]
    is_won(page, where, at, times=PATIENT, **faults)


@pytest.mark.full
@pytest.mark.parametrize(
    ("where", "at", "standing"),
    [
        ("star-battle", "/?size=5", {"marks": {"0,0": "star", "0,5": "cross", "4,4": "star", "9,9": "cross"}}),
        ("binairo", "/binairo-8x8-easy/", {"marks": {f"{row},{row % 3}": row % 2 for row in range(8)}}),
        ("shikaku", "/?size=1", {"areas": [[0, 0, 2, 2], [5, 5, 3, 2], [8, 0, 1, 1]]}),
        ("sudoku", "/?size=0", {"marks": {f"{row},{row}": row + 1 for row in range(9)}}),
    ],
)
def test_a_half_played_board_is_played_to_its_end(page: Page, where: str, at: str, standing: dict[str, Any]) -> None:
    is_won(page, where, at, **standing)


@pytest.mark.full
def test_the_order_of_clicks_is_learnt_from_the_page(page: Page) -> None:
    result = played_at(page, "star-battle", "/?size=2", order="cross first", autoSubmit=False)
    assert (result.outcome, result.attempts, result.clicks) == ("solved", 2, 12), (
        "one click too few on each of six cells"
    )


@pytest.mark.full
def test_a_cover_over_a_few_of_many_cells_is_seen(page: Page) -> None:
    _, opened = page_at(page, "shikaku", "/?size=6", PATIENT)
    look = board_of(opened.open())
    assert (look.shape, all(point.free for point in look.points)) == ((40, 40), True)
    page.evaluate(
        """() => {
            const { left, top, width, height } = document.querySelectorAll(".cell")[40 * 7 + 8].getBoundingClientRect();
            const cover = document.body.appendChild(document.createElement("p"));
            const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
            Object.assign(cover.style, { position: "fixed", margin: 0, background: "red", ...place });
        }"""
    )
    now = board_of(opened.reader.now())
    assert [number for number, point in enumerate(now.points) if not point.free] == [40 * 7 + 8]


# The doctor

#: Classes that get another name, and the site.
RENAMED = [
    ("shikaku", "/?size=0", ["cell"]),  # whose site has no shapes: CI has the first case
    ("star-battle", "/?size=3", ["board-back"]),
    ("star-battle", "/?size=3", ["cell"]),
    ("star-battle", "/?size=3", ["selectable"]),
    ("star-battle", "/?size=3", ["cell-off"]),
    ("star-battle", "/?size=5", ["bl", "br", "bt", "bb"]),
    ("star-battle", "/?size=5", ["puzzleInfo"]),
    ("binairo", "/binairo-6x6-easy/", ["cell-0"]),
    ("binairo", "/binairo-6x6-easy/", ["cell-off"]),
    ("sudoku", "/?size=13", ["number"]),
    ("sudoku", "/?size=13", ["task-cell"]),
    ("sudoku", "/?size=13", ["bl", "br", "bt", "bb"]),
]


@pytest.mark.parametrize(
    ("where", "at", "names"),
    [pytest.param(*one, id=f"{one[0]}-{one[2][0]}") for one in RENAMED],
)
@pytest.mark.full
def test_the_doctor_repairs_renamed_classes(page: Page, where: str, at: str, names: list[str]) -> None:
    there, game = site_at(where, at)
    pages_of(where, there, rename={name: f"{name}-v2" for name in names}).attach(page)
    _, opened = page_at(page, where, at, rename={name: f"{name}-v2" for name in names})
    report = visit_game(game, opened, there)
    assert report.state == "off"
    assert report.repaired, report.verdict
    assert report.changes


@pytest.mark.full
@pytest.mark.parametrize(("where", "at"), USUAL)
def test_the_doctor_finds_nothing_wrong(page: Page, where: str, at: str) -> None:
    there, game = site_at(where, at)
    report = visit_game(game, page_at(page, where, at)[1], there)
    assert (report.state, [finding.entry for finding in report.findings if finding.state == "off"]) == ("ok", [])
