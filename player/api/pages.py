"""The library's functions of pages: read and play. They work on the caller's own page, which docs/api.md promises
to treat as `play` says.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from os import PathLike, fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from player.api.boards import game_and_board, game_named, public
from player.browser.page.observation import Verdict
from player.deadlines import within
from player.errors import WON, ArgumentInvalid, Outcome, TimeUp
from player.games import GAMES, title_of
from player.playing import PlayRules, SightMode
from player.playing.cross_check import read_and_check
from player.playing.result import Result
from player.proof import Proof, prove

if TYPE_CHECKING:
    from playwright.sync_api import Page  # noqa: TID251  # the type of an argument: nothing is driven here

    from player.browser.page.game_page import GamePage
    from player.games import Board

T = TypeVar("T")

#: Endings of pages in files.
PAGE_FILES = frozenset({".html", ".htm", ".xhtml", ".har"})
#: The longest time that a timer takes: about three years.
MAX_DEADLINE_S = 10**8


@dataclass(frozen=True, slots=True)
class Reading:
    """A board that was read, and the proof that it has exactly one solution."""

    game: str
    board: "Board"
    proof: Proof

    @property
    def solution(self) -> Any:
        """The only solution, in the words of the game (docs/api.md)."""
        return self.proof.solution


@dataclass(frozen=True, slots=True)
class Played:
    """The end of one play.

    `outcome` is `solved` or `already` if the page says that the game is won, by the sign in `verdict`; `unconfirmed` if
    all moves stand and the page says nothing; `unsaved` if it says so to a member, and its save was refused or not
    answered; `unsolved` if it did not take them, or calls them wrong.
    """

    game: str
    outcome: Outcome
    verdict: Verdict
    message: str
    """One sentence if there is something to say, or empty."""
    board: "Board | None"
    """The board; None if the game was won before."""
    solution: Any
    """The solution that was played, in the words of the game; None without a board."""
    moves: int
    attempts: int
    timer: float | None
    """The page's own timer at the last input, in seconds; None if it shows none."""
    ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each stage: load, read, solve, play, verdict."""

    @property
    def won(self) -> bool:
        """True if the page says that the game is won."""
        return self.outcome in WON


@public
def read(
    source: "Page | str | PathLike[str]",
    game: str | None = None,
    *,
    site: str | None = None,
    selectors: str | PathLike[str] | None = None,
    sight: str = "off",
    deadline: float | None = None,
) -> Reading:
    """Read the board that a page or a file shows, and prove that it has exactly one solution.

    A file is a board as JSON, a picture (PNG, JPEG, WebP), a saved page (HTML), a HAR, or the folder of a recording;
    `game` is recognised unless it is named. Saved pages are read in a browser of their own, without a network. A page
    of the caller's is treated as `play` treats it, with the same options, and its board is not touched.

    Raise BoardError if the board is malformed or has not exactly one solution, Unavailable if the game on the page is
    won already, and the errors of `play`.
    """
    if game is not None:
        game_named(game)
    own, how = Path(selectors) if selectors is not None else None, _sight(sight)
    if not isinstance(source, str | PathLike):
        work = partial(_read_page, sight=how)
        return _in_time(deadline, partial(_on, source, game, work, site=site, selectors=own, function="read"))
    file = Path(fsdecode(source))
    if file.is_dir() or file.suffix.lower() in PAGE_FILES:
        return _in_time(deadline, partial(_read_saved, file, game, site, own, how))
    return _read_file(fsdecode(source), game)


@public
def play(
    game: str,
    page: "Page",
    *,
    site: str | None = None,
    selectors: str | PathLike[str] | None = None,
    any_solution: bool = False,
    sight: str = "off",
    min_time: float = 3,
    deadline: float | None = None,
) -> Played:
    """Play `game` on the caller's own `page`, and return what the page says in the end.

    `page` is a Page of playwright.sync_api, in Chromium. An empty tab goes to the game's address on the `site`; any
    other page is the game's page where it is, and is not navigated. `selectors` is a selectors file in place of ours.
    The page's timer shows `min_time` seconds at least before the last move. With `any_solution`, one of several
    solutions is played. `sight` (auto, check, only, off) asks a picture of the page. After `deadline` seconds, which
    need the main thread, TimeUp is raised; without it, a page that hangs holds the call.

    Raise the errors of docs/api.md if the game can't be played to a verdict; nothing was clicked on a board that was
    refused. No error closes the page, but a page that has crashed is closed.
    """
    game_named(game)
    rules = PlayRules(min_time, any_solution=any_solution, sight=_sight(sight))
    own = Path(selectors) if selectors is not None else None

    def played(_game: str, tab: "GamePage") -> Played:
        from player.playing.walk import play as walk  # noqa: PLC0415  # it has the name of this function

        result = Result(game)
        walk(GAMES[game], tab, result, lambda _stage: None, rules)
        solution = None
        if result.proof is not None and result.board is not None:
            solution = result.proof.unique if result.proof.picked is None else result.proof.picked
        return Played(
            *(result.game, result.outcome, result.confirmed, result.message, result.board, solution),
            *(result.moves, result.attempts, result.timer, dict(result.ms)),
        )

    on_page = partial(_on, page, game, played, site=site, selectors=own, function="play", min_time=min_time)
    return _in_time(deadline, on_page)


def _on(
    page: object,
    game: str | None,
    work: "Callable[[str, GamePage], T]",
    *,
    site: str | None,
    selectors: Path | None,
    function: str,
    min_time: float = 0,
) -> T:
    """Return the result of `work` on the caller's `page` and its game; the page is given back as it was."""
    from player.browser.lent_page import lent  # noqa: PLC0415
    from player.browser.page.connection import map_playwright_errors  # noqa: PLC0415  # files are read without a browser

    with map_playwright_errors(), lent(page, game, site, selectors, function=function, min_time=min_time) as its:
        return work(*its)


