"""The options of commands that open a page, and what they mean: site, browser, session, and the pages to serve."""

import sys
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import click

from player.cli import options as opts
from player.cli.command import completed_by, option
from player.errors import SELECTORS_FILE
from player.files import SELECTORS as SHIPPED
from player.files import default_session, session_file
from player.playing import PlayRules, SightMode

if TYPE_CHECKING:
    from player.browser.launch import BrowserOptions, EarlyBrowser
    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors
    from player.run import RunOptions

#: Seconds after which a thread that imports lets the one that drives the browser go on. Python's 5 ms are a third of a
#: play's short waits.
SWITCH_S = 0.0005
URL = option("--url", type=opts.PAGE, metavar="URL", help="Where the one game named is, in place of the site's.")
BOARD = option(
    "--board",
    metavar="NAME",
    shell_complete=completed_by("boards"),
    help="The site's board of this name, such as daily, weekly, 10x10-2.",
)
NUMBER = option("--id", "number", type=opts.puzzle_number, metavar="NUMBER", help="The site's puzzle of this number.")
OFFLINE = option(
    "--offline",
    type=opts.NAME,
    metavar="replica|DIR|HAR",
    shell_complete=completed_by("replica_or_file"),
    help="Our replica, the GAME.html pages in DIR, or what a page loaded (FILE.har).",
)
GENERATION = opts.choice(
    "--generation",
    ["ember", "sdui"],
    "Which build of the site the replica shows: the guests' or the members'.",
    default="ember",
)
ACCOUNT = option(
    "--as", "account", type=click.Choice(["guest", "member"]), help="A member plays with what `player login` saved."
)

CDP = option("--cdp", type=opts.DEVTOOLS, metavar="URL", help="Play in a tab of a Chrome that you started.")
ENGINE = opts.choice("--engine", ["chromium", "firefox"], "The kind of browser to start.", default="chromium")
CONNECT = option("--connect", type=opts.SERVER, metavar="URL", help="Use a Playwright server, or a Selenium Grid.")
READ_AS = opts.choice(
    "--read-as", ["guest"], "With a session: read the board on the page that guests get, and play it on the member's."
)


