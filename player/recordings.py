"""A run.zip read back, and recordings made of it: what was seen of a game on a day, for the tests to see again.

A recording is a folder SITE/GAME/DATE with meta.json and, as far as there are, snapshot.json, board.json and page.html.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from player import __version__, redact
from player.boards import parse
from player.errors import BoardError, CannotCreate, CannotWrite, InputMissing, PageNotUnderstood
from player.evidence import SCHEMA, write_private
from player.games import GAMES
from player.games.snapshot import Snapshot
from player.prove import prove
from player.suggest import nearest
from player.web.browser import Wish
from player.web.keep import Kept
from player.web.offline import kept
from player.web.schema import SiteSelectors
from player.web.visit import visit

#: Far beyond what a run leaves; checked before anything is unpacked.
MAX_ZIP, MAX_MEMBERS, MAX_MEMBER = 200_000_000, 500, 20_000_000
_MEMBER = re.compile(r"run\.json|[a-z][a-z-]*/[a-z]+\.[a-z]+")


@dataclass(frozen=True, slots=True)
class Archive:
    """A run.zip: what run.json says, and the files of each game. `replica` says that its pages are ours."""

    path: Path
    site: str
    day: str
    replica: bool
    about: Mapping[str, Any]
    games: Mapping[str, Mapping[str, bytes]]

    def choose(self, names: Sequence[str], file: str) -> list[str]:
        """The games named, or all that have `file`; InputMissing where that is none."""
        for name in names:
            if name not in self.games:
                raise InputMissing(f"{self.path} holds no {name}: {nearest(name, self.games)}")
            if file not in self.games[name]:
                raise InputMissing(f"{self.path} holds no {file} of {name}: its run ended before there was one")
        found = list(names) or [name for name, files in self.games.items() if file in files]
        if not found:
            raise InputMissing(f"{self.path} holds no {file}: its run ended before there was one")
        return found

    def page(self, game: str) -> Kept:
        """The page of `game` as it was kept; no script is in it, whoever made the file."""
        told = self.about["games"][game]
        html = self.games[game]["page.html"].decode(errors="replace")
        return Kept(redact.page(html), str(told.get("path", "")), _text(told.get("generation")))


def open_archive(path: Path) -> Archive:
    """The run.zip at `path`; InputMissing where there is none, BoardError where it is no run.zip."""
    files = _unpacked(path)
    if "run.json" not in files:
        raise BoardError(f"{path} holds no run.json: name a run.zip that `player play --artifacts` wrote")
    try:
        about = parse(files.pop("run.json").decode())
        site, day, told = about["site"], about["puzzle_day"], about["games"]
        whole = about["schema"] == SCHEMA and re.fullmatch(r"[a-z][a-z0-9-]*", site)
        whole = whole and re.fullmatch(r"\d{4}-\d\d-\d\d", day) and all(isinstance(told[game], dict) for game in told)
    except (BoardError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        whole = None
    if not whole:
        raise BoardError(f"the run.json in {path} is not of this player: name a run.zip of `player play --artifacts`")
    games: dict[str, dict[str, bytes]] = {game: {} for game in told if game in GAMES}
    for name, content in files.items():
        game, _, file = name.partition("/")
        if game in games:
            games[game][file] = content
    return Archive(path, site, day, about.get("replica") is True, about, games)


def _unpacked(path: Path) -> dict[str, bytes]:
    try:
        if path.stat().st_size > MAX_ZIP:
            raise BoardError(f"{path} is too big for a run.zip (at most {MAX_ZIP} bytes)")
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            return _members(path, archive)
    except FileNotFoundError:
        raise InputMissing(f"{path} is not there: check the path") from None
    except OSError as error:
        raise InputMissing(f"{path} can't be read: {error.strerror}") from None
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError):
        raise BoardError(f"{path} is no zip: name a run.zip that `player play --artifacts` wrote") from None


def _members(path: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    for entry in entries:
        if not _MEMBER.fullmatch(entry.filename):
            raise BoardError(f"{path} holds a strange name ({entry.filename[:60]!r}): it is no run.zip")
    if len(entries) > MAX_MEMBERS or any(entry.file_size > MAX_MEMBER for entry in entries):
        raise BoardError(f"{path} is too big for a run.zip (at most {MAX_MEMBERS} files of {MAX_MEMBER} bytes)")
    return {entry.filename: archive.read(entry) for entry in entries}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


# Recordings


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen of a page, or of a snapshot, with the selectors and the rules of today."""

    exit: int
    outcome: str
    snapshot: Snapshot | None = None
    board: Any = None


