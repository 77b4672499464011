"""The measure of difficulty, for all games."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

import pytest

from player.boards.generation import generate
from player.errors import BoardError
from player.explanations import steps as budget
from player.explanations.explanation import BEYOND, BOUNDARIES, LEVELS, Difficulty, Wave, measure, said, waves
from player.explanations.steps import Fact, Known, Reasoner, Rule, Step, spend
from player.games import GAMES, queens, tango
from player.games import zip_path as zip_game
from player.games.queens.explain import ONE_STAR
from tests.support.games.queens import queens_board
from tests.support.games.shared import games_with
from tests.support.games.tango import tango_board
from tests.support.games.zip_path import zip_board

EASY = tango_board("""
    . . .xm
    x = x
    . .x. .
    x
    . . s .

    . . . .
""")
HARD = zip_board("""
    . . . . 4

    . . 2 . .

    . . . . .

    . . 3 1 .

    . . . . 5
""")


def test_a_board_that_shows_all_at_a_glance_is_easier_than_one_that_wants_looking_ahead() -> None:
    easy, hard = measure(tango.GAME, EASY), measure(zip_game.GAME, HARD)
    assert (easy.level, hard.level) == ("easy", "medium")
    assert easy < hard


def test_the_word_is_that_of_the_number_as_it_is_printed() -> None:
    assert [str(Difficulty(number)) for number in (0.0, 2.94, 2.96, 5.94, 5.96, 9.99)] == [
        "easy 0.0",
        "easy 2.9",
        "medium 3.0",
        "medium 5.9",
        "hard 6.0",
        "hard 10.0",
    ]
    assert Difficulty(2.96).to_json() == {"level": "medium", "number": 3.0}
    assert len(LEVELS) == len(BOUNDARIES) + 1


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"level": "hard", "number": 7.25}, "hard 7.2"),
        ({"level": "easy", "number": 1}, "easy 1.0"),
        ({"level": "medium", "rounds": 2, "guesses": 0}, ""),
        ({"level": "harsh", "number": 7.0}, ""),
        ({"level": "hard", "number": "7"}, ""),
        (None, ""),
    ],
)
def test_a_record_is_said_if_it_has_a_word_and_a_number(data: object, text: str) -> None:
    assert said(data) == text


def test_a_board_with_two_solutions_has_no_difficulty() -> None:
    with pytest.raises(BoardError, match="two solutions or more"):
        measure(queens.GAME, queens_board("A A A A\nB B B B\nC C C C\nD D D D"))


class Lamps:
    """Ten lamps, all lit, of which two are given."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules

    def view(self, known: Known) -> Known:
        return known

    def given(self) -> list[Fact]:
        return [Fact(0), Fact(1)]

    def facts(self, _: object) -> list[Fact]:
        return [Fact(lamp) for lamp in range(10)]

    wanted = facts


def lit(lamp: int, parts: int = 1) -> Step:
    return Step("", "", (Fact(lamp),), because=tuple(range(parts)))


def waves_of(*rules: Rule) -> list[Wave]:
    return [*waves(cast("Reasoner", Lamps(rules)), None)]


def finding(name: str, level: int, found: Mapping[int, int]) -> Rule:
    """A rule that finds these lamps, each from so many parts, whatever is known."""
    return Rule(name, level, lambda _: [lit(*one) for one in found.items()])


def test_all_steps_of_the_easiest_rule_that_applies_are_taken_together() -> None:
    rules = (
        finding("one", 1, {1: 1, 2: 1}),
        finding("three", 2, {3: 4, 4: 3, 5: 5}),
        finding("no parts", 1, {2: 2, 6: 0}),
        finding("rest", 3, {7: 1, 8: 1, 9: 1}),
    )
    assert waves_of(*rules) == [
        Wave("one", 1, parts=1, ways=1, open=1.0),
        Wave("three", 2, parts=3, ways=3, open=7 / 8),
        Wave("no parts", 1, parts=1, ways=1, open=4 / 8),
        Wave("rest", 3, parts=1, ways=3, open=3 / 8),
    ]


def test_where_no_rule_applies_the_rest_counts_as_one_harder_step() -> None:
    *_, last = waves_of(finding("one", 3, {2: 1}))
    assert last == Wave("", BEYOND, parts=1, ways=0, open=7 / 8)


def test_what_a_wave_finds_before_its_work_is_used_up_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "STEP_WORK", 10)

    def find(known: Mapping[Any, bool]) -> Iterator[Step]:
        for lamp in range(2, 6):
            spend(4)
            yield lit(lamp)
        spend(4 if len(known) < 6 else 100)

    assert waves_of(Rule("costly", 2, find)) == [
        Wave("costly", 2, parts=1, ways=2, open=1.0),
        Wave("", BEYOND, parts=1, ways=0, open=6 / 8),
    ]


def test_a_wave_costs_more_with_its_rule_its_parts_and_what_is_open() -> None:
    assert Wave("", 1, 1, 1, 0.5).cost() == Wave("", 1, 4, 1, 0.5).cost()
    rising = [Wave("", 1, 4, 1, 0.5), Wave("", 2, 1, 1, 0.5), Wave("", 2, 1, 1, 0.9), Wave("", 2, 3, 1, 0.9)]
    assert Wave("", 2, 1, 1, 1.0).cost() == 1
    assert all(less.cost() < more.cost() for less, more in pairwise(rising))


def test_a_board_that_the_rules_do_not_solve_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    board = queens.board.from_json(generate("queens", 5, 1))
    assert measure(queens.GAME, board).level != "hard"
    monkeypatch.setattr("player.games.queens.explain.ONE_STAR", ONE_STAR[:1])
    found = measure(queens.GAME, board)
    assert (found.level, found.number >= BOUNDARIES[-1]) == ("hard", True)


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("explain"))
def test_every_game_has_it_and_the_number_is_on_the_scale(name: str) -> None:
    game = GAMES[name]
    for seed in range(3):
        found = measure(game, game.board.from_json(generate(name, None, seed)))
        assert 0 < found.number < 10
        assert found.level in LEVELS


@pytest.mark.parametrize(("size", "stars"), [(7, 1), (8, 2)])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_same_for_a_board_lying_on_its_side(seed: int, size: int, stars: int) -> None:
    data = generate("queens", size, seed, stars=stars)
    lying = {**data, "regions": [list(column) for column in reversed([*zip(*data["regions"], strict=True)])]}
    upright, turned = (measure(queens.GAME, queens.board.from_json(one)).number for one in (data, lying))
    assert upright == pytest.approx(turned)
