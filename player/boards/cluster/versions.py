"""The comparison of the versions that the client, the scheduler and the workers of a cluster have."""

from collections.abc import Mapping
from typing import Any

#: The packages that all have, and those that solve boards; the scheduler needs only the former.
OF_ALL, OF_WORKERS = ("python", "dask", "distributed"), ("pycosat", "player")


def difference(versions: Mapping[str, Any]) -> str | None:
    """Return a sentence that says who has which versions; None if all agree.

    `versions` are those of `distributed.Client.get_versions`.
    """
    here, scheduler = _packages(versions["client"]), _packages(versions["scheduler"])
    workers = {address: _packages(found) for address, found in sorted(versions["workers"].items())}
    differ = []
    for name in (*OF_ALL, *OF_WORKERS):
        owners = {"here": here, **({"on the scheduler": scheduler} if name in OF_ALL else {}), **workers}
        who: dict[str | None, list[str]] = {}
        for owner, packages in owners.items():
            who.setdefault(_short(name, packages.get(name)), []).append(owner)
        if name == "player":  # a checkout on the path has no version
            who.pop(None, None)
        if len(who) > 1:
            differ.append(", ".join(f"{_named(name, version)} {_listed(them)}" for version, them in who.items()))
    return "; ".join(differ) or None


def _packages(found: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return found["packages"] if found else {}


def _short(name: str, version: str | None) -> str | None:
    """Return the version as it matters: of Python the first two numbers."""
    return ".".join(version.split(".")[:2]) if version and name == "python" else version


def _named(name: str, version: str | None) -> str:
    return f"{name} {version}" if version else f"no {name}"


def _listed(owners: list[str]) -> str:
    """Return the owners in words: of many workers the first, and the number of the others."""
    known = [owner for owner in owners if "://" not in owner]
    workers = [owner for owner in owners if "://" in owner]
    more = f" and {len(workers) - 1} more" if len(workers) > 1 else ""
    return " and ".join([*known, *(f"on the worker {worker}{more}" for worker in workers[:1])])
