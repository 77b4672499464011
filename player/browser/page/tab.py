"""A browser's tab that shows pages of a site, with our listeners."""

from urllib.parse import urlsplit

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.page.connection import Connection
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.observer import Alerts
from player.browser.page.pending import Pending
from player.browser.page.request_guard import RequestGuard
from player.browser.page.saving import Saves
from player.browser.selectors.schema import SiteSelectors


class Tab:
    """A tab, and one set of listeners for all that read it."""

    def __init__(self, page: Page, site: SiteSelectors, url: str, timeout: float, *, traces: bool = True) -> None:
        """`timeout` is for `url` to load, in milliseconds; `traces` is False if somebody else uses the browser."""
        self.page = page
        self.world = IsolatedWorld(page)
        self.alerts = Alerts(page)
        self.guard = RequestGuard(page, self.world, url)
        """The guard against requests that a press sets off; it does nothing until it watches."""
        self.connection = Connection(page, site, url, timeout, self.guard.loads)
        self.pending = Pending(page, site.origin)
        self.pending.traces = traces
        self.saves = Saves(page, site, url)

    def leave(self) -> None:
        """Remove our listeners; the tab stays as it is."""
        self.world.leave()
        self.alerts.leave()
        self.connection.leave()
        self.guard.leave()
        self.pending.leave()
        self.saves.leave()

    @property
    def loaded(self) -> bool:
        """False while the tab shows no page of a server, but the browser's own error page or an empty one."""
        return urlsplit(self.page.url).scheme.startswith("http")
