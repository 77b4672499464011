"""Damaged pages, and the check that each is read right or refused."""

from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import DAMAGE, DROPS, Source, captures, damaged, judge, replicas, without_each_attribute
from tests.support.places import CAPTURES

#: Our own pages, and the newest captured one of each game.
SOURCES = [*replicas(), *({source.game: source for source in captures()}.values() if CAPTURES else ())]


OTHERS = [
    name for name in DAMAGE if not name.endswith("dropped") or name.removesuffix(" dropped") not in {*DROPS, "size"}
]


#: Words in the names of damage that only pages of one game can take.
ABOUT = {"tango": ("sign", "symbol", "given cell", "locked")}


def sample() -> Iterator[tuple[Source, str]]:
    for number, name in enumerate(OTHERS):
        takers = [source for source in SOURCES if any(word in name for word in ABOUT.get(source.game, ()))] or SOURCES
        yield takers[number % len(takers)], name


SAMPLE = list(sample())


def is_mostly_right_without_an_attribute(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    verdicts = without_each_attribute(page, context, site, source)
    assert set(verdicts.values()) <= {"right", "refused"}
    assert list(verdicts.values()).count("right") >= 0.9 * len(verdicts), verdicts


def is_right_or_refused(page: Page, context: BrowserContext, site: SiteSelectors, source: Source, damage: str) -> None:
    verdict = judge(context, site, source, damaged(page, source.html(page, site), DAMAGE[damage]))
    assert verdict != "wrong"
    if damage in {"nothing", "labels in Italian", "labels in Turkish", "grid wrapped", "cells re-nested"}:
        assert verdict == "right"
