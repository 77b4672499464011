import pytest

from player.errors import BoardError, PageNotUnderstood
from player.games.snapshot import Snapshot, Value


def snapshot(*values: Value) -> Snapshot:
    """One row of cells that show `values` in the field 'sign'; None for a cell that shows nothing."""
    return Snapshot(1, len(values), tuple({} if value is None else {"sign": value} for value in values))


def test_a_field_of_all_cells_is_read_in_order() -> None:
    assert snapshot("a", "b", "a").texts("sign") == ["a", "b", "a"]


@pytest.mark.parametrize("missing", [None, True, ["a"]], ids=repr)
def test_a_cell_without_a_text_is_counted_and_named(missing: Value) -> None:
    with pytest.raises(PageNotUnderstood) as refused:
        snapshot("a", missing, missing).texts("sign")
    assert str(refused.value) == ("2 of 3 cells show no 'sign' (the first is cell 1): fix 'sign' in selectors.yaml")


def test_flags_and_lists_are_drawn_for_each_cell() -> None:
    assert snapshot(True, False).flags("sign") == [True, False]
    assert snapshot(["left", "down"], []).lists("sign") == [["left", "down"], []]


def test_a_cell_without_its_flag_or_list_is_not_taken_for_a_bare_one() -> None:
    with pytest.raises(PageNotUnderstood, match="1 of 3 cells show no 'sign' \\(the first is cell 2\\)"):
        snapshot(True, False, None).flags("sign")
    with pytest.raises(PageNotUnderstood, match="1 of 2 cells show no 'sign' \\(the first is cell 1\\)"):
        snapshot(["left"], "right").lists("sign")


def test_cells_that_are_no_rectangle_are_no_snapshot() -> None:
    for rows, cols, number in ((2, 2, 3), (0, 0, 0), (33, 33, 3)):
        with pytest.raises(PageNotUnderstood, match=f"{rows} rows and {cols} columns by its size, but {number} cells"):
            Snapshot(rows, cols, ({},) * number)


def test_a_grid_larger_than_any_board_is_refused() -> None:
    with pytest.raises(BoardError, match="the board has 1 rows and 65 columns: none has more than 64"):
        Snapshot(1, 65, ({},) * 65)


def test_a_snapshot_is_written_as_plain_data() -> None:
    assert snapshot("a", None).to_json() == {"rows": 1, "cols": 2, "cells": [{"sign": "a"}, {}]}


def test_boards_are_the_same_whatever_one_field_says() -> None:
    shown = Snapshot(1, 2, ({"sign": "a", "mark": False}, {"sign": None, "mark": False}))
    drawn = Snapshot(1, 2, ({"sign": "a", "mark": True}, {"sign": None, "mark": True}))
    assert shown.same_but("mark", drawn)
    assert not shown.same_but("sign", drawn)
    assert not shown.same_but("mark", Snapshot(2, 1, drawn.cells))
    assert not shown.same_but("mark", Snapshot(1, 1, drawn.cells[:1]))
