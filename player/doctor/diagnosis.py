"""Diagnosis of a game's page: the matches of each selector, their expectations, and changes that repair them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.observation import WinSeen
from player.browser.page.proving import read_proved
from player.browser.selectors.schema import SiteSelectors
from player.browser.selectors.yaml_file import flow
from player.doctor.environment import OFF, OK
from player.doctor.findings import Finding, findings
from player.doctor.probe import Survey, probe, take_survey
from player.doctor.reading import PicturedPage, board_on, read, with_page
from player.doctor.repair import Changes, changed, page_names, repairs, similarity
from player.errors import BoardError, DeadlineOver, Interrupted, PageNotUnderstood, PlayerError
from player.games import GAMES, title_of
from player.render.progress import PROGRESS

#: The keys of a section with signs of a win.
SIGNS = ("won", "already")


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


def visit_game(name: str, page: GamePage, site: SiteSelectors) -> GameReport:
    """Open and examine the page of the game `name`; if it is played by sight, all there is to read is its picture."""
    game = GAMES[name]
    try:
        reading = read_proved(game, page)
        if page.reads_pictures:
            reading = reading.required()
    except PlayerError as error:
        if isinstance(error, (Interrupted, DeadlineOver)):
            raise
        if page.reads_pictures or not isinstance(error, PageNotUnderstood):
            return GameReport(name, OFF, str(error))
        _start(name, page, site)
        return diagnose(name, page, site, str(error))
    if isinstance(reading.look, WinSeen):
        lack = "read from a picture" if page.reads_pictures else "hold the selectors against"
        return GameReport(name, OK, f"won already: the page shows no board to {lack}")
    if page.reads_pictures:
        rows, cols = reading.board.shape
        return GameReport(name, OK, f"{rows}x{cols}, read from a picture and proved to have one solution")
    return diagnose(name, page, site)


def _start(name: str, page: GamePage, site: SiteSelectors) -> None:
    """Try each section's way to the board if the page shows no board yet."""
    for section, selectors in site.games[name].pages.items():
        if take_survey(page).lattices:
            break
        only = with_page(site, name, {section: selectors})
        with suppress(PageNotUnderstood):
            page.by(only, only.games[name]).open()


def diagnose(name: str, page: GamePage, site: SiteSelectors, problem: str = "") -> GameReport:
    """Examine the page of the game `name` as it is; `problem` is the error of opening it."""
    seen, survey = probe(page), take_survey(page)
    pages = site.games[name].pages
    if seen.signed is None:  # another section may read the board too, but not know its Start or its win
        likest = max(pages, key=lambda section: similarity(pages[section], survey))
        seen = probe(page, likest, pages[likest])
    report = GameReport(name, generation=seen.signed, page=seen.page)
    report.findings = list(findings(site, pages[seen.page], seen, survey))
    for kind, number, sign in _false_signs(page, site, report):
        report.findings.append(Finding(f"{kind}[{number}]", sign, "it holds", "only once the board is solved", OFF))
    off = [finding.entry for finding in report.findings if finding.state == OFF]
    pictured = PicturedPage(GAMES[name], page)
    now = read(page, site, pictured)
    if not (problem or now.trouble or off):
        report.state, report.verdict = OK, f"{now.size}, read and proved to have one solution"
        return report
    report.verdict = problem or now.trouble or f"{now.size}, read all the same: {', '.join(off)} not as expected"
    if seen.signed is None and seen.page in site.generations:
        sign = site.generations[seen.page]
        report.generations = dict(zip([seen.page], page_names([sign], survey).variants(sign), strict=False))
    _repair(report, page, site, pictured, survey)
    refuse_signs(report, page, site)
    return report


def _repair(report: GameReport, page: GamePage, site: SiteSelectors, pictured: PicturedPage, survey: Survey) -> None:
    """Put the first changes into `report`, or the first with which the board is read, best as a picture shows it."""
    section = site.games[report.game].pages[report.page]
    PROGRESS.stage(f"{title_of(report.game)}: searching for other selectors")

    def differences(changes: Changes) -> float | None:
        return pictured.differences(page, patched(site, replace(report, changes=changes)))

    for number, changes in enumerate(
        repairs(page, pictured.game, report.page, section, survey, differences=differences)
    ):
        if number == 0:
            report.changes = changes
        if not (changes or report.generations):
            continue
        again = read(page, patched(site, replace(report, changes=changes)), pictured)
        if again.trouble:
            continue
        if again.is_pictured or not report.repaired:
            report.changes, report.repaired = changes, True
        if again.is_pictured or pictured.shape is None:
            return


def _false_signs(page: GamePage, site: SiteSelectors, report: GameReport) -> Iterator[tuple[str, int, str]]:
    """Yield the signs of a win by `site` that hold beside a board that is not solved: kind, number, and as YAML."""
    section = site.games[report.game].pages[report.page]
    seen = probe(page, report.page, section)
    for kind in SIGNS:
        holding = [number for number, holds in enumerate(getattr(seen, kind)) if holds]
        if holding and _is_unsolved(page, site, report.game):
            signs = [*getattr(section, kind), *getattr(site, kind)]
            for number in holding:
                yield kind, number, flow(signs[number].model_dump(exclude_defaults=True, by_alias=True))


def _is_unsolved(page: GamePage, site: SiteSelectors, name: str) -> bool:
    """Return True if the page shows a board, by the selectors of `site`, that is not solved."""
    game = GAMES[name]
    try:
        _, look, board = board_on(page, site, game)
    except (BoardError, PageNotUnderstood):
        return False
    return not game.play.solved(board, game.play.state(look.snapshot))


def refuse_signs(report: GameReport, page: GamePage, site: SiteSelectors) -> None:
    """Take the signs of a win out of the changes of `report` if one of them holds while the board is not solved."""
    if not report.changes.keys().isdisjoint(SIGNS):
        false = {kind for kind, *_ in _false_signs(page, patched(site, report), report)}
        report.changes = {key: value for key, value in report.changes.items() if key not in false}


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
