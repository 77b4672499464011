"""Commands about a member's session: login, logout, whoami. None of them handles a password."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from player.cli.command import Command
from player.cli.options import BROWSER, DEADLINE, SELECTORS, SITE, STORAGE_STATE, with_options
from player.cli.page_options import site_in
from player.days import moment_text
from player.deadlines import watch
from player.errors import CannotCreate, CannotWrite, PlayerError, SignInNeeded
from player.files import default_session, session_file, write_atomic

#: Adds the options of a command that opens a page to sign in, or to see who is signed in.
session_options = partial(with_options, options=(SITE, STORAGE_STATE, BROWSER, SELECTORS, DEADLINE))


@click.command(cls=Command, examples="player login\nplayer login --site mine --selectors mine.yaml")
@session_options
def login(site: str, session: Path | None, browser: str | None, selectors: Path | None, deadline: float) -> int:
    """Sign in in a browser window, and save the session.

    The window closes when the site shows a member's page. Only the site's own cookies and storage are saved.
    """
    import json

    from player.browser.account import sign_in
    from player.browser.launch import BrowserOptions, check_session

    known = site_in(selectors, site)
    file = session or session_file(site)
    if session:
        _require_place(file, check_session)
    click.echo(f"player: sign in in the window that opens, within {deadline:g} s; close it to save nothing", err=True)
    with watch(deadline):
        state = sign_in(known, BrowserOptions(browser, headed=True))
    write_atomic(file, json.dumps(state).encode())
    use = f"--storage-state {file}" if session else "--as member"
    click.echo(f"the session is saved in {file}: `player play {use}` plays with it")
    return 0


def _require_place(file: Path, check: Callable[[Path], None]) -> None:
    """Raise CannotCreate if a session can't be written to `file`, or would overwrite something else."""
    if not file.parent.is_dir():
        raise CannotCreate(f"the folder {file.parent} is not there: make it, or name another")
    try:
        if file.exists():
            check(file)
    except PlayerError as error:
        raise CannotCreate(f"{file} is there already, and is not replaced: {error}") from None


@click.command(cls=Command, examples="player logout")
@SITE
def logout(site: str) -> int:
    """Remove the session that `player login` saved."""
    file = session_file(site)
    try:
        file.unlink()
    except FileNotFoundError:
        click.echo(f"no session of {site} is saved")
    except OSError as error:
        raise CannotWrite(f"the session {file} can't be removed: {error.strerror}") from None
    else:
        click.echo(f"removed {file}: the site itself forgets the session when you sign out there")
    return 0


@click.command(cls=Command, examples="player whoami\nplayer whoami --storage-state session.json")
@session_options
def whoami(site: str, session: Path | None, browser: str | None, selectors: Path | None, deadline: float) -> int:
    """Print the account that the site recognises: guest, or with a saved session member.

    With a session, the site's page is opened. The exit code is 77 if the site does not accept the session.
    """
    from player.browser import account
    from player.browser.launch import BrowserOptions, check_session

    known = site_in(selectors, site)
    file = session or default_session(site)
    if file is None:
        click.echo(f"guest: no session of {site} is saved (`player login` saves one)")
        return 0
    check_session(file)
    saved = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
    when = f"the session saved {moment_text(saved)} in {file}"
    with watch(deadline):
        who = account.whoami(known, BrowserOptions(browser), file)
    if who == "guest":
        raise SignInNeeded(f"guest: the site does not honour {when}: type `player login`")
    click.echo(f"member: the site honours {when}")
    return 0
