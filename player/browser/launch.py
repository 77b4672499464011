"""Browsers that play, and contexts in them: started by us, or lent by a person, a server or a Selenium Grid."""

import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stderr, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import (  # noqa: TID251  # web drives it
    Browser,
    BrowserContext,
    BrowserType,
    Error,
    Page,
    Playwright,
    sync_playwright,
)

from player.browser.page.connection import first_line, map_playwright_errors
from player.browser.page.isolated_world import register
from player.browser.processes import (
    Processes,
    close,
    environment,
    own_folder,
    quietly,
    require_files,
    shortage,
    unlogged,
)
from player.errors import CannotCreate, ConfigInvalid, Crashed, NoBrowser, PlayerError, SignInNeeded
from player.files import ensure_folder, state_folder

if TYPE_CHECKING:  # a browser starts while these are imported
    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors

#: Names of system browsers, best first. Ubuntu's chromium-browser may be a stub, so each is tested by a launch. A
#: headless shell starts and plays in two thirds of the time of a whole browser without a window.
SYSTEM = ("chromium", "google-chrome-stable", "google-chrome", "chromium-browser", "microsoft-edge")
HEADLESS_ONLY = ("chromium-headless-shell",)
#: Names of Firefox. Playwright drives it by WebDriver BiDi if its channel is named; its own build is patched.
FIREFOX = ("firefox-esr", "firefox")
FIREFOX_CHANNEL = "moz-firefox"
CHANNELS = ("chrome", "msedge") if sys.platform in {"darwin", "win32"} else ()
ENVIRONMENT = "PLAYER_BROWSER"
#: The variable of Node for a folder of compiled scripts.
NODE_CACHE = "NODE_COMPILE_CACHE"

#: Switch off the browser's own network traffic (Playwright adds most of it already).
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
#: Resolve no names if pages are served from files: a request that bypasses the routes ends here.
NO_NETWORK = ("--host-resolver-rules=MAP * ~NOTFOUND",)
FIREFOX_NO_NETWORK = {"network.dns.disabled": True}

#: Window size in CSS pixels: boards and results fit without scrolling.
WINDOW = {"width": 1280, "height": 1000}
#: Where a window stands, and what its frame, tabs and address need around the page at least, in CSS pixels.
IN_THE_CORNER, AROUND_PAGE = ("--window-position=0,0",), (8, 85)
ROOM_SCRIPT = "() => [[screen.availWidth, outerWidth - innerWidth], [screen.availHeight, outerHeight - innerHeight]]"


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """The browser that the user requested."""

    path: str | None = None
    headed: bool = False
    slow_mo: float = 0
    offline: bool = False
    cdp: str | None = None
    """Address of a running browser's DevTools protocol."""
    connect: str | None = None
    """Address of a Playwright server (ws, wss), or of a Selenium Grid (http, https)."""
    over_cdp: bool = False
    """True if `connect` is the address of a browser's DevTools, in which contexts of ours are opened."""
    engine: str = "chromium"
    """The kind of browser, in Playwright's words: chromium or firefox."""

    @property
    def mode(self) -> str:
        """The kind of browser: cdp, connect, headed or headless."""
        return "cdp" if self.cdp else "connect" if self.connect else "headed" if self.headed else "headless"

    @property
    def explicit(self) -> str | None:
        """The browser that the user named; the environment names a Chromium."""
        return self.path or (os.environ.get(ENVIRONMENT) if self.engine == "chromium" else None)

    @property
    def is_grid(self) -> bool:
        """True if `connect` is the address of a Selenium Grid."""
        return bool(self.connect) and not self.over_cdp and urlsplit(self.connect).scheme in {"http", "https"}

    def arguments(self) -> dict[str, Any]:
        """Return Playwright's launch arguments, without the choice of browser. Signals stay ours, to save evidence."""
        if self.engine == "firefox":
            own: dict[str, Any] = {"firefox_user_prefs": FIREFOX_NO_NETWORK if self.offline else {}}
        else:
            own = {"args": [*QUIET, *(NO_NETWORK if self.offline else ()), *(IN_THE_CORNER if self.headed else ())]}
        return {
            **own,
            "headless": not self.headed,
            "slow_mo": self.slow_mo,
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
        }


