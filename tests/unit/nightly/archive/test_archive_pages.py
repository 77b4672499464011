"""The pages of an archive: what they show, and what they keep to themselves."""

import json
import re
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from player.errors import CannotCreate
from player.explanations.explanation import Difficulty
from player.explanations.steps import Mark
from player.files import REPLICA
from player.games import GAMES
from player.games.grid import Cell
from player.nightly.archive.board_page import engines, scripts, shown
from player.nightly.archive.site import days_of, in_words, months_of
from player.nightly.statistics import longest
from tests.support.archives import SMALL, SOLVED, TODAY, built, first_board, page_of, row


def text_of(page: Path) -> str:
    """Return the text of a page, without markup."""
    html = re.sub(r"<(script|svg).*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def played(page: Path) -> dict[str, Any]:
    """Return the board that the page plays."""
    (found,) = re.findall(
        r'<script type="application/json" id="board">(.*?)</script>', page.read_text(encoding="utf-8")
    )
    data: dict[str, Any] = json.loads(found)
    return data


def test_an_empty_history_is_an_archive_that_says_so(tmp_path: Path) -> None:
    built(tmp_path / "a")
    assert "No game is in the history yet." in text_of(tmp_path / "a" / "index.html")
    assert not (tmp_path / "a" / "boards").exists()


def test_a_board_has_a_page_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    graded = row(SMALL, SOLVED, difficulty=Difficulty(2.26), timer=4.0, attempts=2)
    built(tmp_path / "a", graded)
    html = page_of(tmp_path / "a", "zip").read_text(encoding="utf-8")
    says = text_of(page_of(tmp_path / "a", "zip"))
    assert "Zip, 2 by 2" in says
    assert "easy 2.3" in says
    assert "day outcome time page's timer tries 2026-03-09 solved 1.25 s 4 s 2" in says
    assert "Draw one path that visits each cell exactly once." in says
    assert "the path: row 1, column 1; row 1, column 2; row 2, column 2; row 2, column 1" in says
    assert re.search(r"<details[^>]*>\s*<summary>Solution</summary>", html)
    assert re.search(r'<details class="part" id="steps">\s*<summary>Explanation, step by step</summary>', html)
    assert html.count("<svg") == 4, "the sign of the header, too"
    assert played(page_of(tmp_path / "a", "zip"))["board"] == SMALL
    assert 'aria-label="boards"' not in html, "there is no other board to turn to"


def test_a_board_without_a_known_solution_is_solved_and_graded_if_it_has_one(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, outcome="unconfirmed"))
    says = text_of(page_of(tmp_path / "a", "zip"))
    assert "day outcome time 2026-03-09 played, and not confirmed by its page" in says
    assert re.search(r"Difficulty: easy \d\.\d", says)
    assert "Solution" in says


def test_a_board_with_two_solutions_has_neither_solution_nor_explanation(tmp_path: Path) -> None:
    board = {"game": "tango", "size": 2, "givens": [], "edges": []}
    built(tmp_path / "a", row(board, outcome="refused"))
    says = text_of(page_of(tmp_path / "a", "tango"))
    assert "There is no explanation: the board has two solutions or more" in says
    assert "Solution" not in says
    assert "board refused" in says
    assert "Its difficulty was not measured." in says


def test_no_frame_of_a_step_covers_a_wall_or_a_number(tmp_path: Path) -> None:
    built(tmp_path, row(*first_board("zip")))
    steps = page_of(tmp_path, "zip").read_text(encoding="utf-8").partition('id="steps"')[2]
    for drawn in ("lit", "settled"):
        assert 0 < steps.rindex(f'class="{drawn}"') < min(steps.rindex('class="wall"'), steps.rindex('class="disc"'))


def test_a_solution_that_breaks_a_rule_is_not_shown(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, [[0, 0], [1, 0], [1, 1], [0, 1]]))
    assert "row 2, column 2; row 2, column 1" in text_of(page_of(tmp_path / "a", "zip"))


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ({"game": "kakuro", "grid": []}, "unknown game 'kakuro' in the board"),
        ({"game": "zip", "rows": 2}, "This board can't be shown:"),
        ({"game": "zip", **{key: value for key, value in SMALL.items() if key != "game"}, "holes": []}, "unknown key"),
    ],
)
def test_a_board_that_this_version_does_not_know_has_a_page_that_says_so(
    tmp_path: Path, board: dict[str, Any], says: str
) -> None:
    built(tmp_path / "a", row(board))
    page = page_of(tmp_path / "a", str(board["game"]))
    assert says in text_of(page)
    assert "<script" not in page.read_text(encoding="utf-8")


