"""Drawings of boards in the public format, with the proved solution or a given one and its broken rules; booklets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rich.text import Text

from player.boards.board_files import reading_in
from player.boards.board_json import board_of
from player.errors import BoardError
from player.explanations.explanation import Explanation, explain
from player.games.game import Claim, Puzzle
from player.games.grid import take_list
from player.nqueens import model
from player.nqueens.model import N_QUEENS
from player.proof import prove
from player.render import html
from player.render.png import over, png
from player.render.scene import Numbers, mark_shapes, scene
from player.render.shapes import Scene, placed
from player.render.svg import svg


@dataclass(frozen=True)
class Drawn:
    """A drawing: a board, its solution if any, the rules that the solution breaks, and the steps to it."""

    puzzle: Puzzle
    board: Any
    solution: Any = None
    broken: Sequence[str] = ()
    explanation: Explanation | None = None
    claim: Claim | None = None
    """The claim of the solution's proof."""

    @cached_property
    def scene(self) -> Scene:
        """The drawing as a scene."""
        numbers = _numbers(self.explanation, self.solution) if self.explanation else {}
        found = scene(self.puzzle, self.board, self.solution, numbers=numbers, broken=self.broken)
        return replace(found, words=(*found.words, *self._claimed()))

    def page(self) -> str:
        """Return the drawing as an HTML page; for N queens with the queens on each line."""
        if self.puzzle is N_QUEENS and self.solution is not None:
            return str(N_QUEENS.drawing.page(self.scene, self.board, self.solution))
        return html.picture_page(self.scene, [step.says for step in self.explanation.steps] if self.explanation else [])

    def content(self, form: str) -> bytes:
        """Return the drawing as a file of a `form`: svg, png, html or txt."""
        match form:
            case "svg":
                return svg(self.scene).encode()
            case "png":
                return png(self.scene)
            case "html":
                return self.page().encode()
        return self.text().plain.rstrip("\n").encode()

    def text(self) -> Text:
        """Return the drawing as text for a terminal."""
        drawing: Text = self.puzzle.drawing.text(self.board, self.solution)
        return drawing.append("".join(f"\n{line}" for line in self._claimed()))

    def _claimed(self) -> list[str]:
        return [f"one solution {self.claim.says}"] if self.claim else []


def drawn(data: dict[str, Any], *, solved: bool = True, steps: bool = False) -> Drawn:
    """Return the drawing of the board in `data`, which is in the public format.

    A solution in `data` is drawn as it is, else the only one. Raise BoardError if the board does not have exactly one.
    If a signal or the deadline stops the search of steps, the explanation of the drawing has the first ones.
    """
    if data.get("game") == N_QUEENS.name:
        if steps:
            raise BoardError("N queens have no steps: leave out --numbered")
        board, solution = model.placement(data)
        return of_queens(board, solution) if solved else Drawn(N_QUEENS, board)
    game, board = board_of(data)
    if not solved:
        return Drawn(game, board)
    if "solution" in data:
        solution = game.board.to_solution(board, take_list(data, "solution"))
        broken = game.board.check(board, solution)
        if broken or not steps:
            return Drawn(game, board, solution, broken)
    proof = prove(game, board)
    explanation = explain(game, board, proof.solution) if steps else None
    return Drawn(game, board, proof.solution, explanation=explanation, claim=proof.claim)


def painted(file: str, picture: bytes) -> bytes:
    """Return a picture of a board with its solution painted over it, as a PNG file.

    Raise BoardError if the picture is refused, or its board does not have exactly one solution.
    """
    seen = reading_in(file, picture)
    game, board = board_of(seen.board)
    marks = game.drawing.marks(board, prove(game, board).solution)
    shapes = placed(mark_shapes(game, board, marks), seen.grid.across, seen.grid.down)
    return over(picture, shapes)


def of_queens(board: model.Board, solution: model.Solution | None = None) -> Drawn:
    """Return the drawing of `solution`, or else of the first solution found; raise BoardError if there is none."""
    solution = model.first(board.size) if solution is None else solution
    if solution is None:
        raise BoardError(f"{board.size} queens: no solution")
    return Drawn(N_QUEENS, board, solution, model.check(board.size, solution))


def _numbers(explanation: Explanation, solution: Any) -> Numbers:
    """Return for each mark of the solution the number of the step that settled it."""
    reasoner = explanation.reasoner
    wanted = {*reasoner.wanted(solution)}
    return {
        reasoner.mark(fact): number
        for number, step in enumerate(explanation.steps, start=1)
        for fact in step.settles
        if fact in wanted
    }


# Booklets of boards, as a page of HTML to print: rules, boards with page numbers, and all solutions at the end

#: By the longest side of the boards, in cells: the columns and rows of boards on a page, and those of solutions.
LAYOUTS = ((8, (1, 2), (3, 4)), (13, (1, 1), (3, 4)), (20, (1, 1), (2, 3)), (64, (1, 1), (2, 2)))


def booklet(boards: Sequence[dict[str, Any]]) -> str:
    """Return a booklet of boards in the public format, each with its solution."""
    rules: dict[str, dict[str, None]] = {}
    printed: list[dict[str, Any]] = []
    for data in boards:
        game, board = board_of(data)
        about, solution = game.description(board), game.board.to_solution(board, data["solution"])
        rules.setdefault(about.title, {}).update(dict.fromkeys(about.rules))
        printed.append(
            {
                "shape": board.shape,
                "rated": data.get("difficulty"),
                "about": about,
                "picture": html.drawn(scene(game, board)),
                "solved": html.drawn(scene(game, board, solution)),
                "solution": solution,
            }
        )
    side = max((max(one["shape"]) for one in printed), default=1)
    _, of_boards, of_solutions = next(layout for layout in LAYOUTS if side <= layout[0])
    levels = Counter(one["rated"]["level"] for one in printed if one["rated"])
    layouts = {"of_boards": of_boards, "of_solutions": of_solutions}
    return html.rendered("player.render", "booklet.html", boards=printed, rules=rules, levels=levels, **layouts)
