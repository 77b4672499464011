import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from player.boards.board_json import board_of
from player.boards.generation import generate, generator_of, hardest, stream
from player.errors import BoardError
from player.explanations.explanation import measure
from player.games import GAMES, patches, queens
from player.games.queens.generate import SIZES as STAR_SIZES
from player.proof import prove
from tests.support.games.mini_sudoku import sudoku_solutions
from tests.support.games.patches import patches_solutions
from tests.support.games.queens import pieces, queens_solutions
from tests.support.games.shared import games_in, games_with, up_to_two
from tests.support.games.simple_loop import loops
from tests.support.games.tango import tango_solutions
from tests.support.games.zip_path import zip_solutions


class Kind(NamedTuple):
    """Boards of some options.

    `large` sizes are left out of CI. Up to the size `searched` a plain `search` is quick. `is_so` holds for each board.
    """

    game: str
    options: dict[str, Any]
    sizes: Iterable[int]
    large: tuple[int, ...]
    searched: int
    search: Callable[[Any], Iterator[Any]]
    is_so: Callable[[Any], bool]


def has_whole_regions(board: queens.board.Board) -> bool:
    return (pieces(board), board.givens) == (board.size, ())


BOXES = {4: (2, 2), 5: (1, 5), 6: (2, 3), 8: (2, 4), 9: (3, 3)}
SHAPELESS = queens_solutions, lambda board: board.shapeless
STARS = queens_solutions, has_whole_regions
KINDS = {
    "Queens": Kind("queens", {}, range(5, 12), (), 11, queens_solutions, has_whole_regions),
    "two stars": Kind("queens", {"stars": 2}, range(8, 12), (), 9, *STARS),
    "three stars": Kind("queens", {"stars": 3}, (12,), (13,), 0, *STARS),
    "four stars": Kind("queens", {"stars": 4}, (), (17,), 0, *STARS),
    "six stars": Kind("queens", {"stars": 6}, (), (25,), 0, *STARS),
    "shapeless": Kind("queens", {"shapeless": True}, (5, 8), (), 8, *SHAPELESS),
    "shapeless, two stars": Kind("queens", {"shapeless": True, "stars": 2}, (8,), (), 0, *SHAPELESS),
    "shapeless, four stars": Kind("queens", {"shapeless": True, "stars": 4}, (), (16,), 0, *SHAPELESS),
    "Zip": Kind("zip", {}, (5, 8), (), 5, zip_solutions, bool),
    "Zip with walls": Kind("zip", {"walls": True}, (5,), (16,), 5, zip_solutions, bool),
    "Zip without walls": Kind("zip", {"walls": False}, (5,), (16,), 5, zip_solutions, lambda board: not board.walls),
    "Tango": Kind("tango", {}, range(4, 17, 2), (), 4, tango_solutions, lambda board: bool(board.edges)),
    "Binairo": Kind("tango", {"distinct": True}, (4, 6), (16,), 6, tango_solutions, lambda board: not board.edges),
    "Sudoku": Kind("mini-sudoku", {}, BOXES, (), 6, sudoku_solutions, lambda board: board.box == BOXES[board.size]),
    "Patches": Kind("patches", {}, range(5, 11), (), 7, patches_solutions, bool),
    "Shikaku": Kind(
        "patches",
        {"shapes": False},
        (5, 12),
        (40,),
        5,
        patches_solutions,
        lambda board: all(clue.shape == "any" and clue.area for clue in board.clues),
    ),
    "Simple Loop": Kind("simple-loop", {}, range(4, 9), (), 8, loops, bool),
}
#: The smallest size of each kind is in the default run.
SIZES_OF_KINDS = [
    pytest.param(kind, size, marks=pytest.mark.more if size in of.large else pytest.mark.slow if number else ())
    for kind, of in KINDS.items()
    for number, size in enumerate([*of.sizes, *of.large])
]
WALLS = [(5, seed) for seed in range(8)]


@lru_cache
def made(name: str, size: int, seed: int, **options: Any) -> dict[str, Any]:
    return generate(name, size, seed, **options)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.more)])
@pytest.mark.parametrize(("kind", "size"), SIZES_OF_KINDS)
def test_a_board_has_one_solution(kind: str, size: int, seed: int) -> None:
    name, options, _, _, searched, search, is_so = KINDS[kind]
    data = made(name, size, seed, **options)
    game, board = board_of(data)
    assert (board.shape, is_so(board)) == ((size, size), True)
    assert getattr(board, "stars", 1) == options.get("stars", 1)
    assert game.board.solution_to_json(prove(game, board).solution) == data["solution"]
    if size <= searched:
        assert up_to_two(search(board)) == 1


def test_zip_boards_have_walls_if_they_may_some_of_them() -> None:
    walls = [bool(made("zip", size, seed, walls=True)["walls"]) for size, seed in WALLS]
    assert 0 < sum(walls) < len(walls)
    assert not any(made("zip", size, seed, walls=False)["walls"] for size, seed in WALLS)


def test_a_patches_board_says_most_of_its_pieces_in_part() -> None:
    for size in (5, 6, 7, 10):
        board = patches.board.from_json(made("patches", size, 0))
        assert sum(clue.shape == "any" or clue.area is None for clue in board.clues) > len(board.clues) / 2


