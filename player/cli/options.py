"""The options of the commands that open a page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli.param_types import DEVTOOLS, FILE, NAME, PAGE, SERVER, Duration

if TYPE_CHECKING:
    from player.browser.launch import BrowserOptions
    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors


def seconds(name: str, default: float, what: str, *, least: float = 0.01) -> Callable[..., Any]:
    """An option that is a length of time."""
    duration = Duration(least=least)
    return click.option(name, type=duration, default=default, show_default=True, metavar="SECONDS", help=what)


HEADED = click.option("--headed", is_flag=True, help="Show the browser's window.")
SLOW_MO = click.option("--slow-mo", type=Duration(least=0), default=0, metavar="MS", help="Pause after each step.")
BROWSER = click.option("--browser", type=NAME, metavar="PATH", help="The browser to use (or set PLAYER_BROWSER).")
SELECTORS = click.option(
    "--selectors", type=FILE, metavar="FILE", help="Use FILE in place of the selectors.yaml shipped."
)
DEADLINE = seconds("--deadline", 300, "The time for all of it.")

#: The window and the pace of a command that is there to be watched.
WATCHED = (
    click.option(
        "--headed/--headless", default=None, help="Show the browser's window, or not: shown where there is a display."
    ),
    click.option(
        "--slow-mo", type=Duration(least=0), default=700, show_default=True, metavar="MS", help="The time of each move."
    ),
)

MIN_TIME = seconds("--min-time", 3, "With a session: what the page's timer must say before the last move.", least=0)

SITE = click.option("--site", default="linkedin", show_default=True, help="The site, by its name in selectors.yaml.")
STORAGE_STATE = click.option(
    "--storage-state", type=FILE, metavar="FILE", help="The session in FILE, saved by Playwright or `player login`."
)

ARTIFACTS = click.option("--artifacts", type=FILE, metavar="DIR", help="Keep evidence of each game in DIR.")
TRACE = click.option("--trace", is_flag=True, help="Keep a trace of each game that is not won, too (with --artifacts).")
JSON = click.option(
    "--json", "json_target", type=NAME, metavar="FILE|-", help="Append result records to FILE as JSON Lines."
)


def page_options(
    command: Callable[..., Any],
    *,
    unattended: bool = False,
    deadline: float = 300,
    window: Sequence[Callable[..., Any]] = (HEADED, SLOW_MO),
) -> Callable[..., Any]:
    """The options of the commands that open a page. An `unattended` one uses the session that is saved untold."""
    headed, slow_mo = window
    options = (
        SITE,
        click.option("--url", type=PAGE, metavar="URL", help="Where the one game named is, in place of the site's."),
        click.option(
            "--offline",
            type=NAME,
            metavar="replica|DIR|HAR",
            help="Our replica, the GAME.html pages in DIR, or what a page loaded (FILE.har).",
        ),
        click.option(
            "--generation",
            type=click.Choice(["ember", "sdui"]),
            default="ember",
            show_default=True,
            help="Which build of the site the replica shows: the guests' or the members'.",
        ),
        headed,
        slow_mo,
        BROWSER,
        SELECTORS,
        click.option(
            "--as", "who", type=click.Choice(["guest", "member"]), help="A member plays with what `player login` saved."
        ),
        STORAGE_STATE,
        click.option("--cdp", type=DEVTOOLS, metavar="URL", help="Play in a tab of a Chrome that you started."),
        click.option("--connect", type=SERVER, metavar="URL", help="Use a Playwright server, or a Selenium Grid."),
        seconds("--deadline", deadline, "The time for all of it."),
    )

    @wraps(command)
    def with_session(*args: Any, who: str | None, storage_state: Path | None, **where: Any) -> Any:
        session = _session(who, storage_state, where, unattended=unattended)
        return command(*args, storage_state=session, **where)

    return with_options(with_session, options)


def _session(who: str | None, file: Path | None, where: Mapping[str, Any], *, unattended: bool) -> Path | None:
    """The session to play with; none where that is a guest's, or what somebody's own browser has."""
    from player.state import default_session, session_file

    if where["cdp"] and (who or file):
        raise click.UsageError("--cdp plays as who is signed in there: leave out --as and --storage-state")
    if who == "guest" and file:
        raise click.UsageError("--as guest is without a session: leave out --storage-state")
    if who == "member" and file is None:
        return session_file(where["site"])
    if unattended and not (who or file or where["cdp"] or where["offline"]):
        return default_session(where["site"])
    return file


def replay_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that opens pages out of a file."""
    return with_options(command, (HEADED, SLOW_MO, BROWSER, SELECTORS, DEADLINE))


