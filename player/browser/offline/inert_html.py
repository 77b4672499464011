"""Saved pages made inert: scripts, loads and policies are removed; the markup of the board stays."""

import re
from html import escape
from html.parser import HTMLParser

#: Elements that are removed. The content of `noscript` is for browsers without scripts: ours run.
_GONE = frozenset({"script", "noscript", "base"})
#: Frames stay for the layout, but empty: their content is the site's or another host's.
_EMPTIED = frozenset({"iframe", "frame", "fencedframe", "portal", "object", "embed"})
_LOADS = frozenset({"src", "srcdoc", "data", "codebase"})
#: Attributes that restrict what is loaded, or send something.
_DROPPED = frozenset({"integrity", "nonce", "ping", "manifest", "http-equiv"})
_VOID = frozenset({"base", "embed", "frame"})


class _Inert(HTMLParser):
    """Copy a page without active content; `seen` counts start tags that have the attribute `counted`."""

    def __init__(self, counted: str = "") -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.head_end: int | None = None
        self.body_end: int | None = None
        self.tags = self.seen = 0
        self.frames: list[dict[str, str | None]] = []
        self._has_head = False
        self._counted = counted
        self._inside: str | None = None
        """The element whose content is being skipped."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._inside:
            return
        self.tags += 1
        known = dict(attrs)
        self.seen += self._counted in known
        if tag in _EMPTIED:
            self.frames.append(known)
        if tag in {"iframe", *_GONE} - _VOID:
            self._inside = tag
        if tag in _GONE or (tag == "meta" and "http-equiv" in known) or (tag == "link" and not _is_style(known)):
            return
        if tag == "head":
            self._has_head = True
        elif tag != "html" and not self._has_head:
            self._has_head = True
            self.parts.append("<head>")
            self._end_head()
            self.parts.append("</head>")
        elif tag == "body":
            self._end_head()
        kept = [(name, value) for name, value in attrs if not _is_taken(tag, name, value)]
        text = self.get_starttag_text() or ""
        self.parts.append(
            text if len(kept) == len(attrs) else _written(tag, kept, "/>" if text.endswith("/>") else ">")
        )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self._inside == tag:  # only in SVG does a slash close an element: there it closes a script
            self._inside = None if tag == "script" else tag

    def handle_endtag(self, tag: str) -> None:
        if self._inside not in {None, tag}:
            return
        self._inside = None
        if tag in _GONE:
            return
        if tag == "head":
            self._end_head()
        if tag == "body":
            self.body_end = len(self.parts)
        self.parts.append(f"</{tag}>")

    def _end_head(self) -> None:
        if self.head_end is None:
            self.head_end = len(self.parts)

    def _copy(self, text: str) -> None:
        if self._inside is None:
            self.parts.append(text)

    def handle_data(self, data: str) -> None:
        self._copy(data)

    def handle_entityref(self, name: str) -> None:
        self._copy(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._copy(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._copy(f"<!{decl}>")


def _is_style(link: dict[str, str | None]) -> bool:
    return "stylesheet" in (link.get("rel") or "").lower().split()


def _is_taken(tag: str, name: str, value: str | None) -> bool:
    if name in _DROPPED or name.startswith("on"):
        return True
    runs = re.match(r"[\s\0-\x20]*javascript:", value or "", re.IGNORECASE)
    return bool(runs) or (tag in _EMPTIED and name in _LOADS and value != "about:blank")


def _written(tag: str, attrs: list[tuple[str, str | None]], end: str) -> str:
    named = (f' {name}="{escape(value)}"' if value is not None else f" {name}" for name, value in attrs)
    return f"<{tag}{''.join(named)}{end}"


def inert(page: str, head: str = "", foot: str = "") -> str:
    """Return `page` without scripts, policies and frames, with `head` and `foot` at the ends of its head and body."""
    parser = _parsed(page)
    parts = parser.parts
    at_end = len(parts) if parser.body_end is None else parser.body_end
    at_head = min(parser.head_end if parser.head_end is not None else 0, at_end)
    return "".join([*parts[:at_head], head, *parts[at_head:at_end], foot, *parts[at_end:]])


def contents(page: str, attribute: str) -> tuple[int, int, list[dict[str, str | None]]]:
    """Return the number of tags of `page`, the number with `attribute`, and the attributes of its frames."""
    parser = _parsed(page, attribute)
    return parser.tags, parser.seen, parser.frames


def _parsed(page: str, counted: str = "") -> _Inert:
    parser = _Inert(counted)
    parser.feed(page)
    parser.close()
    return parser
