"""N queens in other solvers: the formula for them, and the queens in their answer."""

from collections.abc import Iterator

from player.boards.formula_exchange import model_of, require_clauses, symbols_of
from player.games.grid import Cell, cells
from player.nqueens import model
from player.nqueens.model import Solution
from player.sat import dimacs, smtlib
from player.sat.cnf import CNF


def in_dimacs(n: int) -> Iterator[str]:
    """Yield the lines of the formula as DIMACS."""
    cnf, symbols = _formula(n)
    return dimacs.write(cnf.clauses, symbols, len(cnf.names), _comments(n))


def in_smtlib(n: int, mode: str) -> Iterator[str]:
    """Yield the lines of the formula as SMT-LIB 2: clauses in the mode "boolean", sums in the mode "integer"."""
    if mode == "boolean":
        cnf, symbols = _formula(n)
        return smtlib.write(cnf.clauses, symbols, _comments(n))
    grid = [[_queen(Cell(row, col)) for col in range(n)] for row in range(n)]
    sums = (
        ("=" if kind in model.FULL else "<=", line)
        for kind, lines in model.groups(grid).items()
        for line in lines
        if kind in model.FULL or len(line) > 1
    )
    return smtlib.write_sums([_queen(at) for at in cells(n, n)], sums, _comments(n))


def answered(n: int, file: str) -> tuple[Solution, list[int]]:
    """Return the queens in the answer in `file` ("-": standard input), which may break any rule, and its model.

    The answer is to any of the formulas. Raise the errors of `model_of`.
    """
    cnf, symbols = _formula(n)
    found = model_of(file, symbols, len(cnf.names), smtlib.BOOLEAN_OR_01)
    return model.decode(n, cnf.facts(found)), found


def require(n: int, found: list[int]) -> None:
    """Raise AnswerError if the model of an answer breaks a clause, such as one about auxiliary variables."""
    cnf, symbols = _formula(n)
    require_clauses(cnf, symbols, found)


def _formula(n: int) -> tuple[CNF, tuple[str, ...]]:
    """Return the formula, and the meaning of each variable."""
    cnf = model.encode(n)
    return cnf, symbols_of(cnf, [_queen(Cell(*divmod(square, n))) for square in cnf.names])


def _queen(at: Cell) -> str:
    return f"queen at {at}"


def _comments(n: int) -> list[str]:
    return [f"{n} queens: `player nqueens {n} --read FILE` reads a solver's answer"]
