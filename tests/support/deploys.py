"""Pages as the site's next deploy has them: the same markup, whose classes and custom properties have other names."""

import random
import re
from collections.abc import Callable, Iterator
from string import ascii_lowercase, digits

from player.browser.selectors.schema import PageSelectors, SiteSelectors
from player.doctor.reading import with_page

FORMS = ("letters", "hex")
"""The forms of a deploy's names: a prefix and two or three letters or digits, and eight hexadecimal digits."""

#: What the shipped selectors find the cells by, and most of what is in them.
KNOWN = re.compile(
    r"data-testid|data-cell-idx|data-shape|data-number|\[role=.{1,3}button.{1,3}\]|\.(trail|lotka|sudoku|cell)-"
)


def deployed(html: str, form: str, seed: int) -> str:
    """Return the page `html` as one deploy of a form has it: each class and custom property has another name."""
    fresh = names(form, seed)
    known: dict[str, str] = {}

    def of(old: str) -> str:
        if old not in known:
            known[old] = next(fresh)
        return known[old]

    def classes(found: re.Match[str]) -> str:
        return f'{found[1]}class="{" ".join(map(of, found[2].split()))}"'

    named = re.sub(r'(<[^<>]*?\s)class="([^"]*)"', classes, html)
    return re.sub(r"--([a-zA-Z_][\w-]*)(?=\s*[:),])", lambda found: f"--{of(found[1])}", named)


def names(form: str, seed: int) -> Iterator[str]:
    """Yield the names of one deploy of a form, none of them twice."""
    draw = random.Random(f"{form} {seed}")  # noqa: S311  # names, not secrets
    name = _letters(draw) if form == "letters" else lambda: _hex(draw)
    seen = set[str]()
    for new in iter(name, ""):
        if new not in seen:
            seen.add(new)
            yield new


def _letters(draw: random.Random) -> Callable[[], str]:
    prefix = "".join(draw.choices(ascii_lowercase, k=3))
    return lambda: prefix + "".join(draw.choices(ascii_lowercase + digits, k=draw.choice((2, 3, 3, 3))))


def _hex(draw: random.Random) -> str:
    name = f"{draw.getrandbits(32):08x}"
    return f"_{name}" if name[0].isdigit() else name


def unknowing(site: SiteSelectors, game: str) -> SiteSelectors:
    """Return `site` as if the page of `game` had other names now."""
    pages = {
        build: PageSelectors.model_validate_json(
            KNOWN.sub(
                lambda name: "[role=gone]" if "role" in name[0] else ".gone-" if "." in name[0] else "data-gone",
                page.model_dump_json(exclude_none=True, exclude_defaults=True, by_alias=True),
            )
        )
        for build, page in site.games[game].pages.items()
    }
    return with_page(site, game, pages)
