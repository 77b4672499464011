"""Pages as a browser saves them: the scripts and policies of their site are still in them."""

from dataclasses import replace
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page  # noqa: TID251  # browser tests drive a real browser

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from tests.support.replica import QUICK

POLICY = """
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta http-equiv="refresh" content="1; url=https://www.linkedin.com/login">
<meta http-equiv="X-Frame-Options" content="DENY">
<base href="https://static.example.com/assets/"><link rel="preload" as="script" href="/early.js">
<script>navigator.serviceWorker?.register("/worker.js")</script>
"""
AFTER = """
<noscript><div style="position: fixed; inset: 0">Please switch scripts on.</div></noscript>
<iframe src="https://ads.example.com/"></iframe>
<iframe srcdoc="&lt;script&gt;parent.document.body.remove()&lt;/script&gt;"></iframe>
<img src="x" onerror="document.querySelectorAll('[data-cell-idx]').forEach((cell) => cell.remove())">
<script>addEventListener("click", (event) => event.stopImmediatePropagation(), true); "</body>"</script>
"""
#: Takes a document's style sheets into the document.
STYLES_INSIDE = """() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
    document.querySelectorAll("link[rel=stylesheet]").forEach((link) => link.remove());
    document.head.append(Object.assign(document.createElement("style"), { textContent: rules.join(" ") }));
}"""


def with_styles(frame: Frame) -> str:
    """Return the markup of a frame with its styles in it."""
    frame.evaluate(STYLES_INSIDE)
    return frame.content()


def serialised(
    page: Page, site: SiteSelectors, game: str, generation: str, board: dict[str, Any] | None = None, **faults: Any
) -> str:
    """The page of `game` on the replica after Start, as the browser writes it down, with policies and more scripts."""
    pages = sources.replica("linkedin", site.origin, generation, **faults)
    (pages if board is None else replace(pages, boards={game: board})).attach(page)
    GamePage(page, site, site.games[game], QUICK).open()
    html = next((frame for frame in page.frames if "/view/" in frame.url), page.main_frame).content()
    page.unroute_all()
    return html.replace("<head>", f"<head>{POLICY}", 1).replace("</body>", f"{AFTER}</body>", 1)


def visited(context: BrowserContext, pages: sources.Offline) -> BrowserContext:
    """`context` with these pages, and no others."""
    context.unroute_all()
    pages.attach(context)
    return context
