"""`player` in a terminal: a pseudo-terminal of its own, and what a terminal shows of its output."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

from tests.support.commands import MAIN

CTRL_C = b"\x03"
#: The terminal is that of the process, which gets its Ctrl-C.
IN_TERMINAL = f"import fcntl, termios; fcntl.ioctl(2, termios.TIOCSCTTY, 0); {MAIN}"


def screen(text: str) -> list[str]:
    """The lines that a terminal shows of `text`: after a carriage return it overwrites."""
    shown = []
    for line in text.replace("\r\n", "\n").split("\n"):
        cells: list[str] = []
        for part in line.split("\r"):
            cells[: len(part)] = part
        shown.append("".join(cells).rstrip())
    return shown


class Terminal:
    """`player ARGUMENT...` in a terminal of 80 columns, or with standard output elsewhere."""

    def __init__(self, *arguments: object, out: int | None = None, **variables: str) -> None:
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        attributes = termios.tcgetattr(theirs)
        # At Ctrl-C, a terminal may show "^C" before a line, and drop what it has not shown yet.
        attributes[3] = attributes[3] & ~termios.ECHO | termios.NOFLSH
        termios.tcsetattr(theirs, termios.TCSANOW, attributes)
        self.text = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *map(str, arguments)],
            stdin=theirs,
            stdout=theirs if out is None else out,
            stderr=theirs,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm"} | variables,
        )
        os.close(theirs)

    def press(self, keys: bytes) -> None:
        os.write(self._own, keys)

    def until(self, seen: Callable[[str], bool]) -> None:
        """Read until `seen` is true of the text, or to the end."""
        while not seen(self.text) and (more := self._read()):
            self.text += more
        assert seen(self.text), self.text

    def end(self) -> tuple[int, list[str]]:
        """The exit code, and the lines that the terminal shows in the end."""
        while more := self._read():
            self.text += more
        os.close(self._own)
        return self.process.wait(timeout=60), screen(self.text)

    def _read(self) -> str:
        try:
            return os.read(self._own, 65536).decode(errors="replace")
        except OSError:  # all others have closed it
            return ""
