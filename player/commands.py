"""What commands that play have in common, and those that open a run.zip: replay, fixture add."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.options import FILE, GameName, evidence_options, replay_options

if TYPE_CHECKING:
    from player.evidence import Evidence
    from player.web.schema import SiteSelectors


@click.command()
@click.argument("file", type=FILE, metavar="run.zip")
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@replay_options
@evidence_options
def replay(
    file: Path,
    games: tuple[str, ...],
    artifacts: Path | None,
    trace: bool,
    json_target: str | None,
    deadline: float,
    selectors: Path | None,
    **how: Any,
) -> int:
    """Play the games in a run.zip again, offline: all that it holds a page of, or those named.

    `player play --artifacts DIR` leaves a DIR/run.zip where a game was not won.
    """
    from player.data import SELECTORS
    from player.recordings import open_archive
    from player.web.browser import Wish
    from player.web.offline import kept
    from player.web.selectors import load

    archive = open_archive(file)
    site = load(selectors or SELECTORS).site(archive.site)
    found = archive.choose(games, "page.html")
    pages = kept(archive.site, site.origin, {game: archive.page(game) for game in found}, ours=archive.replica)
    evidence = evidence_in(artifacts, site, None, trace)
    wish = Wish(how["browser"], how["headed"], how["slow_mo"], offline=True)
    of = {"site": site, "name": archive.site, "wish": wish, "offline": pages}
    return play_games(found, json_target, deadline, **of, evidence=evidence, traced=trace)


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


def evidence_in(folder: Path | None, site: "SiteSelectors", session: Path | None, trace: bool) -> "Evidence | None":
    """Where evidence of what was played on `site` goes, if it is wanted."""
    from player.evidence import Evidence, make_artifacts
    from player.session import secrets_of

    if folder is None and trace:
        raise click.UsageError("--trace goes with --artifacts DIR: a trace is kept there")
    if folder is None:
        return None
    return Evidence(make_artifacts(folder), secrets_of(session), private=session is not None, site=site)


def play_games(games: list[str], json_target: str | None, deadline: float, **of: Any) -> int:
    """Play `games` in a run `of` some site, with a line for each stage and a table in the end."""
    from player.records import Records
    from player.run import Run
    from player.show.console import PlainConsole
    from player.show.progress import Progress
    from player.show.verdicts import report
    from player.signals import watch

    with Records(json_target) as records, Progress(PlainConsole(sys.stderr)) as progress, watch(deadline) as watched:
        run = Run(records=records, progress=progress, watch=watched, **of)
        try:
            code = run.play(games)
        finally:
            progress.stop()
            for note in run.evidence.notes if run.evidence else ():
                say(note)
            if run.results:
                report(PlainConsole(sys.stderr if json_target == "-" else sys.stdout), run.results)
    if records.failed:
        say(records.failed)
    return code


def say(message: str) -> None:
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)
