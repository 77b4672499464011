"""The coach's advice on half-played boards."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import pytest
from rich.console import Console

from player.browser.page.observation import BoardOrWin, BoardSeen, Point, Verdict, WinSeen
from player.browser.page.presentation import Slide
from player.demo.coach import Advice, Adviser, Coach
from player.games import queens
from player.games.grid import Cell, cells
from player.proof import prove
from player.render.svg import SvgElement
from player.sight.reading import Grid, Reading
from tests.support.commands import Player
from tests.support.games.queens import FIVE as BOARD
from tests.support.games.queens import marks
from tests.support.paper import QUEENS, Paper, Won, visit_of
from tests.support.replica import boards
from tests.support.seen import board_of

EMPTY = marks("""
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
""")


def settled(advice: Advice) -> list[Cell]:
    return [fact.name for step in advice.steps for fact in step.settles if fact.holds]


def play(state: queens.play.State, *cells: Cell, mark: str = "queen") -> queens.play.State:
    now = list(state)
    for cell in cells:
        now[cell.row * BOARD.size + cell.col] = mark
    return tuple(now)


def test_followed_step_by_step_it_leads_to_the_solution() -> None:
    coach, state = Coach(queens.GAME, BOARD), EMPTY
    for _ in range(BOARD.size):
        state = play(state, *settled(coach.advise(state)))
    assert queens.play.solved(BOARD, state)
    assert coach.advise(state) == Advice((), ())


def test_a_step_that_was_not_played_is_shown_again() -> None:
    coach = Coach(queens.GAME, BOARD)
    first = coach.advise(EMPTY)
    crossed = play(EMPTY, Cell(0, 0), mark="cross")
    assert coach.advise(crossed) == Advice((), first.steps[-1:])


def test_a_mistake_is_shown_first() -> None:
    coach = Coach(queens.GAME, BOARD)
    good = settled(coach.advise(EMPTY))[0]
    wrong = play(play(EMPTY, Cell(0, 0)), good, mark="cross")
    assert coach.advise(wrong) == Advice(tuple(sorted([Cell(0, 0), good])))


def test_a_queen_placed_without_advice_is_built_upon() -> None:
    coach = Coach(queens.GAME, BOARD)
    solution = set(prove(queens.GAME, BOARD).solution)
    first = settled(Coach(queens.GAME, BOARD).advise(EMPTY))[0]
    other = min(solution - {first})
    advised = settled(coach.advise(play(EMPTY, other)))
    assert advised
    assert other not in advised
    assert solution.issuperset(advised)


# Pictures


def told_of(reading: Reading) -> str:
    """Return what the coach says of a picture that was read."""
    console = Console(record=True, width=200)
    Adviser(console).tell_of(reading)
    return console.export_text()


def test_the_marks_of_a_picture_count() -> None:
    solution = sorted(prove(queens.GAME, BOARD).solution)
    one = Reading("queens", queens.GAME.board.to_json(BOARD), 1.0, Grid((0, 1), (0, 1)))
    assert told_of(one).startswith("  1 ")
    wrong = next(at for at in cells(*BOARD.shape) if at not in solution)
    assert told_of(replace(one, progress={"queens": [[*wrong]]})) == f"not right: {wrong}\n"
    all_of_it = replace(one, progress={"queens": [[*at] for at in solution]})
    assert told_of(all_of_it) == "All that was to be found is on the board.\n"


def test_marks_that_are_not_understood_do_not_count() -> None:
    one = Reading("wend", boards("wend")[0], 1.0, Grid((0, 1), (0, 1)), {"marked": [[0, 0]]})
    first, *_, last = told_of(one).splitlines()
    assert first == "the marks in the picture are not understood: this is the first step on the empty board"
    assert last.lstrip().partition(" ")[0].isdigit()


# The command


@dataclass
class Overlay:
    """In place of what is shown over a page."""

    slides: list[Slide] = field(default_factory=list)
    hidden: bool = False

    def show(self, slide: Slide) -> None:
        self.slides.append(slide)

    def hide(self) -> None:
        self.hidden = True


@dataclass
class Watched:
    """A page over which something is shown."""

    presentation: Overlay = field(default_factory=Overlay)


@dataclass
class WonBefore(Watched, Won):
    pass


@dataclass
class Played(Watched, Paper):
    """A page on which somebody plays: at each look the next of `states` stands on it, after the last it is won."""

    states: list[queens.play.State] = field(default_factory=list)

    def _look(self) -> BoardOrWin:
        points = tuple(Point(10 * at.col, 10 * at.row, free=True) for at in cells(*QUEENS.shape))
        return replace(board_of(super()._look()), points=points)

    def changed(self, _look: BoardSeen, _missing: object = None) -> BoardOrWin:
        if not self.states:
            return WinSeen(sign=Verdict.RESULTS)
        self.state = self.states.pop(0)
        return self._look()


def kinds(drawing: Iterable[SvgElement]) -> set[str]:
    """The kinds of shapes in a drawing."""
    return {shape.attributes["class"] for layer in drawing for shape in layer.children}


def test_the_coach_shows_mistakes_and_the_next_step(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = prove(queens.GAME, QUEENS).solution
    wrong = next(at for at in cells(*QUEENS.shape) if at not in solution)
    paper = Played(game="queens")
    paper.states = [
        tuple("queen" if at in shown else "empty" for at in cells(*QUEENS.shape)) for shown in ([wrong], solution)
    ]
    monkeypatch.setattr("player.browser.session.open_session", visit_of(paper))
    code, out, err = player("coach", "queens")
    assert (code, err) == (0, "")
    first, *_, not_right, won = out.splitlines()
    assert first.startswith("  1 ")
    assert (not_right, won) == (f"not right: {wrong}", "won (by the page's results)")
    step, mistake, done = paper.presentation.slides
    assert step.caption in out
    assert [layer.attributes["opacity"] for layer in step.drawing if "crown" in kinds([layer])] == ["1"]
    assert mistake.caption == f"Not right: {wrong}."
    assert kinds(mistake.drawing) == {"halo", "settled"}
    corners = [shape.attributes["points"].split() for shape in mistake.drawing[-1].children]
    xs, ys = zip(*(map(float, point.split(",")) for points in corners for point in points), strict=True)
    middle = [(min(places) + max(places)) / 2 for places in (xs, ys)]
    assert middle == pytest.approx([10 * wrong.col, 10 * wrong.row], abs=0.01)
    assert not done.drawing
    assert paper.presentation.hidden


def test_a_game_won_before_needs_no_advice(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.browser.session.open_session", visit_of(WonBefore(game="queens")))
    assert player("coach", "queens") == (0, "won (by the page's results)\n", "")


def test_a_name_that_is_no_game_is_reported(player: Player) -> None:
    assert player.refuses("coach", "quens") == (
        2,
        "Invalid value for 'GAME|PICTURE|-': unknown game 'quens': did you mean 'queens'? (see `player coach --help`)",
    )
