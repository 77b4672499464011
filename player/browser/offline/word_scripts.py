"""The means by which pages from files judge words: hashes of the right ones, or a list of words."""

import json
from contextlib import suppress

from player.errors import BoardError
from player.games.word_lists import list_for


def hashed(text: str) -> str:
    """Return the FNV-1a hash of a text, 32 bits in hexadecimal digits: with it a page checks a text, and shows none.

    Source: G. Fowler et al., "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
    """
    found = 0x811C9DC5
    for byte in text.encode():
        found = (found ^ byte) * 0x01000193 % 2**32
    return f"{found:08x}"


def word_script(language: str) -> bytes:
    """Return a script that sets `wordList` to the words of a list, for a page whose own list is unknown."""
    with suppress(BoardError):  # a page in a language without a list takes any word
        words = " ".join(list_for(language).of_length(1, 32))
        return f"window.wordList = new Set({json.dumps(words)}.split(' '));".encode()
    return b""
