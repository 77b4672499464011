"""Times side by side, each taken in a process of its own, which can be ended when its time is over."""

import json
import subprocess
import sys

from player.errors import Unavailable


def measured(n: int, mode: str, limit: float) -> float | None:
    """Milliseconds that `player nqueens` takes to place `n` queens; None where it is not done in `limit` seconds.

    They count from the first clause to the referee; the limit holds for the start of Python as well. Unavailable where
    it ended without an answer, as a process does that takes more memory than there is.
    """
    command = [sys.executable, "-m", "player", "nqueens", str(n), "--mode", mode, "--json", "-"]
    try:
        done = subprocess.run(  # noqa: S603  # ourselves, with a number and one of our words
            command, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if not done.stdout:
        said = done.stderr.strip() or f"it ended with the code {done.returncode}"
        raise Unavailable(f"{n} queens in {mode} mode gave no answer: {said}")
    return float(json.loads(done.stdout)["ms"])
