"""Secrets: values of sessions and cookies, which are removed from all artifacts."""

import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from player.secrets.disguises import Disguised, View, in_base64

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
            text = regex.sub(_without, text)
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


def _without(match: re.Match[str]) -> str:
    start, end = (side - match.start() for side in match.span(match.lastindex or 0))
    return match[0][:start] + REMOVED + match[0][end:]


def secrets_of(session: Path | None, patterns: Iterable[str] = ()) -> Secrets:
    """Return the cookie and local storage values of a session saved by Playwright, and `patterns`."""
    return secrets_in(state_in(session)) | Secrets(patterns=tuple(patterns))


def secrets_in(state: Mapping[str, Any]) -> Secrets:
    """Return the values in a storage state."""
    return Secrets(frozenset(values_in(state)))


def guest_secrets_in(state: Mapping[str, Any]) -> Secrets:
    """Return the values that may identify a guest: values that are plain words occur in any page."""
    return secrets_in(state).but_words()


def state_in(session: Path | None) -> dict[str, Any]:
    """Return a saved storage state; that of a guest is empty."""
    state: dict[str, Any] = json.loads(session.read_text(encoding="utf-8")) if session else {}
    return state


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
