"""Realistic changes of the site, and what becomes of the board, which is the same on each changed page.

Each kind is a change that a site may make one day: other languages, names, structures, looks, drawings. The board must
be read right, maybe after `player doctor`, or refused. `python -m tests.realistic [GAME]...` prints for each
kind how many pages are read right, how many are after the doctor, how many are refused, and how many are read wrong.
"""

# ruff: noqa: E501, T201  # styles and JavaScript in lines of their own; it prints a table

import json
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal, get_args

from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # the changes are made in a DOM

from player.browser.page.game_page import GamePage
from player.browser.page.proving import read_proved
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import patched, visit_game
from player.errors import PlayerError
from player.files import REPLICA
from player.games import GAMES
from tests.mutations import FREEZE, Source, Verdict, once_loaded, pages_of, print_rows, served, tab, verdict
from tests.support.seen import board_of

_SUPPORT = Path(__file__).parent / "support"
_PAGE = (_SUPPORT / "realistic_page.js").read_text(encoding="utf-8")
_KINDS = "".join((_SUPPORT / f"realistic_{name}.js").read_text(encoding="utf-8") for name in ("kinds", "layers"))

#: Captured pages have no styles: they get ours, and what ours lack under their hashed names.
_DRESS = """
    [data-cell-idx] { position: relative; width: 60px; height: 60px; background: white; }
    [data-shape], [data-shape] + div { position: absolute; inset: 22%; box-sizing: border-box; border: 2px solid; border-radius: 4px; }
    [data-shape$=HORIZONTAL_RECT], [data-shape$=HORIZONTAL_RECT] + div { inset: 30% 16%; }
    [data-shape$=VERTICAL_RECT], [data-shape$=VERTICAL_RECT] + div { inset: 16% 30%; }
    [data-shape$=UNKNOWN], [data-shape$=UNKNOWN] + div { border-style: dotted; border-radius: 12px; }
    [data-cell-is-hole] { background: #f3f2ef; }
    [data-testid^=wend-word-list-slot-] { display: inline-block; width: 22px; height: 22px; border: 1px solid #a3a3a0; }
"""
"""The styles of what has hashed class names in captured pages: of Patches and Wend."""

FINISH = """
    meanwhile.remove();
    const style = (some) => Object.assign(document.createElement('style'), { textContent: some.join(' ') });
    const concerns = (root) => (rule) => {
        const [, frozen] = rule.match(/data-frozen="(\\w+)"/) ?? [];
        return frozen === undefined || !root.querySelector || root.querySelector(`[data-frozen="${frozen}"]`) !== null;
    };
    document.head.append(style(rules));
    roots.forEach((root) => root.append(style(rules.filter(concerns(root)))));
"""
#: All elements of a page, in open shadow roots and frames too.
_ALL = """
    const inside = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? inside(e.shadowRoot) : [])]);
    const page = inside(document);
"""

#: Long enough for what comes late, and for a board of two kinds to show that it is still.
TIMES = Times(load=3_000, quiet=0, stood=0)
PATIENT = Times(load=4_000, quiet=2_500)


@dataclass(frozen=True)
class Kind:
    """A kind of change: `shows` is true of a page that was changed so, and `games` can be (empty: all)."""

    name: str
    group: str
    shows: str
    games: tuple[str, ...]

    def __str__(self) -> str:
        return self.name

    def concerns(self, source: Source) -> bool:
        build = "sdui" if source.path and source.game in {"patches", "wend"} else source.generation
        if "walls" in self.name and source.board.get("walls") == []:
            return False
        return not self.games or not {source.game, build, f"{source.game} of {build}"}.isdisjoint(self.games)

    @property
    def times(self) -> Times:
        return PATIENT if " late" in self.name else TIMES


def function_of(source: Source, body: str) -> str:
    return f"() => {{ {FREEZE} const truth = {json.dumps(source.board)}; {_PAGE} {_KINDS} {body} }}"


@cache
def _styles(game: str) -> str:
    folder = REPLICA / "linkedin"
    files = [folder / "board.css", folder / f"{game}.css"]
    return _DRESS + " ".join(file.read_text(encoding="utf-8") for file in files)


