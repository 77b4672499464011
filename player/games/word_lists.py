"""Lists of words with their frequencies: pyspellchecker's, one for each of some languages, or a file.

A list is loaded when it is first needed. Its trie is not built: the words are sorted, and a node of the trie is the
range of the words with one prefix, found by bisection (M. Manber, G. Myers, "Suffix arrays", SIAM J. Comput. 22, 1993,
search prefixes so).
"""

import os
import re
import unicodedata
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from player import WORDS_VARIABLE
from player.errors import BoardError, InputMissing
from player.files import os_errors, regular

#: The separator of a word and its frequency: no letter comes before it.
_TAB = "\t"
#: A character after all letters.
_LAST = "\U0010ffff"

Range = tuple[int, int]
"""The words with one prefix: the index of the first, and that after the last."""


class ListName(NamedTuple):
    """The identity of a list: what it is called, its version, and its number of words."""

    name: str
    version: str
    words: int

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.words:,} words)"


class WordList:
    """A list of words; `entries` are "word, tab, frequency", in lower case and sorted."""

    def __init__(self, name: str, version: str, language: str, entries: list[str]) -> None:
        self.name = ListName(name, version, len(entries))
        self._language = language
        self._entries = entries
        self._ranges: dict[str, Range | None] = {"": (0, len(entries))}

    def fold(self, letters: str) -> str:
        """Return `letters` as the list writes them, one for one."""
        return fold(letters, self._language)

    def words_from(self, prefix: str) -> Range | None:
        """Return the range of the words that begin with `prefix`, which is folded; None if there is none."""
        if prefix not in self._ranges:
            around = self.words_from(prefix[:-1])
            self._ranges[prefix] = around and self._within(prefix, *around)
        return self._ranges[prefix]

    def frequency(self, word: str) -> int | None:
        """Return the frequency of a folded word; None if it is not in the list."""
        found = self.words_from(word)
        first = self._entries[found[0]] if found else ""
        return int(first[len(word) + 1 :]) if first.startswith(word + _TAB) else None

    def of_length(self, least: int, most: int) -> dict[str, int]:
        """Return the words with so many letters, and nothing but letters, with their frequencies."""
        pairs = (entry.split(_TAB) for entry in self._entries)
        return {word: int(times) for word, times in pairs if least <= len(word) <= most and word.isalpha()}

    def _within(self, prefix: str, low: int, high: int) -> Range | None:
        first = bisect_left(self._entries, prefix, low, high)
        after = bisect_left(self._entries, prefix + _LAST, first, high)
        return (first, after) if first < after else None


def fold(letters: str, language: str) -> str:
    """Return `letters` in lower case, one for one: a letter whose lower case has several characters stays as it is.

    Turkish and Azerbaijani have an I with a dot and one without. The two forms of a Greek sigma are one letter.
    """
    if language in {"tr", "az"}:
        letters = letters.replace("I", "\u0131").replace("\u0130", "i")  # I without and with a dot
    lower = (low if len(low := letter.lower()) == 1 else letter for letter in letters)
    return "".join(lower).replace("\u03c2", "\u03c3")


def capital(letter: str, language: str) -> str:
    """Return the capital of a letter; a letter whose capital has several characters stays as it is."""
    if language in {"tr", "az"} and letter == "i":
        return "\u0130"  # I with a dot
    return upper if len(upper := letter.upper()) == 1 else letter


def list_for(language: str) -> WordList:
    """Return the list in the file that `WORDS_VARIABLE` names, else pyspellchecker's for `language`, as "en".

    Raise BoardError if there is none, or the file is malformed; InputMissing if it can't be read.
    """
    file = os.environ.get(WORDS_VARIABLE)
    return _from_file(Path(file), language) if file else _from_package(language)


@lru_cache
def _from_package(language: str) -> WordList:
    import gzip  # noqa: PLC0415  # only where a list is loaded, as it takes longer than the import of a game
    from importlib import metadata, resources  # noqa: PLC0415

    folder = resources.files("spellchecker") / "resources"
    file = folder / f"{language}.json.gz"
    if not (re.fullmatch(r"[a-z]{2,3}", language) and file.is_file()):
        known = ", ".join(sorted(each.name.split(".")[0] for each in folder.iterdir()))
        raise BoardError(f"no list of words for the language {language!r} (there are {known}): name a file by --words")
    text = gzip.decompress(file.read_bytes()).decode()
    entries = sorted(_quickly(text) or _carefully(text))
    if language in {"el", "tr", "az"}:  # the others are in lower case, so they are folded
        entries = sorted(fold(entry, language) for entry in entries)
    return WordList(f"pyspellchecker's list {language!r}", metadata.version("pyspellchecker"), language, entries)


def _quickly(text: str) -> list[str] | None:
    """Return the entries of a JSON object with a pair on each line; None if it may be written in another way.

    It takes a quarter of the time that `json` takes for an object of 160,000 pairs.
    """
    if "\\" in text or not text.startswith("{"):
        return None
    lines = text.strip("{} \r\n").replace("\r", "").removeprefix('"').replace('": ', _TAB).split(',\n"')
    pairs = text.count('": ')
    return lines if pairs == len(lines) and lines[-1].rpartition(_TAB)[2].isdecimal() else None


def _carefully(text: str) -> list[str]:
    import json  # noqa: PLC0415

    return [f"{word}{_TAB}{times}" for word, times in json.loads(text).items()]


def require(path: Path) -> None:
    """Raise InputMissing or BoardError if the list of words at `path` can't be used."""
    _from_file(path, "en")


@lru_cache
def _from_file(path: Path, language: str) -> WordList:
    """Return the list of a file with a word on each line, and maybe its frequency after a space or a tab."""
    from hashlib import sha256  # noqa: PLC0415

    with os_errors(InputMissing, f"the list of words {path} can't be read", ": check --words"):
        raw = regular(path).read_bytes()
    try:
        lines = unicodedata.normalize("NFC", raw.decode("utf-8-sig")).splitlines()
    except UnicodeDecodeError:
        raise BoardError(f"the list of words {path} is not UTF-8 text: save it as UTF-8") from None
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        word, *times = line.split()
        if len(times) > 1 or not all(re.fullmatch(r"[0-9]{1,15}", one) for one in times):
            raise BoardError(f"line {number} of {path} must be a word, or a word and its frequency: correct it")
        folded = fold(word, language)
        found[folded] = max(found.get(folded, 0), int(times[0]) if times else 1)
    if not found:
        raise BoardError(f"the list of words {path} is empty: name another by --words")
    entries = sorted(f"{word}{_TAB}{times}" for word, times in found.items())
    return WordList(path.name, f"sha256:{sha256(raw).hexdigest()[:12]}", language, entries)
