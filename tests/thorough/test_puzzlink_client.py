"""Boards as URLs, beside the client of puzz.link itself: a thousand boards of each of its puzzles."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from player.boards.board_json import PAGE, board_of, data_of, url_of
from player.games.grid import cells, in_rows, neighbours
from tests.support.places import SHARED

CLIENT = SHARED / "pages" / "pzprjs" / "js" / "pzpr.js"
NODE = shutil.which("node")
#: For each URL that it reads: the URL that the client exports, and its file, in text.
EXPORT = """
const pzpr = require(process.argv[1]), puzzle = new pzpr.Puzzle()
const { urls } = JSON.parse(require("fs").readFileSync(0, "utf-8"))
const exported = []
function next(at) {
    if (at == urls.length) return process.stdout.write(JSON.stringify(exported))
    puzzle.open(urls[at], () => {
        exported.push([puzzle.getURL(), puzzle.getFileData()])
        setImmediate(next, at + 1)
    })
}
next(0)
"""


def star_battles(random: Random) -> Iterator[dict[str, Any]]:
    while True:
        size = random.randint(1, 20)
        starts = random.sample([*cells(size, size)], size)
        region = {at: number for number, at in enumerate(starts)}
        while len(region) < size * size:
            at = random.choice([*region])
            free = [beyond for beyond in neighbours(at, size, size) if beyond not in region]
            if free:
                region[random.choice(free)] = region[at]
        rows = in_rows([region[at] for at in cells(size, size)], size)
        yield {"game": "queens", "regions": [*map(list, rows)], "stars": random.randint(1, min(size, 6)), "givens": []}


def shikaku(random: Random) -> Iterator[dict[str, Any]]:
    while True:
        most = 64 if random.random() < 0.05 else 20
        rows, cols = random.randint(1, most), random.randint(1, most)
        most = rows * cols
        density = random.choice([0.01, 0.1, 0.5, 1])
        some = [at for at in cells(rows, cols) if random.random() < density] or [next(cells(rows, cols))]
        areas = [random.choice([random.randint(1, most), min(most, random.randint(1, 20))]) for _ in some]
        unknown = 0.3 if most <= 400 else 0
        clues = [
            [*at, "any", None if random.random() < unknown else area] for at, area in zip(some, areas, strict=True)
        ]
        yield {"game": "patches", "rows": rows, "cols": cols, "clues": clues}


def sudoku(random: Random) -> Iterator[dict[str, Any]]:
    while True:
        box = random.choice([(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)])
        n = box[0] * box[1]
        density = random.choice([0, 0.02, 0.3, 1])
        numbers = [random.randint(1, n) if random.random() < density else 0 for _ in range(n * n)]
        yield {"game": "mini-sudoku", "box": [*box], "givens": [*map(list, in_rows(numbers, n))]}


def simple_loops(random: Random) -> Iterator[dict[str, Any]]:
    while True:
        rows, cols = random.randint(2, 32), random.randint(2, 32)
        density = random.choice([0, 0.02, 0.3])
        shaded = [[*at] for at in cells(rows, cols) if random.random() < density and at.row > 1]
        yield {"game": "simple-loop", "rows": rows, "cols": cols, "shaded": shaded}


def of_file(text: str) -> dict[str, Any]:
    """The board in a file of the client."""
    _, kind, rows, *lines = text.splitlines()
    if kind == "sudoku":
        grid = [line.split() for line in lines[: int(rows)]]
        return {"game": "mini-sudoku", "givens": [[0 if cell == "." else int(cell) for cell in row] for row in grid]}
    cols, *lines = lines
    if kind == "starbattle":
        stars, _, *rest = lines
        regions = [[int(region) for region in line.split()] for line in rest[: int(rows)]]
        return {"game": "queens", "regions": regions, "stars": int(stars), "givens": []}
    grid = [line.split() for line in lines[: int(rows)]]
    if kind == "simpleloop":
        shaded = [[*at] for at in cells(int(rows), int(cols)) if grid[at.row][at.col] == "*"]
        return {"game": "simple-loop", "rows": int(rows), "cols": int(cols), "shaded": shaded}
    clues = [
        [at.row, at.col, "any", None if cell == "-" else int(cell)]
        for at in cells(int(rows), int(cols))
        if (cell := grid[at.row][at.col]) != "."
    ]
    return {"game": "patches", "rows": int(rows), "cols": int(cols), "clues": clues}


@pytest.mark.skipif(not (NODE and CLIENT.is_file()), reason="node or the client of puzz.link is not there")
@pytest.mark.parametrize("boards", [star_battles, shikaku, sudoku, simple_loops], ids=lambda boards: boards.__name__)
@pytest.mark.more
def test_the_client_exports_the_url_that_we_write(boards: Any) -> None:
    made = [data for data, _ in zip(boards(Random(1)), range(1000), strict=False)]  # noqa: S311  # boards, not secrets
    found = [board_of(data) for data in made]
    urls = [url_of(game, board).removeprefix(PAGE) for game, board in found]
    assert NODE
    ran = subprocess.run(
        [NODE, "-e", EXPORT, str(CLIENT)], input=json.dumps({"urls": urls}), capture_output=True, text=True, check=True
    )
    exported = json.loads(ran.stdout)
    assert [url.partition("?")[2] for url, _ in exported] == urls
    for (game, board), (url, text) in zip(found, exported, strict=True):
        ours = game.board.to_json(board)
        assert {**ours, **of_file(text)} == ours
        assert data_of(url) == ours