def dressed(page: Page, site: SiteSelectors, source: Source) -> str:
    """Return the page of `source` with styles, before any change."""
    html = source.html(page, site)
    if source.path is None:
        return html
    page.set_content(html, wait_until="domcontentloaded")
    page.evaluate(
        "() => document.querySelectorAll('script, iframe, link, style').forEach((element) => element.remove())"
    )
    page.add_style_tag(content=_styles(source.game))
    return page.content()


def kinds(page: Page, source: Source, html: str) -> dict[str, Kind]:
    """Return the kinds that pages like that of `source` can have."""
    page.set_content(html, wait_until="domcontentloaded")
    found = page.evaluate(
        function_of(
            source,
            "return Object.entries(KINDS).map(([name, { group, shows, games }]) => [name, group, shows, games]);",
        )
    )
    every = [Kind(name, group, shows, tuple(games)) for name, group, shows, games in found]
    return {kind.name: kind for kind in every if kind.concerns(source)}


def changed(page: Page, source: Source, html: str, kind: Kind | None) -> str:
    """Return the page `html` of `source` after the change; without a kind just as it is laid out for all of them."""
    page.set_content(html, wait_until="domcontentloaded")
    change = f"KINDS[{json.dumps(kind.name)}].change();" if kind else ""
    page.evaluate(function_of(source, f"{change} {FINISH}"))
    return page.content()


def shows(page: Page, html: str, kind: Kind) -> bool:
    """Return whether the page `html` is as `kind` says."""
    page.route("http://changed.test/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("http://changed.test/", wait_until="domcontentloaded")
    page.unroute_all()
    test = f"({kind.shows})()" if kind.shows.startswith("()") else kind.shows
    return bool(page.evaluate(f"() => {{ {_ALL} return Boolean({test}); }}"))


Outcome = Literal["right", "repaired", "refused", "same solution", "wrong"]
"""The fate of a page: it is read right at once, or once the doctor repaired the selectors, or as `judge` says."""


def outcome(context: BrowserContext, site: SiteSelectors, source: Source, html: str, kind: Kind) -> Outcome:
    """Return what becomes of the page `html` of a kind, which shows the board of `source`."""
    at_once = read(context, site, source, html, kind.times)
    if at_once != "refused":
        return at_once
    repaired = repair(context, site, source, html, kind.times)
    later = read(context, repaired, source, html, kind.times) if repaired else "refused"
    return "repaired" if later == "right" else later


def read(context: BrowserContext, site: SiteSelectors, source: Source, html: str, times: Times) -> Verdict:
    """Return the result of reading and proving the page `html` as before a play, with all waiting for late parts."""
    with served(context, site, html) as page:
        try:
            reading = read_proved(GAMES[source.game], GamePage(page, site, site.games[source.game], times)).required()
            return verdict(source, board_of(reading.look).snapshot)
        except PlayerError as error:
            if error.code not in {65, 76}:  # the page did not load: nothing was read
                raise
            return "refused"


def repair(
    context: BrowserContext, site: SiteSelectors, source: Source, html: str, times: Times
) -> SiteSelectors | None:
    """Return the selectors with the doctor's changes for the page `html`; None if it has none."""
    with served(context, site, html) as page:
        try:
            report = visit_game(source.game, GamePage(page, site, site.games[source.game], times), site)
        except PlayerError:
            return None
        return patched(site, report) if report.changes or report.generations else None


def main(games: Collection[str] = ()) -> None:
    """Change the pages of `games`, or of all, in each kind, and print what came of it."""
    with tab() as (page, context, site):
        for name, sources in pages_of(games).items():
            table: dict[str, Counter[str]] = {}
            groups: dict[str, dict[str, None]] = {}
            for source in sources:
                html = dressed(page, site, source)
                for kind in kinds(page, source, html).values():
                    shown = changed(page, source, html, kind)
                    became = once_loaded(partial(outcome, context, site, source, shown, kind))
                    table.setdefault(kind.name, Counter())[became] += 1
                    groups.setdefault(kind.group, {})[kind.name] = None
                    if became == "wrong":
                        print(f"WRONG: {kind}: {source}", flush=True)
            print_rows(name, table, {**groups, "all": list(table)}, get_args(Outcome))


if __name__ == "__main__":
    main(sys.argv[1:])
