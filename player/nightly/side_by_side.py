"""A night on several sites in several browsers at once: one leg of an account at a time, each in its own process."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from multiprocessing.connection import wait
from time import monotonic
from typing import Any, NamedTuple

from player.errors import DeadlineOver, Interrupted, NoBrowser, PlayerError, Unavailable
from player.nightly.tour import TOO_LATE, Leg, Tour
from player.nightly.visits import Ended, Errand, Visit

#: Seconds in which all visits end after a signal or the deadline; what takes longer is killed.
END_TIMEOUT_S = 20.0
#: Seconds in which a process ends that has sent all.
CLOSE_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class Server:
    """A place with browsers: the address of a Playwright server or a Selenium Grid, or of DevTools if `is_cdp`."""

    place: str
    """The place in the file, with the host: names the server in messages."""
    address: str
    is_cdp: bool = False
    browsers: int = 1
    """The number of visits at once."""


class _Running(NamedTuple):
    leg: Leg
    visit: Visit
    server: Server | None


@dataclass(slots=True)
class SideBySide(Tour):
    """A tour on which up to `browsers` legs are played at once, in the browsers of `servers`, else in our own.

    A leg waits for its account, for the pause of its host, and for a server. A leg whose server has no browser goes to
    another one. Lines about the progress go to `show`, records to `write`: those of a leg together, in the order of the
    legs.
    """

    browsers: int = 1
    servers: Sequence[Server] = ()
    errand: Callable[[Leg, Server | None], Errand] = field(kw_only=True)
    show: Callable[[str], object] = bool
    write: Callable[[dict[str, Any]], object] = bool
    _waiting: list[Leg] = field(default_factory=list)
    _running: dict[Any, _Running] = field(default_factory=dict)
    _records: "list[tuple[Leg, list[dict[str, Any]]]]" = field(default_factory=list)
    """The records of each leg of the round that are not written yet."""
    _dead: set[str] = field(default_factory=set)
    """The addresses of servers without a browser."""

    def _round(self, legs: Sequence[Leg]) -> None:
        self._waiting, self._records = list(legs), [(leg, []) for leg in legs]
        ready: Sequence[Any] = ()
        try:
            while self._waiting or self._running:
                with self.watch.held(for_ever=True):
                    for line in ready:
                        self._receive(line)
                    if self.watch.reason is None:
                        self._begin()
                    else:
                        self._end_all(self.watch.reason)
                ready = self._next()
        finally:
            with self.watch.held(for_ever=True):
                for running in [*self._running.values()]:
                    running.visit.close()
                self._write_records(whole=True)

    def _next(self) -> Sequence[Any]:
        """Return the connections with messages, or none when a leg may begin; Interrupted is raised."""
        try:
            if self.watch.reason is None and (self._waiting or self._running):
                return wait([*self._running], self._idle())
        except (Interrupted, DeadlineOver):
            self.watch.heard()
        if isinstance(self.watch.reason, Interrupted) and not self._running:
            self.watch.heard()
            raise self.watch.reason
        return ()

    # Beginnings

    def _begin(self) -> None:
        """Begin all legs that may, in their order; leave out those that can't."""
        for leg in [*self._waiting]:
            self._write_records()
            if why := self._obstacle(leg) or self._too_late(leg) or self._no_server():
                self._waiting.remove(leg)
                self._leave_out(leg, why)
            elif self._may_begin(leg) and self._moment(leg) <= monotonic():
                server = self._free_server()
                self._waiting.remove(leg)
                self.tell(leg.label)
                visit = Visit(self.errand(leg, server))
                self._running[visit.line] = _Running(leg, visit, server)

    def _may_begin(self, leg: Leg) -> bool:
        """Return True if there is a browser for `leg`, and no other leg of its account or host is played."""
        played = [running.leg for running in self._running.values()]
        if len(played) >= self.browsers or (self.servers and self._free_server() is None):
            return False
        return not any(other.account == leg.account or other.pauses_with == leg.pauses_with != "" for other in played)

    def _free_server(self) -> Server | None:
        """Return a server with a free browser, the one with the fewest visits; None if there is none."""
        visits = [running.server for running in self._running.values()]
        free = [
            server
            for server in self.servers
            if server.address not in self._dead and visits.count(server) < server.browsers
        ]
        return min(free, key=visits.count, default=None)

    def _no_server(self) -> PlayerError | None:
        if self.servers and self._dead.issuperset(server.address for server in self.servers):
            return NoBrowser("no server has a browser")
        return None

    def _too_late(self, leg: Leg) -> PlayerError | None:
        late = self._moment(leg) - monotonic() >= self.watch.left()
        return DeadlineOver(TOO_LATE) if late and self._may_begin(leg) else None

    def _idle(self) -> float | None:
        """Return the seconds until a leg may begin without the end of another one; None if there is no such leg."""
        moments = (self._moment(leg) for leg in self._waiting if self._may_begin(leg))
        first = min(moments, default=inf)
        return None if first == inf else max(0, first - monotonic())

    # Ends

    def _receive(self, line: Any) -> None:
        """Take one message of a visit."""
        running = self._running[line]
        message = running.visit.receive()
        if isinstance(message, Ended):
            del self._running[line]
            running.visit.close(seconds=CLOSE_TIMEOUT_S)
            self._ended(running.leg, message, running.server)
        elif isinstance(message, str):
            self.show(f"{running.leg.label}: {message}")
        else:
            next(records for leg, records in self._records if leg is running.leg).append(message)

    def _ended(self, leg: Leg, ended: Ended, server: Server | None) -> None:
        if ended.state is not None:
            leg.night.go_on_from(ended.state)
        if server and isinstance(ended.error, NoBrowser):
            if server.address not in self._dead:
                self._dead.add(server.address)
                self.tell(f"{server.place}: {ended.error}")
            self._waiting.append(leg)
            self._waiting.sort(key=self._place)
            return
        if isinstance(ended.error, Interrupted) and isinstance(self.watch.reason, Interrupted):
            return  # its games are left out with those of the legs that were not reached
        if ended.error:
            self._failed(leg, _of_visit(ended.error, self.watch.reason))
            leg.visited = ended.state is not None  # else its process is gone: another one may be luckier
        else:
            leg.code, leg.visited = ended.code, True
        self._leave(leg)

    def _end_all(self, reason: PlayerError) -> None:
        """End all visits with whole records, because of a signal or the deadline."""
        if isinstance(reason, Interrupted):
            for running in self._running.values():
                running.visit.interrupt(reason.signum)
            self._waiting.clear()
        end = monotonic() + END_TIMEOUT_S
        while self._running and (left := end - monotonic()) > 0:
            for line in wait([*self._running], left):
                self._receive(line)
        for line, running in [*self._running.items()]:
            del self._running[line]
            running.visit.close()
            self._ended(running.leg, Ended(reason.code, Unavailable("its process did not end in time")), None)
        if isinstance(reason, DeadlineOver):
            for leg in self._waiting:
                self._leave_out(leg, reason)
            self._waiting.clear()

    # Records

    def _write_records(self, *, whole: bool = False) -> None:
        """Write the records of legs that have ended, up to the first one that has not; of `whole` rounds, of all."""
        there = [*self._waiting, *(running.leg for running in self._running.values())]
        while self._records and (whole or not any(leg is self._records[0][0] for leg in there)):
            _, records = self._records.pop(0)
            for record in records:
                self.write(record)

    def _place(self, leg: Leg) -> int:
        return next(number for number, other in enumerate(self.legs) if other is leg)


def _of_visit(error: PlayerError, reason: PlayerError | None) -> PlayerError:
    """Return the error of a visit; a signal that only its process got is no reason to stop the others."""
    if isinstance(error, Interrupted) and reason is None:
        return Unavailable(f"its process was {error}")
    return error