def see(game: str, snapshots: Iterable[Snapshot | None]) -> Seen:
    """Read and prove the first of `snapshots`; what refuses it, or that its game was won before, is an answer too."""
    snapshot = board = None
    try:
        snapshot = next(iter(snapshots))
        if snapshot is None:
            return Seen(0, "already")
        board = GAMES[game].read(snapshot)
        prove(GAMES[game], board)
    except (BoardError, PageNotUnderstood) as error:
        return Seen(error.code, error.outcome, snapshot, board)
    return Seen(0, "board", snapshot, board)


def look_again(archive: Archive, game: str, site: SiteSelectors, wish: Wish) -> Seen:
    """What is seen of `game`: on its page, where that was kept, else in its snapshot; InputMissing without both."""
    files = archive.games[game]
    if "page.html" in files:
        pages = kept(archive.site, site.origin, {game: archive.page(game)}, ours=archive.replica)
        with visit(site, wish, pages, None) as opened:
            return see(game, (opened.tab(name).open().snapshot for name in [game]))
    if "snapshot.json" in files:
        return see(game, [snapshot_of(files["snapshot.json"])])
    raise InputMissing(f"{archive.path} holds no page and no snapshot of {game}: there is nothing to record")


def snapshot_of(content: bytes) -> Snapshot:
    """The snapshot in a snapshot.json; BoardError where it is none."""
    try:
        data = parse(content.decode())
        return Snapshot(int(data["rows"]), int(data["cols"]), tuple(dict(cell) for cell in data["cells"]))
    except (BoardError, UnicodeDecodeError, KeyError, TypeError, ValueError, PageNotUnderstood):
        raise BoardError("the snapshot.json is none of this player") from None


def recording(archive: Archive, game: str, seen: Seen, *, with_page: bool) -> dict[str, bytes]:
    """The files of a recording; a page that is not ours is in it only `with_page`."""
    page = archive.games[game].get("page.html") if archive.replica or with_page else None
    if page is None and seen.snapshot is None:
        raise InputMissing(
            f"nothing can be read of {game}, so only its page tells anything: add --with-page to keep it"
        )
    told = archive.about["games"][game]
    meta = {
        "date": archive.day,
        **{name: archive.about.get(name) for name in ("player", "playwright", "browser", "source", "replica")},
        **{name: told.get(name) for name in ("generation", "path")},
        "recorded_by": __version__,
        "expected": {"exit": seen.exit, "outcome": seen.outcome},
    }
    files = {"meta.json": _json(meta)}
    if seen.snapshot is not None:
        files["snapshot.json"] = _json({"game": game, **seen.snapshot.to_json()})
    if seen.board is not None:
        files["board.json"] = _json(GAMES[game].to_json(seen.board))
    if page is not None:
        files["page.html"] = archive.page(game).html.encode()
    return files


def _json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def place_for(archive: Archive, game: str, to: Path) -> Path:
    """The folder for a recording; CannotCreate where there is one already."""
    folder = to / archive.site / game / archive.day
    if folder.exists():
        raise CannotCreate(f"there is a recording in {folder}: remove it, or name another folder with --to DIR")
    return folder


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a recording; nothing is left of one that can't be written."""
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise CannotCreate(f"the recording {folder} can't be made: {error.strerror}") from None
    try:
        for name, content in files.items():
            write_private(folder / name, content)
    except OSError as error:
        with suppress(OSError):
            for name in files:
                (folder / name).unlink(missing_ok=True)
            folder.rmdir()
        raise CannotWrite(f"the recording {folder} can't be written: {error.strerror}") from None


def page_of(folder: Path) -> Kept:
    """The page of a recording."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return Kept((folder / "page.html").read_text(encoding="utf-8"), meta["path"], meta["generation"])
