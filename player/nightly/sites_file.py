"""The file of a night on several sites, in TOML: the sites in their order, with games, boards and accounts."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from player.errors import ConfigInvalid, InputMissing, did_you_mean

#: The keys of a site, with their types; `name` is required.
_KEYS: Mapping[str, type] = {"name": str, "games": list, "boards": list, "as": str, "session": str, "url": str}
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

    @property
    def label(self) -> str:
        """The site, with the board's name if there is one."""
        return " ".join(filter(None, (self.name, self.board)))


def entries(file: Path) -> list[SiteEntry]:
    """Return the entries of the file, one for each board; InputMissing or ConfigInvalid if it is of no use.

    Paths of sessions start from the folder of the file.
    """
    try:
        with file.open("rb") as opened:
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
        if key != "site":
            raise ConfigInvalid(f"{file}: unknown key {key!r}: write a [[site]] for each site")
    sites = data.get("site")
    if not isinstance(sites, list) or not sites or not all(isinstance(one, dict) for one in sites):
        raise ConfigInvalid(f"{file}: it names no site: write a [[site]] with a name for each")
    return [entry for number, site in enumerate(sites, start=1) for entry in _of_site(file, number, site)]


def _of_site(file: Path, number: int, site: dict[str, Any]) -> Iterator[SiteEntry]:
    where = f"{file}: site {number}"
    _check(where, site)
    session, account = site.get("session"), site.get("as")
    if account not in {None, "guest", "member"}:
        raise ConfigInvalid(f"{where}: 'as' is guest or member, not {account!r}")
    if session is not None and account is not None:
        raise ConfigInvalid(f"{where}: 'session' and 'as' exclude each other: leave one of them out")
    if "url" in site and "boards" in site:
        raise ConfigInvalid(f"{where}: 'url' is the address of a board: leave 'boards' out")
    for board in site.get("boards", [None]):
        yield SiteEntry(
            f"{where} ({site['name']})",
            site["name"],
            tuple(dict.fromkeys(site.get("games", ()))),
            board,
            account,
            None if session is None else file.parent / Path(session).expanduser(),
            site.get("url"),
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
