"""`player coach`: observe a half-played board repeatedly, and point at the next step; the user makes the moves.

The board may be in a picture too: then there is one next step. Facts that were explained count as known from then on,
even if they are not marked on the board.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.text import Text

from player.boards.board_json import board_of
from player.browser.page.observation import BoardSeen, Verdict
from player.browser.page.presentation import Places, Slide
from player.browser.page.proving import read_proved
from player.demo.sketch import sketch
from player.explanations.explanation import SEARCH, lit, steps
from player.explanations.steps import Fact, Reasoner, SolvedSoFar, Step
from player.explanations.words import places as cells_in_words
from player.explanations.words import step_line
from player.games import Game
from player.games.grid import Cell
from player.playing.walk import pointing_to_the_doctor
from player.proof import prove
from player.render.terminal import hanging
from player.sight.tracker import state_of

if TYPE_CHECKING:
    from player.browser.page.game_page import GamePage
    from player.sight.reading import Reading

FINISHED = "All that was to be found is on the board."


class Advice(NamedTuple):
    """The next step: clear the cells that are `wrong`, else make what the last of `steps`, which are new, settles.

    If the board is finished, both are empty.
    """

    wrong: tuple[Cell, ...]
    steps: tuple[Step, ...] = ()


class Coach:
    """Advice on one board; a fact that was explained keeps its step."""

    def __init__(self, game: Game, board: Any) -> None:
        """Raises BoardError unless `board` has exactly one solution."""
        self.game, self.board = game, board
        self.reasoner: Reasoner = game.reasoner(board)
        proof = prove(game, board)
        self._solution, self.claim = proof.solution, proof.claim
        self._steps: dict[Fact, Step] = {}

    def advise(self, state: Any) -> Advice:
        """Return the next step for the game's current `state` on the board; None stands for a board without marks."""
        standing = SolvedSoFar((), ()) if state is None else self.reasoner.standing(state, self._solution)
        if standing.wrong:
            return Advice(standing.wrong)
        shown = {*self.reasoner.given(), *standing.facts}
        missing = [fact for fact in self.reasoner.wanted(self._solution) if fact not in shown]
        targets = set(missing[:1] if self.reasoner.ordered else missing)
        for fact in missing:
            if fact in targets and fact in self._steps:
                return Advice((), (self._steps[fact],))
        found = []
        for step in steps(self.reasoner, self._solution, [*standing.facts, *self._steps]):
            if step.rule == SEARCH:  # one move of it at a time
                self._steps |= {fact: replace(step, settles=(fact,)) for fact in step.settles}
                found.append(next(self._steps[fact] for fact in missing if fact in targets))
                break
            found.append(step)
            self._steps |= dict.fromkeys(step.settles, step)
            if targets.intersection(step.settles):
                break
        return Advice((), tuple(found))


class Adviser:
    """Print the advice on `console`, with steps numbered throughout."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._numbers: dict[Step, int] = {}
        self._last: Advice | None = None

    def tell(self, coach: Coach, advice: Advice, _look: BoardSeen | None = None) -> None:
        """Print an advice."""
        if self._last and (advice.wrong, advice.steps[-1:]) == (self._last.wrong, self._last.steps[-1:]):
            return  # unchanged
        if coach.claim and not self._numbers:
            self._say(Text(f"one solution {coach.claim.says}"))
        self._last = advice
        for cell in advice.wrong:
            self._say(Text.assemble(("not right", "bold red"), f": {cell}"))
        for step in advice.steps:
            number = self._numbers.setdefault(step, len(self._numbers) + 1)
            self._say(step_line(coach.reasoner, number, step), indent=4)

    def tell_of(self, reading: "Reading") -> None:
        """Print the advice on the board in a picture, with the marks that it shows."""
        game, board = board_of(reading.board)
        trainer, state = Coach(game, board), state_of(game, board, reading.progress)
        if state is None:
            self._say(Text("the marks in the picture are not understood: this is the first step on the empty board"))
        advice = trainer.advise(state)
        self.tell(trainer, advice)
        if advice == Advice(()):
            self._say(Text(FINISHED))

    def missing(self, path: str) -> None:
        """Report that the page shows no board: the user may come back to it."""
        self._last = None  # the last advice may have scrolled away
        self._say(Text(f"no board is to be seen on the page ({path}): go back to it, or press Ctrl-C to end"))

    def end(self, sign: Verdict) -> None:
        """Report the end of the game."""
        self._say(Text.assemble(("won", "green"), f" (by the page's {sign})"))

    def _say(self, text: Text, indent: int = 0) -> None:
        self._console.print(hanging(text, self._console, indent), soft_wrap=True)


def slide(coach: Coach, advice: Advice, look: BoardSeen) -> Slide:
    """Return the advice as an overlay over the board of `look`: its premises lit, the moves as marks."""
    places = Places(look)
    drawn = partial(sketch, coach.game, coach.board, places)
    if advice.wrong:
        says = f"Not right: {cells_in_words(advice.wrong, 2)}."
        return Slide("Coach", says, places.clear, drawn(target=advice.wrong))
    if not advice.steps:
        return Slide("Coach", FINISHED, places.clear)
    step = advice.steps[-1]
    mark = coach.reasoner.mark
    before = [mark(fact) for each in advice.steps[:-1] for fact in each.settles]
    drawing = drawn(
        names=coach.reasoner.names(),
        known=before,
        fresh=[*map(mark, step.settles)],
        lit=lit(coach.reasoner, step),
    )
    return Slide(f"Coach: {step.rule}", step.says, places.clear, drawing)


def coach(
    game: Game,
    page: "GamePage",
    tell: Callable[["Coach", Advice, BoardSeen], None],
    missing: Callable[[str], object] = bool,
) -> Verdict:
    """Give advice whenever the board changes, until the game is won; return the page's sign of the win.

    `tell` also gets the overlay. While the page shows no board, wait for it; `missing` is called with its path. Raises
    the errors of `play` for a page or board that is not understood.
    """
    with pointing_to_the_doctor(game.name):
        look, trainer, last, advice = read_proved(game, page).required().look, None, None, Advice(())
        while isinstance(look, BoardSeen):
            board, state = game.play.read(look.snapshot), game.play.state(look.snapshot)
            if trainer is None or trainer.board != board:
                trainer, last = Coach(game, board), None
            if state != last:
                advice, last = trainer.advise(state), state
                tell(trainer, advice, look)
            page.presentation.show(slide(trainer, advice, look))
            look = page.reader.changed(look, missing)
        page.presentation.hide()
        return look.sign
