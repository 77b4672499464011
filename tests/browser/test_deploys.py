"""A repair or a lesson made on the names of one deploy reads the page of the next one."""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import PageSelectors, SiteSelectors
from player.doctor.learn.search import Wanted, search
from player.doctor.reading import with_page
from player.games import GAMES
from tests.days import unnamed, verdicts
from tests.mutations import Source, captures, served
from tests.realistic import TIMES, changed, dressed, kinds, read, repair
from tests.support.deploys import FORMS, deployed, unknowing
from tests.support.games.shared import ON_SITE
from tests.support.places import CAPTURES
from tests.support.realistic_pages import SOURCES

pytestmark = pytest.mark.full

NAMELESS = "classes of one prefix, no test ids, no labels"
#: The section of a page of which nothing is known.
NOTHING = PageSelectors.model_validate({"grid": "body", "cell": "no-cell", "read": {}})


def page_of(page: Page, site: SiteSelectors, source: Source, kind: str | None) -> str:
    html = dressed(page, site, source)
    return changed(page, source, html, kinds(page, source, html)[kind] if kind else None)


def reads_the_next(context: BrowserContext, site: SiteSelectors, source: Source, html: str) -> None:
    for form in FORMS:
        found = read(context, site, source, deployed(html, form, 2), TIMES)
        assert found == "right", f"{source}: {found} on the next deploy, {form}"


@pytest.mark.parametrize("case", [(None, "letters"), (NAMELESS, "letters"), (NAMELESS, "hex")], ids=str)
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_what_the_doctor_repairs_on_one_deploy_is_read_on_the_next(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, case: tuple[str | None, str]
) -> None:
    kind, form = case
    html = page_of(page, site, source, kind)
    now, unknown = deployed(html, form, 1), unknowing(site, source.game)
    found = read(context, unknown, source, now, TIMES)
    assert found in {"refused", "right"}  # what is painted may be enough
    repaired = repair(context, unknown, source, now, TIMES) if found == "refused" else unknown
    assert repaired is not None
    reads_the_next(context, repaired, source, html)


@pytest.mark.parametrize("form", FORMS)
#: Which of two symbols is the sun is not learnt.
@pytest.mark.parametrize("source", [one for one in SOURCES if one.game != "tango"], ids=str)
def test_what_is_learnt_on_one_deploy_is_read_on_the_next(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, form: str
) -> None:
    html = page_of(page, site, source, NAMELESS)
    bare = with_page(site.model_copy(update={"generations": {}}), source.game, {"page": NOTHING})
    with served(context, site, deployed(html, form, 1)) as tab:
        opened = GamePage(tab, bare, bare.games[source.game], TIMES)
        opened.trials.go()
        section = search(opened, Wanted([GAMES[source.game]])).section
    learnt = with_page(bare, source.game, {"page": PageSelectors.model_validate(section)})
    reads_the_next(context, learnt, source, html)


@pytest.mark.skipif(not CAPTURES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", ON_SITE)
@pytest.mark.more
def test_what_the_doctor_repairs_on_one_day_is_read_on_another_that_has_more_on_its_page(
    page: Page, context: BrowserContext, site: SiteSelectors, game: str, form: str
) -> None:
    first, *_, last = (source for source in captures() if source.game == game)
    now, later = (unnamed(page, site, source) for source in (first, last))
    page.set_content(later, wait_until="domcontentloaded")
    page.evaluate("document.body.prepend(Object.assign(document.createElement('div'), { textContent: 'News' }))")
    pages = [(first, now), (last, page.content())]
    [(_, found)] = verdicts(context, unknowing(site, game), pages, 0, form)
    assert found == "right"
