"""Encoded forms of secrets, and decoded views of texts that are searched for them."""

import base64
import binascii
import html
import re
from collections.abc import Iterator
from itertools import product
from urllib.parse import unquote

#: Limit of nested escapes to decode: JSON in markup in an address, and one more.
MAX_UNESCAPES = 4
#: Shorter values occur in any text by chance once marks and spaces are removed.
MIN_BARE_LENGTH = 8

_ESCAPE = re.compile(
    r"""\\+(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-9a-f]{2,6})[ ]?|(["'/\\])|([nrt]))""",
    re.IGNORECASE,
)
_TAG = re.compile(r"<!--.*?-->|<[^<>]*>", re.DOTALL)
_QUOTED = [re.compile(rf"""{before}\s*(?:"([^"]*)"|'([^']*)')""") for before in ("=", r"[:,\[(+]")]
_MARK = re.compile(r"[\W_]+")
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{16,}")


def plain(text: str) -> str:
    """Return `text` with the escapes of markup, addresses, JSON, JavaScript and CSS decoded."""
    for _ in range(MAX_UNESCAPES):
        before = text
        text = unquote(html.unescape(_ESCAPE.sub(_character, text)))
        if text == before:
            break
    return text


def _character(escape: re.Match[str]) -> str:
    if escape[5] or escape[6]:
        return escape[5] or " "
    number = int(next(found for found in escape.groups() if found), 16)
    return chr(number) if number <= 0x10FFFF else ""


def bare(text: str) -> str:
    """Return the letters and digits of `text`."""
    return _MARK.sub("", text)


class View:
    """Decoded forms of a text, and its letters and digits with and without tags."""

    def __init__(self, text: str) -> None:
        text = text.replace("\0", "")  # as in UTF-16
        self.whole = {text, plain(text)}
        untagged = {plain(_TAG.sub("", text)), *(_TAG.sub("", whole) for whole in self.whole)}
        quoted = {
            "".join(one or other for one, other in regex.findall(whole)) for whole in self.whole for regex in _QUOTED
        }
        self.bare = {bare(form) for form in self.whole | untagged | quoted}
        self.small = {form.lower().replace("0x", "") for form in self.bare}

    def holds(self, value: "Disguised") -> bool:
        """Return True if the text contains `value` in any form."""
        return (
            any(form in text for text in self.whole for form in value.whole)
            or any(form in text for text in self.bare for form in value.bare)
            or any(form in text for text in self.small for form in value.small)
        )

    def readings(self) -> Iterator[str]:
        """Yield the forms of the text in which patterns are searched."""
        for text in self.whole:
            yield text
            yield text[::-1]
            yield "\n".join(_decoded(text))


class Disguised:
    """Encoded forms of a value: as is, reversed, base64 (also embedded), hexadecimal, character codes, lower case."""

    def __init__(self, value: str) -> None:
        forms = {value, plain(value), value.replace(" ", "+")}
        encoded = {form for text in (value, plain(value)) for form in in_base64(text)}
        codes = "".join(str(ord(character)) for character in value)
        straight = {*forms, *encoded}
        self.whole = straight | {form[::-1] for form in straight}
        self.bare = {form for form in {*map(bare, self.whole), codes} if len(form) >= MIN_BARE_LENGTH}
        small = bare(value).lower()
        self.small = {value.encode(errors="replace").hex(), *([small] if len(small) >= MIN_BARE_LENGTH else [])}


def in_base64(value: str) -> Iterator[str]:
    """Yield `value` in base64, also embedded at each offset: without characters that depend on its neighbours."""
    data = value.encode(errors="replace")
    for encode, before in product((base64.b64encode, base64.urlsafe_b64encode), range(3)):
        yield encode(bytes(before) + data)[-(-before * 8 // 6) : (before + len(data)) * 8 // 6].decode()


def _decoded(text: str) -> Iterator[str]:
    for run in _ENCODED.findall(text):
        if len(run) % 2 == 0 and re.fullmatch("[0-9a-fA-F]+", run):
            yield bytes.fromhex(run).decode(errors="replace")
        try:
            yield base64.urlsafe_b64decode(f"{run[: len(run) // 4 * 4]}".replace("+", "-").replace("/", "_")).decode(
                errors="replace"
            )
        except binascii.Error:
            continue
