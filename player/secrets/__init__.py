"""The scrubber of this process: all that a run writes or prints goes through it.

It removes the values that `protect` names. As long as there are none, it changes nothing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

if TYPE_CHECKING:
    from player.secrets.values import Secrets

_T = TypeVar("_T")


class Scrubber:
    """The functions that remove the secrets of this process from messages, from JSON data, and from all output."""

    def __init__(self) -> None:
        self._secrets: Secrets | None = None
        self._of_output: Secrets | None = None

    def protect(self, secrets: "Secrets") -> None:
        """Add `secrets` to what is removed."""
        known = self._secrets
        if known and secrets.values <= known.values and set(secrets.patterns) <= set(known.patterns):
            return
        self._secrets = known | secrets if known else secrets
        self._of_output = self._secrets.but_words()

    def forget(self) -> None:
        """Remove nothing any more."""
        self._secrets = self._of_output = None

    def text(self, text: str) -> str:
        """Return a message without secrets: each part that has one in any form is replaced."""
        return self._secrets.out_of_message(text) if self._secrets else text

    def json(self, data: _T) -> _T:
        """Return JSON `data` without the secrets in its texts."""
        return cast("_T", self._secrets.out_of_json(data)) if self._secrets else data

    def output(self, text: str) -> str:
        """Return output without secrets; a value that is a plain word stays, since our own words may be the same."""
        return self._of_output.out_of_words(text) if self._of_output else text


#: The scrubber of this process.
SCRUBBER = Scrubber()


class _ScrubbedStream:
    """A text stream whose texts go through the scrubber; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write `text` without secrets; return the number of characters of `text`."""
        self._stream.write(SCRUBBER.output(text))
        return len(text)


@contextmanager
def scrubbed_output() -> Iterator[None]:
    """Let standard output and standard error go through the scrubber, which forgets its secrets at the end."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and cast("TextIO", _ScrubbedStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        SCRUBBER.forget()
