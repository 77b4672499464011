"""Commands that make recordings for the tests: record, fixture add."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import say
from player.cli.command import Command, Group, option
from player.cli.options import CERTIFY, FILE, GAMES, gathered
from player.cli.page_options import READ_AS, PageOptions, page_options, replay_options
from player.cli.play import playable
from player.deadlines import watch
from player.errors import BoardError, CannotCreate, worst
from player.files import RECORDINGS, state_folder

if TYPE_CHECKING:
    from player.browser.selectors.schema import SiteSelectors
    from player.browser.session import BrowserSession


@click.group(cls=Group)
def fixture() -> None:
    """Manage recordings of pages for the tests."""


@fixture.command(short_help="Record games of a run.zip")
@click.argument("file", type=FILE, metavar="run.zip")
@GAMES
@option("--to", type=FILE, metavar="PATH", help="The folder of recordings; in a checkout fixtures/recordings.")
@option("--with-page", is_flag=True, help="Record a page of the real site too: then the recording is private.")
@replay_options
def add(
    file: Path,
    games: list[str],
    how: PageOptions,
    deadline: float,
    to: Path | None,
    with_page: bool,
) -> int:
    """Record games of a run.zip, as read with the current selectors.

    A page of the replica is always recorded. A page of the real site contains the site's markup, and is recorded only
    --with-page: never publish it.
    """
    from player.artifacts import recordings
    from player.artifacts.recordings import open_archive
    from player.secrets.values import Secrets

    if to is None and RECORDINGS is None:
        raise click.UsageError("--to DIR is needed: there is no fixtures/recordings outside of a checkout")
    archive = open_archive(file)
    site, wish = how.resolve_for_file(archive.site)
    for game in archive.choose(games, "result.json"):
        folder = recordings.place_for(to or RECORDINGS or Path(), archive.site, game, archive.day)
        with watch(deadline):
            seen = recordings.read_archived(archive, game, site, wish)
        found = recordings.of_archive(archive, game, seen)
        secrets = Secrets(patterns=tuple(site.secrets))
        recordings.write(folder, found.files(with_page=archive.replica or with_page, secrets=secrets))
        click.echo(f"{folder}: {seen.outcome} ({seen.exit})")
    return 0


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """The folder and the contents of recordings."""

    to: Path | None
    with_page: bool
    har: bool
    certify: bool


@click.command(
    cls=Command,
    first="to har with-page offline as certify deadline",
    examples="""
    player record zip
    player record --offline replica --to recordings
    """,
)
@GAMES
@option("--to", type=FILE, metavar="PATH", help="The folder of the recording, in place of the state folder.")
@option("--with-page", is_flag=True, help="With --to: record a page of the real site too.")
@option("--har", is_flag=True, help="Record all that the page loads: its scripts run with --offline HAR.")
@CERTIFY
@page_options
@READ_AS
@gathered("what", RecordingOptions)
def record(games: list[str], what: RecordingOptions, where: PageOptions, deadline: float) -> int:
    """Record today's page of each GAME, or of all: snapshot, board, solution, and the page without names and scripts.

    Nothing is played. A recording is private, in the state folder, since the page contains the site's markup. With --to
    it leaves out the page, unless it is the replica's, and may be shown. A HAR contains the site's code: never publish
    it.
    """
    from player.browser.session import open_session

    if what.har and (what.to or where.cdp):  # to where it may be shown; the other tabs of that browser
        raise click.UsageError("--har is kept in the state folder, of a browser of ours: leave out --to and --cdp")
    if what.certify:
        from player.sat.proof_log import require_installed

        require_installed()
    site, wish, offline = where.resolve(games)
    about = {"source": "fixture" if offline else "live", "replica": offline is not None and offline.ours}
    with watch(deadline), open_session(site, wish, offline, where.session, read_as=where.read_as) as opened:
        return worst([_record(opened, game, site, about, where, what) for game in games or playable(site, offline)])


def _record(
    opened: "BrowserSession",
    game: str,
    site: "SiteSelectors",
    about: dict[str, str | bool],
    where: PageOptions,
    what: RecordingOptions,
) -> int:
    """Write the recording of one game; return the exit code of its reading."""
    from player.artifacts import recordings
    from player.games import title_of
    from player.secrets.values import secrets_of, state_in, values_in

    look, loaded = partial(recordings.record, opened, game, site, about), {}
    if what.har:
        found, loaded["page.har"] = opened.with_har(look, values_in(state_in(where.session)))
    else:
        found = look()
    folder = recordings.place_for(what.to or state_folder() / "recordings", where.site, game, found.meta["date"])
    secrets = secrets_of(where.session, site.secrets) | opened.secrets()
    with_page = bool(about["replica"]) or what.with_page or what.to is None
    files = found.files(with_page=with_page, secrets=secrets)
    if what.certify and found.seen.solution is not None:
        try:
            files |= found.certificate()
        except BoardError as error:
            say(f"{title_of(game)} has no certificate: {error}")
    if any(secrets.are_in(name, content) for name, content in files.items()):
        raise CannotCreate(f"{title_of(game)} was not recorded: its page held a value of the session")
    recordings.write(folder, files | loaded)
    click.echo(f"{folder}: {found.seen.outcome} ({found.seen.exit})")
    return found.seen.exit