def test_games_without_a_board_are_on_the_page_of_their_day(tmp_path: Path) -> None:
    outcomes = ["failed", "refused", "unreadable", "unavailable", "signin", "unplayed", None, "of a later version"]
    built(tmp_path / "a", *(row(game=f"game {number}", outcome=one) for number, one in enumerate(outcomes)))
    says = text_of(tmp_path / "a" / "days" / "2026-03-09.html")
    for number, words in enumerate(
        ["failed", "board refused", "page not understood", "page out of reach", "sign-in needed", "not played"]
    ):
        assert f"Game {number} {words}" in says
    assert "Game 6 not finished" in says
    assert "Game 7 of a later version" in says
    assert "0/8" in text_of(tmp_path / "a" / "index.html")


def test_days_lead_to_the_played_days_around_them_and_years_to_each_other(tmp_path: Path) -> None:
    built(tmp_path / "a", row(day="2025-12-30"), row(day="2026-01-02"), row(day="2026-01-09"))
    day = (tmp_path / "a" / "days" / "2026-01-02.html").read_text(encoding="utf-8")
    assert 'href="2025-12-30.html" rel="prev"' in day
    assert 'href="2026-01-09.html" rel="next"' in day
    index = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")
    assert "January 2026" in index
    assert 'href="months/2025-12.html" rel="prev"' in index
    assert "December 2025" in (tmp_path / "a" / "months" / "2025-12.html").read_text(encoding="utf-8")
    assert 'href="years/2025.html"' in index
    assert "December 2025" in (tmp_path / "a" / "years" / "2025.html").read_text(encoding="utf-8")


def test_boards_lead_to_those_of_the_same_game_around_them(tmp_path: Path) -> None:
    tango, solution = first_board("tango")
    marks = {day: f"{day}".ljust(64, "0") for day in (7, 8, 9)}
    rows = [row(SMALL, SOLVED, day=f"2026-03-0{day}", mark=mark) for day, mark in marks.items()]
    built(tmp_path / "a", *rows, row(tango, solution, day="2026-03-10", outcome="failed"), publish=True)
    middle = (tmp_path / "a" / "boards" / f"{marks[8][:16]}.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]+)" rel="(prev|next)"', middle) == [
        (f"{marks[7][:16]}.html", "prev"),
        (f"{marks[9][:16]}.html", "next"),
    ]
    last = (tmp_path / "a" / "boards" / f"{marks[9][:16]}.html").read_text(encoding="utf-8")
    assert 'rel="next"' not in last


def test_months_and_days_show_each_board_as_a_small_picture_without_its_solution(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED), row({"game": "unknown"}, outcome="failed"))
    name = page_of(tmp_path / "a", "zip").with_suffix(".svg")
    assert 'class="path"' not in name.read_text(encoding="utf-8")
    assert 'viewBox="26 26 128 128"' in name.read_text(encoding="utf-8")
    for page in ("index.html", "months/2026-03.html", "days/2026-03-09.html"):
        text = (tmp_path / "a" / page).read_text(encoding="utf-8")
        assert f"boards/{name.name}" in text, page
    month = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")
    assert 'alt="Zip, solved"' in month
    assert 'class="missed"><img' in month
    assert "?</text>" in page_of(tmp_path / "a", "unknown").with_suffix(".svg").read_text(encoding="utf-8")


def test_streaks_are_a_picture_of_days(tmp_path: Path) -> None:
    days = [row(day=f"2026-03-{day:02}", outcome="failed" if day == 7 else "solved") for day in (6, 7, 8, 9, 10)]
    built(tmp_path / "a", *days)
    (streak,) = re.findall(r"<svg viewBox.*?</svg>", (tmp_path / "a" / "index.html").read_text("utf-8"), re.DOTALL)[1:]
    assert 'aria-label="Queens: 3 won in a row, 4 of 5 in all"' in streak
    kinds = [streak.count(f'class="{kind}"') for kind in ("won", "row", "lost", "free")]
    assert kinds == [4, 3, 1, 55]


def test_all_links_lead_to_pages_of_the_archive(tmp_path: Path) -> None:
    root = tmp_path / "a"
    built(root, row(SMALL, SOLVED), row(day="2025-01-01"), row({"game": "unknown"}))
    for page in root.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), (page, link)


