"""Pages that a browser or `player record` saved, made inert, and the games that they show."""

import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from player.browser.offline.page_source import first_in
from player.errors import InputMissing
from player.files import regular
from player.games import GAMES, title_of

#: Endings of saved pages.
SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
#: The beginning of a web archive, a page saved in one file.
_ARCHIVE = re.compile(rb"\A(From: <Saved by|MIME-Version:|Content-Type: multipart/related)", re.IGNORECASE)
_BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_CHARSET = re.compile(rb"""<meta\b[^>]*\bcharset=["']?\s*([\w-]+)""", re.IGNORECASE)
#: Limit of nested frames in a saved page.
_MAX_FRAME_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Document:
    """A page, or the frame of it that holds the board; its addresses are relative to `folder`."""

    html: str
    folder: Path


def pages_of(folder: Path, game: str) -> list[Path]:
    """Return the files in `folder` named after `game`; case, and spaces for its hyphens, do not matter."""
    named = re.compile(rf"{game.replace('-', '[-_ ]')}(?![a-z])", re.IGNORECASE)
    return [file for file in _files(folder) if named.match(file.name)]


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file())


def page_of(folder: Path, game: str) -> Path:
    """Return the one page of `game` in `folder`; raise InputMissing if there is none, or several."""
    found = pages_of(folder, game)
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputMissing(f"the page {folder / game}.html is not there: name another folder with --offline")
    names = ", ".join(file.name for file in found)
    raise InputMissing(
        f"{folder} holds several pages of {title_of(game)} ({names}): keep one page of each game in a folder"
    )


def require_pages(folder: Path) -> None:
    """Raise InputMissing unless `folder` holds a page that is named after a game."""
    if not folder.is_dir():
        raise InputMissing(f"--offline {folder} is not a folder: name one that holds GAME.html pages, or 'replica'")
    try:
        if any(pages_of(folder, game) for game in GAMES):
            return
        found = [file.name for file in _files(folder)]
        days = sorted(
            day.name for day in folder.iterdir() if day.is_dir() and any(pages_of(day, game) for game in GAMES)
        )
    except OSError as error:
        raise InputMissing(f"the folder {folder} can't be read ({error.strerror}): check its rights") from None
    wanted = f"each is named after its game: {', '.join(f'{game}.html' for game in GAMES)}"
    if days:
        raise InputMissing(f"{folder} holds folders of pages ({', '.join(days)}): name one of these with --offline")
    raise InputMissing(f"no page of a game is in {folder}{f' (there is {found[0]})' if found else ''}: {wanted}")


def document(file: Path, cell: str) -> Document:
    """Return the document to play in `file`: the one with most elements that have the attribute `cell`.

    Raises InputMissing if the file is not an HTML page.
    """
    try:
        return _document(file, cell, file.stat().st_mtime_ns)
    except OSError as error:
        raise InputMissing(f"the page {file} can't be read ({error.strerror}): check the path") from None


@lru_cache(maxsize=16)
def _document(file: Path, cell: str, _changed: int) -> Document:
    return max(
        _documents(Document(_text(file), file.parent), cell, _MAX_FRAME_DEPTH),
        key=lambda one: contents(one.html, cell)[1],
    )


def _documents(page: Document, cell: str, depth: int) -> Iterator[Document]:
    """Yield `page`, and its frames that were saved with it."""
    yield page
    for frame in contents(page.html, cell)[2] if depth else ():
        if inline := frame.get("srcdoc"):
            yield from _documents(Document(inline, page.folder), cell, depth - 1)
        elif beside := _beside(page.folder, frame.get("src") or ""):
            yield from _documents(Document(_text(beside), beside.parent), cell, depth - 1)


def resource_beside(page: Document, path: str) -> tuple[str, bytes] | None:
    """Return the type and content of a style, picture or font saved beside `page`, by its name and its folder's."""
    kind = mimetypes.guess_type(path)[0] or ""
    if kind != "text/css" and not kind.startswith(("image/", "font/")):
        return None
    for name in ("/".join(path.split("/")[-2:]), path.rpartition("/")[2]):
        file = page.folder / name
        if ".." not in name.split("/") and file.is_file():
            return kind, file.read_bytes()
    return None


def _beside(folder: Path, address: str) -> Path | None:
    """Return the file of a frame's `address`, saved beside the page; None if there is none."""
    path = unquote(address.partition("?")[0].partition("#")[0])
    if not path or re.match(r"[a-z][\w+.-]*:|/", path, re.IGNORECASE):
        return None
    file = (folder / path).resolve()
    inside = file.is_relative_to(folder.resolve()) and file.suffix.lower() in SUFFIXES
    return file if inside and file.is_file() else None


def _text(file: Path) -> str:
    """Return the text of an HTML page; raise InputMissing if it is something else."""
    data = regular(file).read_bytes()
    if _ARCHIVE.match(data):
        raise InputMissing(f"{file} is a web archive (MHTML): save the page again, as HTML")
    found = _CHARSET.search(data[:2048])
    named = next((name for bom, name in _BOMS.items() if data.startswith(bom)), found and found[1].decode("ascii"))
    text = _decoded(data, named or "utf-8")
    if not text.strip():
        raise InputMissing(f"the page {file} is empty: save it again")
    if "\0" in text or contents(text, "")[0] == 0:
        raise InputMissing(f"{file} is no HTML page: save the game's page as HTML, after Start")
    return text


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        return data.decode("utf-8", errors="replace")


# Saved pages made inert: a policy keeps their scripts from running; the markup of the board stays

#: What a page may do: run our scripts, and nothing of its own. Frames get what serves the page, or nothing.
_POLICY = "script-src 'nonce-player' 'strict-dynamic'; object-src 'none'; base-uri 'none'; form-action 'none'"
_META = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
#: The page's own policies, which would forbid our scripts, its refreshes, and digests of files that saving has changed.
_OVERRULED = re.compile(
    r"""<meta\b[^>]*\bhttp-equiv\b[^>]*>|(?<=\s)integrity=(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE
)


def inert(page: str, foot: str = "") -> str:
    """Return `page`, whose scripts will not run, with the markup `foot` at its end, whose scripts will."""
    return first_in(_OVERRULED.sub("", page), _META) + foot.replace("<script", '<script nonce="player"')


class _Contents(HTMLParser):
    """Counters of a page's start tags, and of those with the attribute `counted`; the attributes of its frames."""

    def __init__(self, counted: str) -> None:
        super().__init__()
        self.tags = self.seen = 0
        self.frames: list[dict[str, str | None]] = []
        self._counted = counted

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags += 1
        self.seen += self._counted in known
        if tag in {"iframe", "frame"}:
            self.frames.append(known)


def contents(page: str, attribute: str) -> tuple[int, int, list[dict[str, str | None]]]:
    """Return the number of tags of `page`, the number with `attribute`, and the attributes of its frames."""
    parser = _Contents(attribute)
    parser.feed(page)
    parser.close()
    return parser.tags, parser.seen, parser.frames
