"""The commands that list what there is: the games, the sites of the selectors file, and that file itself."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from player.cli import console, reported, say
from player.cli.command import Command, option
from player.cli.options import FILE, JSON_REPORT, SELECTORS
from player.errors import CannotCreate
from player.files import SELECTORS as SHIPPED
from player.files import reading, regular, write_atomic

#: What a game has if its folder has a module.
_PARTS = {"generate": "generate", "explain": "explain", "draw": "draw", "picture": "sight"}
#: What the table shows of a game: sizes say that it is generated.
_MARKS = ("explain", "certify", "draw", "picture", "url", "page")


@click.command(cls=Command, examples="player games\nplayer games --json")
@JSON_REPORT
def games(json_target: str | None) -> int:
    """List the games: their names, the sizes of new boards, and what each has.

    Sizes are those of `player generate`. The marks: steps by `explain`, proofs by `certify`, pictures and booklets by
    `draw` and `generate --pdf`, boards read from a picture, URLs of puzz.link, and pages on a site.
    """
    from player.games import GAMES

    with_pages = {game for site in _sites(None).values() for game in site.games}
    found = [{**_about(game), "page": game.name in with_pages} for game in GAMES.values()]
    if json_target != "-":
        marked = (["x" * one[mark] for mark in _MARKS] for one in found)
        rows = [[one["name"], one["title"], _sizes(one["sizes"]), *row] for one, row in zip(found, marked, strict=True)]
        _show(["game", "title", "sizes", *_MARKS], rows)
    return reported(json_target, {"schema": 1, "games": found}, 0)


def _about(game: Any) -> dict[str, Any]:
    parts = {part: game.has(module) for part, module in _PARTS.items()}
    sizes = None
    if parts["generate"]:
        made = game.generator()
        sizes = {"least": made.sizes[0], "most": made.sizes[1], "step": made.step}
    return {
        "name": game.name,
        "title": game.title,
        "sizes": sizes,
        **parts,
        "certify": hasattr(game.board, "facts"),
        "url": game.url is not None,
        "options": [one.name for one in game.generator_options],
    }


def _sizes(sizes: Mapping[str, int] | None) -> str:
    return f"{sizes['least']}-{sizes['most']}{' even' * (sizes['step'] == 2)}" if sizes else ""


def _sites(file: Path | None) -> Mapping[str, Any]:
    from player.browser.selectors.loader import load

    return load(file or SHIPPED).sites


@click.command(cls=Command, examples="player sites\nplayer sites --selectors mine.yaml --json")
@SELECTORS
@JSON_REPORT
def sites(selectors: Path | None, json_target: str | None) -> int:
    """List the sites of the selectors file, for --site: their names, hosts, and games.

    With --json also the names of the boards, for --board, and the time zones.
    """
    found = [
        {
            "name": name,
            "origin": site.origin,
            "timezone": site.timezone,
            "games": {game: [*described.boards] for game, described in site.games.items()},
        }
        for name, site in _sites(selectors).items()
    ]
    if json_target != "-":
        _show(["site", "host", "games"], [[one["name"], urlsplit(one["origin"]).netloc, one["games"]] for one in found])
    return reported(json_target, {"schema": 1, "sites": found}, 0)


def _show(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    from rich.table import Table

    from player.render.terminal import printable

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, no_wrap=column != "games")
    for row in rows:
        table.add_row(*(printable(cell if isinstance(cell, str) else ", ".join(cell)) for cell in row))
    console().print(table)


@click.command(
    cls=Command,
    examples="""
    player selectors --path
    player selectors --copy mine.yaml
    player play zip --selectors mine.yaml
    """,
)
@option("--path", is_flag=True, help="Print where the shipped file is.  [default]")
@option("--copy", type=FILE, metavar="FILE|DIR", help="Copy it to FILE, or into DIR; never over another file.")
@option("--force", is_flag=True, help="With --copy: over another file, too.")
def selectors(path: bool, copy: Path | None, force: bool) -> int:
    """Say where the selectors.yaml is that comes with the player, or copy it to change it.

    `--selectors FILE` uses a copy in every command that opens a page.
    """
    if force and copy is None:
        raise click.UsageError("--force goes with --copy FILE")
    if path or copy is None:
        click.echo(SHIPPED)
    if copy is None:
        return 0
    target = copy / SHIPPED.name if copy.is_dir() else copy
    if target.exists() and not force:
        raise CannotCreate(f"{target} is there already, and is not replaced: name another, or add --force")
    with reading(f"the selectors file {SHIPPED}"):
        content = regular(SHIPPED).read_bytes()
    write_atomic(target, content, private=False)
    say(f"{target} is a copy of the selectors: `player play --selectors {target}` plays with it")
    return 0