def _read_saved(file: Path, game: str | None, site: str | None, selectors: Path | None, sight: SightMode) -> Reading:
    from player.browser.offline.recorded_pages import saved_page  # noqa: PLC0415  # boards are read without a browser

    found = saved_page(file, game, site, selectors)
    return found.read(lambda tab: _read_page(found.game, tab, sight))


def _read_page(game: str, tab: "GamePage", sight: SightMode) -> Reading:
    from player.playing.walk import pointing_to_the_doctor  # noqa: PLC0415  # files are read without a browser

    with pointing_to_the_doctor(game):
        found = read_and_check(GAMES[game], tab, sight).required()
        assert found.proof is not None, "it has been required"
        return Reading(game, found.board, found.proof)


def _read_file(file: str, game: str | None) -> Reading:
    from player.boards.board_files import one_of, picture_in, reading_in  # noqa: PLC0415  # loaded when it is used

    file = "./-" if file == "-" else file  # not standard input, as for a command
    if (picture := picture_in(file)) is not None:
        return _proved(file, reading_in(file, picture, game).board, game)
    with one_of(file, None) as (_, data):
        return _proved(file, data, game)


def _proved(file: str, data: dict[str, Any], game: str | None) -> Reading:
    found, board = game_and_board(data)
    if game not in {None, found.name}:
        raise ArgumentInvalid(
            f"{file} holds a board of {found.title}, not of {title_of(game or '')}: leave the game out"
        )
    proof = prove(found, board)
    proof.solution  # noqa: B018  # raises unless there is just one
    return Reading(found.name, board, proof)


def _sight(value: str) -> SightMode:
    if value not in {*SightMode}:
        raise ArgumentInvalid(f"sight={value!r}: it is one of {', '.join(SightMode)}")
    return SightMode(value)


def _in_time(deadline: float | None, work: Callable[[], T]) -> T:
    """Return the result of `work`; raise TimeUp after `deadline` seconds."""
    if deadline is None:
        return work()
    if not 0 < deadline <= MAX_DEADLINE_S or threading.current_thread() is not threading.main_thread():
        raise ArgumentInvalid(
            f"deadline={deadline}: it is more than 0 and at most {MAX_DEADLINE_S}, and works in the main thread only"
        )
    return within(deadline, work, TimeUp(f"the page took more than {deadline:g} s: give it more with deadline="))


__all__ = ["Played", "Reading", "play", "read"]
