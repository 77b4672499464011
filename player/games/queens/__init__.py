"""Queens, in the literature Star Battle: queens on n x n cells in n regions.

Each row, column and region holds exactly one queen, in a Star Battle of k stars exactly k, and no two queens touch,
diagonals included. A region need not be connected (LinkedIn's board 336 has two that are not). The site's boards have
one star.
"""

from player.games.queens.board import (
    NAME,
    Board,
    Solution,
    check,
    from_json,
    solution_to_json,
    to_json,
    to_solution,
)
from player.games.queens.formula import decode, encode, sentence
from player.games.queens.hand import plan, queens, shown, simulate, solved
from player.games.queens.page import COMMON, CYCLE, FIELDS, MARK, VALUES, WITNESSES, State, columns, read, state

__all__ = [
    "COMMON",
    "CYCLE",
    "FIELDS",
    "MARK",
    "NAME",
    "VALUES",
    "WITNESSES",
    "Board",
    "Solution",
    "State",
    "check",
    "columns",
    "decode",
    "encode",
    "from_json",
    "plan",
    "queens",
    "read",
    "sentence",
    "shown",
    "simulate",
    "solution_to_json",
    "solved",
    "state",
    "to_json",
    "to_solution",
]
