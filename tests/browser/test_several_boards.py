"""Of several boards on a page that which takes input is played; where nothing tells which one does, none is.

This is a sample of the kinds, each on one page; `python -m tests.twins` has all of them.
"""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import diagnose
from player.errors import PageNotUnderstood
from tests.mutations import Source, judge, replicas
from tests.support.replica import QUICK, Opener, played
from tests.twins import BOTH, KINDS, PATIENT, other_board, with_twin

pytestmark = pytest.mark.full

SOURCES = list(replicas())
SAMPLE = [(SOURCES[number % len(SOURCES)], kind) for number, kind in enumerate(KINDS)]

#: Once the board is there, `add` puts something on the page, where `wrapped` makes an element of a copy of the board.
ADD = """
    new MutationObserver((_, observer) => {
        const grid = document.querySelector('.queens-board > div, .trail-grid, [data-testid="interactive-grid"]');
        if (!grid?.querySelector('[data-cell-idx]')) return;
        observer.disconnect();
        const wrapped = (html) => {
            const template = Object.assign(document.createElement('template'), { innerHTML: html });
            const outer = template.content.firstElementChild;
            outer.prepend(grid.cloneNode(true));
            return outer;
        };
        %s
    }).observe(document, { childList: true, subtree: true });
"""
TWIN = "grid.after(wrapped('<section>'));"
#: A dialog over all of the page, with an example of three rows, which takes clicks as well as the board.
TUTORIAL = """
    const dialog = wrapped(`<div role="dialog" style="position: fixed; inset: 0; z-index: 99; background: #fffd">
        <button aria-label="Dismiss" onclick="this.parentElement.remove()">x</button></div>`);
    const { width } = grid.firstElementChild.getBoundingClientRect();
    for (const cell of [...dialog.querySelectorAll('[data-cell-idx]')]) if (cell.dataset.cellIdx >= 9) cell.remove();
    dialog.firstElementChild.style.cssText = `--rows: 3; --cols: 3; width: ${3 * width}px; display: grid;
        grid-template-columns: repeat(3, 1fr)`;
    document.body.append(dialog);
"""


def is_as_expected(page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str) -> None:
    html, other = source.html(page, site), other_board(page, site, source)
    assert judge(context, site, source, with_twin(page, html, other, kind), PATIENT) == KINDS[kind][1]


@pytest.mark.parametrize(("source", "kind"), SAMPLE[::4], ids=str)
def test_the_board_is_told_from_its_twins_or_the_page_is_refused(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str
) -> None:
    is_as_expected(page, context, site, source, kind)


@pytest.mark.parametrize(
    ("source", "kind"),
    [(source, f"both builds: {kind}") for number, kind in enumerate(BOTH) for source in SOURCES[number % 5 :: 5]],
    ids=str,
)
def test_a_page_with_the_marks_of_both_builds_is_read(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str
) -> None:
    is_as_expected(page, context, site, source, kind)


@pytest.mark.parametrize("mark", ["in an aside", "yesterday's", "aria-disabled around it"])
def test_a_twin_that_comes_before_the_board_is_not_taken_for_it(
    page: Page, context: BrowserContext, site: SiteSelectors, mark: str
) -> None:
    kind = f"idle, before the board comes, another before: {mark}"
    is_as_expected(page, context, site, SOURCES[0], kind)


@pytest.mark.more
def test_a_page_of_which_nothing_tells_the_board_is_refused_with_all_of_them(
    page: Page, open_replica: Opener, site: SiteSelectors
) -> None:
    page.add_init_script(ADD % TWIN)
    opened = open_replica("queens", times=replace(QUICK, load=1_000, from_files=True))
    with pytest.raises(PageNotUnderstood) as caught:
        opened.open()
    message = str(caught.value)
    assert message.startswith("2 boards are visible on /games/")
    assert len(re.findall(r"64 cells in [^;]*#queens-grid", message)) == 2
    assert "grid" in message.rsplit(":", maxsplit=1)[-1]
    assert "\n" not in message
    assert "2 boards are visible" in diagnose("queens", opened, site).verdict
    kept = opened.reader.capture()
    assert kept is not None
    assert kept.html.count("data-cell-idx=") == 128


@pytest.mark.parametrize(("game", "generation"), [("queens", "ember"), ("zip", "sdui")])
def test_an_example_in_a_dialog_is_no_board_and_the_dialog_is_closed(
    page: Page, open_replica: Opener, game: str, generation: str
) -> None:
    page.add_init_script(ADD % TUTORIAL)
    result = played(game, open_replica(game, generation=generation))
    assert (result.outcome, result.confirmed) == ("solved", "results")
    assert page.locator('[role="dialog"] [data-cell-idx]').count() == 0


def test_a_game_is_won_beside_the_locked_board_of_yesterday(page: Page, open_replica: Opener) -> None:
    page.add_init_script(ADD % "grid.before(wrapped('<section aria-disabled=\"true\">'));")
    result = played("queens", open_replica("queens"))
    assert (result.outcome, result.confirmed) == ("solved", "results")
