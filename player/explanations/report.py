"""The report of `player explain`: steps as text and as JSON."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from player.boards.board_files import BoardEntry, boards_in, entries_in
from player.boards.board_json import called
from player.boards.report import Answer, board_in, in_order
from player.deadlines import unbroken
from player.errors import SOLVED, BoardError, DeadlineOver, InputMissing, Interrupted, PlayerError, counted
from player.explanations.explanation import HARD, LEVELS, SEARCH, Explanation, explain, measured, said
from player.explanations.steps import Fact, Step
from player.explanations.words import chain_lines, step_line
from player.files import Records
from player.games import Game
from player.games.game import title_of
from player.proof import prove
from player.render.html import steps_page
from player.render.progress import PROGRESS
from player.render.terminal import framed_rulers, hanging, numbered, printable

if TYPE_CHECKING:
    from player.bulk import Jobs

#: The most blocks of cells, or words, that a step lists on a console unless all are wanted.
MAX_LISTED = 4


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains boards as `explain` does: JSON lines to `records`, text to `console` if there is one.

    `explain` is `explained` with its options. For a single board, `page` receives an HTML page. With `links`, steps
    that suppose something have each link of their chains. If a signal or the deadline stops an explanation, the steps
    so far are reported before the error is raised.
    """

    records: Records
    console: Console | None
    explain: Callable[[Game, Any], Explanation]
    page: Callable[[bytes], None] | None = None
    links: bool = False

    def file(self, file: str, line: int | None = None, jobs: "Jobs" = 1) -> int:
        """Explain each board in `file` ("-": standard input), or that on its `line`; return the greatest exit code.

        If there are several boards, each gets one line, and `jobs` explain them; boards without exactly one solution
        are reported and skipped. A single board is explained here, and its error is raised.
        """
        alone, entries = entries_in([file], line)
        if alone:
            entry = next(entries)
            with entry.named_in_errors():
                self.board(*board_in(entry, {}))
            return SOLVED
        if self.page:
            line = next(entries).line
            raise BoardError(f"{file} holds several boards, but a page shows one: choose it, for example --line {line}")
        PROGRESS.expect(boards_in([file]))
        code, levels = SOLVED, Counter[str]()
        stopped: PlayerError | None = None
        with in_order(partial(answered, explain=self.explain, links=self.links), entries, jobs) as answers:
            for found, stopped in answers:
                PROGRESS.advance()
                with unbroken():  # lines are written completely
                    self.records.line(found.record)
                    self.records.require()
                    code = max(code, found.code)
                    level, text = _in_a_line(found)
                    levels[level] += 1
                    self._print(text)
                if stopped:
                    break
        totals = ", ".join(f"{levels[level]} {level}" for level in (*LEVELS, "begun", "refused") if levels[level])
        self._print(f"{counted(levels.total(), 'board')}: {totals}")
        if stopped:
            raise stopped
        return code

    def board(self, game: Game, board: Any) -> None:
        """Explain one board; raise BoardError if it does not have exactly one solution."""
        explanation = self.explain(game, board)
        with unbroken() if explanation.stopped else nullcontext():
            self.records.line(to_json(game, board, explanation, links=self.links))
            if self.page:
                self.page(steps_page(game, board, explanation, links=self.links).encode())
            if self.console:
                show(game, board, explanation, self.console, links=self.links, whole=PROGRESS.verbose)
            if explanation.stopped:
                raise explanation.stopped

    def _print(self, text: str) -> None:
        if self.console:
            self.console.print(hanging(Text(printable(text)), self.console, 4), soft_wrap=True)


def answered(
    entry: BoardEntry, explain: Callable[[Game, Any], Explanation], links: bool
) -> tuple[Answer, PlayerError | None]:
    """Return the answer for one of several boards, and the error that stopped its explanation, if any."""
    data: dict[str, Any] = {}
    try:
        game, board = board_in(entry, data)
        found = explain(game, board)
    except (BoardError, InputMissing) as error:
        return Answer.refused(entry, data, error), None
    return Answer.of(entry, data, SOLVED, **to_json(game, board, found, links=links)), found.stopped


