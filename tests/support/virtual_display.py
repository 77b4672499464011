"""A virtual X display of our own, and what windows come to show on it."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any

import pytest

#: Seconds until a window shows its board, or a page has gone on.
SHOWN_S = 60


@contextmanager
def virtual_display(size: str) -> Iterator[str]:
    """Start an X server with a screen of `size` ("1400x1200"), and yield its name; skip the test if there is none."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb to have a display: type `apt-get install -y xvfb`")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


def until(condition: Callable[[], Any]) -> Any:
    """Return what `condition` returns as soon as it is true."""
    end = monotonic() + SHOWN_S
    while monotonic() < end:
        if found := condition():
            return found
        Event().wait(0.1)
    raise AssertionError("it did not come")
