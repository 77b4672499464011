"""The walk on the replica: every game is read right, proved, played and won, and nothing leaves the machine."""

from typing import Any

import pytest
from playwright.sync_api import Page, Request  # noqa: TID251

from player.browser.page.observation import ExpectedMarks
from player.browser.selectors.schema import SiteSelectors
from player.errors import BoardError
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.games.shared import ON_SITE
from tests.support.replica import AMBIGUOUS, BUILDS, ONLY, Opener, boards, played, size_of
from tests.support.seen import board_of


@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_game_is_won_by_the_page_own_word(open_replica: Opener, game: str, generation: str) -> None:
    result = played(game, open_replica(game, generation=generation))
    assert (result.outcome, result.exit, result.confirmed) == ("solved", 0, "results")
    assert result.generation == generation
    assert set(result.chosen.values()) == {0}, "the first alternative of each field is believed"
    assert set(result.ms) == {"load", "read", "solve", "play", "verdict"}
    assert result.clicks == result.moves > 0


@pytest.mark.full
@pytest.mark.parametrize(
    ("generation", "screen"), [("ember", "GamePlayGuestDesktopPage"), ("sdui", "GamePlayDesktopPage")]
)
def test_guests_get_the_same_patches_page_under_another_name(
    open_replica: Opener, page: Page, generation: str, screen: str
) -> None:
    assert open_replica("patches", generation=generation).open().generation == "sdui"
    assert page.locator(f'[data-sdui-screen$=".{screen}"]').count() == 1


def test_the_board_read_is_the_board_shown_with_two_queens_given(open_replica: Opener) -> None:
    shown = boards("queens")[0]
    look = board_of(open_replica("queens").open())
    board = GAMES["queens"].board.to_json(GAMES["queens"].play.read(look.snapshot))
    assert board["regions"] == shown["regions"]
    assert board["givens"] == sorted(shown["solution"])[:2]


def one_of_each_size() -> list[dict[str, Any]]:
    found = [board for game in ON_SITE for board in boards(game)]
    sizes = {(board["game"], size_of(board)): board for board in found}
    return [board for (_, (size, _)), board in sizes.items() if size not in {7, 8}]  # the other tests play these


@pytest.mark.full
@pytest.mark.parametrize("board", one_of_each_size(), ids=lambda board: board["id"])
def test_boards_of_every_size_are_read_right_and_won(open_replica: Opener, board: dict[str, Any]) -> None:
    game = GAMES[board["game"]]
    result = played(game.name, open_replica(game.name, board=board))
    assert result.outcome == "solved"
    read, shown = game.board.to_json(result.board), game.board.to_json(game.board.from_json(board))
    if board["game"] == "queens":  # the page gives some queens
        read["givens"] = shown["givens"] = []
    assert read == shown
    assert result.proof is not None
    assert game.board.solution_to_json(result.proof.solution) == board["solution"]


@pytest.mark.full
@pytest.mark.parametrize("game", ON_SITE)
def test_not_one_request_leaves_the_machine(open_replica: Opener, page: Page, game: str, site: SiteSelectors) -> None:
    answered: list[Request] = []
    page.on("requestfinished", lambda request: answered.append(request))  # noqa: PLW0108  # it sets attributes on it
    played(game, open_replica(game))
    assert {url for url in (request.url for request in answered) if url.startswith(f"{site.origin}/")}
    assert [request.url for request in answered if (response := request.response()) and response.server_addr()] == []
    noise = [request for request in answered if request.url == "https://li.protechts.net/"]
    assert game in ONLY or noise, "the noise of the real page is there, and goes nowhere"
    assert {response.body() for request in noise if (response := request.response())} <= {b""}


def test_a_board_is_read_in_one_wait(open_replica: Opener, trips: list[str]) -> None:
    opened = open_replica("zip")
    board_of(opened.open())
    assert trips.count("Runtime.callFunctionOn") == 2, "one wait for Start, one for the board"
    nothing = ExpectedMarks("filled", {})
    board_of(opened.performer.perform([], board_of(opened.open()), nothing, wins=False, patience=1).look)


def test_of_coming_moves_only_their_cells_are_looked_at_for_covers(open_replica: Opener) -> None:
    opened = open_replica("queens")
    look = board_of(opened.open())
    some, last = 9, len(look.points) - 1
    now = board_of(opened.reader.now(coming=[some]))
    assert [point[:2] for point in now.points] == [point[:2] for point in look.points]
    three_over_all = {0, len(look.points) // 2, last}
    assert {number for number, point in enumerate(now.points) if point.free} == {some, *three_over_all}


IMPOSSIBLE = {"game": "zip", "rows": 5, "cols": 5, "numbers": [[0, 1], [4, 4]], "walls": []}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "reason"), [(AMBIGUOUS, "two solutions"), (IMPOSSIBLE, "no solution")], ids=["two", "none"]
)
def test_a_board_without_just_one_solution_is_not_touched(
    open_replica: Opener, page: Page, board: dict[str, Any], reason: str
) -> None:
    opened = open_replica("zip", board=board)
    result = Result("zip")
    with pytest.raises(BoardError, match=reason):
        play(GAMES["zip"], opened, result, lambda _stage: None)
    assert result.board is not None, "it is printed"
    assert result.proof is not None, "it is on record"
    assert page.frames[1].locator(".trail-cell--filled").count() == 1
    assert page.frames[1].locator('[data-control-btn="undo"]').is_disabled()


@pytest.mark.full
def test_a_stage_is_reported_before_it_begins(open_replica: Opener) -> None:
    reported: list[str] = []
    play(GAMES["zip"], open_replica("zip"), Result("zip"), reported.append)
    assert reported == ["load", "read", "solve", "play", "verdict"]
