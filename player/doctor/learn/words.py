"""Words and glyphs that pages use for what stands on a board; they decide only between readings that fit alike."""

import re
from collections.abc import Iterable, Mapping

#: Names of the two signs between cells.
SIGNS: Mapping[str, tuple[str, ...]] = {
    "equal": ("=", "🟰", "equal", "eq", "same", "alike", "gleich", "igual", "égal", "uguale", "eşit", "gelijk"),
    "cross": (
        "x",
        "×",  # noqa: RUF001  # the sign that pages show
        "✕",
        "✖",
        "❌",
        "≠",
        "cross",
        "opp",
        "opposite",
        "diff",
        "different",
        "ne",
        "neq",
        "not",
        "unequal",
    ),
}
#: Names of the two symbols.
SYMBOLS: Mapping[str, tuple[str, ...]] = {
    "sun": ("sun", "☀", "🌞", "☼", "sonne", "soleil", "sol", "sole", "zon", "0", "zero"),
    "moon": ("moon", "🌙", "🌜", "🌛", "☾", "☽", "🌚", "mond", "lune", "luna", "lua", "maan", "1", "one"),
}
#: Names of the shapes of a clue.
SHAPES: Mapping[str, tuple[str, ...]] = {
    "square": (
        "square",
        "sq",
        "quadrat",
        "carré",
        "cuadrado",
        "quadrado",
        "quadrato",
        "■",
        "□",
        "◻",
        "◼",
        "⬜",
        "⬛",
        "🟦",
        "🟥",
        "🟩",
    ),
    "wide": ("wide", "horizontal", "landscape", "hrect", "breit", "large", "ancho", "largo", "▬", "▭", "↔", "—"),
    "tall": ("tall", "vertical", "portrait", "vrect", "hoch", "haut", "alto", "▮", "▯", "↕", "|"),
    "any": (
        "any",
        "free",
        "freeform",
        "unknown",
        "beliebig",
        "libre",
        "?",
        "❓",
        "❔",
        "✱",
        "✳",
        "*",
    ),
}
#: Words in names of what is given at the start.
GIVEN = (
    "given",
    "fixed",
    "locked",
    "lock",
    "prefilled",
    "initial",
    "static",
    "disabled",
    "readonly",
    "clue",
    "hint",
    "start",
    "original",
)
#: Words in names of walls.
WALLS = ("wall", "barrier", "fence", "block", "closed", "thick")
#: Words in the titles of pages, beside the game's own name, by the field that is characteristic of the game.
TITLES: Mapping[str, tuple[str, ...]] = {
    "region": ("queen", "star battle", "crown"),
    "number": ("hamilton", "path", "trail", "route"),
    "equal": ("binairo", "takuzu", "sun", "moon", "binary"),
    "digit": ("sudoku",),
    "area": ("patch", "shikaku", "rectangle"),
    "letter": ("word",),
}


def meaning(text: str, known: Mapping[str, Iterable[str]]) -> str | None:
    """Return the name in `known` of which one word stands in `text`; None if none or several do."""
    words = {word.lower() for word in _words(text)}
    found = [name for name, written in known.items() if words.intersection(written)]
    return found[0] if len(found) == 1 else None


def forms(text: str, known: Iterable[str]) -> list[str]:
    """Return the words of `text`, as they are written there, that are in `known`."""
    return [word for word in _words(text) if word.lower() in known]


def _words(text: str) -> list[str]:
    """Return the words, numbers and signs of a text; of names written together, each word."""
    return re.findall(r"[^\W\d_]+|\d+|[^\w\s]", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))


def speaks_of(text: str, words: Iterable[str]) -> bool:
    """Return whether one of the words is in `text`."""
    low = text.lower()
    return any(word in low for word in words)
