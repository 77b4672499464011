"""Setup of a browser: find one that starts, else install Playwright's, else the system's if possible."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from player.browser.launch import ENVIRONMENT, HEADLESS_ONLY, BrowserOptions, driver, launch
from player.browser.processes import shortage
from player.errors import NoBrowser

#: The packages of Debian with each kind of browser, in Playwright's words: the best set first.
PACKAGES = {"chromium": (("chromium", *HEADLESS_ONLY), ("chromium",)), "firefox": (("firefox-esr",),)}
#: Another way for a person to get a browser.
_ELSE = {
    "chromium": " (or install Google Chrome), then `player setup`",
    "firefox": ", then `player setup --engine firefox`",
}


def ensure_browser(path: str | None, tell: Callable[[str], None], engine: str = "chromium") -> None:
    """Make sure that a browser starts, and report each step to `tell`; raise NoBrowser if none is available.

    `engine` is its kind, in Playwright's words: chromium or firefox.
    """
    if _found(path, tell, engine):
        return
    if path:
        raise NoBrowser(f"the browser {path} does not start: leave out --browser to find or install one")
    if engine == "chromium" and (named := os.environ.get(ENVIRONMENT)):
        raise NoBrowser(f"{ENVIRONMENT}={named} does not start: unset it to find or install a browser")
    if short := shortage():
        raise NoBrowser(f"no browser starts, and nothing was installed: {short}")
    kind = engine.capitalize()
    steps = [(f"Playwright's own {kind}", [[sys.executable, "-m", "playwright", "install", engine]])]
    if _may_use_apt():
        update, installs = ["apt-get", "update"], [["apt-get", "install", "-y", *names] for names in PACKAGES[engine]]
        steps.append((f"the system's {kind}", [update, installs[0]]))
        steps += [(f"the system's {kind} without its headless shell", [install]) for install in installs[1:]]
    for what, commands in steps:
        tell(f"no browser starts: installing {what}")
        if all(_succeeds(command, tell) for command in commands) and _found(None, tell, engine):
            return
    by_hand = f"sudo apt-get install -y {PACKAGES[engine][-1][0]}"
    raise NoBrowser(f"no browser could be installed: type `{by_hand}`{_ELSE[engine]}")


def browser_that_starts(path: str | None = None, engine: str = "chromium") -> dict[str, str] | None:
    """Return the `name`, the `version` and the `place` of the browser that starts; None if none does."""
    with driver() as playwright:
        try:
            browser, arguments = launch(playwright, BrowserOptions(path, engine=engine))
        except NoBrowser:
            return None
        place = arguments.get("executable_path") or arguments.get("channel") or "Playwright's own"
        found = {"name": browser.browser_type.name, "version": browser.version, "place": str(place)}
        browser.close()
    return found


def _found(path: str | None, tell: Callable[[str], None], engine: str) -> bool:
    found = browser_that_starts(path, engine)
    if found:
        tell(f"browser: {found['name']} {found['version']} ({found['place']}) starts")
    return found is not None


def _may_use_apt() -> bool:
    """Return True if this is Debian or a derivative, and we are root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    try:
        system = platform.freedesktop_os_release()
    except OSError:
        return False
    return "debian" in {system.get("ID", ""), *system.get("ID_LIKE", "").split()}


def _succeeds(command: Sequence[str], tell: Callable[[str], None]) -> bool:
    """Run an installer, and report its error; return True if it succeeds."""
    tell(f"  $ {' '.join(command)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    except OSError as error:
        tell(f"  {error.strerror}")
        return False
    if done.returncode != 0:
        errors = [line.strip() for line in (done.stdout + done.stderr).splitlines() if re.match("E: |Error: ", line)]
        tell(f"  failed: {errors[0] if errors else f'exit code {done.returncode}'}")
    return done.returncode == 0
