import io
import re
import signal
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

from player.artifacts.run_log import STAGES, Progress, record, report, styled
from player.browser.page.observation import Verdict
from player.errors import Interrupted, Outcome, PageNotUnderstood
from player.explanations.explanation import Difficulty
from player.games import mini_sudoku, queens
from player.playing.result import Result
from player.proof import prove
from player.render.progress import PROGRESS
from tests.support.games.zip_path import zip_board
from tests.support.paper import QUEENS as Q
from tests.support.terminals import screen

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


def shown(*results: Result, width: int = 80, verbose: bool = False) -> str:
    return said(lambda console: report(console, map(record, results), verbose=verbose), width=width)


def test_the_table_has_a_row_for_each_game_and_a_line_with_the_sums() -> None:
    graded = solved()
    graded.grade()
    assert rows(shown(graded, failed(), Result("queens", outcome=Outcome.ALREADY, exit=0, ms={"load": 149.9}))) == [
        ["Queens", "4x4", f"{graded.difficulty}", "solved", "8", "1.6"],
        ["Zip", "", "", "unreadable", "0", "0.0"],
        ["Queens", "", "", "already", "0", "0.1"],
        ["3 games", "", "", "2 won", "8", "1.7"],
    ]
    headings = re.findall(r"\w+", shown(solved()).splitlines()[1])
    assert headings == ["game", "size", "difficulty", "verdict", "moves", "seconds"]
    assert rows(shown(solved())) == [["Queens", "4x4", "", "solved", "8", "1.6"]], "one game has no sums"


def test_a_game_that_a_signal_stopped_is_not_in_the_table() -> None:
    stopped = Result("zip")
    stopped.failed(Interrupted("stopped by SIGINT", signal.SIGINT))
    assert [row[0] for row in rows(shown(solved(), stopped))] == ["Queens"]
    assert shown(stopped) == said(lambda console: Progress(console).done(stopped)) == ""


@pytest.mark.parametrize(("terminal", "lines"), [(True, 4), (False, 1)], ids=["a terminal", "a file"])
def test_a_long_line_hangs_in_a_terminal_and_is_whole_in_a_file(terminal: bool, lines: int) -> None:
    result = failed("word " * 29 + "end")
    told = said(lambda console: Progress(console).done(result), terminal=terminal, width=50).splitlines()
    assert len(told) == lines
    assert all(line.startswith("  ") and len(line) <= 50 and "word" in line.split() for line in told[1:])


def test_boards_and_times_are_shown_above_the_table_if_the_user_wants_more() -> None:
    text = shown(solved(), failed(), verbose=True)
    assert text.startswith("\nQueens\n A  A♛ B  B \n")
    times = (
        "opening the page 1235 ms, reading the board 0.0 ms, proving the solution 2.5 ms, playing the moves 300 ms, "
    )
    assert f"{times}waiting for the verdict 40 ms" in " ".join(text.split())
    assert text.index("♛") < text.index("\nZip\nopening the page 10 ms\n") < text.index("┏")
    assert text.count("♛") == 4
    assert "♛" not in shown(solved())


def test_a_board_that_was_refused_is_shown_as_it_was_read() -> None:
    text = shown(refused(), verbose=True)
    assert "│ 1     │" in text
    assert rows(text[text.index("┏") :])[0][:4] == ["Zip", "2x2", "", "refused"]


def test_what_a_proof_is_relative_to_is_told_if_the_user_wants_more() -> None:
    told = {**record(solved()), "claim": {"says": "relative to a list of words"}}
    assert "\nproved relative to a list of words\n" in said(lambda console: report(console, [told], verbose=True))


def test_a_board_with_a_name_of_its_own_is_shown_with_it() -> None:
    weekly = solved()
    weekly.board_name = "weekly"
    assert shown(weekly, verbose=True).startswith("\nQueens weekly\n")
    assert rows(shown(weekly))[0][:2] == ["Queens weekly", "4x4"]
    assert said(lambda console: Progress(console).done(weekly)).startswith("Queens weekly 4x4: solved")


