"""Diagnosis of a game's page: the matches of each selector, their expectations, and changes that repair them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from math import inf
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.observation import WinSeen
from player.browser.page.proving import read_proved
from player.browser.selectors.chains import Chain, as_written
from player.browser.selectors.schema import PageSelectors, SiteSelectors
from player.doctor.candidates import page_names, renamed, similarity
from player.doctor.corrections import corrected
from player.doctor.environment import NOTE, OFF, OK
from player.doctor.learnt_changes import learnt_changes
from player.doctor.pictured import PicturedPage
from player.doctor.probe import Examination, PageInventory, ProbedBoard, ReadingResult, probe, take_inventory
from player.doctor.repair import Changes, changed, names_on, repairs, texts
from player.doctor.rereading import board_on, read, with_page
from player.errors import BoardError, DeadlineOver, Interrupted, PageNotUnderstood, PlayerError
from player.games import GAMES
from player.sight.witness import Verdict

#: States of an alternative that is not needed now: it would work, or not.
SPARE, IDLE = "spare", "idle"
#: Found on no cell, as may be on some boards: whether it would be found is not known.
UNSEEN = "none seen"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one selector: its place in the page's section of selectors.yaml, its matches, its expectations."""

    entry: str
    selector: str
    found: str
    expected: str
    state: str


@dataclass(slots=True)
class GameReport:
    """The diagnosis of one game's page with the section `page` of selectors.yaml.

    `changes` repair the section, `generations` the site's; `repaired` if the board is read and proved with them.
    """

    game: str
    state: str = OFF
    verdict: str = ""
    generation: str | None = None
    page: str = ""
    findings: list[Finding] = field(default_factory=list)
    changes: Changes = field(default_factory=dict)
    generations: dict[str, str] = field(default_factory=dict)
    repaired: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return asdict(self)

    def unseen(self) -> list[str]:
        """Return the entries that this board has nothing for."""
        return [finding.entry for finding in self.findings if finding.found.startswith(UNSEEN)]


def visit_game(name: str, page: GamePage, site: SiteSelectors) -> GameReport:
    """Open and examine the page of the game `name`."""
    if page.seeing:
        return _seen(name, page)
    try:
        if isinstance(read_proved(GAMES[name], page).look, WinSeen):
            return GameReport(name, OK, "won already: the page shows no board to hold the selectors against")
    except (Interrupted, DeadlineOver):
        raise
    except PageNotUnderstood as error:
        _start(name, page, site)
        return diagnose(name, page, site, str(error))
    except PlayerError as error:
        return GameReport(name, OFF, str(error))
    return diagnose(name, page, site)


def _seen(name: str, page: GamePage) -> GameReport:
    """Examine a page that is played by sight: it has no selectors of a board, only the board in its picture."""
    try:
        reading = read_proved(GAMES[name], page).required()
    except (Interrupted, DeadlineOver):
        raise
    except PlayerError as error:
        return GameReport(name, OFF, str(error))
    if isinstance(reading.look, WinSeen):
        return GameReport(name, OK, "won already: the page shows no board to read from a picture")
    rows, cols = reading.board.shape
    return GameReport(name, OK, f"{rows}x{cols}, read from a picture and proved to have one solution")


def _start(name: str, page: GamePage, site: SiteSelectors) -> None:
    """Try each section's way to the board if the page shows no board yet."""
    for section in site.games[name].pages:
        if take_inventory(page).board:
            break
        only = with_page(site, name, {section: site.games[name].pages[section]})
        with suppress(PageNotUnderstood):
            page.by(only, only.games[name]).open()


