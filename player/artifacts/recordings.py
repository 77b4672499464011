"""Pages, snapshots and boards to read again: the run.zip of a run, and recordings, which the tests replay.

A recording is a folder SITE/GAME/DATE with meta.json and, if available, snapshot.json, board.json (with the solution)
and page.html.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from player import __version__
from player.artifacts.evidence import SCHEMA
from player.boards.board_json import parse
from player.browser import redaction
from player.browser.launch import BrowserOptions
from player.browser.offline.sources import kept
from player.browser.page.observation import BoardSeen
from player.browser.page.page_reader import PageCapture
from player.browser.page.proving import read_proved
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession, open_session
from player.days import puzzle_day
from player.errors import BoardError, CannotCreate, InputMissing, Outcome, PageNotUnderstood, did_you_mean
from player.files import regular
from player.games import GAMES, title_of
from player.games.snapshot import Item, Snapshot
from player.proof import prove
from player.secrets.values import Secrets

if TYPE_CHECKING:
    from player.browser.page.game_page import GamePage

# The reader of run.zip


#: Limits (bytes, files, bytes per file) far beyond a run's, checked before unpacking.
MAX_ZIP_BYTES, MAX_MEMBERS, MAX_MEMBER_BYTES = 200_000_000, 500, 20_000_000
_NONE = "a run that wins all its games leaves none"
_MEMBER = re.compile(r"run\.json|[a-z][a-z-]*/[a-z]+\.[a-z]+")


@dataclass(frozen=True, slots=True)
class Archive:
    """A run.zip: the content of run.json, and the files of each game. `replica`: the pages are of the replica."""

    path: Path
    site: str
    day: str
    replica: bool
    about: Mapping[str, Any]
    games: Mapping[str, Mapping[str, bytes]]

    def choose(self, names: Sequence[str], file: str) -> list[str]:
        """Return the games named, or all that have `file`; raise InputMissing if there are none."""
        for name in names:
            if name not in self.games:
                raise InputMissing(f"{self.path} holds no {name}: {did_you_mean(name, self.games)}")
            if file not in self.games[name]:
                raise InputMissing(
                    f"{self.path} holds no {file} of {title_of(name)}: its run ended before there was one"
                )
        found = list(names) or [name for name, files in self.games.items() if file in files]
        if not found:
            raise InputMissing(f"{self.path} holds no {file}: its run ended before there was one")
        return found

    def page(self, game: str) -> PageCapture:
        """Return the captured page of `game`, without scripts: the file may come from anyone."""
        entry = self.about["games"][game]
        html, generation = self.games[game]["page.html"].decode(errors="replace"), entry.get("generation")
        return PageCapture(
            redaction.page(html), str(entry.get("path", "")), generation if isinstance(generation, str) else None
        )


def open_archive(path: Path) -> Archive:
    """Return the run.zip at `path`; raise InputMissing if it is missing, BoardError if it is not a run.zip."""
    files = _unpacked(path)
    if "run.json" not in files:
        raise BoardError(f"{path} holds no run.json: name a run.zip that `player play --artifacts` wrote")
    try:
        about = parse(files.pop("run.json").decode())
        site, day, entries = about["site"], about["puzzle_day"], about["games"]
        named = re.fullmatch(r"[a-z][a-z0-9-]*", site) and re.fullmatch(r"\d{4}-\d\d-\d\d", day)
        whole = about["schema"] == SCHEMA and named and all(isinstance(entries[game], dict) for game in entries)
    except (BoardError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        whole = None
    if not whole:
        raise BoardError(f"the run.json in {path} is not of this player: name a run.zip of `player play --artifacts`")
    games: dict[str, dict[str, bytes]] = {game: {} for game in entries if game in GAMES}
    for name, content in files.items():
        game, _, file = name.partition("/")
        if game in games:
            games[game][file] = content
    return Archive(path, site, day, about.get("replica") is True, about, games)


def _unpacked(path: Path) -> dict[str, bytes]:
    try:
        if path.stat().st_size > MAX_ZIP_BYTES:
            raise BoardError(f"{path} is too big for a run.zip (at most {MAX_ZIP_BYTES} bytes)")
        with zipfile.ZipFile(io.BytesIO(regular(path).read_bytes())) as archive:
            return _members(path, archive)
    except FileNotFoundError:
        raise InputMissing(f"{path} is not there: check the path ({_NONE})") from None
    except IsADirectoryError:
        raise InputMissing(f"{path} is a folder: name the run.zip in it ({_NONE})") from None
    except OSError as error:
        raise InputMissing(f"{path} can't be read: {error.strerror}") from None
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError):
        raise BoardError(f"{path} is no zip: name a run.zip that `player play --artifacts` wrote") from None


def _members(path: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    for entry in entries:
        if not _MEMBER.fullmatch(entry.filename):
            raise BoardError(f"{path} contains an invalid name ({entry.filename[:60]!r}): it is not a run.zip")
    if len(entries) > MAX_MEMBERS or any(entry.file_size > MAX_MEMBER_BYTES for entry in entries):
        raise BoardError(f"{path} is too big for a run.zip (at most {MAX_MEMBERS} files of {MAX_MEMBER_BYTES} bytes)")
    return {entry.filename: archive.read(entry) for entry in entries}


# Recordings


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of reading a page or a snapshot with the current selectors and rules."""

    exit: int
    outcome: str
    snapshot: Snapshot | None = None
    board: Any = None
    solution: Any = None
    problem: str = field(default="", compare=False)
    """The sentence of a refusal."""
    generation: str | None = field(default=None, compare=False)
    """The build of the page, if it was read off one."""


