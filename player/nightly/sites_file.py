"""The file of a night on several sites, in TOML: the sites in their order, with games, boards and accounts; servers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from player.errors import ConfigInvalid, did_you_mean
from player.files import toml_in
from player.nightly.history import GUEST

_Name = Annotated[str, Field(min_length=1)]
_Names = Annotated[list[_Name], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Site(_Table):
    name: _Name
    games: _Names | None = None
    boards: _Names | None = None
    account: Literal["guest", "member"] | None = Field(None, alias="as")
    session: _Name | None = None
    profiles: _Names | None = None
    url: _Name | None = None

    @model_validator(mode="after")
    def _without_contradictions(self) -> "_Site":
        if self.session and self.account:
            raise ValueError("'session' and 'as' exclude each other: leave one of them out")
        if self.profiles and (self.session or self.account):
            raise ValueError("'profiles' names all sessions: leave 'session' and 'as' out")
        if self.url and self.boards:
            raise ValueError("'url' is the address of a board: leave 'boards' out")
        return self


class _Server(_Table):
    connect: str | None = None
    cdp: str | None = None
    browsers: int = Field(1, ge=1, le=100)

    @model_validator(mode="after")
    def _with_one_address(self) -> "_Server":
        if (self.connect is None) == (self.cdp is None):
            raise ValueError("it needs one address: 'connect' of a Playwright server or a Grid, or 'cdp'")
        return self


class _File(_Table):
    site: list[_Site] = Field(min_length=1)
    server: list[_Server] = []


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """A site to play on one board of each game, and with one session.

    `games` are empty for all. `place` names the entry in messages, `label` the site with its board and profile.
    """

    place: str
    label: str
    games: tuple[str, ...]
    options: Mapping[str, Any]
    """The options of `player nightly` that are about this site, by their names in Python, or None."""


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server whose browsers play: its address and the number of browsers at once. `place` names it in messages."""

    place: str
    address: str
    is_cdp: bool
    """True for the DevTools of a browser, else a Playwright server or a Selenium Grid."""
    browsers: int = 1


def load(file: Path) -> tuple[list[SiteEntry], list[ServerEntry]]:
    """Return what the file names, an entry for each board and profile; InputMissing or ConfigInvalid if it is wrong."""
    try:
        found = _File.model_validate(toml_in(file, "file of sites"))
    except ValidationError as error:
        raise ConfigInvalid(f"{file}: {_problem(error)}") from None
    sites = [entry for number, site in enumerate(found.site, 1) for entry in _entries(file, number, site)]
    servers = [
        ServerEntry(f"{file}: server {number}", one.connect or one.cdp or "", one.connect is None, one.browsers)
        for number, one in enumerate(found.server, 1)
    ]
    return sites, servers


def _problem(error: ValidationError) -> str:
    """Return the first problem of a file, with its place."""
    first = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden")
    kind, *within = first["loc"]
    table, key = (f"{kind} {int(within[0]) + 1}: ", within[1:2]) if within else ("", [kind])
    if first["type"] == "extra_forbidden":
        tables: dict[object, type[_Table]] = {"site": _Site, "server": _Server}
        known = tables[kind] if table else _File
        names = [field.alias or name for name, field in known.model_fields.items()]
        return f"{table}unknown key {key[0]!r}: {did_you_mean(str(key[0]), names)}"
    if first["type"] == "value_error":
        return f"{table}{first['ctx']['error']}"
    hint = "" if table else f": write a [[{kind}]] for each {kind}"
    return f"{table}{key[0] if key else kind!r}: {first['msg']}{hint}"


def _entries(file: Path, number: int, site: _Site) -> Iterator[SiteEntry]:
    profiles: Iterable[str | None] = dict.fromkeys(site.profiles) if site.profiles else [site.session]
    boards: Iterable[str | None] = site.boards or [None]
    for profile, board in product(profiles, boards):
        is_guest = bool(site.profiles) and profile == GUEST
        named = f"as {Path(profile).stem}" if site.profiles and profile else None
        options = {
            "site": site.name,
            "url": site.url,
            "board": board,
            "account": GUEST if is_guest else site.account,
            "session": None if profile is None or is_guest else file.parent / Path(profile).expanduser(),
        }
        label = " ".join(filter(None, (site.name, board, named)))
        games = tuple(dict.fromkeys(site.games or ()))
        yield SiteEntry(f"{file}: site {number} ({site.name})", label, games, options)
