"""A small board of each game with its solution, for drawings and pictures."""

from player.games import wend
from player.nqueens import model
from tests.support.games.mini_sudoku import sudoku_board, sudoku_rows
from tests.support.games.patches import laid, patches_board
from tests.support.games.queens import queens_board
from tests.support.games.shared import places
from tests.support.games.simple_loop import loop, loop_board
from tests.support.games.tango import symbols, tango_board
from tests.support.games.zip_path import path, zip_board

QUEENS = queens_board("""
    A  A  B B
    C* A  B B
    C  C  D B
    C  C  D D
""")

ZIP = zip_board("""
    1 2|. 5
    -
    4 3|.|6
    . . . 7
""")

ZIP_PATH = path("""
    1 2 9 10
    4 3 8 11
    5 6 7 12
""")

SUDOKU = sudoku_board("""
    1 . | . .
    . . | 1 .
    ---------
    . 2 | . .
    . . | . 3
""")

SUDOKU_SOLVED = sudoku_rows("""
    1 4 3 2
    2 3 1 4
    3 2 4 1
    4 1 2 3
""")

QUEENS_SOLVED = places("""
    . Q . .
    . . . Q
    Q . . .
    . . Q .
""")

TANGO = tango_board("""
    . .=. .
    x
    s . m .

    . . . .

    . . . .
""")

TANGO_SOLVED = symbols("m s s m \n s m m s \n m s m s \n s m s m")

PATCHES = patches_board("""
    ?4  .   |
    .   .   .
    ?   =12 .
""")

PATCHES_SOLVED = laid(PATCHES, "A A B \n A A B \n C D D")

WEND = wend.board.from_json({"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]})

WEND_SOLVED = wend.board.to_solution(
    WEND, [["DOG", [[2, 0], [2, 1], [2, 2]]], ["CRAWL", [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1]]]]
)

LOOP = loop_board("""
    . . . .
    . . # .
    . . # .
    . . . .
""")

LOOP_SOLVED = loop("""
    1  2  3  4
    14 13 #  5
    11 12 #  6
    10 9  8  7
""")

SOLVED = [
    ("queens", QUEENS, QUEENS_SOLVED),
    ("zip", ZIP, ZIP_PATH),
    ("tango", TANGO, TANGO_SOLVED),
    ("mini-sudoku", SUDOKU, SUDOKU_SOLVED),
    ("patches", PATCHES, PATCHES_SOLVED),
    ("wend", WEND, WEND_SOLVED),
    ("simple-loop", LOOP, LOOP_SOLVED),
    ("n-queens", model.Board(6), model.first(6)),
]
