"""A night on several sites: one after the other, with a pause between boards of one host, and one second try each."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Event
from time import monotonic

from player.deadlines import Watch
from player.errors import DeadlineOver, Denied, Interrupted, PlayerError, Throttled, Unavailable, worst
from player.nightly.nightly import Nightly

TOO_LATE = "the pause before it would last until the deadline"


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
    account: str = ""
    """The session, or the guest of a site: of the legs with the same one, one is played at a time."""
    lane: str | None = None
    """The name of the boards that are parted by pauses, if these are not all of the host."""
    code: int | None = None
    """The exit code; None while it was not reached."""
    visited: bool = False
    ended: float = 0

    @property
    def may_pass(self) -> bool:
        """True if another try may end otherwise: a game failed for a while, or its host was in trouble."""
        return self.code == Unavailable.exit_code and (self.night.is_passing or not self.visited)

    @property
    def pauses_with(self) -> str:
        """The name of the boards that are parted by pauses; empty for pages out of files."""
        return self.lane or self.host or ""

    def play(self) -> int:
        """Play the games, or once more those that failed for a while; return the exit code."""
        with self.hold():
            return self.night.again() if self.visited else self.night.play(self.games, again=self.named)


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
    """By host, or by the boards parted by pauses, the moment from which they may be visited again."""
    _trouble: dict[str, PlayerError] = field(default_factory=dict)
    """By host, the error that concerns all of its pages."""
    _again: bool = False
    """True in the second round."""

    def play(self) -> int:
        """Play all legs; return the exit code. None stops the others but by a signal, which is raised."""
        try:
            self._round(self.legs)
            self._trouble = {host: error for host, error in self._trouble.items() if isinstance(error, Denied)}
            self._again = True
            self._round(list(filter(lambda leg: leg.may_pass, self.legs)))
        except Interrupted as error:
            for leg in self.legs:
                if leg.code is None:
                    leg.night.leave_out(leg.games, str(error))
            raise
        return worst([leg.code or 0 for leg in self.legs])

    def _round(self, legs: Sequence[Leg]) -> None:
        """Play `legs`, each once."""
        for leg in legs:
            self._visit(leg)

    def _visit(self, leg: Leg) -> None:
        """Play `leg` when it may begin, or leave it out if its host is in trouble or there is no time."""
        if why := self._obstacle(leg) or self._rest(self._moment(leg)):
            self._leave_out(leg, why)
            return
        self.tell(leg.label)
        try:
            leg.code = leg.play()
            leg.visited = True
        except Interrupted:
            raise
        except PlayerError as error:  # no browser, no lock, no history: another site may be luckier
            self._failed(leg, error)
        self._leave(leg)

    def _leave_out(self, leg: Leg, why: PlayerError) -> None:
        """Report that `leg` is not played."""
        leg.code = why.code
        leg.night.leave_out(leg.games, str(why))

    def _failed(self, leg: Leg, error: PlayerError) -> None:
        """Report what kept `leg` from being played to its end."""
        leg.visited = True
        self._leave_out(leg, error)
        self.notes.append(f"{leg.label}: {error}")

    def _moment(self, leg: Leg) -> float:
        """Return the moment from which `leg` may be played."""
        free = max(self._free.get(leg.host or "", 0), self._free.get(leg.pauses_with, 0))
        return max(free, leg.ended + self.retry_after) if self._again else free

    def _leave(self, leg: Leg) -> None:
        """Note when the host of `leg` may be visited again, and what is wrong with it."""
        leg.ended = monotonic()
        if leg.host is None:
            return
        self._free[leg.pauses_with] = leg.ended + self.pause
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
            return DeadlineOver(TOO_LATE)
        if wait > 0:
            Event().wait(wait)  # ends early at a signal, which raises
        return None
