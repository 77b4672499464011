"""The coach beside somebody who plays on the replica: it looks, and never touches the board."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect  # noqa: TID251  # it is the page that is played on

from player.browser.page.observation import BoardSeen
from player.browser.selectors.schema import SiteSelectors
from player.demo.coach import Advice, Coach, coach
from player.games import GAMES
from player.games.grid import Cell
from tests.support.replica import QUICK, Opener
from tests.support.seen import board_of

pytestmark = pytest.mark.full

#: Reports every input, by any hand.
LISTEN = """
for (const kind of ["pointerdown", "keydown", "wheel"])
  addEventListener(kind, ({ isTrusted }) => isTrusted && tell(kind), true);
"""


def test_who_follows_the_coach_wins_and_every_input_is_their_own(open_replica: Opener, page: Page) -> None:
    seen: list[str] = []
    before: list[int] = []
    mine = 0

    def click(look: BoardSeen, cell: Cell) -> None:
        nonlocal mine
        point = look.points[cell.row * look.snapshot.cols + cell.col]
        page.mouse.click(point.x, point.y)
        mine += 1

    def follow(_coach: Coach, advice: Advice, look: BoardSeen) -> None:
        before.append(len(seen) - mine)
        for cell in advice.wrong:
            click(look, cell)
        for queen in (fact.name for step in advice.steps[-1:] for fact in step.settles if fact.holds):
            if len(before) != 2:  # at the second advice a cross is left where the queen belongs
                click(look, queen)
            click(look, queen)

    def heard(kind: str) -> None:
        seen.append(kind)

    tab = open_replica("queens")
    page.expose_function("tell", heard)
    page.add_init_script(LISTEN)
    assert coach(GAMES["queens"], tab, follow) == "results"
    assert len(before) > 3
    assert set(before) == {before[0]}, "the coach's own inputs are those on the way to the board"
    assert mine > 0


def test_what_shows_at_one_glance_only_is_on_the_way(
    open_replica: Opener, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = open_replica("queens")
    look = board_of(tab.open())
    point = look.points[-1]
    last = page.frames[1].locator(f"[data-cell-idx='{len(look.points) - 1}']")
    marks = ["Cross", "Queen"]

    def click(*_: object) -> None:
        """Between two glances: once before the first, once before the second, and the page shows it."""
        if marks:
            page.mouse.click(point.x, point.y)
            expect(last).to_have_attribute("aria-label", re.compile(f"^{marks.pop(0)} "))

    monkeypatch.setattr("player.browser.page.isolated_world.IsolatedWorld.rest", click)
    seen = board_of(tab.reader.changed(look))
    assert seen.snapshot.cells[-1]["mark"] == "queen"


def test_a_board_that_goes_away_is_reported_and_waited_for(
    open_replica: Opener, page: Page, site: SiteSelectors
) -> None:
    tab = open_replica("queens", times=replace(QUICK, response=200))
    look, reported = board_of(tab.open()), list[str]()

    def come_back(path: str) -> None:
        reported.append(path)
        tab.open()

    page.goto(f"{site.origin}/login")
    assert look.same_board(tab.reader.changed(look, come_back), "mark")
    assert reported == ["/login"]


def test_a_page_may_be_scrolled_and_the_signs_follow(open_replica: Opener, page: Page) -> None:
    tab = open_replica("queens")
    page.set_viewport_size({"width": 900, "height": 600})
    look = board_of(tab.open())
    frame = page.frames[1]
    before = frame.evaluate("scrollY")
    after = frame.evaluate("() => { scrollBy(0, scrollY ? -30 : 30); return scrollY; }")
    assert after != before
    seen = board_of(tab.reader.changed(look))
    assert frame.evaluate("scrollY") == after
    assert seen.snapshot == look.snapshot
    assert {round(new.y - old.y) for new, old in zip(seen.points, look.points, strict=True)} == {before - after}
