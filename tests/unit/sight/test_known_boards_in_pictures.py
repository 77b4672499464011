"""Boards that were read from a picture, as readings of a page."""

import json
from typing import Any

import pytest

from player.errors import BoardError
from player.files import BOARDS
from player.games import GAMES, Game
from player.games.grid import Cell, cells
from player.games.wend.sight import MARKED
from player.proof import prove
from player.sight.tracker import is_same, snapshot
from tests.support.games.shared import games_with


def boards(game: Game) -> list[Any]:
    lines = (BOARDS / f"{game.name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [game.board.from_json(json.loads(line)) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("game", [GAMES[name] for name in games_with("sight")], ids=games_with("sight"))
def test_a_board_is_read_from_its_own_fields(game: Game) -> None:
    for board in boards(game):
        untouched = snapshot(game, board, game.sight.marks(board, {}))
        assert game.play.read(untouched) == board
        state = game.play.state(untouched)
        moves = game.play.plan(board, prove(game, board).solution, state)
        assert game.play.solved(board, game.play.simulate(board, state, moves))


def test_queens_taken_for_given_ones_make_no_other_board() -> None:
    game = GAMES["queens"]
    board = next(one for one in boards(game) if not one.givens)
    data = game.board.to_json(board)
    fuller = game.board.from_json({**data, "givens": [[*prove(game, board).solution[0]]]})
    assert fuller != board
    assert is_same(fuller, board)
    assert not is_same(boards(GAMES["zip"])[0], board)


def test_marked_cells_are_the_words_that_lie_there() -> None:
    game = GAMES["wend"]
    board = boards(game)[0]
    solution = prove(game, board).solution
    covered = {at for word in solution[:2] for at in word.path}
    marks = [MARKED if at in covered else "empty" for at in cells(*board.shape)]
    state = game.play.state(snapshot(game, board, marks))
    assert state.locked == covered
    assert len(state.found) == 2
    assert state.found == game.play.state(snapshot(game, board, marks), state).found


def test_marked_cells_that_are_no_words_are_refused() -> None:
    game = GAMES["wend"]
    board = boards(game)[0]
    lone = next(iter(board.letters))
    marks = [MARKED if at == lone else "empty" for at in cells(*board.shape)]
    with pytest.raises(BoardError, match="1 marked cells in the picture are no words"):
        snapshot(game, board, marks)


def test_a_clue_beside_a_covered_cell_is_covered() -> None:
    game = GAMES["patches"]
    board = boards(game)[0]
    clue = next(one for one in board.clues if one.area != 1)
    top, left, high, wide = next(patch for patch in prove(game, board).solution if clue.cell in patch.cells())
    patch = [Cell(row, col) for row in range(top, top + high) for col in range(left, left + wide)]
    marks = game.sight.marks(board, {"covered": [[*at] for at in patch if at != clue.cell]})
    shown = dict(zip(cells(*board.shape), marks, strict=True))
    assert all(shown[at] for at in patch)
