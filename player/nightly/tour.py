"""A night on several sites: one after the other, with a pause between boards of one host, and one second try each."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Event
from time import monotonic

from player.deadlines import Watch
from player.errors import DeadlineOver, Denied, Interrupted, PlayerError, Throttled, Unavailable, worst
from player.nightly.nightly import Nightly


@dataclass(slots=True)
class Leg:
    """A part of the tour: the `games` of one site and account, one board of each, played by `night`.

    `hold` allows no other run of this account meanwhile. `host` is None for pages out of files, which need no pause.
    """

    label: str
    games: Sequence[str]
    night: Nightly
    hold: Callable[[], AbstractContextManager[None]]
    host: str | None
    named: bool = False
    """True if the games were named: they are played again if they failed today."""
    refused: PlayerError | None = None
    """The error that keeps the leg from beginning."""
    code: int | None = None
    """The exit code; None while it was not reached."""
    visited: bool = False
    ended: float = 0

    @property
    def may_pass(self) -> bool:
        """True if another try may end otherwise: a game failed for a while, or its host was in trouble."""
        return self.code == Unavailable.exit_code and (self.night.is_passing or not self.visited)


@dataclass(slots=True)
class Tour:
    """The legs in their order. Times are in seconds: `pause` between two boards of one host, `retry_after` before what
    may pass by itself is tried once more. `tell` is called with the label of each leg before it begins.
    """

    legs: Sequence[Leg]
    watch: Watch
    pause: float
    retry_after: float
    tell: Callable[[str], object] = bool
    notes: list[str] = field(default_factory=list)
    _free: dict[str, float] = field(default_factory=dict)
    """By host, the moment from which it may be visited again."""
    _trouble: dict[str, PlayerError] = field(default_factory=dict)
    """By host, the error that concerns all of its pages."""

    def play(self) -> int:
        """Play all legs; return the exit code. None stops the others but by a signal, which is raised."""
        try:
            for leg in self.legs:
                self._visit(leg, moment=self._free.get(leg.host or "", 0))
            self._trouble = {host: error for host, error in self._trouble.items() if isinstance(error, Denied)}
            for leg in filter(lambda leg: leg.may_pass, self.legs):
                self._visit(leg, moment=max(self._free.get(leg.host or "", 0), leg.ended + self.retry_after))
        except Interrupted as error:
            for leg in self.legs:
                if leg.code is None:
                    leg.night.leave_out(leg.games, str(error))
            raise
        return worst([leg.code or 0 for leg in self.legs])

    def _visit(self, leg: Leg, *, moment: float) -> None:
        """Play `leg` from `moment` on, or leave it out if its host is in trouble or there is no time."""
        if why := self._obstacle(leg) or self._rest(moment):
            leg.code = why.code
            leg.night.leave_out(leg.games, str(why))
            return
        self.tell(leg.label)
        try:
            with leg.hold():
                leg.code = leg.night.again() if leg.visited else leg.night.play(leg.games, again=leg.named)
            leg.visited = True
        except Interrupted:
            raise
        except PlayerError as error:  # no browser, no lock, no history: another site may be luckier
            leg.code, leg.visited = error.code, True
            leg.night.leave_out(leg.games, str(error))
            self.notes.append(f"{leg.label}: {error}")
        self._leave(leg)

    def _leave(self, leg: Leg) -> None:
        """Note when the host of `leg` may be visited again, and what is wrong with it."""
        leg.ended = monotonic()
        if leg.host is None:
            return
        self._free[leg.host] = leg.ended + self.pause
        if trouble := leg.night.trouble:
            asked = trouble.wait or 0 if isinstance(trouble, Throttled) else 0
            self._trouble[leg.host] = trouble
            self._free[leg.host] = leg.ended + max(self.pause, self.retry_after, asked)

    def _obstacle(self, leg: Leg) -> PlayerError | None:
        """Return the reason not to play `leg`; None if there is none."""
        trouble = self._trouble.get(leg.host or "")
        if leg.refused or self.watch.reason or trouble is None:
            return leg.refused or self.watch.reason
        return type(trouble)(f"not tried: {trouble.of_site}")

    def _rest(self, moment: float) -> PlayerError | None:
        """Wait until `moment`; return an error at once if the deadline comes first."""
        wait = moment - monotonic()
        if wait >= self.watch.left():
            return DeadlineOver("not played: the pause before it would last until the deadline")
        if wait > 0:
            Event().wait(wait)  # ends early at a signal, which raises
        return None
