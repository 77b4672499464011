"""The narrator of demos, its captions, and its pace.

Rests are counted in beats: a beat is the time of a move. A pace that nobody has set is that of a person who reads, and
at most a minute for a game. Texts take the time to read them, so that of many steps only some get a sentence: the first
of each rule, and as many more as there is time for. The others are shown one after the other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardSeen, Verdict
from player.browser.page.presentation import Places, Slide, around
from player.demo.sketch import finished, sketch
from player.errors import counted
from player.explanations.explanation import Explanation, explain
from player.explanations.steps import Fact, Mark, Step
from player.games import GAMES, Game
from player.games.grid import Cell, cells
from player.games.moves import Box, Drag, Enter, Move, Tap, Trace, touched
from player.playing.result import Result
from player.proof import Proof

if TYPE_CHECKING:
    from player.browser.page.game_page import GamePage
    from player.browser.page.inputs import InputEvent
    from player.browser.page.observation import Observation
    from player.browser.page.presentation import Presentation
    from player.demo.film import Film

#: Margin around the film's rectangle, in pixels.
MARGIN_PX = 12

_PRESSES = {"double": "Double click", "right": "Right click", "hold": "Long press"}
UNIQUE = "There is exactly one solution. Nothing was clicked on the board before this was known."
SEVERAL = "There is more than one solution. One of them is played, and the page will judge."
MADE = "All moves are made. Now the page has the word."
MADE_AND_GONE = "All moves are made. The page shows its results now: this is a picture of the finished board."
_SAYS = {
    Verdict.RESULTS: "it shows its results",
    Verdict.BANNER: "in a banner",
    Verdict.BOARD: "the board is marked as finished",
}


def board_caption(game: Game, read: Any) -> str:
    """Describe a board: its size, and the number of its parts."""
    rows, cols = read.shape
    parts = [
        f"{rows} rows and {cols} columns",
        *(counted(count, name) for name, count in game.description(read).parts),
    ]
    return f"Read from the page: {', '.join(parts)}."


def proof_caption(proof: Proof) -> str:
    """Describe the proof of a unique solution."""
    ms = sum(proof.ms.values())
    claim = f", {proof.claim.says}" if proof.claim else ""
    said = "Proved unique" if proof.picked is None else "Several solutions"
    return f"{said}: {proof.variables} variables, {proof.clauses} clauses, {ms:.1f} ms{claim}"


def move_caption(made: Move, cell: Cell, says: str, click: int, clicks: int, *, press: str = "click") -> str:
    """Describe the move on `cell`, with its reason if known; it is number `click` of `clicks` on it.

    `press` is the kind of click.
    """
    if isinstance(made, Tap) and press != "click":
        done = f"{_PRESSES[press]} on {cell}"
    elif isinstance(made, Tap):
        done = f"Click on {cell}" if clicks == 1 else f"Click {click} of {clicks} on {cell}"
    elif isinstance(made, Enter):
        done = f"{made.text} goes to {cell}"
    elif isinstance(made, Box):
        done = f"A patch of {counted(len(made.cells), 'cell')}"
    elif isinstance(made, Trace):
        done = f"A word of {counted(len(made.cells), 'letter')}"
    elif isinstance(made, Drag):
        done = f"The path, cell {made.cells.index(cell) + 1} of {len(made.cells)}"
    else:
        done = f"What stands at {cell} is wrong: it goes"
    return f"{done}. {says}" if says else f"{done}."


def verdict_caption(result: Result) -> str:
    """Describe the verdict."""
    if result.confirmed is not Verdict.NONE:
        return f"The page itself says that it is won: {_SAYS[result.confirmed]}."
    return f"Not won: {result.message}."


# The pace

#: Characters of new text that take one more beat to read.
CHARACTERS_PER_BEAT = 40
#: For reading all rows of a board, for a cell of a path, and for the page's verdict.
READING_BEATS, PATH_CELL_BEATS, VERDICT_BEATS = 2, 0.25, 4
#: Milliseconds to read a character of a text, and for the board beside it: 22 characters a second.
CHARACTER_MS, BOARD_MS = 45, 700
#: Milliseconds for all reasons, for a step without a sentence (at most), and for all moves.
REASONS_MS, GLANCE_MS, MOVES_MS = 22_000, 350, 9_000
#: Beats of a further input of a move, or a cell with a new reason.
INPUT_BEATS = 0.5


def with_sentences(steps: Sequence[Step]) -> frozenset[Step]:
    """Return the steps that get their sentences: those of a rule that is new first, then the others in order."""
    seen = Counter(step.rule for step in steps)
    first = {rule: next(step for step in steps if step.rule == rule) for rule in seen}
    left, chosen = REASONS_MS - glance_ms(len(steps)) * len(steps), set[Step]()
    for step in dict.fromkeys([*sorted(first.values(), key=lambda step: len(step.says)), *steps]):
        if (needed := BOARD_MS + CHARACTER_MS * len(step.says)) <= left:
            chosen.add(step)
            left -= needed
    return frozenset(chosen)


def glance_ms(count: int) -> float:
    """Return the time for each of so many steps without a sentence: together at most a quarter of that for reasons."""
    return min(GLANCE_MS, REASONS_MS / 4 / max(count, 1))


def by_caption(steps: Sequence[Step], with_sentence: Collection[Step]) -> Iterator[tuple[int, Sequence[Step]]]:
    """Yield the steps of one caption, with the number of the first: one with its sentence, or a run of others."""
    number = 1
    for key, run in groupby(enumerate(steps), lambda pair: pair[0] if pair[1] in with_sentence else -1):
        together = [step for _, step in run]
        yield number, together
        number += len(together) if key < 0 else 1


def alike(steps: Iterable[Step]) -> str:
    """Return the caption of steps without sentences: their rules."""
    rules = Counter(step.rule for step in steps)
    counts = [rule if count == 1 else f"{rule} {count} times" for rule, count in rules.items()]
    return f"In the same way: {', '.join(counts)}."


def move_ms(plan: Sequence[Move], most: float) -> float:
    """Return the time of each move of `plan`, `most` or less."""
    return min(most, MOVES_MS / max(1, sum(1 + INPUT_BEATS * len(touched(move)) for move in plan)))


def settled(move: Move, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that `move` fills when it reaches `cell`."""
    if not isinstance(move, Drag):
        return touched(move)
    index = move.cells.index(cell)
    return move.cells[max(0, index - 1) : index + 1]


