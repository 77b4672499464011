"""`player doctor`: the environment, the page of each game, and changes that repair the selectors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from player.browser.launch import BrowserOptions
from player.browser.offline.page_source import Pages
from player.browser.offline.recorded_pages import saved
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.browser.selectors.yaml_file import with_changes
from player.browser.session import open_session
from player.doctor.diagnosis import GameReport, diagnose, patch, visit_game
from player.doctor.environment import NOTE, OFF, OK, Check, checks
from player.doctor.findings import IDLE, SPARE, UNSEEN, Finding
from player.doctor.probe import probe
from player.errors import SELECTORS_FILE, CannotCreate, NoBrowser, PageNotUnderstood, PlayerError
from player.files import write_atomic
from player.games import title_of
from player.render.progress import PROGRESS
from player.render.terminal import hanging, printable

#: Timeouts for pages from files, which answer at once.
QUICK = Times(load=5_000)


@dataclass(slots=True)
class Checkup:
    """The results; `changes` is a part of selectors.yaml. A copy with those that were proved was `written`, or not."""

    checks: list[Check] = field(default_factory=list)
    games: list[GameReport] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    written: bool = False

    @property
    def exit(self) -> int:
        """The exit code: 0 if nothing is off, but for games whose boards are read and proved with what was written."""
        states = [check.state for check in self.checks]
        states += [game.state for game in self.games if not (self.written and game.repaired)]
        return 0 if OFF not in states else PageNotUnderstood.exit_code

    def to_json(self) -> dict[str, Any]:
        """Return the results as JSON."""
        return {"exit": self.exit, **asdict(self)}


@dataclass(frozen=True, slots=True)
class CheckupTarget:
    """The pages to examine: of the site `name` in selectors.yaml, or of the saved page `page`."""

    name: str
    site: SiteSelectors
    options: BrowserOptions
    offline: Pages | None = None
    session: Path | None = None
    page: Path | None = None


def check_up(target: CheckupTarget, games: Sequence[str]) -> Checkup:
    """Check the environment, and the pages of `games`, or of all games if none is named."""
    PROGRESS.stage("checking the environment")
    found = Checkup(list(checks(target.session, headed=target.options.headed)))
    ill = {check.name for check in found.checks if check.state == OFF}
    try:
        with _pages(target, games, signed_in="session" not in ill) as (browser, examined):
            found.checks.append(Check("browser", OK, browser))
            found.games = list(examined)
    except NoBrowser as error:
        found.checks.append(Check("browser", OFF, "none that starts", str(error)))
    found.changes = patch(target.name, found.games)
    return found


@contextmanager
def _pages(
    target: CheckupTarget, games: Sequence[str], *, signed_in: bool
) -> Iterator[tuple[str, Iterator[GameReport]]]:
    """Yield the browser's name, with the reports as they are made."""
    if target.page:
        with saved(target.page, target.name, target.site, target.options) as (browser, pages):
            names = games or [_game_of(target.page, pages)]
            yield browser, (diagnose(name, pages[name], target.site) for name in _counted(names))
        return
    session = target.session if signed_in else None
    times = QUICK if target.offline else Times()
    with open_session(target.site, target.options, target.offline, session, times=times) as opened:
        names = games or [game for game in target.site.games if target.offline is None or target.offline.has(game)]
        yield opened.browser, (visit_game(name, opened.tab(name), target.site) for name in _counted(names))


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Yield `names`, and show which of them is examined."""
    PROGRESS.expect(len(names))
    for name in names:
        PROGRESS.stage(f"{title_of(name)}: trying its selectors")
        yield name
        PROGRESS.advance()


def _game_of(file: Path, pages: dict[str, GamePage]) -> str:
    """Return the game of a saved page: by the file's name, else by the board found on it."""
    if file.stem in pages:
        return file.stem
    for name, page in pages.items():
        if probe(page).board:
            return name
    raise PageNotUnderstood(
        f"no game's board is found in {file}: say which it is, as in `player doctor GAME --page FILE`"
    )


def write_changes(selectors: Path, changes: dict[str, Any], target: Path) -> None:
    """Write a copy of the selectors file with `changes` to `target`; raise CannotCreate if that fails.

    Only an older copy is overwritten.
    """
    if target.exists():
        try:
            load(target)
        except PlayerError:
            raise CannotCreate(f"{target} exists, and is not a selectors file: name another with --to") from None
    write_atomic(target, with_changes(selectors, changes).encode(), private=False, what="the copy of the selectors")


# The report: a line per check and game, two lines per selector, and the repairs

#: Columns before what a state is about.
_INDENT = 6
_COLORS = {OK: "green", OFF: "bold red", SPARE: "cyan", IDLE: "magenta", NOTE: "dim"}


def show_checkup(console: Console, found: Checkup, changes: str, *, verbose: bool) -> None:
    """Print the report, of the selectors those that are off, or all if `verbose`; `changes` is for selectors.yaml."""
    width = max((len(check.name) for check in found.checks), default=0)
    for check in found.checks:
        _line(console, check.state, f"{check.name:{width}}  {check.found}{check.advice and f': {check.advice}'}")
    for number, report in enumerate(found.games):
        shown = [one for one in report.findings if verbose or one.state == OFF]
        _game(console, report, shown, apart=bool(shown) or number == 0)
    if not verbose and (tried := sum(len(report.findings) for report in found.games)):
        console.print(Text(f"\n-v shows what each of the {tried} selectors finds", "dim"))
    for report in found.games:
        if report.state == OFF:
            console.print(Text(f"\n{title_of(report.game)}: {_way_out(report)}"), soft_wrap=True)
    if not found.exit and not found.written:
        every = ((report, one) for report in found.games for one in report.findings)
        unseen = [f"{title_of(report.game)} {one.entry}" for report, one in every if one.found.startswith(UNSEEN)]
        but = f", as far as these boards show it: they have nothing for {', '.join(unseen)}" if unseen else ""
        console.print(Text(f"\nall is well{but}"), soft_wrap=True)
    if changes:
        headline = f"# changes for {SELECTORS_FILE.get()} (--to FILE writes a copy with them)"
        console.print(Text(f"\n{headline}\n{changes.rstrip()}"), soft_wrap=True)


def _game(console: Console, report: GameReport, shown: Sequence[Finding], *, apart: bool) -> None:
    build = f" ({report.generation} generation)" if report.generation else ""
    title = Text.assemble((title_of(report.game), "bold"), f": {printable(report.verdict)}{build}")
    console.print("\n" * apart, hanging(title, console, _INDENT), sep="", soft_wrap=True)
    for one in shown:
        _line(console, one.state, f"{one.entry}: {one.found}, expected: {one.expected}")
        _line(console, "", one.selector)


def _line(console: Console, state: str, text: str) -> None:
    line = Text.assemble((f"{state:{_INDENT}}", _COLORS.get(state, "")), printable(text))
    console.print(hanging(line, console, _INDENT), soft_wrap=True)


def _way_out(report: GameReport) -> str:
    if report.repaired:
        return "with the changes, its board is read and proved"
    if report.changes or report.generations:
        return "the changes are not enough, look at the page"
    if report.findings:
        return "nothing was found on the page to put in the place of its selectors, look at the page"
    return "its page could not be examined"