def candidates(wish: BrowserOptions) -> Iterator[dict[str, Any]]:
    """Yield launch arguments to try in order; an explicit browser is the only candidate."""
    chromiums = SYSTEM if wish.headed else (*HEADLESS_ONLY, *SYSTEM)
    names, channel = (FIREFOX, {"channel": FIREFOX_CHANNEL}) if wish.engine == "firefox" else (chromiums, {})
    if explicit := wish.explicit:
        yield {"executable_path": explicit, **channel}
        return
    yield {}  # Playwright's own build
    for path in filter(None, map(shutil.which, names)):
        yield {"executable_path": path, **channel}
    for other in CHANNELS if wish.engine == "chromium" else ():
        yield {"channel": other}


def launch(playwright: Playwright, wish: BrowserOptions) -> tuple[Browser, dict[str, Any]]:
    """Return the first candidate that starts, and its launch arguments; raise NoBrowser if none does."""
    tried = []
    # Use Chromium's sandbox if possible: not as root, nor if the system forbids it.
    sandboxes = (True, False) if hasattr(os, "geteuid") and os.geteuid() != 0 else (False,)
    kind: BrowserType = getattr(playwright, wish.engine)
    if wish.engine == "firefox":
        sandboxes = (False,)  # it has its own
    for candidate in candidates(wish):
        name = candidate.get("executable_path") or candidate.get("channel") or "Playwright's own"
        if not _may_be_there(kind, candidate):
            tried.append(f"{name}: {_MISSING}")
            continue
        for sandbox in sandboxes:
            arguments = {**wish.arguments(), **candidate, "chromium_sandbox": sandbox}
            try:
                return kind.launch(**arguments), arguments
            except Error as error:
                problem = _reason(error)
        tried.append(f"{name}: {problem}")
    raise NoBrowser(_advice(wish, tried))


def _may_be_there(kind: BrowserType, candidate: dict[str, Any]) -> bool:
    """Return False if a launch must fail: each failure leaves two folders in the temporary directory.

    Playwright's own build may exist if any of its folders does; `executable_path` does not cover a headless shell.
    """
    if path := candidate.get("executable_path"):
        return Path(path).exists()
    own = Path(kind.executable_path).parents[2]
    return "channel" in candidate or any(own.glob(f"{kind.name}*"))


_MISSING = "it is not there"
_NO_DISPLAY = "no display for a headed browser"


def _reason(error: Error) -> str:
    text = error.message
    if "Missing X server" in text or "$DISPLAY" in text:
        return _NO_DISPLAY
    if "Executable doesn't exist" in text or "executable doesn't exist" in text:
        return _MISSING
    return text.splitlines()[0].removeprefix("BrowserType.launch: ")


def _advice(wish: BrowserOptions, tried: list[str]) -> str:
    if not all(problem.endswith(_MISSING) for problem in tried) and (short := shortage()):
        return f"no browser starts ({'; '.join(tried)}): {short}"
    if explicit := wish.explicit:
        return f"the browser {explicit} does not start ({tried[0].split(': ', 1)[1]}): name another with --browser PATH"
    if any(_NO_DISPLAY in problem for problem in tried):
        return (
            f"there is {_NO_DISPLAY}: run it where there is one, or under xvfb-run (play needs one with --headed only)"
        )
    what, setup = (
        ("Firefox", "player setup --engine firefox") if wish.engine == "firefox" else ("browser", "player setup")
    )
    return f"no {what} starts ({'; '.join(tried)}): type `{setup}` to get one, or name one with --browser PATH"


def _driver(variables: Mapping[str, str]) -> Playwright:
    """Start Playwright's driver with more environment `variables`, again if it was killed.

    Raise NoBrowser if a system library is missing, or if there is too little of what it needs.
    """
    for _ in range(2):
        try:
            require_files()
            with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere), environment(variables):  # noqa: PTH123  # against complaints of the driver's Node
                return sync_playwright().start()
        except PlayerError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and (short := shortage()):
                raise NoBrowser(f"Playwright's driver does not start: {short}") from None
            if "Connection closed" not in str(error):
                raise
    if short := shortage():
        raise NoBrowser(f"Playwright's driver does not start: {short}")
    raise NoBrowser(
        "Playwright's driver does not start: type `sudo apt-get install -y libatomic1`, "
        "or install Playwright 1.64.1, which does not need it"
    )


