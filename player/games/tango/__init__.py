"""Tango: Binairo (Takuzu) with signs, suns and moons on n x n cells, n even.

Each row and column has as many suns as moons, and nowhere three alike in line. Two cells with an equal sign between
them are alike, two with a cross between them are not.
"""

from player.games.tango.board import (
    Board,
    Solution,
    check,
    from_json,
    solution_to_json,
    to_json,
    to_solution,
)
from player.games.tango.formula import decode, encode, sentence
from player.games.tango.hand import plan, shown, simulate, solved
from player.games.tango.page import COMMON, FIELDS, MARK, VALUES, WITNESSES, State, columns, read, state

NAME = "tango"

__all__ = [
    "COMMON",
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
