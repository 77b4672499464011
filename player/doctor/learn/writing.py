"""The result of learning: a selectors file with a comment for each line, a report as text and JSON, a picture of it."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from player.browser.page.game_page import GamePage
from player.browser.redaction import CONTROL
from player.browser.selectors.controls import Target
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors, SiteSelectors
from player.browser.selectors.yaml_file import as_yaml, end_of, flow
from player.doctor.learn.session import NOTHING, LearntPage
from player.doctor.probe import SurveyedLattice, take_survey
from player.doctor.reading import PAGE, page_with
from player.errors import SELECTORS_FILE, CannotCreate, ConfigInvalid, InputMissing, PlayerError
from player.files import atomic_file, regular
from player.games import GAMES, title_of
from player.render import visible
from player.render.png import over
from player.render.shapes import Point, Rectangle, cyclic
from player.render.terminal import hanging, printable

#: The first words of a file that was written by this module: others are left alone.
HEADER = "# Learnt by `player learn`"
#: The most characters of an entry, and of a comment, beside those that indent it.
WIDTH = 104
#: The keys of a section in the order in which they are written.
ORDER = (
    *("sight", "start", "overlays", "grid", "cell", "size", "index", "place", "numbered_from", "numbered"),
    *("read", "beside", "cycle", "draw", "enter", "buttons", "remove", "cursor", "touch", "pace", "hover", "switches"),
    *("timer", "submit", "won", "already"),
)


def new_file(learnt: LearntPage, site: SiteSelectors, name: str) -> str:
    """Return the text of a selectors file with the one site `name`, which has the one game of `learnt`."""
    head = f"{HEADER}: a comment says of each key how it was found. docs/selectors.md explains the keys."
    return "\n".join([head, "", "version: 1", "sites:", *_indented(_site(learnt, site, name), 2), ""])


def with_game(text: str, learnt: LearntPage, site: SiteSelectors, name: str) -> str:
    """Return `text`, a selectors file of ours, with the game of `learnt` added to the site `name`; all else stays."""
    if place := end_of(text, ("sites", name, "games")):
        block = _game(learnt, site)
    elif place := end_of(text, ("sites",)):
        block = _site(learnt, site, name)
    else:
        raise ConfigInvalid("the file has no sites in lines of their own: name another one with --to")
    end, column = place
    at = text.find("\n", max(end - 1, 0))
    head, tail = (text, "\n") if at < 0 else (text[:at], text[at:])
    return "\n".join([head, *_indented(block, column)]) + tail


def require_room(file: Path, name: str, game: str | None, origin: str) -> None:
    """Raise CannotCreate if the section of `game` of the site `name` must not be written to `file`."""
    try:
        text = regular(file).read_text(encoding="utf-8")
        known = _loaded(file).sites.get(name)
    except (FileNotFoundError, InputMissing):
        if not os.access(file.absolute().parent, os.W_OK):
            raise CannotCreate(f"{file} can't be made: its folder is missing or closed: name another file") from None
        return
    except (OSError, UnicodeDecodeError, ConfigInvalid) as error:
        raise CannotCreate(f"{file} is no selectors file that could be added to ({error}): name another one") from None
    if not text.startswith(HEADER):
        raise CannotCreate(f"{file} was not written by `player learn`, and stays as it is: name another file with --to")
    if known and known.origin != origin:
        raise CannotCreate(f"the site {name!r} in {file} is {known.origin}, not {origin}: give it another --name")
    if known and game in known.games:
        raise CannotCreate(
            f"{file} has {title_of(game)} of the site {name!r} already, and stays as it is: "
            "remove it there, or change --name"
        )


def write(file: Path, learnt: LearntPage, site: SiteSelectors, name: str, *, anew: bool = False) -> None:
    """Write the section of `learnt` to `file`, or add it to what is there; completely, or not at all.

    With `anew`, `file` is one of our own state folder, and all that is there is replaced. Raise ConfigInvalid if the
    text is no selectors file: what can't be read again replaces nothing.
    """
    if not anew:
        require_room(file, name, learnt.game.name, site.origin)
    is_new = anew or not file.exists()
    text = (
        new_file(learnt, site, name)
        if is_new
        else with_game(regular(file).read_text(encoding="utf-8"), learnt, site, name)
    )
    with atomic_file(file, private=anew, what="the selectors file") as place:
        with place.open("w", encoding="utf-8") as out:
            out.write(text)
        _loaded(place)


def _loaded(file: Path) -> Selectors:
    """Return the checked contents of a selectors file; messages still name the file in use."""
    before = SELECTORS_FILE.get()
    try:
        return load(file)
    finally:
        SELECTORS_FILE.set(before)


def _site(learnt: LearntPage, site: SiteSelectors, name: str) -> list[str]:
    parts = {"origin": site.origin, "locale": site.locale, "timezone": site.timezone}
    lines = [*(f"{key}: {flow(value)}" for key, value in parts.items()), "games:", *_indented(_game(learnt, site), 2)]
    return [f"{flow(name)}:", *_indented(lines, 2)]


def _game(learnt: LearntPage, site: SiteSelectors) -> list[str]:
    section = dict(learnt.section)
    if overlays := used(learnt, site):
        section["overlays"] = overlays
    evidence = {**learnt.evidence, "overlays": "they were over the board, or over its start"}
    missing = [line for one in learnt.missing for line in _comment(f"missing: {one}")]
    entries = [*missing, *_entries(section, evidence, learnt.doubts)]
    boards = ["# another load showed another board", f"boards: {flow({'any': learnt.url})}"] if learnt.varies else []
    page = [f"url: {flow(learnt.url)}", *boards, "pages:", f"  {PAGE}:", *_indented(entries, 4)]
    return [f"{learnt.game.name}:", *_indented(page, 2)]


def _indented(lines: Iterable[str], column: int) -> list[str]:
    return [f"{' ' * column}{line}" for line in lines]


def used(learnt: LearntPage, site: SiteSelectors) -> list[dict[str, Any]]:
    """Return the overlays of the site that were closed on the way to the board."""
    closed = [
        one
        for one in site.overlays
        if any(f"{name} ".startswith((f"{one.name} ", f"{one.name}: ")) for name in learnt.overlays)
    ]
    return [one.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True) for one in closed]


def _entries(
    section: Mapping[str, Any], evidence: Mapping[str, str], doubts: set[str], path: str = ""
) -> Iterator[str]:
    """Yield the lines of a section, each key after its evidence; the fields of `read` have evidence of their own."""
    for key in sorted(section, key=lambda key: ORDER.index(key) if key in ORDER and not path else len(ORDER)):
        place, value, is_parted = f"{path}{key}", section[key], key == "read" and not path
        told = [text for at, text in evidence.items() if at == place or (not is_parted and at.startswith(f"{place}."))]
        told = [*(["guessed"] if place in doubts else []), *told]
        if told:
            yield from _comment(": ".join(told))
        short = f"{flow(key)}: {flow(value)}"
        if is_parted:
            yield from (f"{key}:", *_indented(_entries(value, evidence, doubts, f"{place}."), 2))
        elif len(short) <= WIDTH or not isinstance(value, (dict, list)):
            yield short
        else:
            yield from as_yaml({key: value}).rstrip("\n").split("\n")


def _comment(text: str) -> list[str]:
    """Return `text`, which may come from a page, as the lines of a comment."""
    plain = visible(re.sub(r"\s+", " ", CONTROL.sub(" ", text)))
    return [f"# {line}" for line in wrap(plain, WIDTH - 2, break_on_hyphens=False) or [""]]


def certain(learnt: LearntPage) -> list[str]:
    """Return the key paths that are neither guessed nor missing."""
    keys = [key for key in learnt.section if key != "read"]
    paths = [*keys, *(f"read.{name}" for name in learnt.section.get("read", {}))]
    return [path for path in paths if path not in learnt.doubts]


def to_json(learnt: LearntPage, *, file: str | None) -> dict[str, Any]:
    """Return the report as JSON; `file` is where the section was written."""
    result = learnt.result
    return {
        "game": learnt.game.name,
        "url": learnt.url,
        "board": learnt.game.board.to_json(learnt.board),
        "section": learnt.section,
        "evidence": learnt.evidence,
        "certain": certain(learnt),
        "guessed": sorted(learnt.doubts),
        "missing": learnt.missing,
        "outcome": result.outcome if result else None,
        "confirmed": learnt.confirmed,
        "seconds": learnt.seconds,
        "file": file,
    }


def show(console: Console, learnt: LearntPage) -> None:
    """Print what is certain, guessed and missing, a line each."""
    took = sum(learnt.seconds.values())
    console.print(
        Text.assemble((learnt.game.title, "bold"), f" at {printable(learnt.url)}, {took:.1f} s"), soft_wrap=True
    )
    for path in certain(learnt):
        _line(console, "certain", "green", path, learnt.evidence.get(path, ""))
    for path in sorted(learnt.doubts):
        _line(console, "guessed", "magenta", path, learnt.evidence.get(path, ""))
    if told := learnt.evidence.get("read"):
        _line(console, "guessed", "magenta", "read", told)
    for line in learnt.missing:
        _line(console, "missing", "bold red", *line.split(": ", 1))


def _line(console: Console, state: str, style: str, path: str, why: str = "") -> None:
    text = Text.assemble((f"{state:8}", style), f" {path:14} {printable(why)}".rstrip())
    console.print(hanging(text, console, 24), soft_wrap=True)


# The picture

#: The colours of the grids in a picture of a page, the likeliest first, and the width of their lines in pixels.
COLOURS, LINE = ["#d00000", "#0060d0", "#008040", "#a000a0"], 2


def picture_of(page: GamePage, *, private: bool) -> bytes | None:
    """Return a PNG of the page with the grids that were found drawn on it; None if it can't be pictured.

    A `private` page may show a name: of that, the likeliest grid alone is pictured.
    """
    found: list[list[Rectangle]] = []
    with suppress(PlayerError):
        found = [cells for lattice in take_survey(page).lattices if (cells := _cells(page, lattice))]
    if not private:
        data, corner = page.reader.screenshot(plain=True), Point(0, 0)
    elif found:
        corner, last = found[0][0].at, found[0][-1]
        width, height = last.at.x + last.size.x - corner.x, last.at.y + last.size.y - corner.y
        data = page.reader.screenshot({"x": corner.x, "y": corner.y, "width": width, "height": height}, plain=True)
    else:
        return None
    shapes = [
        replace(cell, at=Point(cell.at.x - corner.x, cell.at.y - corner.y), stroke=cyclic(COLOURS, number), width=LINE)
        for number, cells in enumerate(found)
        for cell in cells
    ]
    return over(data, shapes) if data else None


def _cells(page: GamePage, lattice: SurveyedLattice) -> list[Rectangle]:
    """Return the cells of a grid as rectangles in the window, row by row; none if no selector finds them."""
    if not lattice.names:
        return []
    section = {"grid": lattice.grids[0], "cell": lattice.names[0], "read": {}}
    game = GAMES[next(iter(page.reader.site.games))]
    points = page_with(page, game, section).trials.surface(Target(selector=NOTHING)).points or ()
    if len(points) != len(lattice.cells):
        return []
    width, height = (
        (getattr(points[-1], axis) - getattr(points[0], axis)) / max(1, count - 1)
        for axis, count in (("x", lattice.cols), ("y", lattice.rows))
    )
    return [
        Rectangle("cell", at=Point(at.x - width / 2, at.y - height / 2), size=Point(width, height)) for at in points
    ]
