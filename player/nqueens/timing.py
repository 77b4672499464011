"""Measured times, each taken in a child process that is killed when its time limit is over."""

import json
import subprocess
import sys

from player.errors import Unavailable


def measured(n: int, mode: str, limit: float) -> float | None:
    """Return the milliseconds that `player nqueens` takes to place `n` queens; None if `limit` seconds are over first.

    The time is from the first clause to the referee; the limit includes the start of Python. Raise Unavailable if the
    process ends without an answer, for example out of memory.
    """
    command = [sys.executable, "-m", "player", "nqueens", str(n), "--mode", mode, "--json", "-"]
    try:
        done = subprocess.run(  # noqa: S603  # our own command, with a number and a known mode
            command, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if not done.stdout:
        reason = done.stderr.strip() or f"it ended with the code {done.returncode}"
        raise Unavailable(f"{n} queens in {mode} mode gave no answer: {reason}")
    return float(json.loads(done.stdout)["ms"])
