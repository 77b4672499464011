"""The file of a night on several sites, in TOML: the sites in their order, with games, boards and accounts; servers."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from player.errors import ConfigInvalid, InputMissing, did_you_mean
from player.files import regular
from player.nightly.history import GUEST

#: The keys of a site, with their types; `name` is required.
_KEYS: Mapping[str, type] = {
    "name": str,
    "games": list,
    "boards": list,
    "as": str,
    "session": str,
    "profiles": list,
    "url": str,
}
#: The keys of a server, with their types; one of the addresses is required.
_SERVER_KEYS: Mapping[str, type] = {"connect": str, "cdp": str, "browsers": int}
#: What each table of a kind needs, for messages.
_NEEDED = {"site": "a name", "server": "an address"}
#: Beyond what one server lends, in browsers at once.
MAX_BROWSERS = 100
#: Far beyond any honest file.
_MAX_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """A site to play on one board of each game: `board` is its name, None for the usual one.

    `games` are empty for all. `place` names the entry in messages.
    """

    place: str
    name: str
    games: tuple[str, ...] = ()
    board: str | None = None
    account: str | None = None
    """"guest" or "member"; None for the saved session if there is one."""
    session: Path | None = None
    url: str | None = None
    profile: str = ""
    """The name of the profile, if the site has several."""

    @property
    def label(self) -> str:
        """The site, with the board's name and the profile if there are such."""
        return " ".join(filter(None, (self.name, self.board, self.profile and f"as {self.profile}")))


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server whose browsers play: its address and the number of browsers at once. `place` names it in messages."""

    place: str
    address: str
    is_cdp: bool
    """True for the address of a browser's DevTools."""
    browsers: int = 1


def entries(file: Path) -> list[SiteEntry]:
    """Return the entries of the file, one for each board and profile; InputMissing or ConfigInvalid if it is of no use.

    Paths of sessions start from the folder of the file.
    """
    sites = _tables(file, "site")
    if not sites:
        raise ConfigInvalid(f"{file}: it names no site: write a [[site]] with a name for each")
    return [entry for number, site in enumerate(sites, start=1) for entry in _of_site(file, number, site)]


def servers(file: Path) -> list[ServerEntry]:
    """Return the servers that the file names; InputMissing or ConfigInvalid if it is of no use."""
    return [_of_server(f"{file}: server {number}", one) for number, one in enumerate(_tables(file, "server"), start=1)]


def _of_server(where: str, server: dict[str, Any]) -> ServerEntry:
    for key, value in server.items():
        if key not in _SERVER_KEYS:
            raise ConfigInvalid(f"{where}: unknown key {key!r}: {did_you_mean(key, _SERVER_KEYS)}")
        if key == "browsers" and (type(value) is not int or not 1 <= value <= MAX_BROWSERS):
            raise ConfigInvalid(f"{where}: 'browsers' is a number from 1 to {MAX_BROWSERS}")
        if key != "browsers" and not isinstance(value, str):
            raise ConfigInvalid(f"{where}: {key!r} is an address")
    addresses = [key for key in ("connect", "cdp") if key in server]
    if len(addresses) != 1:
        raise ConfigInvalid(f"{where}: it needs one address: 'connect' of a Playwright server or a Grid, or 'cdp'")
    return ServerEntry(where, server[addresses[0]], addresses == ["cdp"], server.get("browsers", 1))


def _tables(file: Path, kind: str) -> list[dict[str, Any]]:
    """Return the tables of `kind` in the file, "site" or "server"."""
    try:
        with regular(file).open("rb") as opened:
            raw = opened.read(_MAX_BYTES + 1)
        if len(raw) > _MAX_BYTES:
            raise ConfigInvalid(f"{file}: too long for a file of sites (at most {_MAX_BYTES} bytes)")
        data = tomllib.loads(raw.decode("utf-8"))
    except FileNotFoundError:
        raise InputMissing(f"the file of sites {file} is not there: check the path") from None
    except OSError as error:
        raise ConfigInvalid(f"the file of sites {file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigInvalid(f"{file}: not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigInvalid(f"{file}: not TOML: {error}") from None
    for key in data:
        if key not in {"site", "server"}:
            raise ConfigInvalid(f"{file}: unknown key {key!r}: write a [[site]] for each site")
    tables = data.get(kind, [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise ConfigInvalid(f"{file}: it names no {kind}: write a [[{kind}]] with {_NEEDED[kind]} for each")
    return tables


def _of_site(file: Path, number: int, site: dict[str, Any]) -> Iterator[SiteEntry]:
    where = f"{file}: site {number}"
    _check(where, site)
    session, account = site.get("session"), site.get("as")
    if account not in {None, "guest", "member"}:
        raise ConfigInvalid(f"{where}: 'as' is guest or member, not {account!r}")
    if session is not None and account is not None:
        raise ConfigInvalid(f"{where}: 'session' and 'as' exclude each other: leave one of them out")
    if "profiles" in site and (session is not None or account is not None):
        raise ConfigInvalid(f"{where}: 'profiles' names all sessions: leave 'session' and 'as' out")
    if "url" in site and "boards" in site:
        raise ConfigInvalid(f"{where}: 'url' is the address of a board: leave 'boards' out")
    profiles = [*dict.fromkeys(site.get("profiles", [session]))]
    for profile, board in product(profiles, site.get("boards", [None])):
        is_guest = "profiles" in site and profile == GUEST
        yield SiteEntry(
            f"{where} ({site['name']})",
            site["name"],
            tuple(dict.fromkeys(site.get("games", ()))),
            board,
            GUEST if is_guest else account,
            None if profile is None or is_guest else file.parent / Path(profile).expanduser(),
            site.get("url"),
            Path(profile).stem if "profiles" in site else "",
        )


def _check(where: str, site: dict[str, Any]) -> None:
    """Raise ConfigInvalid unless the keys of a site are known and of the right types."""
    for key, value in site.items():
        if key not in _KEYS:
            raise ConfigInvalid(f"{where}: unknown key {key!r}: {did_you_mean(key, _KEYS)}")
        if not isinstance(value, _KEYS[key]) or not value:
            wanted = "text" if _KEYS[key] is str else "a list of names"
            raise ConfigInvalid(f"{where}: {key!r} is {wanted}")
        if isinstance(value, list) and not all(isinstance(one, str) and one for one in value):
            raise ConfigInvalid(f"{where}: {key!r} is a list of names")
    if "name" not in site:
        raise ConfigInvalid(f"{where}: it has no 'name': name a site of selectors.yaml")
