"""The drawings of a narrator, beside the page's own marks."""

from player.demo.narrator import Narrator
from player.explanations.explanation import explain
from player.games import mini_sudoku
from player.games.grid import Cell, cells
from player.playing.result import Result
from player.proof import prove
from tests.support.paper import Paper
from tests.support.seen import board_of
from tests.support.solved import SUDOKU


def test_no_mark_is_drawn_that_the_page_shows_or_a_move_has_made() -> None:
    proof = prove(mini_sudoku.GAME, SUDOKU)
    rows = proof.solution
    page = Paper(game="mini-sudoku")
    look = board_of(page.open())
    narrator = Narrator(beat=0)
    narrator._result = Result("mini-sudoku", board=SUDOKU, proof=proof)
    narrator._explanation = explain(mini_sudoku.GAME, SUDOKU, rows)
    narrator._seen = look
    facts = narrator._explanation.reasoner.facts(rows)
    held = {mark.cells[0] for mark in narrator._missing([fact for fact in facts if fact.holds])}
    open_cells = {Cell(*at) for at in cells(*SUDOKU.shape) if not SUDOKU.givens[at.row][at.col]}
    assert held == open_cells
    narrator._filled = {min(open_cells)}
    assert min(open_cells) not in {mark.cells[0] for mark in narrator._missing(facts)}
    page.state = tuple(number for row in rows for number in row)
    narrator._seen = board_of(page.open())
    assert narrator._missing([fact for fact in facts if fact.holds]) == []
