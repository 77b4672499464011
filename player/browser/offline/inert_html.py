"""Saved pages made inert: a policy keeps their scripts from running; the markup of the board stays."""

import re
from html.parser import HTMLParser

#: What a page may do: run our scripts, and nothing of its own. Frames get what serves the page, or nothing.
_POLICY = "script-src 'nonce-player' 'strict-dynamic'; object-src 'none'; base-uri 'none'; form-action 'none'"
_META = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
#: The page's own policies, which would forbid our scripts, its refreshes, and digests of files that saving has changed.
_OVERRULED = re.compile(
    r"""<meta\b[^>]*\bhttp-equiv\b[^>]*>|(?<=\s)integrity=(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE
)
_DOCTYPE = re.compile(r"(?:\s|<!--.*?-->)*(?:<!doctype\b[^>]*>)?", re.IGNORECASE | re.DOTALL)


def inert(page: str, foot: str = "") -> str:
    """Return `page`, whose scripts will not run, with the markup `foot` at its end, whose scripts will."""
    return first_in(_OVERRULED.sub("", page), _META) + foot.replace("<script", '<script nonce="player"')


def first_in(page: str, markup: str) -> str:
    """Return `page` with `markup` before all of its elements."""
    return _DOCTYPE.sub(lambda start: start[0] + markup, page, count=1)


class _Contents(HTMLParser):
    """Counters of a page's start tags, and of those with the attribute `counted`; the attributes of its frames."""

    def __init__(self, counted: str) -> None:
        super().__init__()
        self.tags = self.seen = 0
        self.frames: list[dict[str, str | None]] = []
        self._counted = counted

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags += 1
        self.seen += self._counted in known
        if tag in {"iframe", "frame"}:
            self.frames.append(known)


def contents(page: str, attribute: str) -> tuple[int, int, list[dict[str, str | None]]]:
    """Return the number of tags of `page`, the number with `attribute`, and the attributes of its frames."""
    parser = _Contents(attribute)
    parser.feed(page)
    parser.close()
    return parser.tags, parser.seen, parser.frames
