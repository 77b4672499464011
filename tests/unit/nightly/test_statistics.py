"""Streaks, wins and times, and how they are shown: as a table, as a plot, as a page, as JSON."""

import io
import json
import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from rich.console import Console

from player.explanations.explanation import Difficulty
from player.nightly.history import Key, Row
from player.nightly.statistics import PlayTimes, Statistics, names, page, show, statistics, streak, window
from tests.support.html_pages import Html

TODAY = date(2026, 3, 9)


def row(day: str, outcome: str | None = "solved", seconds: float = 1, **fields: Any) -> Row:
    """Of zip, or another game, on a day of March 2026."""
    where = fields.pop("site", "linkedin"), fields.pop("account", "guest"), fields.pop("game", "zip")
    key = Key(*where, f"2026-03-{day}", fields.pop("name", ""))
    mark = fields.pop("board", None)
    return Row(
        key=key,
        outcome=outcome,
        exit=0,
        confirmed="banner",
        attempts=1,
        open=outcome is None,
        ms={"load": 250 * seconds, "play": 750 * seconds} if outcome else {},
        timer=fields.pop("timer", None),
        fingerprint=mark,
        board=mark and {"game": "zip"},
        solution=mark and [[0, 0]],
        difficulty=fields.pop("difficulty", None),
        each=fields.pop("each", "day"),
    )


def of(*rows: Row, since: date | None = None) -> list[Statistics]:
    return statistics(rows, lambda _: TODAY, since)


@pytest.mark.parametrize(
    ("won", "days"),
    [
        ([], 0),
        ([9], 1),
        ([8], 1),
        ([8, 9], 2),
        ([7], 0),
        ([7, 9], 1),
        ([5, 6, 7, 8], 4),  # over a day of 23 hours
        ([5, 6, 8, 9], 2),
        ([9, 10], 1),  # the clock went back
    ],
    ids=str,
)
def test_a_streak_is_the_days_in_a_row_up_to_today_or_yesterday(won: list[int], days: int) -> None:
    assert streak({TODAY.replace(day=day) for day in won}, TODAY) == days


@pytest.mark.parametrize(
    ("each", "won", "today", "number"),
    [
        ("week", ["2026-02-23", "2026-03-02", "2026-03-09"], "2026-03-11", 3),
        ("week", ["2026-02-23", "2026-03-02"], "2026-03-11", 2),  # this week's is to come
        ("week", ["2026-02-23"], "2026-03-11", 0),
        ("week", ["2025-12-29", "2026-01-05"], "2026-01-11", 2),
        ("month", ["2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01"], "2026-03-31", 4),
        ("month", ["2026-01-01", "2026-03-01"], "2026-03-31", 1),
    ],
)
def test_a_streak_of_boards_that_stay_longer_counts_weeks_or_months(
    each: str, won: list[str], today: str, number: int
) -> None:
    assert streak({date.fromisoformat(day) for day in won}, date.fromisoformat(today), each) == number


def test_boards_of_one_game_have_figures_of_their_own() -> None:
    found = of(row("02", name="weekly", each="week"), row("08", name="daily"), row("09", name="daily"))
    assert {(one.key.board, one.streak, one.wins) for one in found} == {("weekly", 1, 1), ("daily", 2, 2)}
    assert names(found) == ["Zip (daily)", "Zip (weekly)"]
    assert [one.to_json()["board_name"] for one in found] == ["daily", "weekly"]
    assert "board_name" not in of(row("08"))[0].to_json()


def test_wins_times_and_boards_are_of_the_games_that_they_belong_to() -> None:
    (one,) = of(
        row("09", "already", 9, timer=90),
        row("08", "solved", 2, timer=3, board="sha256:1"),
        row("07", "unavailable", 8),
        row("06", "solved", 4, board="sha256:1"),
        row("05", "solved", 3, timer=5, board="sha256:2"),
        row("04", None),
    )
    assert (one.streak, one.wins, len(one.rows), one.boards) == (2, 4, 6, 2)
    assert (one.ours, one.page) == (PlayTimes(3, 2), PlayTimes(4, 3))


def test_a_streak_began_before_the_days_that_are_asked_for() -> None:
    rows = [row(f"{day:02}") for day in range(1, 10)]
    (one,) = of(*rows, since=date(2026, 3, 8))
    assert (one.streak, one.wins) == (9, 2)
    assert of(*rows, since=date(2026, 3, 10)) == []


def test_games_and_profiles_have_figures_of_their_own_and_names_that_tell_them_apart() -> None:
    mine = of(row("08"), row("09"), row("09", game="tango"))
    assert [(one.key.game, one.wins) for one in mine] == [("tango", 1), ("zip", 2)]
    assert names(mine) == ["Tango", "Zip"]
    both = of(row("08"), row("08", account="member"))
    assert names(both) == ["Zip (linkedin, guest)", "Zip (linkedin, member)"]


