"""The sign of a win, chosen from what changed with the last move."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from player.browser.page.messages import News
from player.browser.selectors.schema import LearnWords

#: Longest text of a sign, and most signs that are considered.
LONGEST, MOST = 40, 6
#: Words of so many letters have no other endings: "win" is not in "window".
SHORT = 4
#: From this rank on nothing but its novelty speaks for a sign.
NOVELTY = 5.0


@dataclass(frozen=True, slots=True)
class SignFound:
    """A sign as in selectors.yaml, its `rank` (the lower, the surer it speaks of success), and the evidence."""

    sign: dict[str, Any]
    rank: float
    evidence: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The page after the last move: what is new on it, its dialogs, and its address before and after."""

    news: Sequence[News]
    alerts: Sequence[str]
    before: str
    after: str


def signs(ending: Ending, words: LearnWords) -> list[SignFound]:
    """Return what may be signs of a win, the surest first; what speaks of no success yet is left out."""
    found = [*_of_alerts(ending.alerts, words), *_of_elements(ending.news, words)]
    if (path := _new_path(ending)) and (best := next((one for one in _ranked(found) if "selector" in one.sign), None)):
        sign = {"as": "results", "path": path, "selector": best.sign["selector"]}
        found.append(
            SignFound(sign, min(best.rank, NOVELTY) - 0.5, "the address and the page changed after the last move")
        )
    unique = {str(one.sign): one for one in reversed(_ranked(found))}
    return _ranked(unique.values())[:MOST]


def _ranked(found: Iterable[SignFound]) -> list[SignFound]:
    return sorted(found, key=lambda one: (one.rank, len(str(one.sign)), str(one.sign)))


def _of_alerts(alerts: Sequence[str], words: LearnWords) -> Iterable[SignFound]:
    for text in alerts:
        if (said := phrase(text)) and not speaks_of(text, words.lost):
            rank = 0.0 if speaks_of(text, words.won) else 1.5
            yield SignFound({"as": "banner", "alert": said}, rank, f"the page says {said!r} after the last move")


def _of_elements(news: Sequence[News], words: LearnWords) -> Iterable[SignFound]:
    for one in news:
        own, text = one["own"], one["text"]
        if one["where"] == "title" or (own.startswith((".", "[")) and not text):
            yield from _of_name(one, words)
            continue
        if one["control"] or speaks_of(text, words.lost):
            continue
        if own and speaks_of(own, words.won):
            rank = 1.0 - 0.5 * one["heading"] - 0.25 * one["dialog"]
            sign = {"as": "banner", "selector": one["selector"], "text": [phrase(own)]}
            yield SignFound(sign, rank, f"says {phrase(own)!r} after the last move")
        elif one["fresh"] and speaks_of(text, words.won):
            yield SignFound({"as": "banner", "selector": one["selector"]}, 3.0, "appears with words of success")
        elif one["fresh"] and one["where"] != "board":  # what is drawn on the board may be the last move itself
            rank = NOVELTY + (0.0 if one["dialog"] or one["heading"] else 1.0)
            sign = {"as": "banner", "selector": one["selector"], **({"text": [phrase(own)]} if phrase(own) else {})}
            yield SignFound(sign, rank, f"appears after the last move{f', with {own!r}' if own else ''}")
        elif one["where"] == "heading" and (said := phrase(own)):  # other texts may repeat the last move
            sign = {"as": "banner", "selector": one["selector"], "text": [said]}
            yield SignFound(sign, NOVELTY + 1, f"says {said!r} after the last move")


def _of_name(one: News, words: LearnWords) -> Iterable[SignFound]:
    """Yield the sign that an element, all cells or the title got this name with the last move.

    Without a word of success, a name with a number may count the moves, and one on the board may be the last move.
    """
    own, where = one["own"], one["where"]
    spoken = re.sub(r"[^\w]+|_", " ", own)
    if speaks_of(spoken, words.lost):
        return
    rank = 2.5 if speaks_of(spoken, words.won) else NOVELTY + 2
    if rank > NOVELTY and (where == "board" or any(letter.isdigit() for letter in own)):
        return
    if where != "title":
        key = "cells" if where == "cells" else "selector"
        who = "all cells " if where == "cells" else ""
        yield SignFound({"as": "board", key: one["selector"]}, rank, f"{who}got this name with the last move")
    elif said := phrase(own):
        yield SignFound({"as": "banner", "title": said}, rank, f"the title says {said!r} after the last move")


def _new_path(ending: Ending) -> str | None:
    """Return the regex of the page's new path; None if it is the old one."""
    before, after = urlsplit(ending.before).path, urlsplit(ending.after).path
    return None if before == after else f"^{re.escape(after)}$".replace(r"\-", "-")


def phrase(text: str) -> str:
    """Return the part of `text` that is the same each time: its first words, without numbers."""
    first = re.split(r"\d|[\n!.?:;,\u2013\u2014(]", " ".join(text.split()))
    said = next((part.strip() for part in first if len(part.strip()) > 2), "")
    return said if len(said) <= LONGEST else said[:LONGEST].rpartition(" ")[0]


def folded(text: str) -> str:
    """Return `text` in lower case, without accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("\u0131", "i"))
    return " ".join(re.sub(r"[^\w\s]|_", " ", "".join(c for c in plain if not unicodedata.combining(c))).split())


def speaks_of(text: str, words: Iterable[str]) -> bool:
    """Return True if `text` contains one of `words`, from the beginning of a word."""
    spoken = f" {folded(text)} "
    return any(f" {folded(word)}{' ' if len(word) <= SHORT else ''}" in spoken for word in words)
