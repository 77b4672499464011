"""Boards as they stand in a terminal."""

from inspect import cleandoc

from hypothesis import given

from player.games import GAMES, patches, queens, zip_path
from player.games.grid import Cell
from player.proof import prove
from player.render.shapes import style_of
from tests.support.games.patches import laid, patches_board
from tests.support.games.shared import places
from tests.support.games.tango import symbols, tango_board
from tests.support.games.zip_path import path, solvable_zip_boards, zip_board, zip_boards
from tests.support.solved import QUEENS, ZIP, ZIP_PATH

LONG = zip_board("""
    1 2 3 4
    8 7 6 5
    9 a b c
""")
SNAKE = path("""
    1  2  3  4
    8  7  6  5
    9 10 11 12
""")


def shown(game: str, board: object, solution: object = None) -> str:
    """The drawing, without the last end of line."""
    text = str(GAMES[game].text(board, solution))
    assert text.endswith("\n")
    return text.removesuffix("\n")


# Queens: blanks are drawn as _, for the last of them would be lost in a literal


def test_a_queens_board_shows_its_regions_and_its_given_queens() -> None:
    assert shown("queens", QUEENS).replace(" ", "_") == cleandoc("""
        _A__A__B__B_
        _C♛_A__B__B_
        _C__C__D__B_
        _C__C__D__D_
    """)


def test_a_queens_solution_shows_every_queen() -> None:
    solution = places("""
        . Q . .
        . . . Q
        Q . . .
        . . Q .
    """)
    assert shown("queens", QUEENS, solution).replace(" ", "_") == cleandoc("""
        _A__A♛_B__B_
        _C__A__B__B♛
        _C♛_C__D__B_
        _C__C__D♛_D_
    """)


def test_each_of_32_regions_has_its_own_letter() -> None:
    board = queens.board.Board(tuple((region,) * 32 for region in range(32)))
    lines = shown("queens", board).splitlines()
    assert [line[1] for line in lines] == list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef")


def test_regions_are_coloured_as_far_as_there_are_colours() -> None:
    board = queens.board.Board(tuple((region,) * 20 for region in range(20)))
    colors = style_of("player.games.queens")["regions"]
    styles = [str(span.style) for span in GAMES["queens"].text(board).spans][::20]
    assert styles[:3] == [f"black on {color}" for color in colors[:3]]
    assert styles[16:] == styles[:4]
    assert len(set(styles)) == len(set(colors)) == 16


# Zip


def test_a_zip_solution_shows_the_path_around_the_walls() -> None:
    assert shown("zip", ZIP, ZIP_PATH) == cleandoc("""
        ┌───────────────┐
        │ 1───2 ┃ ╭───5 │
        │━━━· │ · │ · │ │
        │ 4───3 ┃ │ ┃ 6 │
        │ │ ·   · │ · │ │
        │ ╰───────╯   7 │
        └───────────────┘
    """)


def test_a_path_runs_up_to_numbers_of_two_digits() -> None:
    assert shown("zip", LONG, SNAKE) == cleandoc("""
        ┌───────────────┐
        │ 1───2───3───4 │
        │   ·   ·   · │ │
        │ 8───7───6───5 │
        │ │ ·   ·   ·   │
        │ 9──10──11──12 │
        └───────────────┘
    """)


def test_a_path_that_jumps_or_comes_back_is_drawn_with_crossings() -> None:
    board = zip_path.board.Board(3, 3, (Cell(0, 0), Cell(2, 2)))
    jumping = tuple(Cell(*at) for at in [(0, 1), (0, 0), (0, 1), (0, 2), (0, 1), (1, 1), (2, 2)])
    assert shown("zip", board, jumping) == cleandoc("""
        ┌───────────┐
        │ 1───┼───╴ │
        │   · │ ·   │
        │     ┼     │
        │   ·   ·   │
        │         2 │
        └───────────┘
    """)


def test_a_path_turns_every_way() -> None:
    board = zip_path.board.Board(3, 3, (Cell(0, 0), Cell(2, 2)))
    winding = path("""
        1 2 3
        6 5 4
        7 8 9
    """)
    assert shown("zip", board, winding) == cleandoc("""
        ┌───────────┐
        │ 1───────╮ │
        │   ·   · │ │
        │ ╭───────╯ │
        │ │ ·   ·   │
        │ ╰───────2 │
        └───────────┘
    """)


@given(board=zip_boards() | solvable_zip_boards())
def test_any_zip_board_is_drawn_in_two_lines_and_four_columns_a_cell(board: zip_path.board.Board) -> None:
    lines = shown("zip", board).splitlines()
    assert len(lines) == 2 * board.rows + 1
    assert {len(line) for line in lines} == {4 * board.cols + 1}
    assert sum(line.count("┃") for line in lines) == sum(a.row == b.row for a, b in board.walls)
    assert sum(line.count("━━━") for line in lines) == sum(a.col == b.col for a, b in board.walls)


@given(board=solvable_zip_boards())
def test_no_path_crosses_a_wall_in_its_drawing(board: zip_path.board.Board) -> None:
    without = shown("zip", board)
    with_path = shown("zip", board, prove(zip_path.GAME, board).found[0])
    assert (with_path.count("┃"), with_path.count("━")) == (without.count("┃"), without.count("━"))
    assert [sign for sign in with_path if sign.isdigit()] == [sign for sign in without if sign.isdigit()]


# Patches


PATCHES = patches_board("""
    ?4  .   |
    .   .   .
    ?   =12 .
""")
PIECES = laid(
    PATCHES,
    """
    A A B
    A A B
    C D D
    """,
)


def test_patches_are_outlined() -> None:
    assert shown("patches", PATCHES, PIECES) == cleandoc("""
        ┌───────┬───┐
        │ 4     │ ▯ │
        │   ·   │   │
        │       │   │
        ├───┬───┴───┤
        │ ? │□12    │
        └───┴───────┘
    """)


def test_the_largest_area_is_written_inside_the_board() -> None:
    board = patches.board.Board(32, 32, (patches.board.Clue(Cell(31, 31), "square", 1024),))
    assert shown("patches", board).splitlines()[-2].endswith(" 1024")


# Tango


TANGO = tango_board("""
    . .=. .
    x
    s . m .

    . . . .

    . . . .
""")


def test_a_tango_board_shows_its_givens_and_its_signs() -> None:
    assert shown("tango", TANGO).splitlines()[1:4] == [
        "│       =       │",
        "│ x ·   ·   ·   │",
        "│ ○       ●     │",
    ]


def test_a_tango_solution_fills_every_cell() -> None:
    drawn = shown("tango", TANGO, symbols("m s s m \n s m m s \n m s m s \n s m s m"))
    assert (drawn.count("○"), drawn.count("●"), drawn.count("="), drawn.count("x")) == (8, 8, 1, 1)
    assert drawn.splitlines()[1] == "│ ●   ○ = ○   ● │"


# Colour
