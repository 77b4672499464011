"""What makes recordings for the tests: fixture add."""

from pathlib import Path
from typing import Any

import click

from player.options import FILE, GameName, replay_options


@click.group()
def fixture() -> None:
    """Recordings of pages, which the tests play again."""


@fixture.command()
@click.argument("file", type=FILE, metavar="run.zip")
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@click.option("--to", type=FILE, metavar="DIR", help="Where recordings are; in a checkout fixtures/recordings.")
@click.option("--with-page", is_flag=True, help="Keep the page of the real site too: then the recording is private.")
@replay_options
def add(
    file: Path,
    games: tuple[str, ...],
    to: Path | None,
    with_page: bool,
    deadline: float,
    selectors: Path | None,
    **how: Any,
) -> int:
    """Make recordings of the games in a run.zip: what is seen there with the selectors of today.

    A page of our replica is always in its recording. One of the real site holds the site's markup, and is kept only
    --with-page: never publish it.
    """
    from player import recordings
    from player.data import RECORDINGS, SELECTORS
    from player.signals import watch
    from player.web.browser import Wish
    from player.web.selectors import load

    if to is None and RECORDINGS is None:
        raise click.UsageError("--to DIR is needed: there is no fixtures/recordings outside of a checkout")
    archive = recordings.open_archive(file)
    site = load(selectors or SELECTORS).site(archive.site)
    wish = Wish(how["browser"], how["headed"], how["slow_mo"], offline=True)
    for game in archive.choose(games, "result.json"):
        folder = recordings.place_for(archive, game, to or RECORDINGS or Path())
        with watch(deadline):
            seen = recordings.look_again(archive, game, site, wish)
        recordings.write(folder, recordings.recording(archive, game, seen, with_page=with_page))
        click.echo(f"{folder}: {seen.outcome} ({seen.exit})")
    return 0
