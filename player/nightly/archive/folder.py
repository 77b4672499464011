"""The folder of an archive, and its server: files are written only if they changed, and nobody else's are touched."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from player.errors import CannotCreate, CannotWrite, Unavailable
from player.files import closed_folder, os_errors, regular, umask, unfinished, write_atomic

#: The list of the archive's files, in its folder.
MANIFEST = "player-archive.json"
FORMAT = 1


class ArchiveFolder:
    """The folder at `root`, created if missing; a private one (not `publish`) can be read by its owner only.

    Raises CannotCreate if it holds files, and no list of an archive's files. The manifest has each name before the file
    is written, so that a build that was killed leaves no file that the next one does not know.
    """

    def __init__(self, root: Path, *, publish: bool) -> None:
        self.root = root
        self.publish = publish
        self.written = self.removed = self.unchanged = 0
        self.kept: list[str] = []
        """Files that are no longer part of the archive, and stay because somebody has changed them."""
        found = _manifest(root)
        self._made = bool(found.get("made", not root.exists()))
        self._files: dict[str, dict[str, str]] = found.get("files", {})
        with os_errors(CannotCreate, f"the archive {root} can't be made"):
            root.mkdir(parents=True, exist_ok=True) if publish else closed_folder(root)
        own = {root / name for name in (*self._files, MANIFEST)}
        self._unfinished = [one for at in {file.parent for file in own} for one, file in unfinished(at) if file in own]
        if found and found.get("published") is not publish:
            self._take_back()

    def plan(self, names: Iterable[str]) -> None:
        """Note the names of all files of the archive; raise CannotCreate if one is somebody else's."""
        names = [*names]
        for name in names:
            if not _is_entry(name, {}):
                raise CannotCreate(f"{name!r} is no name of a page: the history is damaged")
            place = self._place(name)
            if name not in self._files and (place.exists() or place.is_symlink()):
                raise CannotCreate(f"{place} was not made by `player archive`: move it away, or name another folder")
        for name in names:
            self._files.setdefault(name, {})
        self.save()

    def has(self, name: str, source: str) -> bool:
        """Return whether the file was made from `source`, a digest, and is as it was made."""
        entry = self._files.get(name, {})
        if entry.get("source") != source or entry.get("sha256") != self._digest(name):
            return False
        self.unchanged += 1
        return True

    def put(self, name: str, content: bytes, source: str = "") -> None:
        """Write a file of the plan if its content has changed."""
        place, digest = self._place(name), sha256(content).hexdigest()
        self._files[name] = {"sha256": digest, **({"source": source} if source else {})}
        if self._digest(name) == digest:
            self.unchanged += 1
            return
        with os_errors(CannotCreate, f"{place.parent} can't be made"):
            place.parent.mkdir(parents=True, exist_ok=True) if self.publish else closed_folder(place.parent)
        # Not durable: the next build mends what a power cut damages.
        write_atomic(place, content, private=not self.publish, what="the page", durable=False)
        self.written += 1

    def prune(self, names: Iterable[str]) -> None:
        """Remove the archive's files except `names`, and what a build that was killed had begun to write.

        A file that somebody has changed stays, and is no longer ours.
        """
        for place in self._unfinished:  # it was there at the start: of a build that still runs, it is renamed by now
            with os_errors(CannotWrite, f"{place} can't be removed"):
                place.unlink(missing_ok=True)
        for name in sorted(self._files.keys() - {*names}):
            self._remove(name)

    def _remove(self, name: str) -> None:
        place, made = self._place(name), self._files.pop(name).get("sha256")
        if made is not None and self._digest(name) not in {made, None}:
            self.kept.append(name)
            return
        with os_errors(CannotWrite, f"{place} can't be removed"):
            if place.exists():
                place.unlink()
                self.removed += 1
        with suppress(OSError):  # it has other files
            if place.parent != self.root:
                place.parent.rmdir()

    def _take_back(self) -> None:
        """Remove all files of an archive that is to be private or public from now on, to make each anew."""
        self.prune(())
        self.removed = 0
        (self.root / MANIFEST).chmod(0o666 & ~umask() if self.publish else 0o600)
        if self._made:
            self.root.chmod(0o777 & ~umask() if self.publish else 0o700)

    def _digest(self, name: str) -> str | None:
        with os_errors(CannotWrite, f"{self.root / name} can't be read"), suppress(FileNotFoundError):
            return sha256(regular(self._place(name)).read_bytes()).hexdigest()
        return None

    def _place(self, name: str) -> Path:
        """Return the path of a file; raise CannotCreate if a link leads it to another place."""
        place = self.root / name
        for part in (place, *place.parents[: len(PurePosixPath(name).parts) - 1]):
            if part.is_symlink():
                raise CannotCreate(f"{part} is a link to another place: remove it, or name another folder")
        return place

    def save(self) -> None:
        """Write the manifest."""
        listed = {name: self._files[name] for name in sorted(self._files)}
        data = {"player_archive": FORMAT, "published": self.publish, "made": self._made, "files": listed}
        text = json.dumps(data, indent=1) + "\n"
        write_atomic(self._place(MANIFEST), text.encode(), private=not self.publish, what="the archive's list")


