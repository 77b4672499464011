"""The nearest right name for a wrong one."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(wrong: str, known: Iterable[str]) -> str:
    """A hint that ends an error line: the name that was probably meant, or all there are."""
    names = sorted(known)
    if not names:
        return "there are none"
    close = get_close_matches(wrong, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"one of {', '.join(names)}"
