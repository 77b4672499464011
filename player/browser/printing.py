"""Pages of HTML, printed by a browser without a window."""

from player.browser.launch import BrowserOptions, browser
from player.browser.page.connection import map_playwright_errors

#: The margin of printed pages, and what stands below each.
MARGIN = "0.67in"
FOOTER = '<p style="font: 11px sans-serif; text-align: center; width: 100%">Page <span class="pageNumber"></span></p>'


def printed(page: str, paper: str, path: str | None = None) -> bytes:
    """Return a page of HTML as a PDF file, on paper of this name, by the Chromium at `path`, else by one that starts.

    Raise NoBrowser if none starts.
    """
    with browser(BrowserOptions(path, offline=True)) as started, map_playwright_errors():
        tab = started.new_page()
        tab.set_content(page)
        return tab.pdf(
            format=paper,
            margin={"top": MARGIN, "right": MARGIN, "bottom": MARGIN, "left": MARGIN},
            print_background=True,
            display_header_footer=True,
            header_template=" ",
            footer_template=FOOTER,
        )