def _in_a_line(found: Answer) -> tuple[str, str]:
    """Return the level of one of several boards, "begun" or "refused", and its report in one line."""
    record = found.record
    if "error" in record:
        return "refused", f"{found.entry.place}: {record['error']}"
    name = called(record, f"line {record['line']}")
    text = f"{title_of(record['board']['game'])} {name}: {counted(len(record['steps']), 'step')}"
    if "difficulty" not in record:
        return "begun", text
    return record["difficulty"]["level"], f"{text}, {said(record['difficulty'])}: {_times(record['rules'])}"


def _times(rules: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} {times}" for rule, times in Counter(rules).most_common())


def explained(
    game: Game, board: Any, most: int | None = None, effort: float = 1, *, unique: bool = False
) -> Explanation:
    """Return the first `most` steps, or all and the difficulty, or what a signal or the deadline leaves time for.

    With `unique`, steps may rest on the uniqueness of the solution; the difficulty is that without them.

    Raise BoardError if the board does not have exactly one solution.
    """
    proof = prove(game, board)
    found = replace(explain(game, board, proof.solution, most, effort, unique=unique), claim=proof.claim)
    if most is not None or found.stopped:
        return found
    try:
        difficulty = measured(game, board, proof.solution)
        return replace(found, difficulty=max(difficulty, HARD) if SEARCH in found.rules else difficulty)
    except (DeadlineOver, Interrupted) as error:
        return replace(found, stopped=error)


def to_json(game: Game, board: Any, explanation: Explanation, *, links: bool = False) -> dict[str, Any]:
    """Return the explanation as JSON, cells as [row, column] from 0; of a whole one with its difficulty and rules.

    With `links`, steps that suppose something have their `supposes` and their `links`.
    """
    about: dict[str, Any] = {}
    if difficulty := explanation.difficulty:
        about = {"rating": difficulty.level, "difficulty": difficulty.to_json(), "rules": dict(explanation.rules)}
    if explanation.claim:
        about["claim"] = {"says": explanation.claim.says, **explanation.claim.data}
    if explanation.stopped:
        about["stopped"] = str(explanation.stopped)
    steps = []
    for step in explanation.steps:
        data = {"rule": step.rule, "proved": step.proved, **_to_json(explanation, step)}
        if links and step.links:
            data["supposes"] = _marks_to_json(explanation, step.supposed)
            data["links"] = [_to_json(explanation, link) for link in step.links]
        steps.append(data)
    return {"board": game.board.to_json(board), **about, "steps": steps}


def _to_json(explanation: Explanation, step: Step) -> dict[str, Any]:
    uses = [list(cell) for cell in explanation.lit(step)]
    return {"says": step.says, "uses": uses, "settles": _marks_to_json(explanation, step.settles)}


def _marks_to_json(explanation: Explanation, facts: Iterable[Fact]) -> list[dict[str, Any]]:
    return [
        {"mark": mark.kind, "cells": [list(cell) for cell in mark.cells], **({"text": mark.text} if mark.text else {})}
        for mark in map(explanation.reasoner.mark, facts)
    ]


def show(
    game: Game, board: Any, explanation: Explanation, console: Console, *, links: bool = False, whole: bool = True
) -> None:
    """Print the board without its solution, each step, and the difficulty; lines are wrapped on terminals only.

    With `links`, each step that supposes something is followed by a line for each link. Unless they are to be `whole`,
    long lists are cut short.
    """
    reasoner, most = explanation.reasoner, None if whole else MAX_LISTED

    def write(text: Text, indent: int = 0) -> None:
        console.print(hanging(text, console, indent), soft_wrap=True)

    rulers = getattr(game.drawing, "rulers", framed_rulers) if game.has("draw") else None
    console.print(numbered(game.text(board), *rulers(board)) if rulers else game.text(board))
    if explanation.claim:
        write(Text(f"one solution {explanation.claim.says}"))
    for number, step in enumerate(explanation.steps, start=1):
        write(step_line(reasoner, number, step, most), indent=4)
        for text in chain_lines(reasoner, step, most) if links else ():
            write(text, indent=8)
    if explanation.difficulty:
        console.print()
        write(Text.assemble((str(explanation.difficulty), "bold"), f": {_times(explanation.rules)}"), indent=4)
    if explanation.stopped:
        write(Text(f"\nstopped after {counted(len(explanation.steps), 'step')}"))