# Progress


def test_a_pipe_gets_a_line_for_each_game_and_each_stage_if_the_user_wants_more() -> None:
    def say(console: Console) -> None:
        progress = Progress(console)
        begun = Result("queens")
        for stage in STAGES:
            if stage == "solve":
                begun.board = Q
            progress.stage(begun, stage)
        progress.done(solved())
        progress.note("mini-sudoku", "the board is read from pictures")
        progress.done(failed())

    ended = (
        "Queens 4x4: solved, 8 moves in 1.6 s (by the page's results)\n"
        "Mini Sudoku: the board is read from pictures\n"
        "Zip: unreadable: the page is blank: fix selectors.yaml\n"
    )
    assert said(say) == ended
    with PROGRESS.shown("games", verbose=True):
        assert said(say) == (
            "Queens: opening the page\n"
            "Queens: reading the board\n"
            "Queens 4x4: proving the solution\n"
            "Queens 4x4: comparing the picture\n"
            "Queens 4x4: playing the moves\n"
            f"Queens 4x4: waiting for the verdict\n{ended}"
        )
    with PROGRESS.shown("games", quiet=True):
        assert said(say) == ended.splitlines(keepends=True)[-1], "nothing but problems"


def test_a_long_message_stays_on_one_line() -> None:
    text = said(lambda console: Progress(console).done(failed("much " * 60 + "ado")), width=40)
    assert text == "Zip: unreadable: " + "much " * 60 + "ado\n"


def test_the_line_of_a_game_is_filled_in_below_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with PROGRESS.shown("games"):
        progress = Progress(Console(file=sys.stderr, width=80, color_system=None))
        PROGRESS.expect(2)
        progress.done(solved())
        done = ["Queens 4x4: solved, 8 moves in 1.6 s (by the page's results)"]
        for result, stage, told in (
            (Result("zip"), "load", "Zip: opening the page    "),
            (refused(), "solve", "Zip 2x2: proving the solution"),
        ):
            progress.stage(result, stage)
            PROGRESS.draw()
            assert screen(terminal.getvalue()) == [*done, f"{told:40}  [#####.....] 1 of 2 games, 0:00 left"]
        progress.done(failed())
        PROGRESS.draw()
        done += ["Zip: unreadable: the page is blank: fix selectors.yaml"]
        assert screen(terminal.getvalue()) == [*done, "[##########] 2 of 2 games, 0:00 left"]
    assert screen(terminal.getvalue()) == [*done, ""]


# Nothing that a page says is obeyed


@pytest.mark.parametrize("text", ["[red]x[/red]", "[/]", "[link=https://evil.example]x[/link]", "\\[b]", ":skull:"])
def test_markup_in_a_message_is_only_text(text: str) -> None:
    assert said(lambda console: Progress(console).done(failed(text))) == f"Zip: unreadable: {text}\n"


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


@pytest.mark.parametrize("width", [80, 60, 40])
def test_the_table_fits_into_a_terminal_without_wrapped_or_cut_words(width: int) -> None:
    board = mini_sudoku.board.from_json({"game": "mini-sudoku", "box": [2, 2], "givens": [[0] * 4] * 4})
    result = Result("mini-sudoku", outcome=Outcome.UNCONFIRMED, moves=144, ms={"play": 110_713.9}, board=board)
    result.difficulty = Difficulty(4.5)
    heading, *lines = shown(result, width=width).removeprefix("┏").splitlines()
    assert all(len(line) <= width for line in [heading, *lines])
    every = {"Mini", "Sudoku", "4x4", "unconfirmed", "110.7", *({"medium", "4.5", "144"} if width > 40 else ())}
    assert every <= {*" ".join(lines).replace("│", " ").split()}
    assert "…" not in "".join(lines)


def test_no_verdict_is_yellow_on_a_light_ground() -> None:
    styles = [str(styled(outcome).style) for outcome in Outcome]
    assert {*styles} == {"green", "red", "black on yellow"}
