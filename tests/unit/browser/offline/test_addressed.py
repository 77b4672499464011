"""The replica with a board for each address: which board an address shows, and that no solution is on a page."""

import json

import pytest

from player.boards.board_json import board_of
from player.browser.offline import sources
from player.browser.offline.page_source import AddressedReplica, board_at
from player.browser.selectors.loader import load
from player.errors import InputMissing
from player.files import SELECTORS
from player.games import GAMES
from player.proof import prove
from tests.support.tasks import task_of

SITES = ("star-battle", "shikaku", "binairo", "binairo-plus", "sudoku")


def replica(site: str) -> AddressedReplica:
    pages = sources.replica_of(site, load(SELECTORS).site(site).origin, "ember")
    assert isinstance(pages, AddressedReplica)
    return pages


@pytest.mark.parametrize(
    ("address", "board"),
    [
        ("/?size=5", "small"),
        ("/?size=5&specific=1&specid=1234567", "small"),
        ("/?size=9", "daily"),
        ("/?size=7", "any"),
        ("/", "any"),
        ("/daily-plus", "plus"),
        ("/daily-plus/", "plus"),
        ("/nothing/", None),
    ],
)
def test_an_address_shows_the_board_with_most_of_its_parameters(address: str, board: str | None) -> None:
    addresses = {"small": ["/?size=5"], "daily": ["/?size=9"], "any": ["/"], "plus": ["/daily-plus/"]}
    boards = [{"name": name, "at": at} for name, at in addresses.items()]
    found = board_at(boards, f"https://site.example{address}")
    assert (found["name"] if found else None) == board


@pytest.mark.parametrize("site", SITES)
def test_each_site_answers_its_own_addresses_and_no_others(site: str) -> None:
    there, pages = load(SELECTORS).site(site), replica(site)
    (game,) = there.games
    assert pages.has(game)
    assert pages.saved(game) is None
    kind, body = pages.answer(there.games[game].url) or ("", b"")
    assert kind.startswith("text/html")
    assert b"var task = '" in body
    assert b"{{" not in body
    assert pages.answer("https://elsewhere.example/?size=5") is None
    assert pages.answer(f"{there.origin}/replica/../routes.json") is None
    script = pages.answer(f"{there.origin}/replica/engine.js")
    assert script is not None
    assert script[0].endswith("javascript")


def test_a_puzzle_has_the_number_that_was_asked_for() -> None:
    pages = replica("star-battle")
    _, body = pages.answer("https://www.puzzle-star-battle.com/?size=5&specific=1&specid=1234567") or ("", b"")
    assert b'<span id="puzzleID">1,234,567</span>' in body


def test_a_game_that_the_site_has_not_is_refused() -> None:
    with pytest.raises(InputMissing, match="holds no page of Zip"):
        replica("sudoku").require("zip")
    with pytest.raises(InputMissing, match="no replica of 'nowhere'"):
        sources.replica_of("nowhere", "https://nowhere.example", "ember")


def test_the_code_of_a_task_is_that_of_the_sites() -> None:
    """A pair of a task and its only solution: a code that is known from elsewhere."""
    task = "1,2,2,2,3,1,4,4,4,3,1,3,3,3,3,1,1,1,5,5,1,1,5,5,5"
    rows = [[int(region) for region in task.split(",")[row : row + 5]] for row in range(0, 25, 5)]
    game, board = board_of({"game": "queens", "regions": rows})
    assert task_of(game.board.to_json(board)) == task
    assert [queen.col for queen in prove(game, board).solution] == [3, 1, 4, 0, 2]


def test_runs_and_gaps_are_letters() -> None:
    tango = {"game": "tango", "size": 6, "givens": [[0, 0, "sun"], [5, 5, "moon"]]}
    assert task_of(tango) == "0zh1"
    signs = [[[0, 0], [0, 1], "equal"], [[0, 0], [1, 0], "cross"], [[0, 1], [0, 2], "cross"]]
    assert task_of({**tango, "edges": signs}) == "0zh1|9_2zh"
    patches = {"game": "patches", "rows": 2, "cols": 3, "clues": [[0, 0, "any", 2], [0, 1, "any", 4]]}
    assert task_of(patches) == "2_4d"


def test_the_boards_of_the_replica_are_what_their_lines_say() -> None:
    lines = [json.loads(line) for line in (replica("sudoku").folder / "boards.jsonl").read_text("utf-8").splitlines()]
    assert {line["site"] for line in lines} == set(SITES)
    assert all(GAMES[line["game"]] and "solution" not in line for line in lines)
    assert {(line["width"], line["more"]["stars"]) for line in lines if line["site"] == "star-battle"} >= {
        (5, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6)
    }  # fmt: skip
