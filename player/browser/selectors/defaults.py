"""Defaults of a selectors file: what the pages of a site, of one of its generations or of a game have in common.

A page inherits key by key, and `read` field by field: from the site's `defaults`, from those of its generation
(`defaults: pages:`) and from the game's. The nearest to the page wins. A key or field with the value null takes back
what would be inherited. A site that is `like` another one inherits what that has for the whole site, its `defaults` key
by key, and neither its `origin` nor its games.
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml  # noqa: TID251  # the loader's own checks are left out on purpose: completion has to be quick

from player.files import MAX_SETTINGS_BYTES, regular

Place = tuple[str | int, ...]
"""The keys and numbers that lead to a part of the file."""


def sections(data: Any) -> Iterator[tuple[Place, Any]]:
    """Yield the place and the contents of each part of the file that pages inherit."""
    for site_name, site in _entries(data, "sites"):
        place: Place = ("sites", site_name, "defaults")
        if "defaults" in site:
            yield place, site["defaults"]
        builds = _mapping(_mapping(site, "defaults"), "pages")
        yield from (((*place, "pages", build), section) for build, section in builds.items())
        for name, game in _entries(site, "games"):
            if "defaults" in game:
                yield ("sites", site_name, "games", name, "defaults"), game["defaults"]


#: The keys of a site that no other site inherits.
_OWN = frozenset({"origin", "games", "like"})


def resolved(data: Any, fields: Mapping[str, Collection[str]]) -> Any:
    """Return the file's data with all that its pages inherit, and without `defaults`.

    `fields` are those that each game reads: from the site's defaults it inherits none that only others read. What is
    no mapping stays as it is: the schema refuses it.
    """
    if not _mapping(data, "sites"):
        return data
    sites = data["sites"]
    return {**data, "sites": {name: _site(_alike(site, sites), fields) for name, site in sites.items()}}


def _alike(site: Any, sites: Mapping[Any, Any]) -> Any:
    """Return `site` with what it inherits from the one of `sites` that it is `like`."""
    like = site.get("like") if isinstance(site, dict) else None
    if not isinstance(like, str) or like not in sites:
        return site
    other = {key: value for key, value in _mapping(sites, like).items() if key not in _OWN}
    defaults = _page(_mapping(site, "defaults"), _mapping(other, "defaults"))
    return {**_without(_inherited(site, other), "like"), **({"defaults": defaults} if defaults else {})}


def _site(site: Any, fields: Mapping[str, Collection[str]]) -> Any:
    if not isinstance(site, dict):
        return site
    common = _without(_mapping(site, "defaults"), "pages")
    builds = _mapping(_mapping(site, "defaults"), "pages")
    games = dict(_mapping(site, "games"))
    every = {field for some in fields.values() for field in some}
    for name, game in _entries(site, "games"):
        others = every.difference(fields.get(name, ()))
        pages = {
            build: _page(
                page,
                _mapping(game, "defaults"),
                _known(_mapping(builds, build), others),
                _known(common, others),
            )
            for build, page in _mapping(game, "pages").items()
        }
        games[name] = {**_without(game, "defaults"), **({"pages": pages} if pages else {})}
    return {**_without(site, "defaults"), **({"games": games} if games else {})}


def _page(page: Any, *below: dict[Any, Any]) -> Any:
    """Return `page` with what it inherits from each of the layers `below` it, nearest first."""
    if not isinstance(page, dict):
        return page
    lowest: dict[Any, Any] = {}
    for layer in (*reversed(below), page):
        read = _inherited(_mapping(layer, "read"), _mapping(lowest, "read"))
        kept = isinstance(layer.get("read", {}), dict) and read
        lowest = {**_inherited(layer, lowest), **({"read": read} if kept else {})}
    return lowest


def _inherited(own: dict[Any, Any], below: dict[Any, Any]) -> dict[Any, Any]:
    """Return `own`, then what it has not of `below`; null takes back what is below."""
    kept = {key: value for key, value in own.items() if value is not None or key not in below}
    return {**kept, **{key: value for key, value in below.items() if key not in own}}


def _without(data: dict[Any, Any], key: str) -> dict[Any, Any]:
    return {name: value for name, value in data.items() if name != key}


def _known(part: dict[Any, Any], others: Collection[str]) -> dict[Any, Any]:
    """Return `part` without the fields that only `others` read; what nothing reads stays, and is refused."""
    if not isinstance(part.get("read"), dict):
        return part
    return {**part, "read": {name: value for name, value in part["read"].items() if name not in others}}


def origins(place: Place, like: str | None = None) -> Iterator[tuple[Place, Place]]:
    """Yield where in the file that may stand which is at `place` of the resolved data, the nearest to the page first.

    With each comes the place of what is inherited as a whole: a key of a page, or a field. `like` is the site that the
    place's site is like, if any.
    """
    yield from _origins(place)
    if like is not None:
        yield from (found for found in _origins(("sites", like, *place[2:])) if found[0][2:3] != ("games",))


def _origins(place: Place) -> Iterator[tuple[Place, Place]]:
    match place:
        case ("sites", _, key, *_) if key != "games":
            yield place, place[:3]
        case ("sites", site, "games", game, "pages", build, key, *rest):
            whole = 2 if key == "read" and rest else 1
            for section in (
                place[:6],
                ("sites", site, "games", game, "defaults"),
                ("sites", site, "defaults", "pages", build),
                ("sites", site, "defaults"),
            ):
                yield (*section, key, *rest), (*section, *(key, *rest)[:whole])


def _entries(data: Any, key: str) -> Iterator[tuple[Any, dict[Any, Any]]]:
    yield from ((name, value) for name, value in _mapping(data, key).items() if isinstance(value, dict))


def _mapping(data: Any, key: str) -> dict[Any, Any]:
    """Return the mapping under `key` of `data`; an empty one where there is none."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, dict) else {}


# Names, read without the schema, which takes a second to import: completion has to be quick


#: The parser in C, if PyYAML has it: 4 ms in place of 240.
QUICK_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def boards_of_sites(path: Path) -> dict[str, dict[str, list[str]]]:
    """Return the names of the boards of each game, by site and game; nothing if the file can't be read."""
    try:
        with regular(path).open("rb") as file:
            data = yaml.load(file.read(MAX_SETTINGS_BYTES), Loader=QUICK_LOADER)  # noqa: S506  # it is a safe one
    except (OSError, ValueError, yaml.YAMLError, RecursionError):
        return {}
    return {
        str(site): {
            str(game): [str(name) for name in _mapping(about, "boards")] for game, about in _entries(parts, "games")
        }
        for site, parts in _entries(data, "sites")
    }