@pytest.mark.parametrize("name", games_with("generate"))
def test_the_same_seed_and_number_give_the_same_board_and_others_another(name: str) -> None:
    first, *others = (
        {**generate(name, 6, seed, number), "id": ""} for seed, number in [(1, 1), (1, 1), (2, 1), (1, 2), (2, 2)]
    )
    assert first == others[0]
    assert first not in others[1:]
    assert others[1] != others[2] != others[3]


def test_a_board_is_named_after_what_it_was_made_from() -> None:
    assert made("queens", 6, 0)["id"] == "player-queens-6-0"
    assert made("zip", 5, 0, walls=True)["id"] == "player-zip-5-0"
    assert made("zip", 5, 0, walls=False)["id"] == "player-zip-5-open-0"
    assert made("queens", 8, 0, stars=2)["id"] == "player-queens-8-2-stars-0"
    assert generate("tango", 4, 7, 3)["id"] == "player-tango-4-7-3"


@pytest.mark.parametrize("name", sorted(games_with("generate")))
def test_a_board_we_made_is_in_the_public_format(name: str) -> None:
    data = made(name, 6, 0)
    game, board = board_of(data)
    assert name == game.name
    told = {"claim": data["claim"]} if "claim" in data else {}
    assert data == {"id": data["id"], **game.board.to_json(board), "solution": data["solution"], **told}
    assert game.board.check(board, game.board.to_solution(board, data["solution"])) == []


def test_each_maker_names_its_smallest_and_largest_side() -> None:
    sizes = {
        "queens": (5, 20),
        "zip": (5, 16),
        "mini-sudoku": (4, 16),
        "patches": (5, 12),
        "tango": (4, 30),
        "wend": (5, 7),
        "simple-loop": (4, 16),
    }
    assert {name: GAMES[name].generator().sizes for name in games_in(sizes)} == sizes
    assert {stars: generator_of("queens", stars=stars).sizes for stars in range(1, 7)} == {1: (5, 20), **STAR_SIZES}


# Many boards


def first(count: int, boards: Generator[dict[str, Any]]) -> list[dict[str, Any]]:
    with closing(boards):
        return list(islice(boards, count))


def test_a_board_of_a_usual_size_is_drawn_where_none_is_asked_for() -> None:
    sizes = {board["rows"] for board in first(12, stream("patches", None, 1))}
    assert sizes == set(GAMES["patches"].generator().usual)


def test_boards_are_the_same_however_many_processes_make_them() -> None:
    assert first(9, stream("tango", 4, 2, jobs=2)) == first(9, stream("tango", 4, 2))


def test_fewer_boards_are_the_first_of_many_and_no_two_are_alike() -> None:
    boards = first(15, stream("mini-sudoku", 4, 1))
    assert first(5, stream("mini-sudoku", 4, 1)) == boards[:5]
    assert len({json.dumps(board["givens"]) for board in boards}) == 15


@lru_cache
def everything() -> dict[str, dict[str, Any]]:
    return {data["id"]: data for data in first(80, stream("zip", 5, 1))}


@pytest.mark.parametrize("wanted", ["easy", "medium", "hard", "3.5", "6"])
@pytest.mark.full
def test_only_boards_as_hard_as_wanted_are_kept_and_say_so(wanted: str) -> None:
    kept = first(2, stream("zip", 5, 1, wanted=wanted))
    for data in kept:
        measured = measure(*board_of(data))
        assert data == everything()[data["id"]] | {"difficulty": measured.to_json()}
        assert measured.level == wanted if wanted.isalpha() else round(measured.number, 1) >= float(wanted)


def test_a_search_for_boards_that_there_are_not_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.boards.generation.MAX_TRIES", 5)
    with pytest.raises(BoardError, match="no other such board in 5 tries: ask for fewer, or for others"):
        first(1, stream("mini-sudoku", 4, 1, wanted="hard"))


@pytest.mark.full
def test_the_hardest_of_some_boards_are_printed_hardest_first() -> None:
    rated = first(8, stream("zip", 5, 1, rated=True))
    numbers = [board["difficulty"]["number"] for board in rated]
    assert [measure(*board_of(board)).to_json() for board in rated] == [board["difficulty"] for board in rated]
    for jobs in (1, 2):
        with closing(stream("zip", 5, 1, rated=True, jobs=jobs)) as boards:
            found = hardest(boards, 8, 3)
        assert [board["difficulty"]["number"] for board in found] == sorted(numbers, reverse=True)[:3]
        assert found == sorted(rated, key=lambda board: -board["difficulty"]["number"])[:3]


def test_a_board_that_is_another_one_turned_or_renamed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    clues = [[[0, 0, "wide", 2], [1, 0, "any", 2]], [[0, 0, "any", 2], [0, 1, "tall", 2]], [[0, 0, "any", 4]]]
    boards = [{"game": "patches", "rows": 2, "cols": 2, "clues": some} for some in clues]
    monkeypatch.setattr(
        "player.boards.generation.generate", lambda _name, _size, _seed, number, _form: boards[number - 1]
    )
    assert first(2, stream("patches", 2, 1)) == [boards[0], boards[2]]


SHOW = "from player.boards.generation import *; print([generate(name, 6, 1, 2) for name in GAMES])"


@pytest.mark.full
def test_boards_do_not_depend_on_the_order_in_which_a_process_keeps_its_sets() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SHOW],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{[generate(name, 6, 1, 2) for name in GAMES]}\n".encode()}