def evidence_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that plays: what it saves and reports."""
    return with_options(command, (ARTIFACTS, TRACE, JSON))


def with_options(command: Callable[..., Any], options: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    """`command` with `options`, which its help names in their order."""
    for option in reversed(tuple(options)):
        command = option(command)
    return command


def one_of(**flags: bool) -> str | None:
    """The flag that was given, if any; UsageError where there are two, of which neither can be meant."""
    given = [name for name, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"--{given[0]} and --{given[1]} exclude each other: leave one of them out")
    return given[0] if given else None


def read_as_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option `--read-as`."""
    return click.option(
        "--read-as",
        type=click.Choice(["guest"]),
        help="With a session: read the board on the page that guests get, and play it on the member's.",
    )(command)


def place(
    games: Sequence[str],
    *,
    site: str,
    url: str | None,
    offline: str | None,
    generation: str,
    headed: bool,
    slow_mo: float,
    browser: str | None,
    selectors: Path | None,
    storage_state: Path | None,
    cdp: str | None,
    connect: str | None,
    read_as: str | None = None,
) -> "tuple[SiteSelectors, BrowserOptions, Pages | None]":
    """Return the site's selectors, the browser options and the pages to serve for `games`."""
    from player.browser.launch import BrowserOptions, check_session
    from player.browser.offline import sources as pages
    from player.browser.selectors.loader import load
    from player.files import SELECTORS as SHIPPED

    if read_as and not storage_state:
        raise click.UsageError(f"--read-as {read_as} is for members: it needs --storage-state FILE, or --as member")
    if url and len(games) != 1:
        raise click.UsageError("--url is where one game is: name that game, and no other")
    if url and offline:
        raise click.UsageError("--url takes the place of --offline: leave one of them out")
    if (cdp or connect) and ((cdp and connect) or browser or headed):
        raise click.UsageError("of --cdp, --connect and a browser of ours (--browser, --headed) leave all but one out")
    known = load(selectors or SHIPPED).site(site)
    if url:
        known = known.moved(games[0], url)
    if storage_state:
        check_session(storage_state)
    wish = BrowserOptions(browser, headed, slow_mo, offline is not None, cdp, connect)
    if offline is None:
        return known, wish, None
    if offline == "replica":
        return known, wish, pages.replica(site, known.origin, generation)
    if offline.endswith((".har", ".har.zip")):
        return known.alone(), wish, _har(Path(offline), known, wish)
    return known, wish, pages.captured(site, known.origin, Path(offline))


def checked(options: Mapping[str, Any], *, unattended: bool = False) -> "SiteSelectors":
    """The site that a command with these `options` opens, all of which `place` has looked at."""
    where = {name: options[name] for name in signature(place).parameters}
    where["storage_state"] = _session(options["who"], options["storage_state"], options, unattended=unattended)
    return place(list(dict.fromkeys(where.pop("games"))), **where)[0]


def _har(path: Path, site: "SiteSelectors", wish: "BrowserOptions") -> "Pages":
    from player.browser.offline.har import load

    if wish.cdp or wish.connect:
        raise click.UsageError("scripts of a HAR run in a browser without a network: leave out --cdp and --connect")
    return load(path, site)
