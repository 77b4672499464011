"""`player doctor`: the environment, the page of each game, and changes that repair the selectors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from player.browser.launch import BrowserOptions
from player.browser.offline.page_source import Pages
from player.browser.offline.saved_page import saved
from player.browser.page.game_page import GamePage
from player.browser.page.timeouts import Times
from player.browser.selectors.loader import load, with_changes
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import open_session
from player.doctor.diagnosis import GameReport, diagnose, patch, visit_game
from player.doctor.environment import OFF, OK, Check, checks
from player.doctor.probe import probe
from player.errors import CannotCreate, NoBrowser, PageNotUnderstood, PlayerError
from player.files import write_atomic

#: Timeouts for pages from files, which answer at once.
QUICK = Times(load=5_000)


@dataclass(slots=True)
class Checkup:
    """The results; `changes` is a part of selectors.yaml, of which a copy was `written`, or not."""

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
class Place:
    """The pages to examine: of the site `name` in selectors.yaml, or of the saved page `page`."""

    name: str
    site: SiteSelectors
    wish: BrowserOptions
    offline: Pages | None = None
    session: Path | None = None
    page: Path | None = None


def check_up(place: Place, games: Sequence[str]) -> Checkup:
    """Check the environment, and the pages of `games`, or of all games if none is named."""
    found = Checkup(list(checks(place.session, headed=place.wish.headed)))
    ill = {check.name for check in found.checks if check.state == OFF}
    try:
        with _pages(place, games, signed_in="session" not in ill) as (browser, examined):
            found.checks.append(Check("browser", OK, browser))
            found.games = list(examined)
    except NoBrowser as error:
        found.checks.append(Check("browser", OFF, "none that starts", str(error)))
    found.changes = patch(place.name, found.games)
    return found


@contextmanager
def _pages(place: Place, games: Sequence[str], *, signed_in: bool) -> Iterator[tuple[str, Iterator[GameReport]]]:
    """Yield the browser's name, with the reports as they are made."""
    if place.page:
        with saved(place.page, place.site, place.wish) as (browser, pages):
            names = games or [_game_of(place.page, pages)]
            yield browser, (diagnose(name, pages[name], place.site) for name in names)
        return
    session = place.session if signed_in else None
    times = QUICK if place.offline else Times()
    with open_session(place.site, place.wish, place.offline, session, times=times) as opened:
        names = games or [game for game in place.site.games if place.offline is None or place.offline.has(game)]
        yield opened.browser, (visit_game(name, opened.tab(name), place.site) for name in names)


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
    if target.exists() and not _is_a_copy(target):
        raise CannotCreate(f"{target} exists, and is not a selectors file: name another with --write")
    write_atomic(target, with_changes(selectors, changes).encode(), private=False, what="the copy of the selectors")


def _is_a_copy(file: Path) -> bool:
    try:
        load(file)
    except PlayerError:
        return False
    return True
