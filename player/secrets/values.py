"""Secrets: values of sessions and cookies in all their encoded forms, which are removed from all artifacts."""

import base64
import binascii
import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus, unquote

# Encoded forms of secrets, and decoded views of texts that are searched for them


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


# Secrets


#: A function that removes secrets from a text.
Clean = Callable[[str], str]
#: Shorter values (a flag, a language) occur in any page.
MIN_SECRET_CHARACTERS = 6
#: Replacement for a secret.
REMOVED = "removed"
#: Values of cookies that identify nobody: words, such as a language or a time zone, and small numbers.
_WORDS = re.compile(r"[A-Za-z]{1,11}(?:[ /_.,-][A-Za-z]{1,11})*|\d{1,9}")
#: The text between two words: white space, and the punctuation of JSON, markup and sentences.
_BETWEEN_WORDS = re.compile(r"([\s\"'<>(),\[\]{}]+)")
_WHITE_SPACE = re.compile(r"(\s+)")
#: Picture formats, which hold no plain text.
_PICTURES = (".png", ".jpeg", ".jpg")


@dataclass(frozen=True)
class Secrets:
    """Values that must not be in any artifact, and `patterns` of such values (their group, if they have one)."""

    values: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    _cleaned: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __or__(self, other: "Secrets") -> "Secrets":
        return Secrets(self.values | other.values, tuple(dict.fromkeys((*self.patterns, *other.patterns))))

    @cached_property
    def _disguised(self) -> Sequence[Disguised]:
        return [Disguised(value) for value in self.values]

    @cached_property
    def _regexes(self) -> Sequence[re.Pattern[str]]:
        return [re.compile(pattern) for pattern in self.patterns]

    @cached_property
    def _exact(self) -> re.Pattern[str] | None:
        longest_first = sorted(self.values, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def are_in(self, name: str, content: bytes) -> bool:
        """Return True if the file `name` contains a value in any form; the members of a zip are searched."""
        if not (self.values or self.patterns):
            return False
        if name.endswith(".zip"):
            return any(map(self.are_in, *_members(content)))
        if name.endswith(_PICTURES):
            return any(value.encode(errors="replace") in content for value in self.values)
        return self._show_in(content.decode(errors="replace"))

    def _show_in(self, text: str) -> bool:
        view = View(text)
        if any(view.holds(value) for value in self._disguised):
            return True
        return bool(self.patterns) and any(
            secret_of(match) != REMOVED
            for reading in view.readings()
            for regex in self._regexes
            for match in regex.finditer(reading)
        )

    def clean(self, name: str, write: Callable[[Clean], bytes]) -> bytes:
        """Return the result of `write`, called with a function that removes secrets from a text.

        Encoded secrets are searched text by text only if the whole still contains one: that takes long.
        """
        content = write(self._out_of)
        return write(self._out_of_disguised) if self.are_in(name, content) else content

    def out_of_message(self, text: str) -> str:
        """Return `text` with the values replaced, and with each part that has one in another form."""
        for between in (_BETWEEN_WORDS, _WHITE_SPACE):
            text = self.out_of_words(text, between)
        return REMOVED if self._shows_long(text) else text

    def out_of_words(self, text: str, between: re.Pattern[str] = _BETWEEN_WORDS) -> str:
        """Return `text` with the values replaced, and with each word that has one in another form."""
        text = self._out_of(text)
        words = between.split(text)
        if any(map(self._shows_long, words)):
            return "".join(REMOVED if self._shows_long(word) else word for word in words)
        return text

    def out_of_json(self, data: Any) -> Any:
        """Return JSON `data` with the values removed from its texts, in any form; a text that is a word stays."""
        return mapped(data, lambda text: text if _WORDS.fullmatch(text) else self._out_of_disguised(text))

    def but_words(self) -> "Secrets":
        """Return these secrets without the values that are plain words, which any text may have."""
        return Secrets(frozenset(value for value in self.values if not _WORDS.fullmatch(value)), self.patterns)

    def _shows_long(self, text: str) -> bool:
        return len(text) >= MIN_SECRET_CHARACTERS and self._show_in(text)

    def clean_json(self, name: str, data: Any, indent: int | None = None) -> bytes:
        """Return `data` as JSON, without the secrets in its texts."""
        return self.clean(name, lambda clean: json.dumps(mapped(data, clean), indent=indent).encode())

    def _out_of(self, text: str) -> str:
        if self._exact:
            text = self._exact.sub(REMOVED, text)
        for regex in self._regexes:
            text = regex.sub(with_other_secret, text)
        return text

    def _out_of_disguised(self, text: str) -> str:
        """Return `text` without secrets; empty if an encoded one is longer than a word."""
        if text not in self._cleaned:
            clean = self.out_of_words(text)
            self._cleaned[text] = "" if self._shows_long(clean) else clean
        return self._cleaned[text]


def mapped(data: Any, change: Clean) -> Any:
    """Return JSON `data` with `change` applied to its texts, but not to its keys."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {name: mapped(value, change) for name, value in data.items()}
    return [mapped(value, change) for value in data] if isinstance(data, list | tuple) else data


def secret_of(match: re.Match[str]) -> str:
    """Return the match's last group, or the whole match: the rest of the pattern is context."""
    return match[match.lastindex or 0]


def with_other_secret(match: re.Match[str], other: str = REMOVED) -> str:
    """Return the text of the match with `other` in place of its secret."""
    start = match.start(match.lastindex or 0) - match.start()
    return match[0][:start] + other + match[0][start + len(secret_of(match)) :]


def secrets_of(session: Path | None, patterns: Iterable[str] = ()) -> Secrets:
    """Return the cookie and local storage values of a session saved by Playwright, and `patterns`."""
    state = json.loads(session.read_text(encoding="utf-8")) if session else {}
    return Secrets(frozenset(values_in(state)), tuple(patterns))


def secrets_in(state: Mapping[str, Any]) -> Secrets:
    """Return the values in a storage state."""
    return Secrets(frozenset(values_in(state)))


def values_in(state: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of cookies and local storage that are long enough to be secrets, also without quotes."""
    stored = [item for origin in state.get("origins", []) for item in origin.get("localStorage", [])]
    for item in [*state.get("cookies", []), *stored]:
        value = str(item.get("value", ""))
        for form in {value, value.strip('"')}:
            if len(form) >= MIN_SECRET_CHARACTERS:
                yield form


def forms(value: str) -> Iterator[bytes]:
    """Yield the forms of a value that can be replaced by those of another value."""
    yield from (
        form.encode(errors="replace") for form in (value, quote(value), quote(value, safe=""), quote_plus(value))
    )
    yield html.escape(value).encode(errors="replace")
    yield json.dumps(value)[1:-1].encode()
    yield json.dumps(value)[1:-1].replace("/", r"\/").encode()
    yield from (form.encode() for form in in_base64(value))


def _members(content: bytes) -> tuple[list[str], list[bytes]]:
    """Return names and contents of a zip's members; nothing if it is no zip."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            return [*names, ""], [*(archive.read(name) for name in names), "\n".join(names).encode()]
    except (zipfile.BadZipFile, zlib.error):
        return [], []
