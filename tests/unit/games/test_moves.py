from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.games.grid import Cell, cells
from player.games.moves import (
    Box,
    Drag,
    Enter,
    Move,
    Remove,
    Tap,
    arrows,
    batches,
    count,
    difference,
    expected_marks,
    touched,
)
from tests.support.games.zip_path import path

A, B, C = Cell(0, 0), Cell(0, 1), Cell(0, 2)


def test_a_drag_is_walked_with_arrow_keys() -> None:
    drag = Drag(
        path("""
            1 2 .
            4 3 8
            5 6 7
        """)
    )
    assert arrows(drag) == [
        "ArrowRight",
        "ArrowDown",
        "ArrowLeft",
        "ArrowDown",
        "ArrowRight",
        "ArrowRight",
        "ArrowUp",
    ]


def test_a_jump_can_not_be_walked() -> None:
    assert arrows(Drag((A,))) == []
    with pytest.raises(KeyError):
        arrows(Drag((A, C)))


def test_a_tap_touches_its_cell_and_a_drag_all_of_its_cells() -> None:
    assert touched(Tap(A)) == (A,)
    assert touched(Drag((A, B, C))) == (A, B, C)


def test_a_drag_counts_one_for_each_cell_that_it_enters() -> None:
    assert count([Tap(A), Drag((A, B, C)), Tap(B)]) == 4
    assert count([]) == 0


def test_a_removal_may_be_a_batch_of_its_own() -> None:
    moves: list[Move] = [Remove((A,)), Remove((B,)), Box(C, C), Box(A, A)]
    assert list(batches(moves)) == [moves[:3], moves[3:]]
    assert list(batches(moves, removals_alone=True)) == [moves[:1], moves[1:2], moves[2:]]


def test_a_text_is_entered_in_one_cell_as_one_move() -> None:
    first, second = Enter(A, "1"), Enter(B, "12")
    assert touched(first) == (A,)
    assert count([first, second]) == 2
    assert list(batches([first, second, Enter(A, "2")])) == [[first, second], [Enter(A, "2")]]


MOVES = st.lists(
    st.builds(Tap, st.sampled_from(list(cells(2, 3))))
    | st.builds(Drag, st.sampled_from([(A, B), (A, B, C), (B, C), (C,)])),
    max_size=12,
)


@given(MOVES)
def test_batches_keep_the_order_touch_no_cell_twice_and_end_only_where_they_must(moves: list[Move]) -> None:
    split = [list(batch) for batch in batches(moves)]
    assert list(chain.from_iterable(split)) == moves
    for batch in split:
        cells_touched = [cell for move in batch for cell in touched(move)]
        assert len(set(cells_touched)) == len(cells_touched)
    for batch, following in pairwise(split):
        assert {cell for move in batch for cell in touched(move)}.intersection(touched(following[0]))


# Boxes

BOX = Box(Cell(0, 1), Cell(1, 2))


def test_a_box_touches_all_of_its_cells_row_by_row_and_is_one_move() -> None:
    assert touched(BOX) == (Cell(0, 1), Cell(0, 2), Cell(1, 1), Cell(1, 2))
    assert touched(Box(A, A)) == (A,)
    assert count([BOX, Remove((A, B)), Drag((A, B, C))]) == 4


def test_a_box_where_something_is_removed_opens_a_batch() -> None:
    gone = Remove((A, B))
    assert list(batches([gone, Box(C, C), BOX])) == [[gone, Box(C, C)], [BOX]]


def test_the_first_box_of_several_cells_is_drawn_apart_from_those_after_it() -> None:
    corner, low, last = Box(A, A), Box(Cell(2, 0), Cell(2, 1)), Box(Cell(3, 0), Cell(3, 1))
    assert list(batches([corner, BOX, low, last])) == [[corner, BOX], [low, last]]


def test_boxes_of_one_cell_beside_each_other_are_drawn_apart_as_a_wrong_one_may_be_over_both() -> None:
    assert list(batches([Box(A, A), Box(B, B)])) == [[Box(A, A)], [Box(B, B)]]
    assert list(batches([Box(A, A), Box(C, C)])) == [[Box(A, A), Box(C, C)]]


# Marks


def test_the_marks_of_touched_and_of_changed_cells_are_expected() -> None:
    before = ["empty"] * 16
    after = ["empty", "cross", *before[2:]]
    assert expected_marks(before, after, 4, [Tap(Cell(2, 3))]) == {1: "cross", 11: "empty"}


@pytest.mark.parametrize(
    ("wrong", "seen", "said"),
    [
        ({1: "sun"}, {1: "moon"}, "R1C2 shows 'moon', not 'sun'"),
        ({4: "sun", 5: "sun"}, {4: ""}, "R2C1 shows nothing, not 'sun', and 1 more cell is wrong"),
        ({15: True}, {15: False}, "R4C4 shows empty, not filled"),
    ],
    ids=["another mark", "no mark", "a fill"],
)
def test_the_first_wrong_cell_is_named_and_the_others_are_counted(
    wrong: dict[int, str | bool], seen: dict[int, str | bool], said: str
) -> None:
    assert difference(wrong, [seen.get(index, "") for index in range(16)], 4) == said
