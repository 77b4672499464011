"""Changes of a page's section by the search of `player learn`, where no candidate repairs what the section names."""

from collections.abc import Iterator
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.selectors.chains import as_written
from player.browser.selectors.extractors import NONE
from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.search import search
from player.doctor.probe import probe
from player.doctor.repair import Changes, changed
from player.errors import ConfigInvalid, PageNotUnderstood
from player.games import Game

#: Keys that find the cells and their places: of a learnt section all of them count, also those that it has not.
_PLACE = ("index", "place", "size", "numbered", "numbered_from")

#: What is learnt of a field of which the page shows nothing: its own readings may be right all the same.
_NOT_SEEN = ({"any": [{NONE: True}]},)


def learnt_changes(game: Game, page: GamePage, name: str, section: PageSelectors) -> Iterator[Changes]:
    """Yield changes to `section`, called `name`, with which it may read the board on `page`, the smallest first.

    Nothing, if the search finds no board that has exactly one solution.
    """
    try:
        learnt = search(page, [game], lambda _line: None).section
    except (PageNotUnderstood, ConfigInvalid):
        return
    place = _place(section, learnt)
    every = {field: _entry(entry) for field, entry in learnt["read"].items()}
    readings = {field: entry for field, entry in every.items() if entry not in _NOT_SEEN}
    board = probe(page, name, changed(section, place)).board
    if board is not None:
        lost = {
            field: _before(section, field, entry)
            for field, entry in readings.items()
            if not any(column.holds and column.cells for column in board.fields.get(field, ()))
        }
        yield {**place, **({"read": lost} if lost else {})}
    yield {**place, "read": {field: _before(section, field, entry) for field, entry in readings.items()}}
    yield {**place, "read": every}


def _place(section: PageSelectors, learnt: dict[str, Any]) -> Changes:
    """Return the changes of the grid, of the cells and of what beside the fields the learnt section has."""
    own = section.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True)
    firsts = {key: [learnt[key], *(other for other in own[key] if other != learnt[key])] for key in ("grid", "cell")}
    told = {key: learnt.get(key) for key in _PLACE if key in learnt or key in own}
    beside = {"beside": learnt["beside"]} if "beside" in learnt else {}
    return {**firsts, **told, **beside}


def _entry(entry: Any) -> dict[str, Any]:
    """Return a learnt field as a chain."""
    if entry == NONE:
        return {"any": [{NONE: True}]}
    return entry if "any" in entry else {"any": [entry]}


def _before(section: PageSelectors, field: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the chain of a field with the learnt readings before its own, which are asked where those find nothing."""
    if field not in section.read:
        return entry
    chain = section.read[field]
    own = [{**as_written(reading), "fallback": True} for reading in chain.any]
    expect = {"expect": list(chain.expect)} if chain.expect else {}
    once = {"once": True} if chain.once or entry.get("once") else {}
    return {"any": [*entry["any"], *(one for one in own if one not in entry["any"])], **expect, **once}
