"""A simulated year: its calendar has all changes and both clocks' changes, and its judge finds what is planted."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest

from player.boards.board_json import board_of
from player.browser.selectors.loader import load
from player.days import puzzle_day
from player.errors import BoardError
from player.files import REPLICA, SELECTORS
from player.games import GAMES
from player.nightly.history import History, Key
from player.proof import prove
from tests.bench.year import almanac, judge
from tests.bench.year.almanac import SITES, deploys, nights, several, start_of
from tests.bench.year.at import moved
from tests.bench.year.figures import page
from tests.bench.year.judge import GameNight, Row, of_archive, of_earlier, of_games, of_growth, of_history, rows_in
from tests.bench.year.nights import Pace, Year, kills_of, megabytes, selectors
from tests.bench.year.pages import deployed, serving
from tests.gym.server import REPORT

BOARD: dict[str, Any] = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}
SOLUTION = [[0, 0], [0, 1], [1, 1], [1, 0]]


def night(day: int = 1, **more: Any) -> GameNight:
    """A night of Zip that is won, as it should be."""
    first = {"site": "east", "game": "zip", "day": f"2027-05-{day:02}", "codes": frozenset({0}), "is_first": False}
    ended = {"won": True, "outcome": "solved", "exit": 0, "board": {**BOARD, "solution": SOLUTION}}
    return GameNight(**{**first, **ended, **more})


def row(one: GameNight, **more: Any) -> Row:
    return replace(Row(one.key, one.outcome, one.exit, is_open=False, board=BOARD, solution=SOLUTION), **more)


# The calendar


@pytest.mark.parametrize("days", [12, 365])
def test_a_year_has_all_changes_however_short_it_is(days: int) -> None:
    plan = [*deploys(3, days, almanac.BEGINS)]
    assert {one.form for one in plan} == {"letters", "hex"}
    assert [form for form, _ in _turns(one.form for one in plan)] == ["hex", "letters"]
    assert [build for build, _ in _turns(one.build for one in plan)] == ["sdui", "ember", "sdui", "ember"]
    assert len(_turns(one.wrapper for one in plan)) == 12
    assert sum(one.breaks for one in plan) == 4, "three quarters, and the role of the cells"
    assert len({one.names for one in plan}) == len(plan)


def _turns(values: Any) -> list[tuple[Any, int]]:
    found: list[tuple[Any, int]] = []
    for value in values:
        if not found or found[-1][0] != value:
            found.append((value, 0))
    return found


def test_the_nights_of_a_seed_are_the_same_and_those_of_another_are_not() -> None:
    one, again, other = (
        [(each.at, each.server, each.faults) for of_day in nights(seed, 9) for each in of_day] for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_each_night_begins_on_its_day_also_where_a_clock_changes() -> None:
    changes = 0
    for of_day in nights(1, 365):
        for one in of_day:
            assert puzzle_day(one.site.zone, one.at) == one.day.isoformat()
            changes += almanac.changes_clock(one.day, one.site.zone)
    assert changes == 2 * len(SITES)


def test_a_night_may_begin_in_an_hour_that_is_left_out_or_comes_twice() -> None:
    class Draw:
        def __init__(self, fold: int) -> None:
            self.randrange = lambda _: fold

    zone = ZoneInfo("America/Los_Angeles")
    spring = start_of(date(2027, 3, 14), zone.key, Draw(0))  # type: ignore[arg-type]
    assert f"{spring.astimezone(zone):%d %H:%M}" == "14 03:30", "there is no 02:30 on that day"
    first, second = (start_of(date(2027, 10, 31), "Europe/Berlin", Draw(fold)) for fold in (0, 1))  # type: ignore[arg-type]
    assert (second - first).total_seconds() == 3600


@pytest.mark.parametrize("game", almanac.SIZES)
def test_a_board_with_several_solutions_is_one_that_no_proof_takes(game: str) -> None:
    with pytest.raises(BoardError):
        assert prove(*board_of(several(game))).solution


def test_a_sudoku_with_several_solutions_has_a_given_as_all_pages_have() -> None:
    assert any(map(any, several("mini-sudoku")["givens"]))


@pytest.mark.full
def test_boards_grow_through_the_week() -> None:
    boards = [almanac.board_on("queens", date(2027, 5, 3 + day), 1) for day in range(7)]
    assert [len(board["regions"]) for board in boards] == [*almanac.SIZES["queens"]]
    for board in boards:
        found, made = board_of(board)
        assert found.board.to_json(made) == GAMES["queens"].board.to_json(made)


@pytest.mark.parametrize("wrapper", range(1, almanac.WRAPPERS))
def test_each_deploy_changes_the_files_that_it_is_about(wrapper: int) -> None:
    words = almanac.WORDS
    deploy = replace(
        next(deploys(1, 12, almanac.BEGINS)), wrapper=wrapper, renames=almanac.renamed(3, words, role=True)
    )

    def text(name: str) -> str:
        return deployed(name, (REPLICA / "linkedin" / name).read_text(encoding="utf-8"), deploy)

    assert "Math.random" not in text("sdui-hashes.js")
    assert text("attach.js").count("new window.Round") == 1
    assert "wrap" in text("attach.js") or "insertAdjacentHTML" in text("attach.js")
    assert 'role="gridcell"' in text("ember-queens.js")
    assert "data-cell-idx" not in text("sdui-queens.js")
    assert "data-testid" not in text("sdui-queens.html")


def test_the_selectors_of_the_year_are_the_shipped_ones_at_its_sites(tmp_path: Path) -> None:
    with serving() as server:
        file = tmp_path / "year.yaml"
        file.write_text(selectors(server), encoding="utf-8")
        found, shipped = load(file), load(SELECTORS).site("linkedin")
        assert list(found.sites) == [site.name for site in SITES]
        for site in SITES:
            assert found.site(site.name).timezone == site.zone
            assert tuple(found.site(site.name).games) == site.games
            for game in site.games:
                origin = server.origin(site.name)
                assert found.site(site.name).games[game].url == f"{origin}/games/{game}/"
                assert found.site(site.name).games[game].pages == shipped.games[game].pages


def test_a_page_of_the_year_has_the_script_that_reports_and_no_solution() -> None:
    first = next(nights(1, 12))[0]
    with serving() as server:
        scene = server.show(replace(first, server=almanac.NONE))
        scene.begin()
        status, _, body = server.answer("west.localhost", "/games/queens/")
        assert status == 200
        assert b"gym.js?queens" in body
        assert b'"solution"' not in body
        _, _, script = server.answer("west.localhost", "/replica/gym.js?queens")
        assert scene.secrets["queens"].encode() in script
        told = quote(
            json.dumps({"secret": "guessed", "from": "1", "number": 1, "inputs": 1, "won": True, "ours": True})
        )
        assert server.answer("west.localhost", f"{REPORT}?{told}")[0] == 403
        assert not scene.won("queens")
        told = told.replace("guessed", scene.secrets["queens"])
        assert server.answer("west.localhost", f"{REPORT}?{told}")[0] == 204
        assert scene.won("queens")
        assert not scene.won("mini-sudoku")


@pytest.mark.parametrize(
    ("server", "answers"),
    [("503 once", [503, 200]), ("429", [429, 429]), ("sign-in", [302, 302]), ("empty", [200, 200])],
)
def test_a_server_in_trouble_is_so_as_often_as_its_fault_says(server: str, answers: list[int]) -> None:
    fault = next(one for one in almanac.OF_NIGHTS if one.server == server)
    first = replace(next(nights(1, 12))[0], server=fault)
    with serving() as pages:
        pages.show(first).begin()
        assert [pages.answer("west.localhost", "/games/queens/")[0] for _ in answers] == answers


# The clock


def test_only_the_players_clock_is_moved_and_it_goes_on() -> None:
    moment = datetime.fromisoformat("2027-03-14T10:30:00+00:00")
    clock = moved(moment)
    first, second = clock.now(moment.tzinfo), clock.now(moment.tzinfo)
    assert 0 <= (first - moment).total_seconds() < 60
    assert second >= first


# The judge


def test_a_right_year_is_right() -> None:
    games = [
        night(1),
        night(2, is_first=True, outcome="unreadable", exit=76, won=False),
        night(3),
        night(4, codes=frozenset({75}), outcome="unavailable", exit=75, won=False),
        night(5, codes=frozenset({77}), outcome="unplayed", exit=None, won=False),
        night(6, is_first=True, by_picture=True),
        night(7),
    ]
    assert [*of_games(games)] == []
    assert [*of_history(games, [row(one) for one in games if one.outcome != "unplayed"])] == []


PLANTED: dict[str, list[GameNight]] = {
    "false win": [night(won=False)],
    "a win that is not reported": [night(outcome="unconfirmed", exit=1, codes=frozenset({1}))],
    "wrong code": [night(outcome="unavailable", exit=75, won=False)],
    "wrong code: zip of east on 2027-05-01, solved": [night(codes=frozenset({65}))],
    "not repaired by the next night": [
        night(1, is_first=True, outcome="unreadable", exit=76, won=False),
        night(2, outcome="unreadable", exit=76, won=False),
    ],
    "not repaired by the next night: zip of east on 2027-05-02, solved": [
        night(1, is_first=True, by_picture=True),
        night(2, by_picture=True),
    ],
    "not repaired by the next night: zip of east on 2027-05-01": [night(1, by_picture=True)],
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_in_the_results_is_found(what: str) -> None:
    assert any(line.startswith(what) for line in of_games(PLANTED[what]))


HISTORIES: dict[str, Callable[[list[Row]], list[Row]]] = {
    "lost from the history": lambda rows: rows[1:],
    "left open": lambda rows: [replace(rows[0], is_open=True), *rows[1:]],
    "another end": lambda rows: [replace(rows[0], outcome="failed", exit=70), *rows[1:]],
    "another board": lambda rows: [replace(rows[0], solution=SOLUTION[:-1]), *rows[1:]],
    "nobody played": lambda rows: [*rows, replace(rows[0], key=("east", "zip", "2027-05-30"))],
}


@pytest.mark.parametrize("what", HISTORIES)
def test_what_is_planted_in_the_history_is_found(what: str) -> None:
    games = [night(1), night(2)]
    found = [*of_history(games, HISTORIES[what]([row(one) for one in games]))]
    assert len(found) == 1
    assert what in found[0]


def test_what_a_kill_takes_from_the_history_is_found() -> None:
    before = [row(night(1)), row(night(2))]
    assert [*of_earlier(before, before)] == []
    assert [*of_earlier(before, before[1:])] == ["lost from the history by a kill: east zip 2027-05-01"]
    assert [*of_earlier(before, [before[0], replace(before[1], outcome="unavailable")])]


def test_the_rows_of_a_history_are_read_without_the_player(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    with History(file) as history:
        history.started(Key("east", "guest", "zip", "2027-05-01"), "run")
        record = {"outcome": "solved", "exit": 0, "board": BOARD, "solution": SOLUTION}
        history.finished(Key("east", "guest", "zip", "2027-05-01"), record)
        history.started(Key("east", "guest", "zip", "2027-05-02"), "run")
    first, second = rows_in(file)
    assert first == row(night(1))
    assert second.is_open
    file.write_bytes(file.read_bytes()[:5000])
    with pytest.raises((ValueError, sqlite3.DatabaseError)):
        rows_in(file)
    with closing(sqlite3.connect(tmp_path / "empty")), pytest.raises(sqlite3.DatabaseError):
        rows_in(tmp_path / "empty")


def test_what_an_archive_lacks_is_found(tmp_path: Path) -> None:
    files = ["index.html", "days/2027-05-01.html", "boards/0123.html"]
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "player-archive.json").write_text(json.dumps({"files": {name: {} for name in files}}))
    rows = [row(night(1))]
    assert [*of_archive(tmp_path, rows)] == []
    assert [*of_archive(tmp_path, [*rows, row(night(2))])] == ["a day that the archive lacks: 2027-05-02"]
    other = replace(rows[0], board={**BOARD, "walls": [[[0, 0], [1, 0]]]})
    assert [*of_archive(tmp_path, [*rows, other])] == ["the archive has pages of 1 boards, the history has 2"]
    (tmp_path / "days/2027-05-01.html").rename(tmp_path / "strange.html")
    assert [line.partition(":")[0] for line in of_archive(tmp_path, rows)] == [
        "lost from the archive", "a strange file in the archive", "a day that the archive lacks",
    ]  # fmt: skip


def test_what_grows_without_bound_is_found() -> None:
    steady = [60.0 + night % 3 for night in range(100)]
    assert [*of_growth([steady], [5 + 0.05 * day for day in range(100)], 30)] == []
    assert [*of_growth([[60.0 + night for night in range(100)]], [5.0] * 100, 30)]
    assert [*of_growth([steady], [float(day) for day in range(100)], 30)]
    assert [*of_growth([steady], [5.0] * 100, judge.MOST_REPORTS + 1)]


def test_the_page_has_the_figures_and_what_is_wrong() -> None:
    year = Year(
        2, 12, nights=3, games=[night(1), night(2, codes=frozenset({65}), outcome="refused", exit=65, won=False)]
    )
    year.wrong["popups"] = 2
    text = page(year)
    assert "Nothing was wrong." in text
    assert "| refused with the right code | 1 (1 x 65) |" in text
    assert "2 (2 with *popups*)" in text
    assert "was not run" in text
    year.games.append(night(3, won=False))
    year.complain([*of_games(year.games)])
    assert "- false win: zip of east on 2027-05-03" in page(year)
    assert "| false wins | 1 |" in page(year)
    assert "was not run" not in page(Year(2, 365))


def test_kills_are_forty_in_a_year_and_some_in_a_few_days() -> None:
    assert [kills_of(days) for days in (1, 12, 365)] == [1, 4, 40]


def test_a_site_that_has_ended_is_waited_for_no_more() -> None:
    pace = Pace(SITES)
    for site in SITES[1:]:
        pace.ended(site.name)
    pace.reached(SITES[0].name, 300)


def test_a_folder_that_goes_while_others_are_measured_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept").write_bytes(bytes(2**19))
    (tmp_path / "old" / "night").mkdir(parents=True)
    assert megabytes(tmp_path) == 0.5
    listed = os.scandir

    def scandir(folder: Any) -> Any:
        if Path(folder).name == "night":
            Path(folder).rmdir()
        return listed(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    assert megabytes(tmp_path) == 0.5