def test_several_sites_and_accounts_are_named_and_one_is_not(tmp_path: Path) -> None:
    built(tmp_path / "one", row(SMALL, SOLVED))
    assert "guest" not in text_of(tmp_path / "one" / "days" / "2026-03-09.html")
    rows = [row(SMALL, SOLVED), row(SMALL, SOLVED, account="me"), row(SMALL, SOLVED, site="other")]
    built(tmp_path / "many", *rows)
    says = text_of(tmp_path / "many" / "days" / "2026-03-09.html")
    for name in ("Zip (linkedin, guest)", "Zip (linkedin, me)", "Zip (other, guest)"):
        assert name in says
    index = text_of(tmp_path / "many" / "index.html")
    assert "The days of linkedin are those of America/Los_Angeles. The days of other are those of UTC." in index
    assert len([*(tmp_path / "many" / "boards").glob("*.html")]) == 1


def test_a_private_archive_says_so_on_each_page_and_to_robots_and_git(tmp_path: Path) -> None:
    root = tmp_path / "a"
    built(root, row(SMALL, SOLVED))
    for page in root.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert "<b>Private.</b>" in html, page
        assert '<meta name="robots" content="noindex' in html, page
    assert (root / ".gitignore").read_text() == "*\n"
    assert "Disallow: /" in (root / "robots.txt").read_text()


def test_a_published_archive_names_no_account_and_keeps_no_guard(tmp_path: Path) -> None:
    root = tmp_path / "a"
    built(root, row(SMALL, SOLVED))
    built(root, row(SMALL, SOLVED), row(SMALL, SOLVED, account="jane.doe"), publish=True)
    for page in root.rglob("*"):
        assert page.is_dir() or b"jane.doe" not in page.read_bytes(), page
    assert "Zip (linkedin, profile 1)" in text_of(root / "index.html")
    assert "Private" not in text_of(root / "index.html")
    assert not (root / ".gitignore").exists()
    assert not (root / "robots.txt").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("day", "each", "withheld"),
    [
        ("2026-03-10", "day", True),
        ("2026-03-09", "day", False),
        ("2026-03-09", "week", True),
        ("2026-03-02", "week", False),
        ("2026-03-01", "month", True),
    ],
)
def test_the_solution_of_a_board_that_is_still_played_is_not_published(
    tmp_path: Path, day: str, each: str, withheld: bool
) -> None:
    root = tmp_path / "a"
    built(root, row(SMALL, SOLVED, day=day, each=each), publish=True)
    assert ("Solution" not in text_of(page_of(root, "zip")).replace("Its solution", "")) is withheld
    assert ("still played on its site" in text_of(page_of(root, "zip"))) is withheld
    assert '"solution"' not in page_of(root, "zip").read_text(encoding="utf-8")
    built(root, row(SMALL, SOLVED, day=day, each=each))
    assert "Solution" in text_of(page_of(root, "zip"))


def test_the_day_of_each_site_decides(tmp_path: Path) -> None:
    built(
        tmp_path / "a",
        row(SMALL, SOLVED, day="2026-03-10"),
        publish=True,
        today=lambda site: date(2026, 3, 11 if site == "linkedin" else 10),
    )
    assert "still played" not in text_of(page_of(tmp_path / "a", "zip"))


def test_a_second_build_explains_no_board_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(SMALL, SOLVED)]
    built(tmp_path / "a", *rows)
    again = built(tmp_path / "a", *rows)
    assert (again.written, again.removed) == (0, 0)
    monkeypatch.setattr("player.nightly.archive.board_page.prove", None)
    more = built(tmp_path / "a", *rows, row(day="2026-03-10"))
    pages = {"index.html", "years/2026.html", "months/2026-03.html", "days/2026-03-09.html", "days/2026-03-10.html"}
    assert more.written == len(pages)


def test_the_page_of_a_board_that_left_the_history_is_removed(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED), row({"game": "unknown"}))
    assert built(tmp_path / "a", row(SMALL, SOLVED)).removed == 2, "the page, and its thumbnail"
    assert not page_of(tmp_path / "a", "unknown").exists()


