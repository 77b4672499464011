"""The requests to the scripts of a page, and the scripts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from player.browser.page import messages
from player.browser.page.scripts import script

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors

SCRIPT = script("look")
FOCUS = script("focus")
CURSOR = script("cursor")
CHOOSE = script("choose")
PENDING = script("pending")


def site_request(site: "SiteSelectors") -> messages.SiteRequest:
    """Return the part of each request about the site."""
    parts = site.model_dump(
        exclude_none=True, include={"frame", "generations", "signin", "challenge", "member", "guest"}
    )
    return cast("messages.SiteRequest", parts)


def observe_request(
    site: "SiteSelectors", game: "GameSelectors", elsewhere: Iterable[str] = ()
) -> messages.PageRequest:
    """Return the request for js/look.js about the pages of `game`; the fields read `elsewhere` may be missing."""
    return {
        "site": site_request(site),
        "elsewhere": sorted(elsewhere),
        "alerts": [],
        "numbers": [
            {"selector": one.selector, "pattern": one.pattern.replace("{page}", game.page_name)} for one in site.numbers
        ],
        "refuted": [],
        "pages": {name: page_request(site, page) for name, page in game.pages.items()},
    }


#: Keys of a page's selectors that only concern inputs or pictures: they are not sent to the page.
OF_THE_HAND = {"draw", "enter", "pace", "cycle", "double", "remove", "sight"}


def page_request(site: "SiteSelectors", page: "PageSelectors") -> dict[str, Any]:
    """Return the part of the request about one page, with the site's overlays and signs."""
    parts: dict[str, Any] = page.model_dump(exclude_none=True, exclude=OF_THE_HAND, by_alias=True)
    for name in ("overlays", "won", "already", "lost"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.model_dump(exclude_none=True, by_alias=True) for part in both]
    return parts
