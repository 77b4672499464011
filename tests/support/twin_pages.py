"""Pages with one more board each, and the check that the right one is played or none."""

from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source, judge, replicas
from tests.twins import KINDS, PATIENT, other_board, with_twin

SOURCES = list(replicas())


SAMPLE = [(SOURCES[number % len(SOURCES)], kind) for number, kind in enumerate(KINDS)]


def is_as_expected(page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str) -> None:
    html, other = source.html(page, site), other_board(page, site, source)
    assert judge(context, site, source, with_twin(page, html, other, kind), PATIENT) == KINDS[kind][1]
