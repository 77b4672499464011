"""The routes.json of a site's replica: the paths of its pages in each build, and what is added to captured pages."""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any


def routes_in(folder: Path) -> dict[str, Any]:
    """Return the routes of the replica in `folder`."""
    routes: dict[str, Any] = json.loads((folder / "routes.json").read_text(encoding="utf-8"))
    return routes


def pages(routes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each page of each build: the build, the path's pattern, and the file."""
    for build in dict.fromkeys(routes["kept"]["at"].values()):
        yield from ((build, pattern, name) for pattern, name in routes[build]["pages"].items())


def match(pattern: str, path: str) -> str | None:
    """Return the game in `path` if it matches `pattern`, with or without a final slash; else None."""
    form = re.escape(pattern.rstrip("/")).replace(r"\{game\}", r"([a-z-]+)")
    found = re.fullmatch(form, path.rstrip("/"))
    return found[1] if found and found.re.groups else None


def furnished(page: str, game: str, added: Mapping[str, Any], assets: str) -> str:
    """Return `page` with the styles and scripts that are `added` to captured pages of `game`."""
    styles, scripts = markup(game, added, assets)
    return page.replace("</head>", styles + "</head>", 1).replace("</body>", scripts + "</body>", 1)


def markup(game: str, added: Mapping[str, Any], assets: str) -> tuple[str, str]:
    """Return the markup that loads our styles, and the markup that loads our scripts."""
    named = {kind: [assets + escape(name.format(game=game)) for name in added[kind]] for kind in ("styles", "scripts")}
    styles = "".join(f'<link rel="stylesheet" href="{name}">' for name in named["styles"])
    return styles, "".join(f'<script src="{name}"></script>' for name in named["scripts"])
