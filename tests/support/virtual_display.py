"""A virtual X display of our own."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def virtual_display(size: str) -> Iterator[str]:
    """Start an X server with a screen of `size` ("1400x1200"), and yield its name; skip the test if there is none."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb to have a display: type `apt-get install -y xvfb`")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()
