"""Every real board as a picture: all of its solution is there."""

from collections import Counter
from xml.etree.ElementTree import fromstring

import pytest

from player.boards.drawing import drawn
from player.render.svg import svg
from tests.support.known_boards import known
from tests.support.places import PUZZLES

NAMES = [
    "queens",
    "queens-other",
    "star-battle",
    "zip",
    "zip-other",
    "tango",
    "mini-sudoku",
    "patches",
    "patches-other",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_real_board_is_drawn_with_all_of_its_solution(name: str) -> None:
    file = PUZZLES / f"{name}.jsonl"
    if not file.exists():
        pytest.skip(f"{file} is not beside this checkout: real boards are other people's data")
    for where, data in known(file):
        found = drawn(data)
        assert not found.broken, where
        root = fromstring(svg(found.scene))
        shown = Counter(element.get("class") for element in root)
        rows, cols = found.board.shape
        cells = rows * cols
        if found.puzzle.name == "queens":
            assert shown["crown"] + shown["star"] == len(found.solution), where
        elif found.puzzle.name == "zip":
            (path,) = (element for element in root if element.get("class") == "path")
            assert len(path.attrib["points"].split()) == cells, where
        elif found.puzzle.name == "tango":
            assert shown["sun"] + shown["moon"] == cells, where
        elif found.puzzle.name == "mini-sudoku":
            assert shown["given"] + shown["number"] == cells, where
        else:
            assert shown["patch"] == cells, where
