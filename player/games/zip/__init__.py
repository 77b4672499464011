"""Zip: a Hamiltonian path that meets the numbers 1..K in order, starts on 1, ends on K, and crosses no wall."""

from player.games.zip.board import (
    COMMON,
    FIELDS,
    MARK,
    NAME,
    VALUES,
    WITNESSES,
    Board,
    Solution,
    check,
    columns,
    from_json,
    read,
    solution_to_json,
    to_json,
    to_solution,
)
from player.games.zip.formula import decode, encode, sentence
from player.games.zip.hand import State, plan, shown, simulate, solved, state

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
