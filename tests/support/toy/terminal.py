"""A Latin square on a terminal."""

from rich.text import Text

from tests.support.toy.board import Board, Solution


def draw(board: Board, solution: Solution | None) -> Text:
    return Text("\n".join(" ".join(str(number or "·") for number in row) for row in solution or board.givens) + "\n")
