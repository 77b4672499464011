"""The realistic kinds on our own pages, and the check of what becomes of each."""

from collections.abc import Iterator
from zlib import crc32

from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source, replicas
from tests.realistic import Kind, Outcome, changed, dressed, kinds, outcome, shows

SOURCES = list(replicas())


def source_of(game: str, generation: str) -> Source:
    return next(one for one in SOURCES if (one.game, one.generation) == (game, generation))


def became(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, names: tuple[str, ...] = ()
) -> Iterator[tuple[Kind, Outcome]]:
    """Yield what becomes of the page of `source`, changed in each kind of `names`, or in those that are dealt to it.

    Each page must be as its kind says, and must not have been so before.
    """
    html = dressed(page, site, source)
    before = changed(page, source, html, None)
    for kind in kinds(page, source, html).values():
        if kind.name in names or (not names and _taker(kind) == source):
            after = changed(page, source, html, kind)
            assert not shows(page, before, kind), f"{kind}: so is the page before the change"
            assert shows(page, after, kind), f"{kind}: so is the page not after the change"
            yield kind, outcome(context, site, source, after, kind)


def _taker(kind: Kind) -> Source:
    """Return one of the pages that can have the kind."""
    takers = [source for source in SOURCES if kind.concerns(source)]
    return takers[crc32(kind.name.encode()) % len(takers)]
