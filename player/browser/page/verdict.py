"""The verdict of a page."""

from enum import StrEnum


class Verdict(StrEnum):
    """The page's own statement that a game is won, by the sign that proves it; the words of the result records."""

    RESULTS = "results"
    BANNER = "banner"
    BOARD = "board"
    NONE = "none"
    """The page does not say that it is won."""
