"""Rules that no cell shows, as a page says them: stars, distinct lines, and cells in no region."""

from typing import Any

import pytest

from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES
from player.games.fields import rules_said
from player.games.snapshot import Snapshot, Value

#: The page of a 5x5 board; a real one, with its stars in columns 3 1 4 0 2.
REGIONS = [*"1222314443133331115511555"]


def queens(regions: list[str], *, outside: list[bool] | None = None, **rules: Any) -> Snapshot:
    n = round(len(regions) ** 0.5)
    cells: list[dict[str, Value]] = [{"region": region, "mark": "empty", "locked": "none"} for region in regions]
    for cell, out in zip(cells, outside or (), strict=False):
        cell["outside"] = out
    return Snapshot(n, n, tuple(cells), rules=rules)


@pytest.mark.parametrize(("rules", "stars"), [({}, 1), ({"stars": "2"}, 2), ({"stars": 3}, 3)])
def test_the_number_of_stars_is_read_or_said(rules: dict[str, Any], stars: int) -> None:
    assert GAMES["queens"].play.read(queens(REGIONS, **rules)).stars == stars


@pytest.mark.parametrize("value", [None, "", "many", "0", "9", "²", True])
def test_a_number_of_stars_that_is_none_is_refused(value: object) -> None:
    with pytest.raises(PageNotUnderstood, match=r"how many stars each row has.*fix 'stars' of 'rules'"):
        GAMES["queens"].play.read(queens(REGIONS, stars=value))


def test_cells_outside_are_in_no_region() -> None:
    regions = [*REGIONS]
    regions[24] = "rest"
    board = GAMES["queens"].play.read(queens(regions, outside=[i == 24 for i in range(25)]))
    assert (board.outside, board.region_count, board.shapeless) == (((4, 4),), 5, False)


def test_a_board_without_borders_between_cells_is_shapeless_even_in_several_parts() -> None:
    # A column of cells in no region parts the others into two areas.
    regions = [str(col) if col == 2 else "left" if col < 2 else "right" for _ in range(5) for col in range(5)]
    board = GAMES["queens"].play.read(queens(regions, outside=[i % 5 == 2 for i in range(25)]))
    assert (board.shapeless, len(board.outside)) == (True, 5)


def test_one_region_with_no_cell_outside_is_no_board() -> None:
    with pytest.raises(BoardError, match="needs 5 regions"):
        GAMES["queens"].play.read(queens(["one"] * 25, outside=[False] * 25))


def tango(**rules: Any) -> Snapshot:
    cell: dict[str, Value] = {"mark": "empty", "locked": "none", "equal": "none", "cross": "none"}
    return Snapshot(4, 4, tuple(dict(cell) for _ in range(16)), rules=rules)


def test_lines_differ_where_the_site_says_so() -> None:
    assert not GAMES["tango"].play.read(tango()).distinct
    assert GAMES["tango"].play.read(tango(distinct=True)).distinct
    with pytest.raises(PageNotUnderstood, match="does not say whether all rows"):
        GAMES["tango"].play.read(tango(distinct=None))


def test_rules_are_part_of_a_snapshot() -> None:
    shown = tango(distinct=True)
    assert shown.with_fields(["mark"], tango()).rules == {"distinct": True}
    assert shown.to_json()["rules"] == {"distinct": True}
    assert "rules" not in tango().to_json()


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("queens", "Place two queens in each row, column and region.", {"stars"}),
        ("queens", "2★ per row", {"stars"}),
        ("queens", "Zwei Sterne pro Zeile", {"stars"}),
        ("queens", "Each row has one queen. No two queens touch each other, not even diagonally.", set()),
        ("queens", "No two queens may be adjacent, and each row has one.", set()),
        ("queens", "Place one queen in each row. Rated 4 ★", set()),
        ("tango", "Each row and column must be unique.", {"distinct"}),
        ("tango", "All rows have to be different", {"distinct"}),
        ("tango", "No two rows\nand no two columns are the same", {"distinct"}),
        ("tango", "Es gibt keine zwei gleichen Zeilen", {"distinct"}),
        ("tango", "Hay dos filas iguales", {"distinct"}),
        ("tango", "Each row and column must contain the same number of suns and moons", set()),
        ("tango", "Cells with a cross between them must be different", set()),
    ],
)
def test_a_page_says_in_its_words_which_rule_is_another_one(game: str, text: str, said: set[str]) -> None:
    assert rules_said(GAMES[game].rules, text) == said
