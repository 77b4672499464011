"""Generated boards of Wend, and how boards look."""

from inspect import cleandoc
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from player import WORDS_VARIABLE
from player.errors import BoardError
from player.games import wend, word_lists
from player.games.wend.generate import USUAL
from player.games.word_lists import list_for
from player.proof import prove
from player.render.scene import scene

BOARD = wend.board.from_json({"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]})
SOLUTION = wend.board.to_solution(
    BOARD, [["DOG", [[2, 0], [2, 1], [2, 2]]], ["CRAWL", [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1]]]]
)


@pytest.mark.slow
@pytest.mark.parametrize("size", USUAL)
def test_a_generated_board_is_unique_relative_to_the_list_and_usual(size: int) -> None:
    for seed in range(4):
        board, same = (wend.GAME.generator().make(Random(f"made {seed}"), size) for _ in range(2))  # noqa: S311  # not a secret
        assert same == board
        proof = prove(wend.GAME, board)
        assert proof.claim is not None
        assert (proof.claim.data["covers"], proof.claim.data["word_sets"]) == (1, 1)
        (fewest, most), numbers, (shortest, longest) = USUAL[size]
        assert fewest <= sum(row.count(".") for row in board.grid) <= most
        assert len(board.lengths) in numbers
        assert list(board.lengths) == sorted(set(board.lengths))
        assert shortest <= min(board.lengths) < max(board.lengths) <= longest
        words = [word.text.lower() for word in proof.solution]
        assert all((list_for("en").frequency(word) or 0) > 50 or len(word) > 8 for word in words)


def test_a_list_that_is_too_short_for_boards_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORDS_VARIABLE, str(tmp_path / "list.txt"))
    (tmp_path / "list.txt").write_text("dog\ncrawl\n", encoding="utf-8")
    monkeypatch.setattr("player.games.wend.generate.MAX_DIVISIONS", 20)
    word_lists._from_file.cache_clear()
    with pytest.raises(BoardError, match="the list of words may be too short"):
        wend.GAME.generator().make(Random(1), 5)  # noqa: S311  # not a secret


def test_a_terminal_shows_letters_holes_and_the_lines_of_words() -> None:
    assert (
        wend.GAME.text(BOARD).plain
        == cleandoc("""
        ┌───────────┐
        │ C   R   A │
        │   ·   ·   │
        │░░░  L   W │
        │   ·   ·   │
        │ D   O   G │
        └───────────┘
    """).replace("│░", "│░")
        + "\n"
    )
    assert (
        wend.GAME.text(BOARD, SOLUTION).plain
        == cleandoc("""
        ┌───────────┐
        │ C───R───A │
        │   ·   · │ │
        │░░░  L───W │
        │   ·   ·   │
        │ D───O───G │
        └───────────┘
    """)
        + "\n"
    )


def test_a_wide_letter_does_not_shift_its_row() -> None:
    board = wend.board.from_json({"game": "wend", "grid": ["漢字", "AB"], "lengths": [4]})
    lines = wend.GAME.text(board).plain.splitlines()
    assert {cell_len(line) for line in lines} == {9}


def test_a_picture_shows_each_word_as_a_line_from_a_ring() -> None:
    drawn = scene(wend.GAME, BOARD, SOLUTION)
    kinds = [shape.kind for shape in drawn.shapes]
    assert (kinds.count("letter"), kinds.count("hole"), kinds.count("path"), kinds.count("start")) == (8, 1, 2, 2)
    assert "CRAWL: row 1, column 1; row 1, column 2; row 1, column 3; row 2, column 3; row 2, column 2" in drawn.words
