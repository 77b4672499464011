"""Work beside the caller's, in the same thread: it goes on whenever the caller waits for the browser."""

import asyncio
from collections.abc import Callable

# Playwright requires greenlet, and its sync interface is made of it: only in one may work wait beside the caller's.
from greenlet import greenlet  # type: ignore[import-untyped]  # it has no stubs

from player.errors import trace


def aside(work: Callable[[], object]) -> None:
    """Begin `work`, which may wait for the browser as the caller does, at the caller's next wait; drop its errors.

    Playwright runs each listener of events in such a greenlet; its event loop is the running one once it was started.
    A signal that comes in here is raised in the caller's work (see `in_callback`).
    """
    asyncio.get_running_loop().call_soon(lambda: greenlet(lambda: _quietly(work)).switch())


def _quietly(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001  # nobody waits for it: its owner sees what was not done
        trace(error)
