"""The history as a static site: archive."""

from pathlib import Path

import click

from player.cli import say, shows_progress
from player.cli.history import todays, zones
from player.cli.options import seconds
from player.deadlines import watch
from player.files import history_file, state_folder
from player.render.progress import PROGRESS

PORT = 8000


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option("--publish", is_flag=True, help="Make an archive for others to read; without it, it is private.")
@click.option("--serve", is_flag=True, help="Serve the archive to this machine until Ctrl-C; DIR may be left out.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"The port of --serve ({PORT}); 0 for any.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Use N processes.")
@seconds("--deadline", 3600, "End the build then; the next one goes on.")
@shows_progress("pages")
def archive(folder: Path | None, publish: bool, serve: bool, port: int | None, jobs: int, deadline: float) -> int:
    """Build a static site from the history in DIR: a calendar, and a page for each board, to play it as well.

    A second build writes only what changed. The pages open as files too, and use no network.

    Without --publish the archive is private: you alone can read it, and its pages say so. Boards belong to the sites
    that they come from.
    """
    if folder is None and not serve:
        raise click.UsageError("name the folder of the archive, or --serve the one in the state folder")
    if port is not None and not serve:
        raise click.UsageError("--port goes with --serve")

    place = folder or state_folder() / "archive"
    with watch(deadline):
        _build(place, publish=publish, jobs=jobs)
    if serve:
        PROGRESS.end()
        _serve(place, PORT if port is None else port)
    return 0


def _build(place: Path, *, publish: bool, jobs: int) -> None:
    from player.nightly.archive.folder import ArchiveFolder
    from player.nightly.archive.site import ArchiveSite
    from player.nightly.history import History

    with History(history_file()) as opened:
        rows = opened.rows()
    target = ArchiveFolder(place, publish=publish)
    ArchiveSite(rows, todays(), zones(), publish).build(target, jobs=jobs, begin=_announce)
    say(f"{place / 'index.html'}: {target.written} written, {target.unchanged} unchanged, {target.removed} removed")
    for name in target.kept:
        say(f"{place / name} is no longer part of the archive, and stays: somebody has changed it")
    if not rows:
        say("no game is in the history yet: the archive says so")
    elif not publish:
        say("the archive is private, because its boards belong to their sites; --publish makes one for others to read")


def _announce(boards: int) -> None:
    if boards:
        say(f"{boards} board{'s' * (boards != 1)} to explain")


def _serve(place: Path, port: int) -> None:
    from player.nightly.archive.server import ArchiveServer

    with watch(), ArchiveServer(place, port) as server:
        click.echo(f"the archive is at {server.address} (Ctrl-C ends it)")
        server.serve_forever()