def site_in(file: Path | None, name: str) -> "SiteSelectors":
    """Return the selectors of the site `name` in `file`, else in the file shipped."""
    from player.browser.selectors.loader import load

    return load(file or SHIPPED).site(name)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The page, the browser and the session that the user asked for."""

    site: str = "linkedin"
    """The site's name in selectors.yaml."""
    url: str | None = None
    board: str | None = None
    """The name of a board on the site; None for the usual one."""
    number: str | None = None
    """The number of a puzzle on the site."""
    offline: str | None = None
    """The source of pages in place of the network: "replica", a folder of pages, or a HAR file."""
    generation: str = "ember"
    headed: bool | None = None
    """None where the command decides."""
    slow_mo: float = 0
    """The pause after each step, in milliseconds."""
    browser: str | None = None
    selectors: Path | None = None
    account: str | None = None
    """"guest" or "member", where the user said so."""
    session: Path | None = None
    cdp: str | None = None
    connect: str | None = None
    read_as: str | None = None
    engine: str = "chromium"

    def recognised(self, games: list[str]) -> "tuple[PageOptions, list[str]]":
        """Return these options with the site of --url, and its game, if the selectors know such an address.

        A site or a game that the user named stays.
        """
        if self.url is None or any(option.name == "site" for option in given()):
            return self, games
        from player.browser.selectors.loader import load

        found = load(self.selectors or SHIPPED).at_address(self.url)
        if found is None or games not in ([], [found[1]]):
            return self, games
        return replace(self, site=found[0]), [found[1]]

    def with_session(self, *, unattended: bool) -> "PageOptions":
        """Return these options with the session to play with; an `unattended` command takes the saved one.

        There is none for a guest, nor in the user's own browser, which has its own.
        """
        if self.cdp and (self.account or self.session):
            raise click.UsageError("--cdp plays as who is signed in there: leave out --as and --storage-state")
        if self.account == "guest" and self.session:
            raise click.UsageError("--as guest is without a session: leave out --storage-state")
        if self.account == "member" and self.session is None:
            return replace(self, session=session_file(self.site))
        if unattended and not (self.account or self.session or self.cdp or self.offline):
            return replace(self, session=default_session(self.site))
        return self

    def resolve_for_file(self, name: str) -> "tuple[SiteSelectors, BrowserOptions]":
        """Return the selectors of the site `name`, and the browser options, for pages out of a file."""
        return site_in(self.selectors, name), replace(self, offline="run.zip").wish

    def resolve(self, games: Sequence[str]) -> "tuple[SiteSelectors, BrowserOptions, Pages | None]":
        """Return the site's selectors, the browser options and the pages to serve for `games`.

        Raises UsageError for options that exclude each other, and the errors of the files that they name.
        """
        from player.browser.launch import check_session

        self.require_sense(games)
        site = site_in(self.selectors, self.site)
        if self.url:
            site = site.moved(games[0], self.url)
        if self.names_board:
            site = self._at_board(site, games)
        if self.session:
            check_session(self.session)
        return (site.alone() if self._is_har else site), self.wish, self._pages(site)

    def run_options(self, games: Sequence[str], rules: PlayRules) -> "RunOptions":
        """Return the options of a run over `games`; raise as `resolve` does."""
        from player.run import RunOptions

        site, wish, offline = self.resolve(games)
        return RunOptions(site, self.site, wish, offline, self.session, rules, self.read_as)

    @property
    def wish(self) -> "BrowserOptions":
        """The browser that the user asked for."""
        from player.browser.launch import BrowserOptions

        offline = self.offline is not None
        return BrowserOptions(
            *(self.browser, bool(self.headed), self.slow_mo, offline, self.cdp, self.connect), engine=self.engine
        )

    @contextmanager
    def started(
        self, games: Sequence[str], sight: SightMode, module: str = "player.run"
    ) -> "Iterator[EarlyBrowser | None]":
        """Start the browser while a thread prepares a play: its `module`, the selectors, what `sight` of `games` needs.

        Yield what `open_session` takes; None if the browser has a window, is lent, or does not start.
        """
        from player.browser.launch import started_early

        if self.wish.mode != "headless":
            yield None
            return
        sys.setswitchinterval(SWITCH_S)
        is_prepared = Event()
        thread = Thread(target=self._prepare, args=(is_prepared, games, sight, module))
        thread.start()
        try:
            with started_early(self.wish) as started:
                is_prepared.wait()
                yield started
        finally:
            thread.join()

    def _prepare(self, is_prepared: Event, games: Sequence[str], sight: SightMode, module: str) -> None:
        """Load the selectors and the `module` of the run, then those of the second witness, which is needed later.

        An error here comes again where the part is needed, and is reported there. The witness's libraries crash if
        memory is so short that no browser starts.
        """
        from player.browser.processes import shortage

        try:
            with suppress(Exception):
                site = site_in(self.selectors, self.site)
                games = games or [*site.games]
                import_module(module)
        finally:
            is_prepared.set()
        if sight is not SightMode.OFF and not shortage():
            with suppress(Exception):
                import_module("player.sight.witness").prepare(games)

    @property
    def names_board(self) -> bool:
        """True if one of the site's boards was asked for, by name or by number."""
        return self.board is not None or self.number is not None

    def _at_board(self, site: "SiteSelectors", games: Sequence[str]) -> "SiteSelectors":
        from player.browser.selectors.base import NoSuchBoard

        played = games or [*site.games]
        try:
            there = site.at(played, self.board, self.number)
        except NoSuchBoard as problem:
            option = "--id" if self.board is None else "--board"
            raise click.UsageError(f"{option} with --site {self.site}: {problem}") from None
        if self.read_as and not all(there.board(game).stays for game in played):
            raise click.UsageError("--read-as visits the page twice, and each visit gives another puzzle: leave it out")
        return there

    def require_sense(self, games: Sequence[str], sight: SightMode = SightMode.OFF) -> None:
        """Raise UsageError for options that exclude each other, of a command for `games`."""
        if self.read_as and sight is SightMode.ONLY:  # another page is read than is played
            raise click.UsageError(f"--sight only reads the page that is played: leave out --read-as {self.read_as}")
        if self.read_as and not self.session:
            raise click.UsageError(
                f"--read-as {self.read_as} is for members: it needs --storage-state FILE, or --as member"
            )
        if self.url and len(games) != 1:
            raise click.UsageError("--url is where one game is: name that game, and no other")
        if self.url and self.names_board:
            raise click.UsageError("--url is the address of a board: leave --board and --id out")
        if self.url and self.offline:
            raise click.UsageError("--url takes the place of --offline: leave one of them out")
        if self.engine != "chromium" and (self.cdp or self.connect):
            raise click.UsageError("--cdp and --connect lend a Chromium: leave out --engine")
        if (self.cdp or self.connect) and ((self.cdp and self.connect) or self.browser or self.headed):
            raise click.UsageError(
                "of --cdp, --connect and a browser of ours (--browser, --headed) leave all but one out"
            )

    @property
    def _is_har(self) -> bool:
        return self.offline is not None and self.offline.endswith(".har")

    def _pages(self, site: "SiteSelectors") -> "Pages | None":
        """Return what is served in place of the network; None for the network."""
        from player.browser.offline import sources

        if self.offline is None:
            return None
        if self.offline == "replica":
            return sources.replica_of(self._shipped_name(site), site.origin, self.generation)
        if not self._is_har:
            return sources.captured(self._shipped_name(site), site.origin, Path(self.offline))
        if self.cdp or self.connect:
            raise click.UsageError("scripts of a HAR run in a browser without a network: leave out --cdp and --connect")
        if self.engine != "chromium":
            raise click.UsageError("scripts of a HAR run in a Chromium without a network: leave out --engine")
        from player.browser.offline import har

        return har.load(Path(self.offline), site)

    def _shipped_name(self, site: "SiteSelectors") -> str:
        """Return the name of the site in the shipped selectors: a file that `learn` wrote may call it otherwise."""
        from player.browser.selectors.loader import load

        before = SELECTORS_FILE.get()
        known = load(SHIPPED).sites
        SELECTORS_FILE.set(before)  # messages name the user's file
        same = (name for name, one in known.items() if one.origin == site.origin)
        return self.site if self.site in known else next(same, self.site)


