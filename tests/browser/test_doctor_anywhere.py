"""The doctor on pages of any kind: layers over the grid, grids without anything in them, and no grid at all."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import visit_game
from tests.support.games.shared import ON_SITE
from tests.support.replica import QUICK, Opener

pytestmark = pytest.mark.full

SIDE, N = 40, 5
STYLE = f"""
    .g {{ display: grid; grid-template-columns: repeat({N}, {SIDE}px); width: max-content; position: relative }}
    .c {{ width: {SIDE}px; height: {SIDE}px; box-sizing: border-box; border: 1px solid #999; text-align: center }}
    .l {{ position: absolute; width: {SIDE}px; height: {SIDE}px; text-align: center; pointer-events: none }}
"""
LETTERS = "HOUSETRAINCLOUDPLANTRIVER"
#: The names of the games' boards, and of their grids, as the sections have them.
BOARDS = {
    "wend": "data-testid=wend-game-board",
    "zip": "data-testid=zip-game-container",
    "tango": "data-testid=tango-game-container",
    "queens": "id=queens-game-board",
    "patches": "data-testid=patches-game-board",
    "mini-sudoku": "data-sudoku-grid",
}


def _cells(text: Callable[[int], str], name: str = "data-cell-idx={i}", count: int = N * N) -> str:
    return "".join(f"<div class=c {name.format(i=i)}>{text(i)}</div>" for i in range(count))


def _layer(text: Callable[[int], str], name: str = "") -> str:
    places = ((i, i // N * SIDE, i % N * SIDE) for i in range(N * N))
    return "".join(
        f"<span class=l {name.format(i=i)} style='top: {top}px; left: {left}px'>{text(i)}</span>"
        for i, top, left in places
    )


def _grid(board: str, inside: str, more: str = "") -> str:
    return f"<main {board}><div class=g data-testid=interactive-grid data-trail-grid>{inside}</div>{more}</main>"


def _nothing(_: int) -> str:
    return ""


def _letter(i: int) -> str:
    return LETTERS[i]


#: The pages by name: of each the markup, for the name of a board.
PAGES: dict[str, Callable[[str], str]] = {
    "letters in a layer in the grid": lambda board: _grid(board, _cells(_nothing) + _layer(_letter)),
    "letters in a layer beside the grid": lambda board: _grid(board, _cells(_nothing), _layer(_letter)),
    "letters in a numbered layer in the grid": lambda board: _grid(
        board, _cells(_nothing, "data-n={i}") + _layer(_letter, "data-cell-idx={i}")
    ),
    "letters in a layer that is numbered as the cells are": lambda board: _grid(
        board, _cells(_nothing) + f"<div>{_layer(_letter, 'data-cell-idx={i}')}</div>"
    ),
    "cells in rows": lambda board: _grid(
        board, "".join(f"<p class=g>{_cells(_letter, count=N)}</p>" for _ in range(N))
    ),
    "cells without anything": lambda board: _grid(board, _cells(_nothing)),
    "a grid without cells": lambda board: _grid(board, ""),
    "half a grid": lambda board: _grid(board, _cells(_letter, count=N * N - 3)),
    "a grid of buttons without a name": lambda _: _grid("", _cells(_letter, "role=button tabindex=0")),
    "an SVG": lambda board: (
        f"<main {board}><svg width=200 height=200>{'<rect width=40 height=40 />' * 25}</svg></main>"
    ),
    "nothing": lambda _: "",
}


@pytest.mark.parametrize("game", ON_SITE)
@pytest.mark.more
def test_the_doctor_ends_with_a_report_on_any_page(
    open_replica: Opener, context: BrowserContext, site: SiteSelectors, game: str
) -> None:
    """A bug of the doctor is an exit code of 70; all that may be wrong with a page is a line of its report."""
    shown = {"body": ""}
    opened = open_replica(game, times=replace(QUICK, load=500, from_files=True))
    context.route(
        "**/games/**", lambda route: route.fulfill(body=shown["body"], content_type="text/html; charset=utf-8")
    )
    failed = {}
    for name, markup in PAGES.items():
        shown["body"] = f"<!DOCTYPE html><title>A game</title><style>{STYLE}</style>{markup(BOARDS[game])}"
        try:
            report = visit_game(game, opened, site)
            assert report.verdict, name
        except Exception as error:  # noqa: BLE001  # all of them are listed
            failed[name] = repr(error)
    assert not failed
