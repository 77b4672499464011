"""Several browsers at once for the sites of a file, ours or those of servers: `nightly --sites FILE --browsers N`."""

import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from player.cli.nightly import NightOptions
from player.cli.page_options import PageOptions
from player.cli.param_types import DEVTOOLS, SERVER
from player.errors import ConfigInvalid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from player.cli.sites import Stop
    from player.nightly.side_by_side import Server, SideBySide
    from player.nightly.tour import Leg
    from player.nightly.visits import Errand, Shared


def servers_of(file: Path, where: PageOptions, how: NightOptions) -> "list[Server]":
    """Return the servers that the file of sites names; raise ConfigInvalid with the place of a wrong address.

    Raises UsageError for other options of a browser beside them.
    """
    from player.nightly.side_by_side import Server
    from player.nightly.sites_file import servers

    found = []
    for entry in servers(file):
        try:
            address = (DEVTOOLS if entry.is_cdp else SERVER).convert(entry.address, None, None)
        except click.BadParameter as error:
            raise ConfigInvalid(f"{entry.place}: {error.message}") from None
        place = f"{entry.place} ({urlsplit(address).netloc})"
        found.append(Server(place, address, entry.is_cdp, entry.browsers))
    if found and (where.cdp or where.connect or where.browser or where.headed):
        raise click.UsageError("the FILE of --sites names servers: leave out --cdp, --connect, --browser and --headed")
    if found and where.engine != "chromium":
        raise click.UsageError("the servers of the FILE of --sites lend a Chromium: leave out --engine")
    if where.cdp and how.browsers > 1:
        raise click.UsageError("--cdp is one browser: leave out --browsers, or name servers in the FILE of --sites")
    return found


@dataclass(frozen=True, slots=True)
class AtOnce:
    """The `legs` to play at once, and the `stops` that they are made from; reports and evidence are in `folder`."""

    stops: "Sequence[Stop]"
    legs: "Sequence[Leg]"
    how: NightOptions
    folder: Path

    def tour(self, servers: "Sequence[Server]", shared: "Shared") -> "SideBySide":
        """Return the tour; a member's boards wait for those of the same account only."""
        from player.cli import say
        from player.nightly.side_by_side import SideBySide

        records, progress, watched = shared
        for stop, leg in zip(self.stops, self.legs, strict=True):
            if stop.where.session and stop.host:
                leg.lane = f"{stop.host} {leg.account}"
        return SideBySide(
            *(self.legs, watched, self.how.pause, self.how.retry_after, say),
            browsers=self.how.browsers,
            servers=servers,
            errand=partial(self._errand, records.run),
            show=progress.line,
            write=records.line,
        )

    def _errand(self, run: str, leg: "Leg", server: "Server | None") -> "Errand":
        """Return the errand for a process that plays `leg` in a browser of `server`, or in one of its own."""
        from player.errors import SELECTORS_FILE
        from player.nightly.visits import Errand

        stop = next(stop for stop, other in zip(self.stops, self.legs, strict=True) if other is leg)
        if server:
            stop = replace(stop, wish=replace(stop.wish, connect=server.address, over_cdp=server.is_cdp))
        make = partial(_leg_there, stop, self.how, self.folder, os.getpid())
        deadline = monotonic() + leg.night.watch.left()
        return Errand(make, deadline, run, leg.visited, leg.night.state(), SELECTORS_FILE.get())


@contextmanager
def _leg_there(stop: "Stop", how: NightOptions, folder: Path, pid: int, shared: "Shared") -> "Iterator[Leg]":
    """Yield the leg for `stop` in another process, with a connection of its own to the history."""
    from player.cli.sites import leg_of
    from player.files import history_file
    from player.nightly.history import History

    with History(history_file()) as history:
        yield leg_of(stop, how, history, shared, folder, pid)
