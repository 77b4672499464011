"""Every real board as a picture: all of its solution is there."""

from collections import Counter
from xml.etree.ElementTree import fromstring

import pytest

from player.boards.drawing import drawn
from player.render.svg import svg
from tests.support.known_boards import REAL, real


@pytest.mark.more
@pytest.mark.parametrize("name", REAL)
def test_a_real_board_is_drawn_with_all_of_its_solution(name: str) -> None:
    for where, data in real(name):
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
