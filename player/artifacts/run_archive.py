"""Reader of run.zip, the evidence of a run."""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from player.artifacts.evidence import SCHEMA
from player.boards.board_json import parse
from player.browser import redaction
from player.browser.page.page_reader import PageCapture
from player.errors import BoardError, InputMissing, did_you_mean
from player.files import regular
from player.games import GAMES

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
                raise InputMissing(f"{self.path} holds no {file} of {name}: its run ended before there was one")
        found = list(names) or [name for name, files in self.games.items() if file in files]
        if not found:
            raise InputMissing(f"{self.path} holds no {file}: its run ended before there was one")
        return found

    def page(self, game: str) -> PageCapture:
        """Return the captured page of `game`, without scripts: the file may come from anyone."""
        entry = self.about["games"][game]
        html = self.games[game]["page.html"].decode(errors="replace")
        return PageCapture(redaction.page(html), str(entry.get("path", "")), _text(entry.get("generation")))


def open_archive(path: Path) -> Archive:
    """Return the run.zip at `path`; raise InputMissing if it is missing, BoardError if it is not a run.zip."""
    files = _unpacked(path)
    if "run.json" not in files:
        raise BoardError(f"{path} holds no run.json: name a run.zip that `player play --artifacts` wrote")
    try:
        about = parse(files.pop("run.json").decode())
        site, day, entries = about["site"], about["puzzle_day"], about["games"]
        whole = about["schema"] == SCHEMA and re.fullmatch(r"[a-z][a-z0-9-]*", site)
        whole = (
            whole and re.fullmatch(r"\d{4}-\d\d-\d\d", day) and all(isinstance(entries[game], dict) for game in entries)
        )
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
        raise InputMissing(f"{path} is not there: check the path (a run that wins all its games leaves none)") from None
    except IsADirectoryError:
        raise InputMissing(
            f"{path} is a folder: name the run.zip in it (a run that wins all its games leaves none)"
        ) from None
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


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
