"""The work of the tests' worker processes."""

import os
import signal


def own_process(_number: int) -> int:
    return os.getpid()


def deadly(number: int) -> int:
    """Work that ends its process at the fourth item."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
