"""The work of the tests' worker processes."""

import os


def own_process(_number: int) -> int:
    return os.getpid()