def test_each_site_has_a_today_of_its_own() -> None:
    today = {"linkedin": TODAY, "other": TODAY + timedelta(2)}
    found = statistics([row("08"), row("08", site="other")], today.__getitem__)
    assert [(one.key.site, one.streak) for one in found] == [("linkedin", 1), ("other", 0)]


@pytest.mark.parametrize(
    ("most", "least", "first", "length"), [(60, 1, 5, 5), (3, 1, 7, 3), (60, 7, 3, 7)], ids=["all", "most", "least"]
)
def test_plots_end_today(most: int, least: int, first: int, length: int) -> None:
    days = window(of(row("05"), row("07", game="tango")), most, least)
    assert (days[0], days[-1], len(days)) == (TODAY.replace(day=first), TODAY, length)


def test_a_game_of_tomorrow_is_no_reason_to_fail() -> None:
    found = of(row("10"))  # the clock was wrong
    assert window(found, 60) == [TODAY]
    assert "2026-03-10" not in page(found)


# On a terminal


def shown(found: Sequence[Statistics], encoding: str = "utf-8", width: int = 80) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    show(Console(file=stream, width=width, highlight=False), found)
    stream.seek(0)
    return stream.read()


ROWS = (
    row("02", seconds=1, timer=3),
    row("03", seconds=8),
    row("05", seconds=5),
    row("06", "already"),
    row("07", "refused"),
    row("08", None),
    row("08", game="queens"),
)


def test_the_table_has_a_line_for_each_game() -> None:
    lines = [line.replace("│", " ").split() for line in shown(of(*ROWS)).splitlines()]
    assert ["Zip", "0", "4", "6", "5.00", "1.00", "3.00", "3.00", "0"] in lines
    assert ["Queens", "1", "1", "1", "1.00", "1.00", "0"] in lines


@pytest.mark.parametrize(
    ("encoding", "zip", "queens"), [("utf-8", "▁█.▅oxx.", "......▁."), ("ascii", "_#.+oxx.", "......_.")]
)
def test_the_plot_has_a_sign_for_each_day_up_to_today(encoding: str, zip: str, queens: str) -> None:  # noqa: A002  # the game
    lines = [line.split() for line in shown(of(*ROWS), encoding).splitlines()]
    assert ["Zip", zip] in lines
    assert ["Queens", queens] in lines


def test_a_narrow_terminal_gets_the_newest_days() -> None:
    rows = [row(f"{day:02}", seconds=day) for day in range(1, 10)]
    lines = shown(of(*rows), width=9).splitlines()
    assert ["Zip", "▁▃▆█"] in [line.split() for line in lines]


def test_a_name_that_would_move_the_cursor_does_not() -> None:
    assert "\x1b" not in shown(of(row("08"), row("08", account="\x1b[2J")), width=120)


# Difficulty


GRADED = (
    row("05", board="sha256:1", difficulty=Difficulty(2.04)),
    row("06", board="sha256:1", difficulty=Difficulty(2.04)),
    row("07", board="sha256:2", difficulty=Difficulty(7.5)),
    row("08", board="sha256:3"),
)


def test_the_difficulty_of_a_game_is_the_median_of_its_boards() -> None:
    (one,) = of(*GRADED)
    assert one.difficulty
    assert one.difficulty.number == pytest.approx(4.77)
    told = one.to_json()
    assert told["difficulty"] == {"level": "medium", "number": 4.8}
    hard = {"level": "hard", "number": 7.5}
    assert [day["difficulty"] for day in told["days"]][1:] == [{"level": "easy", "number": 2.0}, hard, None]


@pytest.mark.parametrize(("width", "left"), [(80, "best"), (40, "streak")])
def test_no_heading_is_cut_in_a_narrow_terminal(width: int, left: str) -> None:
    rows = (row(day, site=site, account="me") for site in ("star-battle", "a") for day in ("03", "05"))
    heading, names, *_ = shown([*of(*rows)], width=width).splitlines()
    assert left in heading + names
    assert "…" not in heading + names
    assert "│" not in heading


def test_the_difficulty_stands_behind_the_plot_which_leaves_room_for_it() -> None:
    lines = shown(of(*GRADED, row("08", game="queens")), width=40).splitlines()
    plots = {line.split()[0]: line for line in lines if line.startswith(("Zip ", "Queens "))}
    assert plots["Zip"].endswith("  medium 4.8")
    assert plots["Queens"].split()[2:] == []
    assert max(map(len, plots.values())) <= 40
    assert "then the median difficulty" in " ".join(" ".join(lines).split())
    assert "difficulty" not in shown(of(row("08")))


