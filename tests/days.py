"""Repairs of one day's page, held against the real pages of all other days: `python -m tests.days [GAME]...`.

No page has test ids, roles or labels; its classes have the names of a deploy of its own. It prints for each game, and
for each form of these names, how many pages of other days are read right with the doctor's changes for one day, how
many are refused, and how many are read wrong: begun with the selectors as they are, and without the names they know.
"""

# ruff: noqa: T201  # it prints a table

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # the changes are made in a DOM

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source, Verdict, captures, print_rows, tab
from tests.realistic import TIMES, changed, dressed, read, repair
from tests.support.deploys import FORMS, deployed, unknowing

_UNNAMED = """() => {
    document.querySelectorAll('svg title').forEach((title) => title.remove());
    for (const element of document.querySelectorAll('*'))
        for (const name of element.getAttributeNames())
            if (/^(data-testid|role|title|alt|aria-.*)$/.test(name)) element.removeAttribute(name);
}"""


def unnamed(page: Page, site: SiteSelectors, source: Source) -> str:
    """Return the page of `source` with styles, and without test ids, roles and labels."""
    changed(page, source, dressed(page, site, source), None)
    page.evaluate(_UNNAMED)
    return page.content()


def verdicts(
    context: BrowserContext, site: SiteSelectors, pages: Sequence[tuple[Source, str]], day: int, form: str
) -> Iterator[tuple[Source, Verdict]]:
    """Yield the results of reading each of `pages` but that of `day` with the changes for this one."""
    source, html = pages[day]
    now = deployed(html, form, day)
    if read(context, site, source, now, TIMES) == "refused":
        site = repair(context, site, source, now, TIMES) or site
    for number, (other, html) in enumerate(pages):
        if number != day:
            yield other, read(context, site, other, deployed(html, form, number), TIMES)


def main(games: Collection[str] = ()) -> None:
    """Repair each page of `games`, or of all, and print what became of those of the other days."""
    with tab() as (page, context, site):
        tables: dict[str, dict[str, Counter[str]]] = {"as they are": {}, "without the names they know": {}}
        for game, some in groupby(captures(), key=lambda one: one.game):
            if games and game not in games:
                continue
            pages = [(source, unnamed(page, site, source)) for source in some]
            for (start, table), form in ((one, form) for one in tables.items() for form in FORMS):
                counts = table[f"{game}, names in {form}"] = Counter()
                before = site if start == "as they are" else unknowing(site, game)
                for day, (source, _) in enumerate(pages):
                    for other, verdict in verdicts(context, before, pages, day, form):
                        counts[verdict] += 1
                        if verdict == "wrong":
                            print(f"WRONG: {form}, selectors {start}: {other} by that of {source}", flush=True)
        for start, table in tables.items():
            print_rows(f"selectors {start}", table, {"all": list(table)})


if __name__ == "__main__":
    main(sys.argv[1:])