def see(game: str, snapshot: Snapshot | None) -> Seen:
    """Read and prove a snapshot; a refusal, or a game already won (None), is a result too."""
    if snapshot is None:
        return Seen(0, Outcome.ALREADY)
    board = None
    try:
        board = GAMES[game].play.read(snapshot)
        solution = prove(GAMES[game], board).solution
    except (BoardError, PageNotUnderstood) as error:
        return Seen(error.code, error.outcome, snapshot, board, problem=str(error))
    return Seen(0, "board", snapshot, board, solution)


def see_page(game: str, tab: "GamePage") -> Seen:
    """Read and prove the open page of `game`, once a board drawn in stages is complete."""
    try:
        look = read_proved(GAMES[game], tab).look
    except (BoardError, PageNotUnderstood) as error:
        return Seen(error.code, error.outcome, problem=str(error))
    seen = see(game, look.snapshot if isinstance(look, BoardSeen) else None)
    return replace(seen, generation=look.generation)


def read_archived(archive: Archive, game: str, site: SiteSelectors, wish: BrowserOptions) -> Seen:
    """Read `game` again from its archived page, or else its snapshot; raise InputMissing if there is neither."""
    files = archive.games[game]
    if "page.html" in files:
        pages = kept(archive.site, site.origin, {game: archive.page(game)}, ours=archive.replica)
        with open_session(site, wish, pages, None) as opened:
            return see_page(game, opened.tab(game))
    if "snapshot.json" in files:
        return see(game, snapshot_of(files["snapshot.json"]))
    raise InputMissing(f"{archive.path} holds no page and no snapshot of {title_of(game)}: there is nothing to record")


def snapshot_of(content: bytes) -> Snapshot:
    """Parse a snapshot.json; raise BoardError if it is malformed."""
    try:
        data = parse(content.decode())
        beside = {name: tuple(Item(*item) for item in items) for name, items in data.get("beside", {}).items()}
        cells = tuple(dict(cell) for cell in data["cells"])
        language, rules = str(data.get("language", "")), dict(data.get("rules", {}))
        return Snapshot(int(data["rows"]), int(data["cols"]), cells, beside, language, rules)
    except (BoardError, UnicodeDecodeError, KeyError, TypeError, ValueError, PageNotUnderstood):
        raise BoardError("the snapshot.json was not written by this player") from None


@dataclass(frozen=True, slots=True)
class Recording:
    """The result of reading a game, with day and versions in `meta`, and its `page`, if captured."""

    game: str
    seen: Seen
    meta: Mapping[str, Any]
    page: PageCapture | None

    def files(self, secrets: Secrets, *, with_page: bool) -> dict[str, bytes]:
        """Return the files of the recording, without `secrets`; raise InputMissing if there is nothing to record."""
        seen, page = self.seen, self.page if with_page else None
        if page is None and seen.snapshot is None:
            raise InputMissing(
                f"nothing can be read of {title_of(self.game)}, so only its page is worth recording: add --with-page"
            )
        meta = {**self.meta, "recorded_by": __version__, "expected": {"exit": seen.exit, "outcome": seen.outcome}}
        files = {"meta.json": secrets.clean_json("meta.json", meta)}
        if seen.snapshot is not None:
            files["snapshot.json"] = secrets.clean_json("snapshot.json", {"game": self.game, **seen.snapshot.to_json()})
        if seen.board is not None:
            game = GAMES[self.game]
            solution = {"solution": game.board.solution_to_json(seen.solution)} if seen.solution is not None else {}
            files["board.json"] = secrets.clean_json("board.json", {**game.board.to_json(seen.board), **solution})
        if page is not None:
            files["page.html"] = secrets.clean("page.html", lambda clean: redaction.page(page.html, clean).encode())
        return files


def of_archive(archive: Archive, game: str, seen: Seen) -> Recording:
    """Return the recording of a game in a run.zip."""
    meta = {
        "date": archive.day,
        **{name: archive.about.get(name) for name in ("player", "playwright", "browser", "source", "replica")},
        **{name: archive.about["games"][game].get(name) for name in ("generation", "path")},
    }
    return Recording(game, seen, meta, archive.page(game) if "page.html" in archive.games[game] else None)


def record(opened: BrowserSession, game: str, site: SiteSelectors, about: Mapping[str, Any]) -> Recording:
    """Open and read the page of `game`, without a move."""
    tab = opened.tab(game)
    seen = see_page(game, tab)
    page = tab.reader.capture()
    tab.close()
    meta = {
        "date": puzzle_day(site.timezone),
        "player": __version__,
        "playwright": version("playwright"),
        "browser": opened.browser,
        **about,
        "generation": seen.generation,
        "path": page.path if page else None,
    }
    return Recording(game, seen, meta, page and replace(page, html=redaction.page(page.html)))


def place_for(to: Path, site: str, game: str, day: str) -> Path:
    """Return the folder for a recording; raise CannotCreate if it exists."""
    folder = to / site / game / day
    if folder.exists():
        raise CannotCreate(f"there is a recording in {folder}: remove it first")
    return folder