@contextmanager
def driver(variables: Mapping[str, str] = MappingProxyType({})) -> Iterator[Playwright]:
    """Yield Playwright's driver, started with more environment `variables`; raise NoBrowser if it does not start."""
    playwright = _driver(variables)
    try:
        yield playwright
    finally:
        quietly(playwright.stop)


@contextmanager
def browser(wish: BrowserOptions) -> Iterator[Browser]:
    """Yield a running browser, closed at the end in any case."""
    processes, closing = Processes(), ExitStack()
    with own_folder() as variables, unlogged(), map_playwright_errors():
        try:
            playwright = closing.enter_context(
                driver({**variables, **_compiled(), **({GRID: str(wish.connect)} if wish.is_grid else {})})
            )
            if wish.engine != "chromium":
                register(playwright)
            found = connected(playwright, wish) if wish.cdp or wish.connect else launch(playwright, wish)[0]
            closing.callback(quietly, found.close)
            processes.belong_to(found)
            yield found
        finally:
            with processes.ended():
                closing.close()


def _compiled() -> Mapping[str, str]:
    """Return the variable by which the driver's Node keeps its compiled scripts in the state folder, and starts faster.

    The folder is the user's own, as that of the selectors is: nobody else can put code into it.
    """
    if NODE_CACHE in os.environ:
        return {}
    with suppress(CannotCreate):
        return {NODE_CACHE: str(ensure_folder(state_folder() / "driver"))}
    return {}


EarlyBrowser = AbstractContextManager[Browser]
"""A browser that was started before its session. It is entered once, by the session that closes it."""


@contextmanager
def started_early(wish: BrowserOptions) -> Iterator[EarlyBrowser | None]:
    """Yield a browser that has started; None if it does not start: its session tries again, and says why not."""
    with ExitStack() as stack:
        early = None
        with suppress(NoBrowser):
            early = _handed_over(stack.enter_context(browser(wish)), stack)
        yield early


@contextmanager
def _handed_over(started: Browser, closing: ExitStack) -> Iterator[Browser]:
    with closing.pop_all():
        yield started


def named(browser: Browser) -> str:
    """Return the browser's name and version."""
    return f"{browser.browser_type.name} {browser.version}"


def fitting(browser: Browser) -> dict[str, int]:
    """Return the size of a page whose window fits the screen: WINDOW, or less."""
    try:
        probe = browser.new_page(no_viewport=True)
        room = zip(WINDOW.items(), probe.evaluate(ROOM_SCRIPT), AROUND_PAGE, strict=True)
        probe.close()
    except Error:
        return WINDOW
    return {side: min(most, there - max(taken, least)) for (side, most), (there, taken), least in room}


def context_arguments(site: "SiteSelectors", window: dict[str, int] = WINDOW) -> dict[str, Any]:
    """Return arguments for a context as the site expects it, without downloads and service workers."""
    return {
        "locale": site.locale,
        "timezone_id": site.timezone,
        "viewport": window,
        "service_workers": "block",
        "accept_downloads": False,
        **({"has_touch": True} if any(game.touched for game in site.games.values()) else {}),
    }


@contextmanager
def context(
    browser: Browser,
    site: "SiteSelectors",
    session: Path | None = None,
    *,
    pages: "Pages | None" = None,
    headed: bool = False,
) -> Iterator[BrowserContext]:
    """Yield a context for `site`, as a guest or with a saved session, closed at the end.

    Its requests get `pages`, if there are some. The windows of a `headed` one fit the screen.
    """
    arguments = context_arguments(site, fitting(browser) if headed else WINDOW)
    with taken(site, session):
        opened = browser.new_context(**arguments, storage_state=session)
    try:
        if pages:
            pages.attach(opened)
        yield opened
    finally:
        close(opened.close, browser)


