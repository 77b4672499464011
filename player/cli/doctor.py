"""Commands for maintenance: doctor, setup."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from player.cli import shows_progress
from player.cli.options import AS_JSON, GAMES
from player.cli.page_options import ENGINE, PageOptions, page_options
from player.cli.param_types import FILE, NAME
from player.deadlines import watch


@click.command()
@GAMES
@page_options
@click.option("--page", type=FILE, metavar="FILE", help="A saved page of one game, in place of the site's.")
@click.option("--write", type=FILE, metavar="FILE", help="Write a copy of the selectors with the repairs.")
@AS_JSON
@shows_progress("games")
def doctor(
    games: list[str], where: PageOptions, deadline: float, page: Path | None, write: Path | None, as_json: bool
) -> int:
    """Check the selectors on the page of each GAME, and propose changes.

    Nothing is played. The exit code is 0 if all checks pass, or if the file that --write wrote repairs what fails, and
    76 if any selector fails.
    """
    import json

    from player.browser.selectors.yaml_file import as_yaml
    from player.doctor.checkup import CheckupTarget, check_up, show_checkup, write_changes
    from player.files import SELECTORS
    from player.render.terminal import PlainConsole

    for option, other in {"--offline": where.offline, "--url": where.url}.items():
        if page and other:
            raise click.UsageError(f"--page takes the place of {option}: leave one of them out")
    if page and where.names_board:
        raise click.UsageError("--page is one board: leave --board and --id out")
    site, options, offline = replace(where, session=None).resolve(games)  # a bad session is a finding, not an error
    with watch(deadline):
        found = check_up(CheckupTarget(where.site, site, options, offline, where.session, page), games)
    if write and found.changes:
        write_changes(where.selectors or SELECTORS, found.changes, write)
        found.written = True
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        shown = found.changes and not found.written
        show_checkup(PlainConsole(sys.stdout), found, as_yaml(found.changes) if shown else "")
    if found.written:
        click.echo(f"player: {write} is a copy of the selectors with the changes", err=True)
    elif write:
        click.echo(f"player: there is nothing to change in the selectors: {write} was not written", err=True)
    return found.exit


@click.command()
@click.option("--browser", type=NAME, metavar="PATH", help="The browser to check.")
@ENGINE
def setup(browser: str | None, engine: str) -> int:
    """Find a browser that starts, or install one."""
    from player.browser.setup import ensure_browser

    ensure_browser(browser, click.echo, engine)
    return 0
