import io
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

from player.artifacts.run_log import STAGES, Progress, record, report
from player.browser.page.observation import Verdict
from player.errors import Outcome, PageNotUnderstood
from player.games import queens
from player.playing.result import Result
from player.proof import prove
from player.render.progress import PROGRESS
from tests.support.games.queens import queens_board
from tests.support.games.zip_path import zip_board
from tests.support.terminals import screen

Q = queens_board("""
    A A B B
    C A B B
    C C D B
    C C D D
""")
Z = zip_board("""
    1 .
    . 2
""")


def solved() -> Result:
    result = Result(
        "queens", board=Q, proof=prove(queens.GAME, Q), moves=8, clicks=9, attempts=2, confirmed=Verdict.RESULTS
    )
    result.ms = {"load": 1234.56, "read": 0.04, "solve": 2.5, "play": 300, "verdict": 40}
    result.ended("solved", 0)
    return result


def refused() -> Result:
    return Result("zip", board=Z, outcome=Outcome.REFUSED, exit=65, ms={"load": 10, "read": 1, "solve": 1})


def failed(message: str = "the page is blank: fix selectors.yaml") -> Result:
    result = Result("zip", ms={"load": 10})
    result.failed(PageNotUnderstood(message))
    return result


def said(say: Callable[[Console], None], *, terminal: bool = False, width: int = 120) -> str:
    out = io.StringIO()
    say(Console(file=out, width=width, force_terminal=terminal, highlight=False))
    return out.getvalue()


def rows(text: str) -> list[list[str]]:
    """The rows of the table in `text`, below its heading."""
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if line[:1] == "│"]


# The table


def test_the_table_has_a_row_for_each_game_with_its_verdict_and_times() -> None:
    text = said(
        lambda console: report(
            console, map(record, [solved(), failed(), Result("queens", outcome=Outcome.ALREADY, exit=0)])
        )
    )
    table = text[text.index("┏") :]
    assert rows(table) == [
        ["queens", "4x4", "solved", "8", "1235", "0.0", "2.5", "300", "40"],
        ["zip", "", "unreadable", "0", "10", "", "", "", ""],
        ["queens", "", "already", "0", "", "", "", "", ""],
    ]
    for heading in ("game", "size", "verdict", "moves", *STAGES):
        assert heading in table.split("┡")[0]


def test_boards_are_shown_above_the_table_with_their_solutions() -> None:
    text = said(lambda console: report(console, map(record, [solved(), failed()])))
    assert text.startswith("\nqueens\n A  A♛ B  B \n")
    assert text.index("♛") < text.index("┏")
    assert text.count("♛") == 4


def test_a_board_that_was_refused_is_shown_as_it_was_read() -> None:
    text = said(lambda console: report(console, map(record, [refused()])))
    assert "│ 1     │" in text
    assert rows(text[text.index("┏") :])[0][:3] == ["zip", "2x2", "refused"]


def test_a_board_with_a_name_of_its_own_is_shown_with_it() -> None:
    weekly = solved()
    weekly.board_name = "weekly"
    text = said(lambda console: report(console, map(record, [weekly])))
    assert text.startswith("\nqueens weekly\n")
    assert rows(text[text.index("┏") :])[0][:2] == ["queens weekly", "4x4"]
    assert said(lambda console: Progress(console).done(weekly)).startswith("queens weekly: solved")


# Progress


def test_a_pipe_gets_a_plain_line_for_each_stage_and_each_verdict() -> None:
    def say(console: Console) -> None:
        progress = Progress(console)
        for stage in STAGES:
            progress.stage("queens", stage)
        progress.done(solved())
        progress.done(failed())

    assert said(say) == (
        "queens: opening the page\n"
        "queens: reading the board\n"
        "queens: proving the solution\n"
        "queens: playing the moves\n"
        "queens: waiting for the page's verdict\n"
        "queens: solved (by the page's results)\n"
        "zip: unreadable: the page is blank: fix selectors.yaml\n"
    )


def test_a_long_message_stays_on_one_line() -> None:
    text = said(lambda console: Progress(console).done(failed("much " * 60 + "ado")), width=40)
    assert text == "zip: unreadable: " + "much " * 60 + "ado\n"


def test_without_progress_a_pipe_gets_the_verdicts_only() -> None:
    def say(console: Console) -> None:
        progress = Progress(console)
        progress.stage("queens", "load")
        progress.done(solved())

    with PROGRESS.shown("games", quiet=True):
        assert said(say) == "queens: solved (by the page's results)\n"


def test_the_stages_of_a_terminal_are_a_live_line_below_the_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with PROGRESS.shown("games"):
        progress = Progress(Console(file=sys.stderr, width=80, color_system=None))
        PROGRESS.expect(2)
        progress.done(solved())
        progress.stage("zip", "load")
        PROGRESS.draw()
        shown = [
            "queens: solved (by the page's results)",
            "[#####.....] 1 of 2 games, 0:00 left, zip: opening the page",
        ]
        assert screen(terminal.getvalue()) == shown
    assert screen(terminal.getvalue()) == [shown[0], ""]


# Nothing that a page says is obeyed


@pytest.mark.parametrize("text", ["[red]x[/red]", "[/]", "[link=https://evil.example]x[/link]", "\\[b]", ":skull:"])
def test_markup_in_a_message_is_only_text(text: str) -> None:
    assert said(lambda console: Progress(console).done(failed(text))) == f"zip: unreadable: {text}\n"


@pytest.mark.parametrize("text", ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m"], ids=["erase", "title", "C1"])
def test_control_characters_in_a_message_do_not_reach_the_terminal(text: str) -> None:
    shown = said(lambda console: Progress(console).done(failed(text)))
    assert not {"\x1b", "\x9b", "\x07"} & set(shown)


@pytest.mark.parametrize("variable", ["NO_COLOR", "pipe"])
def test_without_colours_there_are_no_escape_codes_for_colours(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    results = [solved(), failed()]
    if variable == "pipe":
        assert "\x1b" not in said(lambda console: report(console, map(record, results)))
        return
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in said(lambda console: report(console, map(record, results)), terminal=True)
    monkeypatch.setenv(variable, "1")
    text = said(lambda console: report(console, map(record, results)), terminal=True)
    assert ";5;" not in text
    assert ";2;" not in text
    assert "[32m" not in text
    assert "[31m" not in text


def test_the_table_fits_into_eighty_columns() -> None:
    ms = {"load": 12_345.6, "read": 0.4, "solve": 2.1, "play": 10_713.9, "verdict": 15_012.0}
    result = Result("mini-sudoku", outcome=Outcome.UNCONFIRMED, moves=144, ms=ms)
    out = io.StringIO()
    report(Console(file=out, width=80), map(record, [result]))
    table = out.getvalue().splitlines()[-6:]
    assert all(line[-1] in "┓┃┩│┘" for line in table)
    assert all(text in table[4] for text in ("mini-sudoku", "unconfirmed", "12346", "10714", "15012"))
