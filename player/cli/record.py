"""Commands that make recordings for the tests: record, fixture add."""

from functools import partial
from pathlib import Path

import click

from player.cli import say
from player.cli.command import Command, Group, option
from player.cli.options import CERTIFY, FILE, GAMES
from player.cli.page_options import READ_AS, PageOptions, page_options, replay_options
from player.cli.play import playable
from player.deadlines import watch
from player.errors import BoardError, CannotCreate, worst
from player.files import RECORDINGS, new_folder, state_folder


@click.group(cls=Group, examples="player fixture add run.zip")
def fixture() -> None:
    """Manage recordings of pages for the tests."""


@fixture.command(short_help="Record games of a run.zip", examples="player fixture add run.zip zip --to recordings")
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
        files = found.files(secrets, with_page=archive.replica or with_page)
        new_folder(folder, files, what="the recording")
        click.echo(f"{folder}: {seen.outcome} ({seen.exit})")
    return 0


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
def record(
    games: list[str], to: Path | None, with_page: bool, har: bool, certify: bool, where: PageOptions, deadline: float
) -> int:
    """Record today's page of each GAME, or of all: snapshot, board, solution, and the page without names and scripts.

    Nothing is played. A recording is private, in the state folder, since the page contains the site's markup. With --to
    it leaves out the page, unless it is the replica's, and may be shown. A HAR contains the site's code: never publish
    it.
    """
    from player.artifacts import recordings
    from player.browser.session import open_session
    from player.certificates.writing import of_page
    from player.games import GAMES, title_of
    from player.secrets.values import secrets_of

    if har and (to or where.cdp):  # to where it may be shown; the other tabs of that browser
        raise click.UsageError("--har is kept in the state folder, of a browser of ours: leave out --to and --cdp")
    if certify:
        from player.sat.proof_log import require_installed

        require_installed()
    site, wish, offline = where.resolve(games)
    ours, codes = offline is not None and offline.ours, []
    about = {"source": "fixture" if offline else "live", "replica": ours}
    with watch(deadline), open_session(site, wish, offline, where.session, read_as=where.read_as) as opened:
        for game in games or playable(site, offline):
            look = partial(recordings.record, opened, game, site, about)
            saved = secrets_of(where.session, site.secrets)
            found, loaded = opened.with_har(look, saved.values) if har else (look(), b"")
            folder = recordings.place_for(to or state_folder() / "recordings", where.site, game, found.meta["date"])
            secrets = saved | opened.secrets()
            files = found.files(secrets, with_page=ours or with_page or to is None)
            if certify and found.seen.solution is not None:
                try:
                    files |= of_page(GAMES[game], found.seen.board, f"{game} {found.meta['date']}")
                except BoardError as error:
                    say(f"{title_of(game)} has no certificate: {error}")
            if any(secrets.are_in(name, content) for name, content in files.items()):
                raise CannotCreate(f"{title_of(game)} was not recorded: its page held a value of the session")
            new_folder(folder, files | ({"page.har": loaded} if loaded else {}), what="the recording")
            click.echo(f"{folder}: {found.seen.outcome} ({found.seen.exit})")
            codes.append(found.seen.exit)
    return worst(codes)
