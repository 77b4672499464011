"""Queens and Star Battle in a booklet: the title, and the rules in plain words."""

from player.games.queens.board import Board


def title(board: Board) -> str:
    """Return the name of the puzzle."""
    return "Queens" if board.stars == 1 and not board.shapeless else f"Star Battle, {_stars(board)}"


def rules(board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    what = _stars(board) if board.shapeless or board.stars > 1 else "one queen"
    one = "stars" if board.shapeless or board.stars > 1 else "queens"
    of_regions = "" if board.shapeless else " and each region, which thick lines enclose and a letter names,"
    said = [f"Each row, each column{of_regions} holds exactly {what}."]
    said.append(f"No two {one} touch each other, not even at a corner.")
    if board.outside:
        said.append(f"The cells in no region stay empty: they hold no {one}.")
    return said


def caption(_board: Board) -> str:
    """Return what the grid does not show: nothing."""
    return ""


def _stars(board: Board) -> str:
    return f"{board.stars} star{'s' if board.stars > 1 else ''}"