def diagnose(name: str, page: GamePage, site: SiteSelectors, problem: str = "") -> GameReport:
    """Examine the page of the game `name` as it is; `problem` is the error of opening it."""
    seen, census = probe(page), take_inventory(page)
    pages = site.games[name].pages
    if seen.generation is None:  # another section may read the board too, but not know its Start or its win
        likest = max(pages, key=lambda section: similarity(texts(pages[section]), census))
        seen = probe(page, likest, pages[likest])
    section = pages[seen.page]
    report = GameReport(name, generation=seen.generation, page=seen.page)
    report.findings = list(_findings(site, section, seen, census))
    off = [finding.entry for finding in report.findings if finding.state == OFF]
    pictured = PicturedPage(GAMES[name], page)
    now = read(page, site, pictured)
    if not (problem or now.trouble or off):
        report.state, report.verdict = OK, f"{now.size}, read and proved to have one solution"
        return report
    report.verdict = problem or now.trouble or f"{now.size}, read all the same: {', '.join(off)} not as expected"
    report.changes = _repairs(page, section, seen, census, pictured)
    if seen.generation is None and seen.page in site.generations:
        names = renamed(site.generations[seen.page], page_names([site.generations[seen.page]], census, None))
        report.generations = dict(zip([seen.page], names, strict=False))
    sure = False
    if report.changes or report.generations:
        again = read(page, patched(site, report), pictured)
        report.repaired, sure = not again.trouble, again.is_pictured or pictured.shape is None
    if not (report.repaired and sure):
        _learn(report, page, site, pictured)
    return report


def _repairs(
    page: GamePage, section: PageSelectors, seen: Examination, census: PageInventory, pictured: PicturedPage
) -> Changes:
    """Return the changes that repair `section` by its expectations, and by a picture of the page if it can be read."""

    def examine(trial: PageSelectors) -> Examination:
        return probe(page, seen.page, trial)

    def differences(trial: PageSelectors) -> float | None:
        site = page.site.model_copy(update={"generations": {}})
        only = with_page(site, pictured.game.name, {seen.page: trial})
        try:
            found = board_on(page, only, pictured.game)
        except (BoardError, PageNotUnderstood):
            return inf
        said = pictured.says(*found, most=1)
        return None if said.verdict is Verdict.NOT_SEEN else len(said.differences)

    changes = repairs(section, seen, census, examine)
    if not pictured.is_known:
        return changes
    return corrected(section, changes, names_on(section, census), examine, differences)


def _learn(report: GameReport, page: GamePage, site: SiteSelectors, pictured: PicturedPage) -> None:
    """Search the page for changes with which its board is read and proved; without any, the report stays as it is.

    Those whose board a picture shows go before others.
    """
    section = site.games[report.game].pages[report.page]
    for changes in learnt_changes(GAMES[report.game], page, report.page, section):
        again = read(page, patched(site, replace(report, changes=changes)), pictured)
        if not again.trouble and (again.is_pictured or not report.repaired):
            report.changes, report.repaired = changes, True
        if again.is_pictured or (report.repaired and pictured.shape is None):
            return


def patched(site: SiteSelectors, report: GameReport) -> SiteSelectors:
    """Return `site` with the changes of `report`."""
    pages = site.games[report.game].pages
    repaired = with_page(site, report.game, {**pages, report.page: changed(pages[report.page], report.changes)})
    return repaired.model_copy(update={"generations": {**site.generations, **report.generations}})


def patch(site: str, reports: Sequence[GameReport]) -> dict[str, Any]:
    """Return the changes of `reports` as a part of selectors.yaml; empty if there are none."""
    changes: dict[str, Any] = {}
    if generations := {name: text for report in reports for name, text in report.generations.items()}:
        changes["generations"] = generations
    if games := {report.game: {"pages": {report.page: report.changes}} for report in reports if report.changes}:
        changes["games"] = games
    return {"sites": {site: changes}} if changes else {}


# Findings


def _findings(site: SiteSelectors, page: PageSelectors, seen: Examination, census: PageInventory) -> Iterator[Finding]:
    for name, selector in site.generations.items():
        state = OFF if seen.generation is None else OK if name == seen.generation else NOTE
        yield Finding(f"generations.{name}", selector, _matches(seen.generations[name]), "one of them found", state)
    for number, (step, matches) in enumerate(zip(page.start, seen.start, strict=False)):
        entry = f"start[{number}]" if len(page.start) > 1 else "start"
        yield Finding(entry, step.selector, f"{_matches(matches)} to be seen", "gone once the board is there", NOTE)
    for overlay, number in zip(page.overlays, seen.overlays, strict=False):
        yield Finding(f"overlays.{overlay.name}", overlay.close.selector, _matches(number), "shown at times", NOTE)
    for switch, on in zip(page.switches, seen.switches, strict=False):
        yield Finding(f"switches.{switch.name}", switch.press.selector, _matches(on), "found on at times", NOTE)
    if page.buttons:
        yield Finding("buttons", page.buttons.selector, _matches(seen.buttons), "one for each text", NOTE)
    yield from _won(site, page)
    yield from _place(page, seen, census)
    if seen.board:
        yield from _numbering(page, seen.board)
        for name, chain in page.read.items():
            yield from _field(name, chain, seen.board)
        for name, columns in seen.board.rules.items():
            yield from _rule(name, page.rules[name], columns)
        for name, items in seen.board.lists.items():
            parts = [number for number, *_ in items]
            found = f"{len(parts)} items of {', '.join(map(str, parts)) or 'no'} parts"
            state = OK if parts and all(parts) else OFF
            yield Finding(f"beside.{name}", page.beside[name].items, found, "items, each with parts", state)


