"""The replica under other names, and the check that the doctor repairs it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request  # noqa: TID251

from player.browser.offline import sources
from player.browser.offline.page_source import serve
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import patched, visit_game
from tests.support.replica import PATIENT, QUICK, played

CELLS = {"data-cell-idx": "data-square", "cellIdx": "square"}


TEST_IDS = {"data-testid": "data-qa", ".testid": ".qa"}


LABELS = {"aria-label": "aria-description", "ariaLabel": "ariaDescription"}


RENAMED: Mapping[str, tuple[str, str, dict[str, str]]] = {
    "queens ember grid and cells": ("queens", "ember", {**CELLS, "queens-grid": "gameboard"}),
    # A dialog with an example lies over the board: without roles, only that shows cells.
    "queens ember grid, cells and roles": (
        "queens",
        "ember",
        {**CELLS, "queens-grid": "gameboard", 'role="button" tabindex="-1"': 'role="gridcell" tabindex="-1"'},
    ),
    "zip ember grid and cells": ("zip", "ember", {**CELLS, "data-trail-grid": "data-path", "trail-grid": "path-board"}),
    "queens sdui test ids and labels": ("queens", "sdui", {**CELLS, **TEST_IDS, **LABELS}),
    "zip sdui test ids": ("zip", "sdui", {**CELLS, **TEST_IDS, "data-cell-content": "data-content"}),
    "zip ember classes hashed": (
        "zip",
        "ember",
        {"trail-cell-wall": "_a1b2c3d4", "trail-cell-content": "_ffeeddcc", "trail-cell-border": "_0b0b0b0b"},
    ),
    "mini-sudoku classes hashed": (
        "mini-sudoku",
        "ember",
        {
            "sudoku-cell-wall": "_a1b2c3d4",
            "sudoku-cell-content": "_ffeeddcc",
            "sudoku-cell-prefilled": "sudoku-cell-filled",
        },
    ),
    "mini-sudoku grid and cells": (
        "mini-sudoku",
        "ember",
        {**CELLS, "data-sudoku-grid": "data-nine", "sudoku-grid": "nine"},
    ),
    "patches sdui test ids": ("patches", "sdui", {**CELLS, **TEST_IDS}),
    "wend sdui test ids": ("wend", "sdui", {**CELLS, **TEST_IDS}),
    "tango sdui test ids": ("tango", "sdui", {**CELLS, **TEST_IDS}),
    "tango ember classes": ("tango", "ember", {"lotka-": "tango-"}),
    "queens sdui screen": ("queens", "sdui", {**CELLS, **TEST_IDS, "data-sdui-screen": "data-s", "sduiScreen": "s"}),
}


def served(context: BrowserContext, pages: sources.Offline, names: Mapping[str, str]) -> None:
    """Serve the replica as it would be had its makers named things otherwise."""
    before = replace(pages, saved_wins={})  # each visit begins anew, as on the replica itself

    def respond(request: Request) -> Mapping[str, Any] | None:
        found = before.answer(request.url) if request.method == "GET" else None
        if found is None:
            return pages.respond(request)
        body = found[1].decode()
        for old, new in names.items():
            body = body.replace(old, new)
        return {"content_type": found[0], "body": body}

    serve(context, respond)


def is_repaired(page: Page, context: BrowserContext, site: SiteSelectors, case: str) -> None:
    game, generation, names = RENAMED[case]
    served(context, sources.replica("linkedin", site.origin, generation), names)
    report = visit_game(game, GamePage(page, site, site.games[game], replace(QUICK, load=700, from_files=True)), site)
    assert (report.state, report.repaired) == ("off", True), report
    repaired = patched(site, report)
    result = played(game, GamePage(page, repaired, repaired.games[game], PATIENT))
    assert (result.outcome, result.confirmed) == ("solved", "results")
    again = visit_game(game, GamePage(page, repaired, repaired.games[game], PATIENT), repaired)
    assert again.state == "ok", again.findings
