"""The event loop of asyncio, which runs Playwright, if it is loaded: its callbacks, and what it prints.

Programs without a browser do not load it, and start sooner.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


def in_callback(frame: FrameType | None) -> bool:
    """Return True if an event loop's handle called `frame`, or runs it in a greenlet: it would drop an exception."""
    if _is_beside():
        return True
    asyncio = _asyncio()
    while asyncio and frame is not None:
        if frame.f_code is asyncio.Handle._run.__code__:  # noqa: SLF001  # all callbacks pass here
            return True
        frame = frame.f_back
    return False


def _is_beside() -> bool:
    """Return True in a greenlet that a callback has begun: a listener of Playwright's, or work aside.

    Its frames do not lead back to the callback. Playwright runs the event loop in a greenlet of the main one's.
    """
    greenlet = sys.modules.get("greenlet")
    loop = greenlet and greenlet.getcurrent().parent
    return bool(loop and loop.parent)


@contextmanager
def silenced() -> Iterator[None]:
    """Silence swallowed exceptions in asyncio and in the interpreter."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    asyncio = _asyncio()
    before = asyncio and asyncio.log.logger.disabled
    if asyncio:
        asyncio.log.logger.disabled = True
    try:
        yield
    finally:
        gc.collect()  # asyncio prints dropped exceptions when they are collected
        sys.unraisablehook = hook
        if asyncio:
            asyncio.log.logger.disabled = before


def _asyncio() -> Any:
    """Return the module asyncio, if it is loaded."""
    return sys.modules.get("asyncio")
