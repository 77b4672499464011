"""Pictures and text: terminal, scenes and their writers, HTML pages, styles."""

import re

#: The name of the environment variable that asks for patterns beside colours. It stands here because `--help` shows it.
PATTERNS_VARIABLE = "PLAYER_PATTERNS"

#: Controls but tab and line feed, marks of direction and of lines, halves of pairs, and what is no character: a
#: terminal obeys some, some turn or hide the text around them, and XML has no place for others.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Return `text` with characters that change what others show replaced."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)