def page_options(
    command: Callable[..., Any],
    *,
    unattended: bool = False,
    deadline: float = 300,
    window: Sequence[Callable[..., Any]] = (opts.HEADED, opts.SLOW_MO),
) -> Callable[..., Any]:
    """Add the options of a command that opens a page; it gets a `where` of PageOptions, and a `deadline` in seconds.

    An `unattended` command uses the saved session without being told.
    """

    @wraps(command)
    def with_session(*args: Any, where: PageOptions, **others: Any) -> Any:
        if "games" in others:
            where, others["games"] = where.recognised(others["games"])
        return command(*args, where=where.with_session(unattended=unattended), **others)

    pages, accounts = (opts.SITE, URL, BOARD, NUMBER, OFFLINE, GENERATION), (ACCOUNT, opts.STORAGE_STATE)
    limit = opts.seconds("--deadline", deadline, "The time for all of it.")
    options = (*pages, *window, ENGINE, opts.BROWSER, opts.SELECTORS, opts.WORDS, *accounts, CDP, CONNECT, limit)
    return opts.with_options(opts.gathered("where", PageOptions)(with_session), options)


def replay_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that opens pages out of a file; it gets them as `how`, of PageOptions."""
    return opts.with_options(
        opts.gathered("how", PageOptions)(command),
        (opts.HEADED, opts.SLOW_MO, opts.BROWSER, opts.SELECTORS, opts.WORDS, opts.DEADLINE),
    )


# Refusals of options that mean nothing beside a file of boards or of sites


def refuse(names: Container[str | None], why: str) -> None:
    """Raise UsageError, which says `why`, if an option of `names` was given."""
    for one in given():
        if one.name in names:
            raise click.UsageError(f"{one.opts[0]} {why}")


def only_for_pages(file: str) -> None:
    """Raise UsageError if options for pages were given: the board is in `file`."""
    names = {one.name for one in fields(PageOptions)} | {"sight"}
    refuse(names, f"is where a GAME is: the board is in {file}")


#: The options of one page, one site or one account.
_OF_ONE_SITE = ("site", "url", "board", "number", "account", "session", "read_as")


def only_for_one_site(games: Sequence[str]) -> None:
    """Raise UsageError if GAMES or options of one site were given: a file names the sites."""
    if games:
        raise click.UsageError("the FILE of --sites names the games: leave them out here")
    refuse(_OF_ONE_SITE, "is for one site: write it into the FILE of --sites")


def given() -> Iterator[click.Parameter]:
    """Yield the options of the command that were typed."""
    context = click.get_current_context()
    for one in context.command.params:
        if context.get_parameter_source(one.name or "") is click.core.ParameterSource.COMMANDLINE:
            yield one
