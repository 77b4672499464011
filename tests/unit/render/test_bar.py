import io

import pytest
from rich.console import Console

from player.render.terminal import Bar


def console(*, terminal: bool) -> Console:
    return Console(file=io.StringIO(), width=80, force_terminal=terminal, color_system=None)


def said(on: Console) -> str:
    assert isinstance(on.file, io.StringIO)
    return on.file.getvalue()


def test_a_bar_that_is_not_wanted_is_only_the_sum() -> None:
    pipe = console(terminal=False)
    with Bar(pipe, 100) as bar:
        bar.advance(50)
        assert not bar.live
        bar.end("1 board")
    assert said(pipe) == "1 board\n"


@pytest.mark.parametrize(("total", "shown"), [(100, " 75% 3 boards"), (None, "3 boards")])
def test_a_bar_tells_how_many_boards_are_done_and_gives_way_to_the_sum(total: int | None, shown: str) -> None:
    terminal = console(terminal=True)
    with Bar(terminal, total, wanted=True) as bar:
        for characters in (50, 15, 10):
            bar.advance(characters)
        assert bar.live
        bar.end("3 boards, all of them solved")
    assert shown in said(terminal)
    assert said(terminal).endswith("\x1b[2K3 boards, all of them solved\n")


def test_a_bar_ends_with_what_it_is_about() -> None:
    terminal = console(terminal=True)
    with Bar(terminal, wanted=True) as bar:
        bar.advance(1)
        assert "\x1b[?25l" in said(terminal)
    assert not bar.live
    assert "\x1b[?25h" in said(terminal), "the cursor is back"
