"""The options of commands that open pages out of a file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from player.cli.options import BROWSER, DEADLINE, HEADED, SELECTORS, SLOW_MO, WORDS, gathered, with_options

if TYPE_CHECKING:
    from player.browser.launch import BrowserOptions
    from player.browser.selectors.schema import SiteSelectors


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """The browser and the selectors for pages out of a file."""

    headed: bool
    slow_mo: float
    """The pause after each step, in milliseconds."""
    browser: str | None
    selectors: Path | None

    def resolve(self, name: str) -> "tuple[SiteSelectors, BrowserOptions]":
        """Return the selectors of the site `name`, and the browser options."""
        from player.browser.launch import BrowserOptions
        from player.browser.selectors.loader import load
        from player.files import SELECTORS as SHIPPED

        site = load(self.selectors or SHIPPED).site(name)
        return site, BrowserOptions(self.browser, self.headed, self.slow_mo, offline=True)


def replay_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that opens pages out of a file; it gets a `how` of ReplayOptions."""
    return with_options(gathered("how", ReplayOptions)(command), (HEADED, SLOW_MO, BROWSER, SELECTORS, WORDS, DEADLINE))
