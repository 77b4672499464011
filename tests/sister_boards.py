"""The boards of the replica of the sister sites, made by `player generate`: `python -m tests.sister_boards > FILE`.

The FILE is fixtures/replica/sister-sites/boards.jsonl.
"""

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from player.games import GAMES
from tests.support.tasks import task_of


class Shown(NamedTuple):
    """A board of a site: its addresses, its side, the options of its generator, and the text about it."""

    at: tuple[str, ...]
    size: int
    options: dict[str, Any]
    info: str


def _sized(*sizes: tuple[int, int, dict[str, Any], str]) -> tuple[Shown, ...]:
    """Boards by the parameter `size`: its value, the side, the generator's options and the text."""
    return tuple(Shown((f"/?size={number}",), side, options, info) for number, side, options, info in sizes)


def _stars(number: int, side: int, stars: int, how: str) -> tuple[int, int, dict[str, Any], str]:
    more = {"stars": stars} if stars > 1 else {}
    shapeless = {"shapeless": True} if how.startswith("Shapeless") else {}
    return number, side, {**more, **shapeless}, f"{side}x{side} / {stars}★ {how} Star Battle"


def _coloured(name: str, options: dict[str, Any], *sides: int) -> tuple[Shown, ...]:
    kind = "Binairo+" if name.endswith("plus") else "Binairo"
    large = [f"/monthly-{name}/"] if name.endswith("plus") else []  # Binairo has a larger one
    named = [
        Shown((f"/{name}-{n}x{n}-{how}/",), n, options, f"{n}x{n} {how.title()} {kind}")
        for n in sides
        for how in ("easy", "hard")
    ]
    return (
        *named,
        Shown((f"/daily-{name}/", *(["/"] if kind == "Binairo" else [])), 14, options, f"Special Daily {kind}"),
        Shown((f"/weekly-{name}/", *large), 20, options, f"Special Weekly {kind}"),
    )


#: By site: the game, the name of its script, and its boards.
SITES: dict[str, tuple[str, str, tuple[Shown, ...]]] = {
    "star-battle": (
        "queens",
        "starBattle",
        _sized(
            *(_stars(0, 5, 1, "Easy"), _stars(1, 6, 1, "Easy"), _stars(2, 6, 1, "Normal"), _stars(3, 8, 1, "Easy")),
            *(
                _stars(4, 8, 1, "Normal"),
                _stars(5, 10, 2, "Normal"),
                _stars(6, 10, 2, "Hard"),
                _stars(7, 14, 3, "Normal"),
            ),
            *(_stars(8, 14, 3, "Hard"), _stars(9, 17, 4, "Special Daily"), _stars(10, 21, 5, "Special Weekly")),
            *(_stars(11, 25, 6, "Special Monthly"), _stars(12, 6, 1, "Shapeless Easy"), _stars(13, 10, 2, "Shapeless")),
            _stars(14, 25, 6, "Shapeless Hard"),
        ),
    ),
    "shikaku": (
        "patches",
        "shikaku",
        _sized(
            *[
                (number, n, {"shapes": False}, f"{n}x{n} Shikaku")
                for number, n in ((5, 5), (0, 7), (1, 10), (2, 15), (3, 20), (4, 25))
            ],
            (6, 40, {"shapes": False}, "Special Weekly Shikaku"),
            (7, 30, {"shapes": False}, "Special Daily Shikaku"),
            (8, 50, {"shapes": False}, "Special Monthly Shikaku"),
        ),
    ),
    "binairo": (
        "tango",
        "binairo",
        (
            *_coloured("binairo", {"distinct": True}, 6, 8, 10, 14, 20),
            Shown(("/monthly-binairo/",), 30, {"distinct": True}, "Special Monthly Binairo"),
        ),
    ),
    "binairo-plus": ("tango", "binairo", _coloured("binairo-plus", {}, 6, 8, 10, 14, 20)),
    "sudoku": (
        "mini-sudoku",
        "sudoku",
        (
            *_sized((12, 4, {}, "4x4 Sudoku"), (13, 6, {}, "6x6 Sudoku")),
            Shown(tuple(f"/?size={level}" for level in range(6)), 9, {}, "9x9 Sudoku"),
            Shown(("/?size=7", "/?size=10", "/?size=11"), 16, {}, "16x16 Sudoku"),
            Shown(("/?size=9", "/daily-sudoku/"), 9, {}, "Special Daily Sudoku"),
        ),
    ),
}


def lines() -> Iterator[dict[str, Any]]:
    """Yield the lines of the file."""
    for site, (name, kind, boards) in SITES.items():
        game = GAMES[name]
        for number, shown in enumerate(boards, start=1):
            board = game.board.to_json(game.generator(**shown.options).make(Random(1800 + number), shown.size))  # noqa: S311  # no secret
            rows, cols = game.board.from_json(board).shape
            more = {key: board[key] for key in ("stars", "distinct", "box") if key in board}
            about = {
                "site": site,
                "at": list(shown.at),
                "game": name,
                "kind": kind,
                "title": shown.info,
                "info": shown.info,
            }
            place = {"id": 1_000_000 + 1_000 * number + rows, "width": cols, "height": rows, "size": number}
            yield {**about, **place, "more": more, "task": task_of(board)}


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
