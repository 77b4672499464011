import pytest

from player.errors import BoardError
from player.games.grid import Cell, adjacent, as_lists, between, cells, is_int, neighbours, side, to_cell, to_wall


def test_a_cell_is_written_as_people_count() -> None:
    assert str(Cell(0, 4)) == "R1C5"


def test_cells_come_row_by_row() -> None:
    assert list(cells(2, 3)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("cell", "near"),
    [
        (Cell(0, 0), [(0, 1), (1, 0)]),
        (Cell(0, 1), [(0, 0), (0, 2), (1, 1)]),
        (Cell(1, 1), [(0, 1), (1, 0), (1, 2), (2, 1)]),
        (Cell(2, 2), [(1, 2), (2, 1)]),
    ],
)
def test_neighbours_stay_on_the_grid(cell: Cell, near: list[tuple[int, int]]) -> None:
    assert list(neighbours(cell, 3, 3)) == near
    assert [other for other in cells(3, 3) if adjacent(cell, other)] == near


def test_a_wall_has_one_name_from_both_of_its_cells() -> None:
    assert between(Cell(1, 0), Cell(0, 0)) == between(Cell(0, 0), Cell(1, 0)) == to_wall([[1, 0], [0, 0]], 2, 2)


def test_booleans_and_floats_are_no_whole_numbers() -> None:
    assert [value for value in (0, -7, True, False, 1.0, "1", None) if is_int(value)] == [0, -7]


@pytest.mark.parametrize("length", [1, 32])
def test_sides_from_1_to_32_are_taken(length: int) -> None:
    assert side(length, "rows") == length


@pytest.mark.parametrize("value", [[0], [0, 0, 0], "ab", None, [0.0, 0], [[0], 0], {0: 0, 1: 1}])
def test_what_is_no_pair_of_whole_numbers_is_no_cell(value: object) -> None:
    with pytest.raises(BoardError, match="a clue must be a cell"):
        to_cell(value, 3, 3, "a clue")


def test_a_value_nested_too_deeply_to_be_shown_is_named_by_its_type() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BoardError, match="a clue must be a cell \\[row, column\\], not list"):
        to_cell(nested, 3, 3, "a clue")


@pytest.mark.parametrize(
    ("value", "shown"),
    [("x" * 38, repr("x" * 38)), ("x" * 39, "'" + "x" * 36 + "...")],
    ids=["of-40-characters", "of-41-characters"],
)
def test_a_long_value_is_cut_short(value: str, shown: str) -> None:
    with pytest.raises(BoardError) as refused:
        to_cell(value, 3, 3, "a clue")
    assert str(refused.value) == f"a clue must be a cell [row, column], not {shown}"


def test_cells_are_written_as_pairs() -> None:
    assert as_lists([Cell(0, 1), Cell(2, 3)]) == [[0, 1], [2, 3]]