def test_a_column_without_a_value_is_left_out() -> None:
    bare, timed = of(row("08", "solved", 2)), of(row("08", "solved", 2, timer=3))
    assert "page" not in shown(bare)
    assert "page" in shown(timed)
    assert not re.search(r'data-label="(page|median difficulty)', page(bare))
    assert page(timed).count('data-label="page ') == page(timed).count('<th scope="col">page ') == 2


def test_the_page_says_it_of_each_game_and_day() -> None:
    made = page(of(*GRADED))
    assert '<td data-label="median difficulty">medium 4.8</td>' in made
    assert "2026-03-07: solved, 1.00 s, hard 7.5" in made
    assert "2026-03-08: solved, 1.00 s<" in made


# As a page


def test_the_page_has_a_chart_for_each_game_with_a_sign_for_each_day_played() -> None:
    read = Html(page(of(*ROWS)))
    tags = [tag for tag, _ in read.tags]
    charts = [attributes["aria-label"] for _, attributes in read.tags if attributes.get("class") == "times"]
    assert [text.partition(":")[0] for text in charts if text] == ["Queens", "Zip"]
    assert charts[1] == "Zip: time of each day from 2026-02-08 to 2026-03-09, median 5.00 s"
    bars = [
        {"x": attributes["x"], "height": attributes["height"]}
        for number, (tag, attributes) in enumerate(read.tags)
        if tag == "rect" and read.tags[number + 1][0] == "title"
    ]
    assert {bar["height"] for bar in bars} == {"120.00", "15.00", "75.00"}
    assert len(bars) == tags.count("rect") - 1 - 7, "one is in the header, seven are in the chart of wins"
    medians = [attributes["y1"] for _, attributes in read.tags if attributes.get("class") == "median"]
    assert medians == ["0.00", "45.00"]
    assert {"2026-03-05: solved, 5.00 s", "2026-03-07: refused", "2026-03-08: not finished"} <= set(read.texts)
    assert read.texts.count("o") == 1
    assert read.texts.count("x") == 2 + 2, "in the chart of wins, too"


def test_the_wins_of_each_day_are_a_chart_and_a_table() -> None:
    made = page(of(*ROWS))
    read = Html(made)
    assert {"2026-03-02: 1 of 1 won", "2026-03-07: 0 of 1 won", "2026-03-08: 1 of 2 won"} <= set(read.texts)
    assert "5 of 7 games were won. All numbers are in the table below." in read.texts
    assert '<tr><th scope="row">2026-03-08</th><td class="number">1</td><td class="number">2</td></tr>' in made


def test_the_page_fetches_nothing_and_runs_nothing() -> None:
    read = Html(page(of(*ROWS)))
    of_text = "html head meta title style body header main h1 h2 h3 p div b span dl dt dd details summary"
    of_tables, of_charts = "table thead tbody tr th td", "svg g desc line text rect path"
    assert {tag for tag, _ in read.tags} <= {*of_text.split(), *of_tables.split(), *of_charts.split()}
    assert not {name for _, attributes in read.tags for name in attributes} & {"src", "href", "style", "onload"}
    assert "prefers-color-scheme: dark" in page([])
    assert "No game is in the history." in Html(page([])).texts


def test_every_text_on_the_page_is_escaped() -> None:
    hostile = "\"'><script>alert(1)</script>&{{ 7 * 7 }}"
    read = Html(page(of(row("08", hostile, account=hostile), row("09"))))
    assert "script" not in {tag for tag, _ in read.tags}
    assert f"Zip (linkedin, {hostile})" in read.texts
    assert f"2026-03-08: {hostile}" in read.texts
    assert any(hostile in (attributes.get("aria-label") or "") for _, attributes in read.tags)


# As JSON


def test_json_has_figures_and_days() -> None:
    (one,) = of(row("07", "refused"), row("08", seconds=2, timer=3, board="sha256:1"))
    attributes = json.loads(json.dumps(one.to_json()))
    refused, solved = attributes.pop("days")
    assert attributes == {
        "site": "linkedin",
        "account": "guest",
        "game": "zip",
        "streak": 1,
        "wins": 1,
        "plays": 2,
        "seconds": {"median": 2, "best": 2},
        "page_seconds": {"median": 3, "best": 3},
        "boards": 1,
        "difficulty": None,
    }
    assert (refused["day"], refused["outcome"]) == ("2026-03-07", "refused")
    assert solved == {
        "day": "2026-03-08",
        "outcome": "solved",
        "exit": 0,
        "confirmed": "banner",
        "attempts": 1,
        "open": False,
        "ms": {"load": 500, "play": 1500},
        "timer": 3,
        "number": None,
        "saved": None,
        "fingerprint": "sha256:1",
        "difficulty": None,
    }
