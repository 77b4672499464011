"""Play the replica's games: its boards, its builds, and times that suit pages from files."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from player.boards.board_json import board_of
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.errors import PlayerError
from player.files import BOARDS, REPLICA
from player.games import GAMES
from player.playing import PlayRules
from player.playing.result import Result
from player.playing.walk import play
from tests.support.games.shared import ON_SITE

#: Pages from files answer at once: what does not come soon does not come.
QUICK = Times(load=10_000, quiet=300, shown=600, win=2_500)
#: For pages that are slow by a fault, and slower still on a busy machine; a page that is won at once loses no time.
PATIENT = replace(QUICK, load=12_000, shown=1_200, win=6_000)


Opener = Callable[..., GamePage]


def played(game: str, page: GamePage, **rules: Any) -> Result:
    """Play by the usual rules but for some."""
    result = Result(game)
    play(GAMES[game], page, result, lambda _stage: None, PlayRules(**rules))
    return result


def ended(game: str, page: GamePage, **rules: Any) -> Result:
    """Play as `played` does; an error is kept in the result."""
    result = Result(game)
    try:
        play(GAMES[game], page, result, lambda _stage: None, PlayRules(**rules))
    except PlayerError as error:
        result.failed(error)
    return result


def boards(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (BOARDS / f"{game}.jsonl").read_text().splitlines()]


GENERATIONS = ("ember", "sdui")


#: Each game on each build of its page: some games have one only.
ONLY = json.loads((REPLICA / "linkedin" / "routes.json").read_text(encoding="utf-8"))["only"]


BUILDS = [(game, build) for game in ON_SITE for build in GENERATIONS if ONLY.get(game, build) == build]


MEMBERS = [game for game, build in BUILDS if build == "sdui"]


def size_of(board: dict[str, Any]) -> tuple[int, int]:
    rows, cols = board_of(board)[1].shape
    return rows, cols


AMBIGUOUS = {"game": "zip", "rows": 5, "cols": 5, "numbers": [[0, 0], [4, 4]], "walls": []}


SMALL_ZIP = next(board for board in boards("zip") if board["rows"] == 5)


def of_size(game: str, *, same: bool) -> dict[str, Any]:
    """Another board than the first, of the same size or not, as it comes at midnight."""
    first, *rest = boards(game)
    board = next(board for board in rest if (size_of(board) == size_of(first)) == same)
    return {**board, "givens": []} if game == "queens" else board


#: The smallest boards: what goes wrong does so at any size.
SMALL = {
    "queens": next(board for board in boards("queens") if len(board["regions"]) == 6),
    "zip": next(board for board in boards("zip") if board["rows"] == 5),
    "tango": next(board for board in boards("tango") if board["size"] == 4),
    "mini-sudoku": next(board for board in boards("mini-sudoku") if board["box"] == [2, 2]),
    "patches": next(board for board in boards("patches") if board["rows"] == 5),
    "wend": next(board for board in boards("wend") if len(board["grid"]) == 5),
}