def test_texts_of_the_history_are_escaped(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\x1b[31m\x9b\u202e\u2066"
    built(
        tmp_path / "a", row(game=evil, outcome=evil, site=evil), row({"game": evil}), row(SMALL, SOLVED, account=evil)
    )
    for page in (tmp_path / "a").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text, page
        assert not re.search("[\x1b\x9b\u202e\u2066]", text), page


@pytest.mark.parametrize("mark", ["sha256:../../evil", "../..", "sha256:a\\b"])
def test_no_page_is_written_outside_the_folder(tmp_path: Path, mark: str) -> None:
    with pytest.raises(CannotCreate, match="is no name of a page: the history is damaged"):
        built(tmp_path / "in" / "a", row(SMALL, SOLVED, fingerprint=mark))
    assert not [path for path in tmp_path.rglob("*.html") if not path.is_relative_to(tmp_path / "in" / "a")]


@pytest.mark.slow
@pytest.mark.parametrize("solution", [5, {"a": 1}, [[0]], [[[[]]]], "\x1b", [[10**9, 0]], [[0.5, 0]] * 4])
def test_a_damaged_solution_is_not_shown(tmp_path: Path, solution: object) -> None:
    built(tmp_path / "a", row(SMALL, solution))
    assert "row 2, column 2; row 2, column 1" in text_of(page_of(tmp_path / "a", "zip"))


@pytest.mark.slow
@pytest.mark.parametrize("board", [{"game": ["zip"]}, {"game": {}}, {}, {"game": "zip", "rows": [[]]}, {"game": None}])
def test_a_damaged_board_has_a_page_that_says_so(tmp_path: Path, board: dict[str, object]) -> None:
    built(tmp_path / "a", replace(row(SMALL, SOLVED), board=board))
    assert "Solution" not in text_of(page_of(tmp_path / "a", "zip"))


def test_each_game_has_an_engine_of_the_replica() -> None:
    assert engines().keys() <= GAMES.keys()
    for name, content in scripts().items():
        if name.startswith("assets/replica/"):
            assert content == (REPLICA / name.removeprefix("assets/replica/")).read_bytes()
    assert {name for engine in engines().values() for name in engine.scripts} == scripts().keys()


def test_words_are_judged_by_their_hashes(tmp_path: Path) -> None:
    board, solution = first_board("wend")
    built(
        tmp_path / "a", row(board, solution, day=str(TODAY)), publish=True
    )  # without an explanation, which takes time
    data = played(page_of(tmp_path / "a", "wend"))
    assert len(data["accepted"]) == len(solution)
    assert all(re.fullmatch(r"[0-9a-f]{8}", one) for one in data["accepted"])
    built(tmp_path / "b", row(board, None, day=str(TODAY)), publish=True)
    assert played(page_of(tmp_path / "b", "wend"))["accepted"] is None


def test_a_mark_on_the_board_hides_what_was_noted_before_in_its_cells() -> None:
    noted, put, beside = (
        Mark("no-number", (Cell(0, 0),), "2"),
        Mark("number", (Cell(0, 0),), "1"),
        Mark("cross", (Cell(1, 1),)),
    )
    assert [one[:2] for one in shown({1: [noted, beside], 2: [], 3: [put]})] == [(1, 3), (1, 4), (3, 4)]


# The calendar


def test_a_year_has_its_months_from_the_first_to_the_last_game() -> None:
    days = days_of([row(day="2025-12-31"), row(day="2026-03-01", outcome="failed"), row(day="2026-01-31")])
    assert [*days] == [date(2025, 12, 31), date(2026, 1, 31), date(2026, 3, 1)]
    assert [name for name, *_ in months_of(2025, days)] == ["December 2025"]
    assert [name for name, *_ in months_of(2026, days)] == ["January 2026", "February 2026", "March 2026"]


@pytest.mark.parametrize(
    ("outcomes", "kind", "count"),
    [
        (["solved", "already"], "all", "2/2"),
        (["solved", "unconfirmed"], "some", "1/2"),
        (["refused", "failed", None], "none", "0/3"),
    ],
)
def test_a_day_is_won_wholly_partly_or_not(tmp_path: Path, outcomes: list[str | None], kind: str, count: str) -> None:
    rows = [row(game=f"game {number}", outcome=outcome, day="2026-02-01") for number, outcome in enumerate(outcomes)]
    built(tmp_path / "a", *rows)
    page = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<td class="(all|some|none)">.*?<small>(\S+)<span', page)
    assert found == (kind, count)
    assert (page.count('class="outside"'), page.count('span class="free"')) == (7, 27), "whole weeks from Monday on"


@pytest.mark.parametrize(
    ("won", "each", "most"),
    [
        ([], "day", 0),
        (["2026-02-28", "2026-03-01", "2026-03-03"], "day", 2),
        (["2026-03-02", "2026-03-09", "2026-03-23"], "week", 2),
        (["2025-12-01", "2026-01-01", "2026-02-01", "2026-04-01"], "month", 3),
    ],
)
def test_the_longest_streak_counts_days_weeks_or_months(won: list[str], each: str, most: int) -> None:
    assert longest([*map(date.fromisoformat, won)], each) == most


def test_a_date_in_words_is_in_english() -> None:
    assert in_words(date(2026, 11, 22)) == "Sunday, 22 November 2026"
