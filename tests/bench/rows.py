"""The rows of the comparison: each way to solve a game, and its boards."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from player.files import BOARDS
from player.games import GAMES
from player.nqueens import model

PUZZLES = Path(__file__).parents[3] / "shared" / "puzzles"


@dataclass(frozen=True)
class Row:
    """One way to solve boards of `game`, by the function `solve` of a module in this folder.

    It takes a board and returns solutions: up to two, or just the first where the row does not prove that there is no
    other. What `prepare` makes of the board comes first, and is not timed.
    """

    name: str
    game: str
    solve: str
    proves: bool = True
    prepare: str = ""
    for_any_game: bool = False
    """True if the function is one for all games; it takes the game as its first argument."""
    needs: str = ""
    """The package that it can't do without."""
    boards: int = 1000
    """The greatest number of boards that it gets: some take seconds for one."""
    grows: bool = True
    """True if it gets boards of growing size too."""

    @property
    def installed(self) -> bool:
        return not self.needs or find_spec(self.needs) is not None

    def load(self) -> tuple[Callable[[Any], Any], Callable[[Any], list[Any] | None]]:
        """One way to solve a board: the preparation, which is not timed, and the solving, which is."""
        game = [KINDS[self.game]] if self.for_any_game else []
        if not self.prepare:
            return (lambda board: board), partial(_function(self.solve), *game)
        return partial(_function(self.prepare), *game), _function(self.solve)


def _function(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = resolve_name(f"tests.bench.{name}")
    return function


OURS = "player"
#: The games and what they are called here; a board of N queens is just their number.
KINDS: Mapping[str, Any] = {
    **GAMES,
    "star-battle": GAMES["queens"],
    "n-queens": model,
    "n-queens, all solutions": model,
}
#: Those whose boards come in growing sizes.
GROWING = ("queens", "zip", "n-queens", "n-queens, all solutions")

ROWS: Sequence[Row] = [
    row
    for game in (*GAMES, "star-battle")
    for row in (
        Row(OURS, game, "ours:proved", for_any_game=True),
        Row(
            "pycosat alone on our clauses", game, "ours:replayed", prepare="ours:taped", for_any_game=True, grows=False
        ),
        Row("CaDiCaL on our clauses", game, "cadical:solve", for_any_game=True, needs="pysat"),
    )
] + [
    *(Row("player, its formula at once", game, "ours:by_formula", for_any_game=True) for game in ("queens", "patches")),
    Row("exact cover (Algorithm X), plain Python", "queens", "dlx:queens_cover"),
    Row("CP-SAT, the rules", "queens", "cp_sat_rules:star_battle", needs="ortools"),
    Row("Z3, encoding Z-Q, no proof", "queens", "seeds:z_q", proves=False, needs="z3", boards=100),
    Row("depth-first search, plain Python", "zip", "searches:depth_first"),
    Row("CP-SAT, circuit", "zip", "cp_sat:circuit", needs="ortools"),
    Row("Z3, encoding Z-Z, no proof", "zip", "seeds:z_z", proves=False, needs="z3"),
    Row("CP-SAT, the rules", "tango", "cp_sat_rules:binairo", needs="ortools"),
    Row("exact cover (Algorithm X), plain Python", "mini-sudoku", "dlx:sudoku_cover"),
    Row("CP-SAT, the rules", "mini-sudoku", "cp_sat_rules:sudoku", needs="ortools"),
    Row("exact cover (Algorithm X), plain Python", "patches", "dlx:patches_cover"),
    Row("CP-SAT, the rules", "patches", "cp_sat_rules:rectangles", needs="ortools"),
    Row("CP-SAT, the rules", "star-battle", "cp_sat_rules:star_battle", needs="ortools", boards=100),
    Row(OURS, "n-queens", "ours:placed", proves=False),
    Row("CP-SAT, booleans", "n-queens", "cp_sat:queens", proves=False, needs="ortools"),
    Row("Z3, a column for each row", "n-queens", "seeds:columns", proves=False, needs="z3"),
    Row(OURS, "n-queens, all solutions", "ours:all_placed"),
    Row("Z3, a column for each row", "n-queens, all solutions", "seeds:all_columns", needs="z3"),
]


def real_boards(game: str) -> list[Any]:
    """The boards of `game` beside this checkout, or our own where there are none; all have one solution."""
    file = (PUZZLES if PUZZLES.is_dir() else BOARDS) / f"{game}.jsonl"
    return read_boards(game, file) if file.exists() else []


def spread(boards: list[Any], most: int) -> list[Any]:
    """Evenly spaced ones of `boards`, `most` of them."""
    return boards if len(boards) <= most else [boards[at * len(boards) // most] for at in range(most)]


def growing_boards(game: str) -> dict[int, list[Any]]:
    """A few boards of each size, generated: they are kept, so that all runs compare the same."""
    if KINDS[game] is model:
        return {n: [n] for n in ((8, 16, 32, 64, 128, 320) if game == "n-queens" else (4, 6, 8, 10))}
    boards = read_boards(game, Path(__file__).with_name("growing.jsonl"))
    sizes = sorted({board.shape[0] for board in boards})
    return {size: [board for board in boards if board.shape[0] == size] for size in sizes}


def read_boards(game: str, file: Path) -> list[Any]:
    found = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [KINDS[game].board.from_json(data) for data in found if data["game"] == KINDS[game].name]
