"""python-sat's CaDiCaL on our clauses."""

from typing import Any

from pysat.solvers import Cadical195  # noqa: TID251  # another solver, to compare with

from player.games import Game


def solve(game: Game, board: Any) -> list[Any]:
    """Up to two solutions by CaDiCaL 1.9.5, which keeps what it has learnt between the cuts."""
    cnf = game.encoding.encode(board)
    found: list[Any] = []
    with Cadical195(bootstrap_with=cnf.clauses) as solver:
        while len(found) < 2 and solver.solve():
            model = solver.get_model()
            if cuts := cnf.cuts(model):
                solver.append_formula(cuts)
            else:
                found.append(game.encoding.decode(board, cnf.facts(model)))
                solver.add_clause([-literal for literal in model[: len(cnf.names)] if literal > 0])
    return found
