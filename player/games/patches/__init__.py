"""Patches, in the literature Shikaku with shapes: cut the grid into rectangles, each with one clue on it.

A clue says which shape its rectangle has (any, square, wide or tall), how many cells, or both: the one does not follow
from the other.
"""

from player.games.patches.board import (
    COMMON,
    FIELDS,
    MARK,
    NAME,
    SHAPES,
    VALUES,
    WITNESSES,
    Board,
    Clue,
    Patch,
    Solution,
    check,
    columns,
    from_json,
    read,
    solution_to_json,
    to_json,
    to_solution,
)
from player.games.patches.formula import admissible, decode, encode, sentence
from player.games.patches.hand import State, plan, shown, simulate, solved, standing_for, standing_patches, state

__all__ = [
    "COMMON",
    "FIELDS",
    "MARK",
    "NAME",
    "SHAPES",
    "VALUES",
    "WITNESSES",
    "Board",
    "Clue",
    "Patch",
    "Solution",
    "State",
    "admissible",
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
    "standing_for",
    "standing_patches",
    "state",
    "to_json",
    "to_solution",
]
