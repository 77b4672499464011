"""Result records: JSON Lines for other programs, which must ignore unknown fields."""

import errno
import json
import os
import stat
import sys
from contextlib import suppress
from time import time_ns
from typing import Any, Self, TextIO

from player.errors import CannotCreate, CannotWrite
from player.files import without_waiting
from player.secrets import SCRUBBER

SCHEMA = 1


class Records:
    """A stream of records, one flushed line each; to a file, where new runs are appended, or to standard output."""

    def __init__(self, target: str | None, *, durable: bool = True) -> None:
        """Open `target`: a path, "-" for standard output, or None for no output; raise CannotCreate if that fails.

        If `durable`, each record is synced to the disk and survives a crash of the machine.
        """
        self.run = f"{time_ns():x}"
        self.failed = ""
        self._closed = False
        self._durable = False
        self._stream: TextIO | None = None
        if target == "-":
            self._stream = sys.stdout
        elif target is not None:
            try:
                self._stream = open(target, "a", encoding="utf-8", opener=without_waiting)  # noqa: SIM115  # closed in __exit__
            except OSError as error:
                raise CannotCreate(f"the JSON file {target} can't be opened: {error.strerror}") from None
            self._durable = durable and stat.S_ISREG(os.fstat(self._stream.fileno()).st_mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None and self._stream is not sys.stdout:
            with suppress(OSError):  # what could not be written has been reported
                self._stream.close()

    def write(self, event: str, **fields: Any) -> None:
        """Append one record of this run."""
        self.line({"schema": SCHEMA, "event": event, "run": self.run, **fields})

    def line(self, data: dict[str, Any]) -> None:
        """Append one object. A failure does not stop a game: it is stored in `failed`."""
        if self._stream is None or self.failed:
            return
        try:
            self._stream.write(json.dumps(SCRUBBER.json(data), separators=(",", ":")) + "\n")
            self._stream.flush()
            if self._durable:
                os.fsync(self._stream.fileno())
        except OSError as error:
            self.failed = f"the JSON output can't be written: {error.strerror}"
            self._closed = self._stream is sys.stdout and isinstance(error, BrokenPipeError)

    def require(self) -> None:
        """Raise the failure of an earlier line, for commands whose only purpose is their output.

        BrokenPipeError if standard output is closed, else CannotWrite.
        """
        if self._closed:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
        if self.failed:
            raise CannotWrite(self.failed)
