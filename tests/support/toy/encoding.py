"""Latin squares as CNF, and back. The variable 1 + (row * n + col) * n + number - 1: this cell holds this number."""

from player.games.grid import Cell, cells
from player.sat.cardinality import exactly_one
from player.sat.cnf import CNF, Clause
from tests.support.toy.board import Board, Solution

Name = tuple[Cell, int]


def encode(board: Board) -> CNF:
    n, _ = board.shape
    cube = [[[1 + (row * n + col) * n + number for number in range(n)] for col in range(n)] for row in range(n)]
    groups = [cell for row in cube for cell in row]
    groups += [[cell[number] for cell in row] for row in cube for number in range(n)]
    groups += [[row[col][number] for row in cube] for col in range(n) for number in range(n)]
    clauses: list[Clause] = [clause for group in groups for clause in exactly_one(group)]
    clauses += [(cube[at.row][at.col][number - 1],) for at in cells(n, n) if (number := board.given(at))]
    return CNF(clauses, names=[(at, number) for at in cells(n, n) for number in range(1, n + 1)])


def decode(board: Board, facts: list[Name]) -> Solution:
    n, _ = board.shape
    numbers = [number for _, number in facts]
    return tuple(tuple(numbers[row * n : row * n + n]) for row in range(n))


def sentence(name: Name) -> str:
    cell, number = name
    return f"{number} at {cell}"
