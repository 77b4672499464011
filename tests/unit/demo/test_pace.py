"""The pace of demos: a person reads what is said, and a game takes a minute at most."""

from typing import Any

import pytest

from player.boards.board_json import board_of
from player.browser.page.presentation import ScreenBox
from player.demo import narrator
from player.demo.narrator import Narrator
from player.explanations.steps import Step
from player.games import GAMES
from player.playing.result import Result
from player.proof import prove
from tests.support import seen
from tests.support.games.shared import ON_SITE
from tests.support.paper import Paper
from tests.support.replica import boards


class Told:
    """A page of paper, which keeps what is shown, and for how long."""

    def __init__(self) -> None:
        self.slides: list[Any] = []
        self.rests: list[float] = []
        self.filmed = False

    def show(self, slide: Any) -> ScreenBox:
        self.slides.append(slide)
        return ScreenBox(0, 0, 0, 0)

    def rest(self, milliseconds: float) -> None:
        self.rests.append(milliseconds)


def narrated(name: str, data: dict[str, Any], *, paced: bool) -> tuple[Told, tuple[Step, ...]]:
    """Tell why, and return what was told, and the steps."""
    game, board = board_of(data)
    proof, told = prove(game, board), Told()
    result = Result(name, board=board, proof=proof)
    narrator = Narrator(700, paced=paced, _result=result, _screening=told)  # type: ignore[arg-type]
    narrator._tell_why()
    assert narrator._explanation
    return told, tuple(narrator._explanation.steps)


@pytest.mark.parametrize("name", [name for name in ON_SITE if GAMES[name].has("explain")])
def test_reasons_are_read_in_their_time_and_the_first_of_each_rule_has_its_sentence(name: str) -> None:
    for data in boards(name)[:3]:
        told, steps = narrated(name, data, paced=True)
        uniqueness, rests = told.rests[0], told.rests[1:]
        assert uniqueness >= 45 * len(told.slides[0].caption)
        assert sum(rests) <= narrator.REASONS_MS + 1
        assert len(told.slides) == 1 + len(steps)
        said = {slide.caption: rest for slide, rest in zip(told.slides, told.rests, strict=True)}
        in_full = {step.rule for step in steps if said.get(step.says, 0) >= 45 * len(step.says)}
        assert len(in_full) >= min(3, len({step.rule for step in steps}))
        assert all(slide.chapter.startswith("Why, step") for slide in told.slides[1:])


def test_all_steps_have_sentences_at_a_pace_that_was_set() -> None:
    told, steps = narrated("mini-sudoku", boards("mini-sudoku")[0], paced=False)
    assert [slide.caption for slide in told.slides[1:]] == [step.says for step in steps]
    assert sum(told.rests) > 60_000 * 700 / 2000


def test_steps_without_sentences_share_a_caption() -> None:
    _, steps = narrated("queens", boards("queens")[0], paced=True)
    said = {steps[0], steps[3]}
    runs = [(number, len(together)) for number, together in narrator.by_caption(steps[:6], said)]
    assert runs == [(1, 1), (2, 2), (4, 1), (5, 2)]
    assert (
        narrator.alike([steps[0], steps[0], steps[1]]) == f"In the same way: {steps[0].rule} 2 times, {steps[1].rule}."
    )


@pytest.mark.parametrize("name", ["queens", "zip", "mini-sudoku"])
def test_the_more_moves_there_are_the_quicker_they_are_made(name: str) -> None:
    game, snapshot = GAMES[name], seen.board_of(Paper(game=name).open()).snapshot
    board = game.play.read(snapshot)
    plan = game.play.plan(board, prove(game, board).solution, game.play.state(snapshot))
    assert 0 < narrator.move_ms(plan * 20, 700) < narrator.move_ms(plan, 700) <= 700
    assert narrator.move_ms(plan * 20, 700) * len(plan) * 20 <= narrator.MOVES_MS
