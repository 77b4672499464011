"""Recordings as tests: each page is read by the user's selectors, and must show what it showed when it was recorded.

And the values of our fixtures.
"""

import json
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from player.api.boards import game_and_board, solve, to_json
from player.api.pages import Played, Reading, play, read
from player.artifacts.recordings import Seen, see_page
from player.boards.board_json import board_of
from player.browser.offline import sources
from player.browser.offline.recorded_pages import RecordingsBrowser, page_in
from player.browser.offline.sources import Offline
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.errors import ArgumentInvalid, BoardError, PlayerError
from player.files import SELECTORS, regular
from player.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page  # noqa: TID251  # the type of a fixture: nothing is driven here


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording: the folder SITE/GAME/DATE, and what was read when it was made."""

    folder: Path
    site: str
    game: str
    exit: int
    outcome: str
    board: dict[str, Any] | None

    def __str__(self) -> str:
        """Return the site, the game and the date."""
        return " ".join(self.folder.parts[-3:])


class Recordings:
    """The recordings in the folder of --player-recordings, and the browser for them."""

    def __init__(self, folder: str, config: pytest.Config) -> None:
        """Raise UsageError if the folder holds no recordings, or a broken one, or if the selectors are invalid."""
        self.browser = RecordingsBrowser()
        file = config.getoption("--player-selectors")
        try:
            self.found = found(Path(folder))
            self.selectors = load(Path(file) if file else SELECTORS)
        except PlayerError as error:
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the recordings to what the session has collected."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result += [RecordingItem.of(recorded, self, collector) for recorded in self.found]
        return report

    def pytest_unconfigure(self) -> None:
        """Close the browser."""
        self.browser.close()


def found(folder: Path) -> list[Recorded]:
    """Return the recordings in `folder`; raise UsageError if there are none, or if one is broken."""
    if not folder.is_dir():
        raise pytest.UsageError(f"--player-recordings {folder} is no folder: name one that `player record` made")
    folders = sorted(path.parent.resolve() for path in folder.rglob("meta.json"))
    if not folders:
        raise pytest.UsageError(
            f"--player-recordings {folder} holds no recording: `player record GAME --to DIR --with-page` makes one"
        )
    return [_recorded(one) for one in folders]


def _recorded(folder: Path) -> Recorded:
    if len(folder.parts) < 4 or folder.parts[-2] not in GAMES:
        raise pytest.UsageError(f"{folder} is no recording: its folder is SITE/GAME/DATE")
    expected = _json(folder / "meta.json").get("expected")
    match expected:
        case {"exit": int(code), "outcome": str(outcome)}:
            pass
        case _:
            raise pytest.UsageError(f"{folder / 'meta.json'} does not say what to expect: record the page anew")
    board = _json(file) if (file := folder / "board.json").is_file() else None
    if board is not None:
        try:
            board_of(board)
        except BoardError as error:
            raise pytest.UsageError(f"{file} is broken ({error}): record the page anew") from None
    return Recorded(folder, folder.parts[-3], folder.parts[-2], code, outcome, board)


def _json(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(regular(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise pytest.UsageError(f"{file} is broken ({type(error).__name__}): record the page anew") from None
    if not isinstance(data, dict):
        raise pytest.UsageError(f"{file} is broken (no JSON object): record the page anew")
    return data


class RecordingItem(pytest.Item):
    """The test of one recording."""

    recordings: Recordings
    recorded: Recorded

    @classmethod
    def of(cls, recorded: Recorded, recordings: Recordings, session: pytest.Session) -> "RecordingItem":
        """Return the test of a recording in a session."""
        item = cls.from_parent(session, name=str(recorded), nodeid=f"player-recordings::{recorded}")
        item.recordings, item.recorded = recordings, recorded
        return item

    def runtest(self) -> None:
        """Read the page, and compare the board with the recorded one; skip a recording without a page."""
        recorded = self.recorded
        site = self.recordings.selectors.site(recorded.site)
        page = page_in(recorded.folder, recorded.game, site)
        if page is None:
            pytest.skip(f"{recorded.folder} holds no page: record it with --with-page, or with --har")

        seen = self.recordings.browser.with_page(page, partial(see_page, recorded.game))
        if problem := difference(recorded, seen):
            pytest.fail(problem, pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the line of an error of ours, without a traceback, or what pytest says of another one."""
        if isinstance(excinfo.value, PlayerError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the place of the recording, and its name."""
        return self.recorded.folder, None, self.name


def difference(recorded: Recorded, seen: Seen) -> str:
    """Return what differs between a recording and what is read now, with both boards drawn; empty if nothing does."""
    game, expected = GAMES[recorded.game], recorded.board
    if (seen.exit, seen.outcome) != (recorded.exit, recorded.outcome):
        return (
            f"{recorded}: recorded as {recorded.outcome} ({recorded.exit}), and now it is {seen.outcome} "
            f"({seen.exit}){f': {seen.problem}' if seen.problem else ''}"
        )
    if expected is None or seen.board is None:
        return ""
    now = game.board.to_json(seen.board)
    before = {name: expected[name] for name in now if name in expected}
    if now == before:
        return ""
    names = ", ".join(name for name in now if now[name] != before.get(name))
    was = game.text(board_of(expected)[1]).plain
    return (
        f"{recorded}: another board is read than the recorded one ({names} differ)\n"
        f"recorded:\n{was}\nread now:\n{game.text(seen.board).plain}"
    )


# The values of our fixtures: the replica on a test's page, and that page as the page of a game


@dataclass(frozen=True, slots=True)
class PlayerGamePage:
    """A test's `page` as the page of `game`, by the selectors and the site that the options name."""

    game: str
    page: "Page"
    site: str | None = None
    selectors: str | None = None

    def read(self, **options: Any) -> Reading:
        """Read the board as `player.read` does, with its options."""
        return read(self.page, self.game, **self._named(options))

    def play(self, **options: Any) -> Played:
        """Play as `player.play` does, with its options; the page's timer is not waited for unless `min_time` is
        given.
        """
        return play(self.game, self.page, **{"min_time": 0, **self._named(options)})

    def _named(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"site": self.site, "selectors": self.selectors, **options}


def replica_on(page: "Page", config: pytest.Config, board: Any, generation: str) -> dict[str, str]:
    """Serve the replica of the site to `page`, with `board` if it is given; return the address of each game.

    Raise InputMissing if the site has no replica.
    """
    name, site = _site(config)
    pages = sources.replica_of(name, site.origin, generation)
    if board is not None:
        if not isinstance(pages, Offline):
            raise ArgumentInvalid(f"the replica of {name} shows its own boards: leave the board out")
        game, one = game_and_board(board)
        shown = {**pages.boards, game.name: to_json(one, solve(one).solution)}
        pages = replace(pages, boards=shown)
    pages.attach(page)
    return {game: selectors.url for game, selectors in site.games.items() if pages.has(game)}


def _site(config: pytest.Config) -> tuple[str, SiteSelectors]:
    """Return the name and the selectors of the site that the options name, else of the first one."""
    file = config.getoption("--player-selectors")
    selectors = load(Path(file) if file else SELECTORS)
    name = config.getoption("--player-site") or next(iter(selectors.sites))
    return name, selectors.site(name)