@contextmanager
def taken(site: "SiteSelectors", session: Path | None = None) -> Iterator[None]:
    """Open a context or page inside; ConfigInvalid names the argument that the browser rejects."""
    refused = {
        r"time ?zone": f"the time zone {site.timezone!r} in selectors.yaml",
        r"locale": f"the locale {site.locale!r} in selectors.yaml",
        r"storage ?state": f"the session file {session}",
    }
    try:
        with map_playwright_errors():
            yield
    except PlayerError as error:
        text = " ".join(str(error.__cause__).split())
        for words, what in refused.items():
            if not isinstance(error, Crashed) and re.search(words, text, re.IGNORECASE):
                raise ConfigInvalid(f"the browser does not accept {what}: {text.partition(': ')[2]}") from None
        raise


def check_session(path: Path) -> None:
    """Raise ConfigInvalid or SignInNeeded unless `path` is a saved session that only its owner can read."""
    if path.exists() and not path.is_file():
        raise ConfigInvalid(f"the session {path} is not a file: name one saved by Playwright")
    try:
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise ConfigInvalid(f"other users may read the session file {path}: type `chmod 600 {path}`")
        state = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SignInNeeded(f"the session file {path} is not there: type `player login`, or play as a guest") from None
    except (OSError, ValueError, RecursionError):
        raise ConfigInvalid(f"the session file {path} can't be read as JSON: save the session anew") from None
    if not (isinstance(state, dict) and isinstance(state.get("cookies"), list)):
        raise ConfigInvalid(f"the session file {path} holds no Playwright storage state: save the session anew")


#: Limit for a connection, in milliseconds.
CONNECT_TIMEOUT_MS = 30_000
#: Environment variable with the Grid's address, read by Playwright's driver at its start.
GRID = "SELENIUM_REMOTE_URL"


def connected(playwright: Playwright, wish: BrowserOptions) -> Browser:
    """Return the browser at `wish.cdp` or `wish.connect`; raise NoBrowser if it is not available.

    The settings of a person's browser (downloads, colours, focus) are not changed.
    """
    chromium = playwright.chromium
    try:
        if address := wish.cdp or (wish.over_cdp and wish.connect):
            return chromium.connect_over_cdp(
                address, slow_mo=wish.slow_mo, timeout=CONNECT_TIMEOUT_MS, no_defaults=True
            )
        if wish.is_grid:
            return chromium.launch(**wish.arguments(), timeout=CONNECT_TIMEOUT_MS)
        return chromium.connect(str(wish.connect), slow_mo=wish.slow_mo, timeout=CONNECT_TIMEOUT_MS)
    except Error as error:
        raise NoBrowser(_not_connected(wish, error)) from None


def _not_connected(wish: BrowserOptions, error: Error) -> str:
    where = urlsplit(wish.cdp or wish.connect or "").netloc
    if other := re.search(r"server version: (v[\d.]+)", error.message):
        from importlib.metadata import version  # noqa: PLC0415  # it takes long to import

        return f"the Playwright server at {where} is {other[1]}, ours is v{version('playwright')}: install one on both"
    is_cdp = wish.cdp or wish.over_cdp
    if "ECONNREFUSED" in error.message:
        start = "start the browser with --remote-debugging-port=PORT" if is_cdp else "start the server"
        return f"nothing listens at {where}: {start}, and give its port"
    kind = "a browser's DevTools" if is_cdp else "a Selenium Grid" if wish.is_grid else "a Playwright server"
    problem = first_line(error.message).partition(": ")[2].rstrip(".: ")
    return f"no browser is available at {where} ({problem}): give the address of {kind}"


@contextmanager
def borrowed(browser: Browser, offline: "Pages | None") -> Iterator[tuple[BrowserContext, Callable[[], Page]]]:
    """Yield the context of a person's browser, and a function that opens a tab in it.

    Requests of these tabs only are answered `offline`, and these tabs only are closed at the end.
    """
    context, tabs = browser.contexts[0], list[Page]()

    def new_tab() -> Page:
        tabs.append(context.new_page())
        if offline:
            offline.attach(tabs[-1])
        return tabs[-1]

    try:
        yield context, new_tab
    finally:
        for tab in tabs:
            close(tab.close, browser)
