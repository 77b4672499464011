"""The rules of Wend, each on a board where it is seen; that the steps are right is SAT's word on every one."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from player import WORDS_VARIABLE
from player.browser.page.observation import BoardSeen
from player.demo.coach import Adviser, Coach
from player.explanations.explanation import explain
from player.explanations.report import explained
from player.games import wend, word_lists
from player.games.grid import Cell
from player.games.snapshot import Snapshot
from player.games.wend.board import Board, Word
from player.games.wend.play import State
from player.proof import prove
from player.render.terminal import PlainConsole
from tests.support.steps import steps_of


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(WORDS_VARIABLE, str(tmp_path / "list.txt"))
    word_lists._from_file.cache_clear()
    return tmp_path / "list.txt"


def board(grid: str, lengths: list[int]) -> Board:
    return wend.board.from_json({"game": "wend", "grid": grid.split(), "lengths": lengths})


@pytest.mark.parametrize(
    ("listed", "shown", "rule", "says", "settled"),
    [
        pytest.param(
            "crawl dog god law",
            board("CRA .LW DOG", [3, 5]),
            "only word over a letter",
            "Only one word left covers the C at R1C1.",
            "CRAWL from R1C1 to R2C2",
            id="a letter with one word",
        ),
        pytest.param(
            "abc ad bc d de e",
            board("ABC DE.", [2, 3]),
            "only word of a length",
            "Only one word of 3 letters is left.",
            "ABC from R1C1 to R1C3",
            id="a length with one word",
        ),
        pytest.param(
            "ab cd ef bc de",
            board("ABC FED", [2, 2, 2]),
            "isolated letter",
            "BC would leave no word for the A at R1C1.",
            "no BC from R1C2 to R1C3",
            id="a letter that would be left alone",
        ),
    ],
)
def test_a_rule_says_what_it_sees(
    words: Path, *, listed: str, shown: Board, rule: str, says: str, settled: str
) -> None:
    words.write_text(listed.replace(" ", "\n"), encoding="utf-8")
    reasoner = wend.GAME.reasoner(shown)
    step = next(step for step in steps_of(reasoner, rule, {}) if step.says == says)
    assert [reasoner.words(fact) for fact in step.settles] == [settled]


def test_a_word_that_is_in_no_list_is_explained_as_what_is_left(words: Path) -> None:
    words.write_text("dog\ngo\ncrab\n", encoding="utf-8")
    shown = board("CRA .LW DOG", [3, 5])
    explanation = explained(wend.GAME, shown)
    said = [explanation.reasoner.words(fact) for step in explanation.steps for fact in step.settles]
    assert "CRAWL from R1C1 to R2C2" in said


def test_a_word_that_the_page_has_taken_is_given(words: Path) -> None:
    words.write_text("crawl\n", encoding="utf-8")
    dog = Word("DOG", (Cell(2, 0), Cell(2, 1), Cell(2, 2)))
    shown = replace(board("CRA .LW DOG", [3, 5]), found=(dog,))
    solution = prove(wend.GAME, shown).solution
    reasoner = wend.GAME.reasoner(shown)
    assert [reasoner.words(fact) for fact in reasoner.given()] == ["DOG from R3C1 to R3C3"]
    assert len(explain(wend.GAME, shown, solution).steps) == 1
    standing = reasoner.standing(State((dog,), (3, 3)), solution)
    assert (standing.facts, standing.wrong) == (tuple(reasoner.given()), ())
    other = State((Word("GOD", dog.path[::-1]), Word("W", (Cell(1, 2),))), (3, 3))
    assert reasoner.standing(other, solution).wrong == (Cell(1, 2),)


def test_the_coach_names_the_list_once_and_then_the_next_word(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words.write_text("crawl\ndog\n", encoding="utf-8")
    shown = board("CRA .LW DOG", [3, 5])
    coach, adviser = Coach(wend.GAME, shown), Adviser(PlainConsole(sys.stdout))
    solution = prove(wend.GAME, shown).solution
    look = BoardSeen(snapshot=Snapshot(1, 1, ({},)))
    for found in ((), solution[:1], solution):
        adviser.tell(coach, coach.advise(State(found, (3, 3))), look)
    said = capsys.readouterr().out
    assert said.count("one solution relative to list.txt") == 1
    assert "-> CRAWL from R1C1 to R2C2" in said