def files_of(root: Path) -> frozenset[str]:
    """Return the names of the archive's files in a folder."""
    return frozenset(_manifest(root).get("files", {}))


def _manifest(root: Path) -> dict[str, Any]:
    """Return the manifest; nothing for a folder without files. Raise CannotCreate if it is no archive's."""
    try:
        if not root.exists() or not any(root.iterdir()):
            return {}
        if not (root / MANIFEST).is_file():
            other = min(root.iterdir()).name
            raise CannotCreate(f"{root} has files that no archive made, such as {other}: name an empty or new folder")
        data = json.loads((root / MANIFEST).read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotCreate(f"{root} can't be an archive: {error.strerror}: name another folder") from None
    except ValueError:
        data = None
    match data:
        case {"player_archive": int(number)} if number > FORMAT:
            raise CannotCreate(f"{root} is the archive of a newer player: update this one, or name another folder")
        case {"player_archive": 1, "files": dict(files)} if all(_is_entry(*pair) for pair in files.items()):
            return dict(data)
    raise CannotCreate(f"{root / MANIFEST} is damaged: name another folder, or empty this one")


def _is_entry(name: str, entry: object) -> bool:
    """Return whether an item of the list names a file within the folder."""
    parts = PurePosixPath(name).parts
    within = bool(parts) and not PurePosixPath(name).is_absolute() and ".." not in parts and "\\" not in name
    return within and isinstance(entry, dict)


# The server

HOST = "127.0.0.1"
#: The names of this machine that a request may use: a page of another site may have its own name lead here.
NAMES = frozenset({HOST, "localhost"})
#: The seconds in which a connection must send or take something.
IDLE_TIMEOUT_S = 30.0


class ArchiveServer(ThreadingHTTPServer):
    """The server of the archive in `folder`; it listens once it is made. With port 0 the system chooses one.

    Raises Unavailable if the port can't be had.
    """

    daemon_threads = True
    request_queue_size = 128  # of those that ask at the same moment
    allow_reuse_address = os.name == "posix"  # elsewhere that would share a port that is in use

    def __init__(self, folder: Path, port: int) -> None:
        hint = ": name another by --port, or 0 for any"
        with os_errors(Unavailable, f"port {port} of {HOST} can't be had", hint):
            super().__init__((HOST, port), partial(_Pages, directory=str(folder)))

    @property
    def address(self) -> str:
        """The address of the first page."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, *_: Any) -> None:
        """Say nothing: a browser that leaves a page closes its connections, and the server goes on."""


class _Pages(SimpleHTTPRequestHandler):
    """Answers requests for the archive's files, and for no others."""

    timeout = IDLE_TIMEOUT_S

    def send_head(self) -> Any:
        """Send the headers of a file of the archive; else of an error, and return None."""
        if self.headers.get("Host", "").partition(":")[0] not in NAMES:  # browsers leave out port 80
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "Not a name of this machine")
            return None
        name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        try:
            names = files_of(Path(self.directory))
        except CannotCreate as error:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "No archive", str(error))
            return None
        if name not in names:
            self.send_error(HTTPStatus.NOT_FOUND, "No page of the archive")
            return None
        self.path = self.path if urlsplit(self.path).path.lstrip("/") else "/index.html"
        return super().send_head()

    def end_headers(self) -> None:
        """Let nothing stay in caches, so that a build is seen at once."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
