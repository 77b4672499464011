"""The comparison of the versions that the client, the scheduler and the workers of a cluster have."""

from collections.abc import Mapping
from typing import Any

from player import __version__

#: The packages that all have, and those that solve boards; the scheduler needs only the former.
OF_ALL, OF_WORKERS = ("python", "dask", "distributed"), ("pycosat",)

#: Names `VERSION` here for `pkgutil.resolve_name`, which every Python has: a worker can be asked before it has to load
#: anything of ours. A task that it can't load would end it.
NAME_OF_VERSION = f"{__name__}:VERSION"
VERSION = __version__


def difference(versions: Mapping[str, Any], players: Mapping[str, object]) -> str | None:
    """Return a sentence that says who has which versions; None if all agree.

    `versions` are those of `distributed.Client.get_versions`, `players` what the workers know of `NAME_OF_VERSION`: a
    version, or an ImportError. Workers that are not in both are left out.
    """
    here, scheduler = {**_packages(versions["client"]), "player": VERSION}, _packages(versions["scheduler"])
    workers = {
        address: {**_packages(found), "player": players[address]}
        for address, found in sorted(versions["workers"].items())
        if address in players
    }
    differ = []
    for name in (*OF_ALL, *OF_WORKERS, "player"):
        owners = {"here": here, **({"on the scheduler": scheduler} if name in OF_ALL else {}), **workers}
        who: dict[str | None, list[str]] = {}
        for owner, packages in owners.items():
            who.setdefault(_short(name, packages.get(name)), []).append(owner)
        if len(who) > 1:
            differ.append(", ".join(f"{_named(name, version)} {_listed(them)}" for version, them in who.items()))
    return "; ".join(differ) or None


def _packages(found: Mapping[str, Any] | None) -> Mapping[str, object]:
    return found["packages"] if found else {}


def _short(name: str, version: object) -> str | None:
    """Return the version as it matters: of Python the first two numbers; None for a package that is not there."""
    if not isinstance(version, str):
        return None
    return ".".join(version.split(".")[:2]) if name == "python" else version


def _named(name: str, version: str | None) -> str:
    return f"{name} {version}" if version else f"no {name}"


def _listed(owners: list[str]) -> str:
    """Return the owners in words: of many workers the first, and the number of the others."""
    known = [owner for owner in owners if "://" not in owner]
    workers = [owner for owner in owners if "://" in owner]
    more = f" and {len(workers) - 1} more" if len(workers) > 1 else ""
    return " and ".join([*known, *(f"on the worker {worker}{more}" for worker in workers[:1])])