# The narrator


@dataclass(slots=True)
class Narrator:
    """Narrate games, one after the other; with `steps`, explain each cell before the first move.

    `beat` is the time of a move in milliseconds. If `paced`, texts take the time to read them, and a game a minute at
    most. `film`, if given, records the page.
    """

    beat: float
    steps: bool = True
    paced: bool = False
    film: "Film | None" = None
    _result: Result = field(default_factory=lambda: Result(""))
    _screening: "Presentation | None" = None
    _explanation: Explanation | None = None
    _with_sentence: frozenset[Step] = frozenset()
    _seen: BoardSeen | None = None
    _places: Places | None = None
    _pointer: tuple[float, float] | None = None
    _move: Move | None = None
    _step: Step | None = None
    _move_ms: float = 0
    _rested: float = 0
    _clicks: Counter[Cell] = field(default_factory=Counter)
    _filled: set[Cell] = field(default_factory=set)  # by moves since the page was seen
    _read: set[str] = field(default_factory=set)

    def at(self, stage: str, result: Result, page: "GamePage") -> None:
        """Receive each stage of a game before it begins, and its end."""
        if stage == "load":
            self._begin(result, page.presentation)
        elif stage == "solve":
            self._see(page.reader.now())
            self._tell_read()
        elif stage == "play":
            self._tell_why()
            self._move_ms = move_ms(self._result.plan, self.beat) if self.paced else self.beat
            page.presentation.hold()
        elif stage == "verdict":
            self._tell_end(page)
        elif stage == "end":
            self._explanation = None  # it was about another board
            self._show("Verdict", verdict_caption(result))
            self._rest("", VERDICT_BEATS)
            page.presentation.cut()

    def before(self, act: "InputEvent", look: BoardSeen) -> None:
        """Receive each input event before it is made."""
        if act.cell is None:
            return
        self._see(look)
        self._pointer = act.point or self._pointer
        first = act.move != self._move
        self._move = act.move
        if isinstance(act.move, Tap):
            self._clicks[act.cell] += 1
        filled = settled(act.move, act.cell)
        step = self._explanation.why(filled) if self._explanation else None
        lit = self._explanation.lit(step) if self._explanation and step else ()
        wanted = sum(1 for move in self._result.plan if move == act.move)
        clicks = self._clicks[act.cell]
        reason, new = self._reason(step)
        caption = move_caption(act.move, act.cell, reason, clicks, max(wanted, clicks), press=act.press)
        target = (act.cell,) if isinstance(act.move, Drag) else touched(act.move)
        self._show("Play", caption, lit=lit, target=target, known=self._missing(step.uses if step else ()), dim=False)
        self._filled |= {*filled}
        if first and not isinstance(act.move, Drag):
            self._rest(new, move_ms=self._move_ms)
        else:
            on_path = isinstance(act.move, Drag) and step is self._step
            self._rest(new if self.paced else "", PATH_CELL_BEATS if on_path else INPUT_BEATS, self._move_ms)
        self._step = step

    def _reason(self, step: Step | None) -> tuple[str, str]:
        """Return the sentence of `step`, or a reference to a step shown before, and what of it is to be read.

        Moves are in another order than steps.
        """
        if step is None or self._explanation is None:
            return "", ""
        where = f"As in step {self._explanation.steps.index(step) + 1}"
        if self.paced and self.steps:
            return f"{where}.", ""
        if step not in self._with_sentence:
            return f"{step.rule.capitalize()}.", ""
        return f"{where}: {step.says}" if self.steps else step.says, step.says

    def _begin(self, result: Result, screening: "Presentation") -> None:
        if self._screening:
            self._screening.cut()  # the previous game may have ended early
        self._result, self._screening = result, screening
        self._explanation = self._seen = self._places = self._pointer = self._move = self._step = None
        self._clicks.clear()
        self._read.clear()
        screening.release()
        screening.audience = self.before

    def _see(self, look: "Observation") -> None:
        if look is not self._seen and isinstance(look, BoardSeen):
            self._seen, self._places = look, Places(look)
            self._filled.clear()

    def _tell_end(self, page: "GamePage") -> None:
        """Show the finished board; if the page puts its results in the board's place, a picture of it."""
        look = page.reader.now()
        self._pointer = None
        if isinstance(look, BoardSeen):
            self._see(look)
            self._tell("Play", MADE, dim=False)
            look = page.reader.now()
        if not isinstance(look, BoardSeen) and self._places and self._result.proof:
            game, board, solution = GAMES[self._result.game], self._result.board, self._result.proof.solution
            drawing = finished(game, board, solution, self._places)
            self._put(Slide("Play", MADE_AND_GONE, self._places.clear, drawing))
            self._rest(MADE_AND_GONE)
        page.presentation.release()

    def _tell_read(self) -> None:
        game, board = GAMES[self._result.game], self._result.board
        rows, cols = board.shape
        for row in range(rows):
            self._show("Read", "Reading the board, row by row.", lit=[Cell(row, col) for col in range(cols)])
            self._rest("", READING_BEATS / rows)
        self._tell("Read", board_caption(game, board), lit=game.description(board).cells or tuple(cells(rows, cols)))

    def _tell_why(self) -> None:
        game, proof = GAMES[self._result.game], self._result.proof
        assert proof is not None
        if proof.picked is not None:  # the rules alone give no reason for its moves
            self._tell(proof_caption(proof), SEVERAL)
            return
        self._tell(proof_caption(proof), UNIQUE)
        self._explanation = explain(game, self._result.board, proof.solution)
        if self._explanation.stopped:
            raise self._explanation.stopped
        steps = self._explanation.steps
        self._with_sentence = with_sentences(steps) if self.paced else frozenset(steps)
        known: list[Mark] = []
        for number, together in by_caption(steps, self._with_sentence) if self.steps else ():
            last = number + len(together) - 1
            for step in together:
                fresh, lit = self._marks(step.settles), self._explanation.lit(step)
                if step in self._with_sentence:
                    chapter = f"Why, step {number} of {len(steps)}: {step.rule}"
                    self._tell(chapter, step.says, lit=lit, known=known, fresh=fresh)
                else:
                    chapter = f"Why, step{f's {number} to' if last > number else ''} {last} of {len(steps)}"
                    self._show(chapter, alike(together), lit=lit, known=known, fresh=fresh)
                    self._rest("", move_ms=glance_ms(len(steps)))
                known += fresh

    def _missing(self, facts: Iterable[Fact]) -> list[Mark]:
        """Return the marks of the facts that the page does not show by itself."""
        look, proof = self._seen, self._result.proof
        if self._explanation is None or look is None or proof is None:
            return []
        reasoner, state = self._explanation.reasoner, GAMES[self._result.game].play.state(look.snapshot)
        shown = {*reasoner.given(), *reasoner.standing(state, proof.solution).facts}
        marks = self._marks(fact for fact in facts if fact not in shown)
        return [mark for mark in marks if not self._filled.issuperset(mark.cells)]

    def _marks(self, facts: Iterable[Fact]) -> list[Mark]:
        return [] if self._explanation is None else [*map(self._explanation.reasoner.mark, facts)]

    def _tell(self, chapter: str, caption: str, **drawn: Any) -> None:
        """Show a slide for as long as it takes to read its caption; `drawn` are what `sketch` takes."""
        self._show(chapter, caption, **drawn)
        self._rest(caption)

    def _show(self, chapter: str, caption: str, *, dim: bool = True, **drawn: Any) -> None:
        slide = Slide(chapter, caption, pointer=self._pointer)
        if places := self._places:
            game, board = GAMES[self._result.game], self._result.board
            names = self._explanation.reasoner.names() if self._explanation else []
            drawing = sketch(game, board, places, names=names, dim=dim, **drawn)
            slide = replace(slide, clear=places.clear, drawing=drawing)
        self._put(slide)

    def _put(self, slide: Slide) -> None:
        """Show `slide`, and have it in the film."""
        assert self._screening is not None
        shown = self._screening.show(slide)
        if self.film is None:
            return
        seen = around([shown, *([slide.clear] if slide.clear else [])], MARGIN_PX)
        self.film.view = around([seen, self.film.view]) if self.film.view else seen
        if not self._screening.filmed:
            self._screening.film(self.film.add)
            self.film.recorder = self._screening.recorder()

    def _rest(self, text: str, beats: float = 1, move_ms: float | None = None) -> None:
        """Wait for so many times of a move; a text that is new takes longer."""
        assert self._screening is not None
        new = len(text) if text not in self._read else 0
        self._read.add(text)
        character = CHARACTER_MS if self.paced else self.beat / CHARACTERS_PER_BEAT
        wanted = (self.beat if move_ms is None else move_ms) * beats
        if self.paced and move_ms is not None:  # what the page took since then is of it
            wanted = max(0, wanted - 1000 * (monotonic() - self._rested))
        self._screening.rest(wanted + new * character)
        self._rested = monotonic()
