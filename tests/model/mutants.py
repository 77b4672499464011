"""Damage to the player on purpose, each of which must break a property: small changes of the text of a function."""

import inspect
import textwrap
from collections.abc import Callable
from typing import Any, NamedTuple

from player.browser.page import arrival, clicks, devices, inputs, judgement, performer
from player.games import moves
from player.games.grid import Cell
from player.games.mini_sudoku import play as mini_sudoku
from player.games.queens import play as queens
from player.games.tango import play as tango
from player.games.wend import play as wend
from player.games.zip_path import play as zip_path
from player.playing import attempts, walk
from tests.model import boards
from tests.model.cases import CASES
from tests.model.play import Case


class Mutant(NamedTuple):
    """A change of a function from `old` to `new`, and the game and kind of page on which it shows."""

    says: str
    owner: Any
    name: str
    old: str
    new: str
    game: str = "queens"
    page: str = ""

    def __str__(self) -> str:
        return self.says

    @property
    def case(self) -> Case:
        """The kind of page."""
        return next(case for case in (*CASES[self.game](), deaf()) if case.name.startswith(self.page))

    def function(self) -> Callable[..., Any]:
        """Return the changed function."""
        before: Callable[..., Any] = getattr(self.owner, self.name)
        text = textwrap.dedent(inspect.getsource(before))
        assert text.count(self.old) == 1, f"{self.name} has not {self.old!r} once"
        found: dict[str, Any] = {}
        exec(text.replace(self.old, self.new), before.__globals__, found)  # noqa: S102
        after: Callable[..., Any] = found[self.name]
        return after


def deaf() -> Case:
    """Return a page that takes another input than selectors.yaml says."""
    path = (Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, 0))
    return Case("zip", "deaf", (boards.zip_line(path, "drag"),), {"draw": ["keys"]}, is_known=False)


PERFORMER = performer.Performer
MUTANTS = (
    Mutant(
        "what was read counts though the page has changed",
        walk,
        "play_once",
        "look.snapshot == reading.look.snapshot",
        "look.shape",
    ),
    Mutant(
        "a sign before the last move is believed", attempts, "_left", "page.reader.refute(made.look)", "return None"
    ),
    Mutant("another board is taken for this one", attempts, "_same_board", "raise BoardChanged(", "return state  # ("),
    Mutant(
        "a finished board is not judged",
        attempts,
        "_same_board",
        "not game.board.check(shown, solution)",
        "True",
        "patches",
        "taps, removed by double, 2x2: 4",
    ),
    Mutant(
        "later moves are not planned anew",
        walk,
        "play_moves",
        "if not _is_planned",
        "if () and _is_planned",
        "queens",
        "all four",
    ),
    Mutant("attempts have no limit", walk, "play_moves", "range(rules.attempts)", "range(1000)", "zip", "deaf"),
    Mutant(
        "the state is taken for the expected one",
        walk,
        "play_moves",
        "look, state = left",
        "look, state = left[0], expected",
    ),
    Mutant("nothing is read back", walk, "play_moves", "left = _left(", "left = (look, expected) or _left("),
    Mutant(
        "the board that was covered is not compared", PERFORMER, "perform", "cleared.snapshot != look.snapshot", "False"
    ),
    Mutant("no cover is looked for", PERFORMER, "perform", "stays = all_clickable(moves, look)", "stays = True"),
    Mutant(
        "the board is not looked at before the last input",
        PERFORMER,
        "_make",
        "not waited or",
        "True or",
        "queens",
        "a timer",
    ),
    Mutant(
        "each input is made twice", PERFORMER, "_make", "self._throttle.make(", "act.make() or self._throttle.make("
    ),
    Mutant(
        "a sign over another layer is believed",
        PERFORMER,
        "_board_after",
        "isinstance(now, OverlaySeen)",
        "False",
        "queens",
        "all four",
    ),
    Mutant(
        "a board that changed is handed in",
        judgement.Judgement,
        "_shows_open",
        "is_open(beside)",
        "False",
        "mini-sudoku",
        "handed in",
    ),
    Mutant("a key is pressed without its cursor", inputs, "_at_cursor", "if is_there:", "if True:", "queens", "key"),
    Mutant("the sign needs no look", judgement.Judgement, "verdict", "return Verdict.NONE\n", "return Verdict.BOARD\n"),
    Mutant("all moves made is a win", walk, "_end", "result.confirmed is not Verdict.NONE", "complete"),
    Mutant(
        "a sign on arrival is believed", arrival.Arrival, "_is_refuted", "if sign.earlier", "if True or sign.earlier"
    ),
    Mutant(
        "overlays are closed beside their control", arrival, "click_away", "point.x, point.y", "point.x - 300, point.y"
    ),
    Mutant("clicks lead the other way", clicks, "after", ") + 1)", ") - 1)", "tango", "click: sun, moon for ever"),
    Mutant(
        "a click hits the next cell", inputs, "_points", "seen.at(cell)", "seen.at(cell._replace(col=cell.col - 1))"
    ),
    Mutant("wrong queens stay", queens, "plan", "*wrong, ", ""),
    Mutant("given symbols are tapped", tango, "plan", "if times > turn", "if times >= turn", "tango"),
    Mutant(
        "right digits are entered again",
        mini_sudoku,
        "plan",
        "and numbers.get(shown) != solution[at.row][at.col]",
        "",
        "mini-sudoku",
        "keys, given",
    ),
    Mutant("the path begins at its end", zip_path, "plan", "Drag(solution)", "Drag(solution[::-1])", "zip"),
    Mutant("words are traced backwards", wend, "plan", "Trace(word.path,", "Trace(word.path[::-1],", "wend"),
    Mutant(
        "a board that moved during a wait is clicked where it was",
        PERFORMER,
        "_stands",
        "and same_targets(plan.moves, plan.look, now, plan.way)",
        "",
        "queens",
        "a timer",
    ),
    Mutant(
        "later batches are made where the board was",
        walk,
        "play_moves",
        "look, state = left",
        "state = left[1]",
        "queens",
        "all four",
    ),
    Mutant(
        "the board is not looked at before the first input",
        walk,
        "play_once",
        "page.arrival.again(reading.look, moves)",
        "reading.look",
    ),
    Mutant(
        "the board is handed in twice",
        judgement.Judgement,
        "_hand_in",
        "if seen.name == SUBMIT:",
        "if seen.name == SUBMIT and click_away(self._tab, seen.point) is None:",
        "mini-sudoku",
        "handed in",
    ),
    Mutant(
        "a sign beside the start of a game is believed on arrival",
        arrival.Arrival,
        "_is_refuted",
        "BoardSeen | StartSeen |",
        "BoardSeen |",
        "queens",
        "a start screen",
    ),
    Mutant(
        "a sign over a covered board is believed on arrival",
        arrival.Arrival,
        "_is_refuted",
        "isinstance(beside, OverlaySeen)",
        "False",
        "queens",
        "all four",
    ),
    Mutant(
        "a corner that was set is not dropped",
        devices.Keyboard,
        "_go",
        'yield from self._keys("Escape")',
        "pass",
        "patches",
        "keys, removed by keys, 1x2: 1",
    ),
    Mutant(
        "patches of one cell beside each other are drawn at once",
        moves,
        "_may_be_one",
        "is_beside(one, other) and",
        "False and",
        "patches",
        "taps, removed by double, 1x2: 2",
    ),
)
