"""What worker processes of the tests do."""

import os


def own_process(_number: int) -> int:
    return os.getpid()