def _won(site: SiteSelectors, page: PageSelectors) -> Iterator[Finding]:
    """Yield findings about the signs of a win: without one, no game can be confirmed."""
    if not page.won and not site.won:
        yield Finding("won", "none", "no sign", "a sign that the game is won", OFF)


def _place(page: PageSelectors, seen: Examination, census: PageInventory) -> Iterator[Finding]:
    whole = seen.board is not None and seen.board.rows * seen.board.cols == seen.board.cells
    size = seen.board.cells if seen.board and whole else len(census.board.cells) if census.board else 0
    expected = f"{size} cells" if size else "rows and columns of cells"
    for number, (selector, grid) in enumerate(zip(page.grid, seen.grid, strict=True)):
        found = f"{_matches(grid.matches)}, {grid.cells} cells"
        yield Finding(f"grid[{number}]", selector, found, expected, _state(number, holds=0 < grid.cells == size))
    for number, (selector, cells) in enumerate(zip(page.cell, seen.cell, strict=True)):
        yield Finding(f"cell[{number}]", selector, _matches(cells), expected, _state(number, holds=0 < cells == size))


def _numbering(page: PageSelectors, board: ProbedBoard) -> Iterator[Finding]:
    if numbering := page.index or page.place:
        found = f"{board.numbered} of {board.cells} cells in order"
        state = OK if board.numbered == board.cells else OFF
        name = "index" if page.index else "place"
        yield Finding(name, _text(numbering), found, f"0 to {board.cells - 1}", state)
    if page.size:
        for name, reading, shown, seen in zip(
            ("rows", "cols"), (page.size.rows, page.size.cols), board.told, (board.rows, board.cols), strict=True
        ):
            state = NOTE if shown is None else OK if shown == seen else OFF
            found = "unknown" if shown is None else f"{shown:g}"
            yield Finding(f"size.{name}", _text(reading), found, str(seen), state)


def _field(name: str, chain: Chain, board: ProbedBoard) -> Iterator[Finding]:
    for number, (reading, column) in enumerate(zip(chain.any, board.fields[name], strict=True)):
        found = f"{column.cells} of {board.cells} cells, {_plural(column.values, 'value')}"
        state = _state(number, holds=column.holds) if chain.expect else NOTE
        if state == OK and not column.cells:  # of walls and signs that some boards have not
            found, state = f"{UNSEEN} in {board.cells} cells", NOTE
        yield Finding(f"read.{name}[{number}]", _text(reading), found, ", ".join(chain.expect) or "nothing", state)


def _rule(name: str, rule: Chain | int, columns: Sequence[ReadingResult]) -> Iterator[Finding]:
    """Yield findings about the readings of a rule, on the page as a whole."""
    assert isinstance(rule, Chain)
    for number, (reading, column) in enumerate(zip(rule.any, columns, strict=True)):
        found = str(column.column[0]) if column.cells else "nothing"
        yield Finding(
            f"rules.{name}[{number}]", _text(reading), found, "a value", _state(number, holds=column.cells > 0)
        )


def _state(number: int, *, holds: bool) -> str:
    if number == 0:
        return OK if holds else OFF
    return SPARE if holds else IDLE


def _text(reading: Any) -> str:
    """A reading as one line."""
    return ", ".join(f"{key}: {_inner(value)}" for key, value in as_written(reading).items())


def _inner(value: Any) -> str:
    return " ".join(map(_inner, value.values())) if isinstance(value, dict) else str(value)


def _matches(number: int) -> str:
    return f"{number} {'match' if number == 1 else 'matches'}"


def _plural(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
