"""OR-tools' CP-SAT, with models of its own."""

from ortools.sat.python import cp_model

from player.games import zip_path
from player.games.grid import cells
from player.nqueens.model import Solution, groups


def circuit(board: zip_path.board.Board) -> list[zip_path.board.Solution]:
    """Zip by CP-SAT: a circuit that closes from the last number to the first, on which cells count the numbers met.

    Up to two solutions.
    """
    places = list(cells(*board.shape))
    index = {cell: number for number, cell in enumerate(places)}
    numbers = {cell: number for number, cell in enumerate(board.numbers)}
    model = cp_model.CpModel()
    met = {at: model.new_int_var(numbers.get(at, 0), numbers.get(at, len(numbers) - 2), "") for at in places}
    arcs = {(a, b): model.new_bool_var("") for a in places for b in board.steps(a)}
    closing = (index[board.numbers[-1]], index[board.numbers[0]], True)
    model.add_circuit([*((index[a], index[b], arc) for (a, b), arc in arcs.items()), closing])
    for (a, b), arc in arcs.items():
        model.add(met[b] == met[a] + (b in numbers)).only_enforce_if(arc)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found: list[zip_path.board.Solution] = []
    while len(found) < 2 and solver.solve(model) in {cp_model.FEASIBLE, cp_model.OPTIMAL}:
        onwards = {a: b for (a, b), arc in arcs.items() if solver.boolean_value(arc)}
        path = [board.numbers[0]]
        while path[-1] in onwards and len(path) < len(places):
            path.append(onwards[path[-1]])
        found.append(tuple(path))
        model.add_bool_or([~arcs[step] for step in onwards.items()])
    return found


def queens(n: int) -> list[Solution]:
    """N-queens: a boolean for each square; the first solution."""
    model = cp_model.CpModel()
    squares = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
    for kind, lines in groups(squares).items():
        for line in lines:
            (model.add_exactly_one if kind in {"row", "column"} else model.add_at_most_one)(line)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in {cp_model.FEASIBLE, cp_model.OPTIMAL}:
        return []
    return [tuple(at for at in cells(n, n) if solver.boolean_value(squares[at.row][at.col]))]
