"""Work under way in a page, as a browser's trace of it tells: timers, loops, tasks and busy workers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

#: Delays in milliseconds of timers that count: shorter ones are animations, longer ones do not load. A chain of
#: callbacks, or a loop, counts for as long.
LOADING_TIMERS_MS = range(50, 4_000)
#: The longest timers and the longest work of a worker for which a page without a board is waited for, in milliseconds.
LATE_TIMERS_MS, LATE_WORKERS_MS = 10_000, 40_000
#: Intervals in milliseconds at which a clock ticks that shows seconds: the least, and the longest of a single timer.
CLOCK_MS, MAX_CLOCK_MS = 900, 1_100
#: Least interval in milliseconds of a clock that shows seconds, and looks more often if another has begun.
LEAST_CLOCK_MS = 200
#: Tolerance for timers that fire late, in milliseconds.
TIMER_TOLERANCE_MS = 100
#: Lateness of a timer of a busy page after which it is not waited for any more, in milliseconds.
MAX_LATE_MS = 1_000
#: Lateness of a timer that may have been set between two traces, in milliseconds.
GUESS_LATE_MS = 30
#: Time until a loop, or a timer that is late, is observed again, in milliseconds.
LOOP_MS = 150
#: Time after a callback in which what it does shows, in milliseconds: frameworks draw in the next task.
SHOWS_WITHIN_MS = 10
#: Callbacks of a chain that draw before the chain is one that draws: what is drawn right after one may be another's.
DRAWING_CALLS = 2
#: Callbacks of a chain, or calls of one function such as for messages, that are a loop.
LOOP_CALLS = 3
#: The text of the time stamp that precedes the timer and the frame by which our own scripts wait.
OURS = "player"

#: The events of callbacks that are scheduled, run and cancelled, and the key of their number.
_CALLBACKS = (
    ("TimerInstall", "TimerFire", "TimerRemove", "timerId"),
    ("RequestAnimationFrame", "FireAnimationFrame", "CancelAnimationFrame", "id"),
    ("RequestIdleCallback", "FireIdleCallback", "CancelIdleCallback", "id"),
    ("SchedulePostTaskCallback", "RunPostTaskCallback", "AbortPostTaskCallback", "taskId"),
)
_SCHEDULE = {begun: key for begun, _, _, key in _CALLBACKS}
_RUN = {run: begun for begun, run, _, _ in _CALLBACKS}
_CANCEL = {cancelled: begun for begun, _, cancelled, _ in _CALLBACKS}
_SHOWS = {"InvalidateLayout", "ScheduleStyleRecalculation"}
#: The beginnings of the names of events by a pointer or a key. A framework hears all of them in one function.
_INPUTS = ("mouse", "pointer", "touch", "key", "click", "auxclick", "dblclick", "contextmenu", "wheel", "focus", "blur")
_NAMES = {
    *_SCHEDULE,
    *_RUN,
    *_CANCEL,
    *_SHOWS,
    "TimeStamp",
    "EventDispatch",
    "FunctionCall",
    "EvaluateScript",
    "HandlePostMessage",
    "ResourceSendRequest",
}

Key = tuple[str, str, int]


@dataclass(slots=True)
class _Chain:
    """Callbacks of which each scheduled the next, or one that repeats."""

    born: float
    shows: int = 0
    """The number of them that seem to have changed the page, at most `DRAWING_CALLS`: so many if one surely did."""
    drew: float = -inf
    """The end of the last one that seems to have."""
    calls: int = 0

    def draw(self, until: float, *, sure: bool) -> None:
        """Note that the page changed in the callback that ran `until` then, or soon after it."""
        self.shows = DRAWING_CALLS if sure else min(DRAWING_CALLS, self.shows + (self.drew != until))
        self.drew = until


class _Step(NamedTuple):
    """A scheduled callback; times are in milliseconds of the trace."""

    chain: _Chain
    at: float
    ms: float
    after: float = 0
    """The delay of the timer that scheduled it; 0 if none did."""
    depth: int = 0
    """The number of callbacks before it in its chain."""
    equal: int = 0
    """The number of those right before it that had its delay."""
    repeats: bool = False
    earliest: float | None = None
    """Of one that may have been scheduled between two traces, `at` the latest: the earliest moment."""

    @property
    def is_timer(self) -> bool:
        """True for a timer that goes off once, and counts by itself."""
        return not self.repeats and int(self.ms) in LOADING_TIMERS_MS

    @property
    def is_late(self) -> bool:
        """True for a timer that is too long to load a page, and may yet bring its board."""
        return not self.repeats and not self.depth and LOADING_TIMERS_MS.stop <= self.ms <= LATE_TIMERS_MS

    def counts(self, now: float) -> bool:
        """Return True if the step may bring a board: it is no clock, and no longer under way than a page loads."""
        is_young = now < self.chain.born + LOADING_TIMERS_MS.stop
        shows = self.chain.shows >= DRAWING_CALLS
        if self.is_timer and self.chain.shows:
            if CLOCK_MS <= self.ms <= MAX_CLOCK_MS:
                return not self.after
            return self.equal + 1 < LOOP_CALLS or (is_young and not shows)
        is_loop = self.repeats or self.is_timer or self.depth + 1 >= LOOP_CALLS
        return is_loop and is_young and not shows and (self.is_timer or self.ms < CLOCK_MS)

    def due(self, now: float) -> float:
        """Return the milliseconds until the timer should have fired, or until a late one is looked at again."""
        left = self.at + self.ms - now
        is_late = -MAX_LATE_MS < left < LOOP_MS - TIMER_TOLERANCE_MS and self.earliest is None
        return LOOP_MS if is_late else left + TIMER_TOLERANCE_MS


@dataclass(slots=True)
class _Thread:
    """The last callback that a thread ran, and its last call of a function."""

    run: _Step | None = None
    until: float = -inf
    call_until: float = -inf
    input_until: float = -inf
    """The end of the last event by a pointer or a key."""
    reach: float = -inf
    """The end of the calls that go on with the callback in a task of their own."""
    call: _Chain | None = None
    """The chain of such a call."""
    ours: int = 0
    is_open: bool = False


class Under(NamedTuple):
    """The work that is under way at the end of a trace."""

    due: float
    """Milliseconds until the last timer has fired; 0 without one."""
    loops: int
    """Callbacks that go on, of which nothing shows what they do, and busy workers."""
    spare: int
    """1 if one of the loops may be the page's clock: an interval that divides a second, where no other clock ticks."""
    late: float = 0
    """Milliseconds for which a page without a board is waited for beyond that: its longer timers, and busy workers."""


@dataclass(slots=True)
class PageWork:
    """The work of one page, from one trace or from several that follow each other with gaps between them."""

    _steps: dict[Key, _Step] = field(default_factory=dict)
    _last: dict[tuple[str, str], _Step] = field(default_factory=dict)
    _calls: dict[tuple[Any, ...], tuple[_Chain, float]] = field(default_factory=dict)
    _busy: dict[tuple[int, int], float] = field(default_factory=dict)
    _mains: set[tuple[int, int]] = field(default_factory=set)
    _ours: set[Key] = field(default_factory=set)
    _end: float = 0.0

    def read(self, events: Sequence[Mapping[str, Any]], frames: Collection[str]) -> Under:
        """Return what is pending at the end of a trace's `events`, of the page with `frames` and its workers."""
        times = [event["ts"] / 1000 for event in events if event.get("ts")]
        synced = [event["ts"] / 1000 for event in events if event["name"] == "clock_sync"]
        ordered = sorted((event for event in events if event["name"] in _NAMES), key=lambda event: event.get("ts", 0))
        self._mains |= {_thread(event) for event in ordered if _data(event).get("frame") in frames}
        pids = {pid for pid, _ in self._mains}
        if times and self._end:
            self._bridge(min(times))
        threads: dict[tuple[int, int], _Thread] = {}
        for event in ordered:
            frame = _data(event).get("frame", "")
            if frame in frames or (not frame and _thread(event)[0] in pids):
                self._note(event, frame, threads.setdefault(_thread(event), _Thread()))
        self._end = now = synced[-1] if synced else max(times, default=self._end)
        return self._under(now, {"", *frames})

    def _under(self, now: float, frames: Collection[str]) -> Under:
        counted = [step for (_, frame, _), step in self._steps.items() if frame in frames and step.counts(now)]
        timers = [step.due(now) for step in counted if step.is_timer]
        loops = {id(step.chain) for step in counted if not step.is_timer}
        calls = [chain for chain, last in self._calls.values() if chain.calls >= LOOP_CALLS and now - last < LOOP_MS]
        loops |= {id(chain) for chain in calls if _Step(chain, now, 0, depth=chain.calls).counts(now)}
        busy = [since for since in self._busy.values() if now < since + LOADING_TIMERS_MS.stop]
        late = [step.at + step.ms + TIMER_TOLERANCE_MS - now for step in self._steps.values() if step.is_late]
        late += [LOOP_MS for since in self._busy.values() if now < since + LATE_WORKERS_MS]
        ticks = any(step.repeats and (step.chain.shows or step.ms >= CLOCK_MS) for step in self._steps.values())
        spare = not ticks and any(
            step.repeats and step.ms >= LEAST_CLOCK_MS and 1000 % step.ms == 0 for step in counted
        )
        due, later = max(0.0, max(timers, default=0)), max(0.0, max(late, default=0))
        return Under(due, len(loops) + len(busy), int(spare), later)

    def _bridge(self, began: float) -> None:
        """Go on with a trace that `began` after a gap: a timer that went off in it may have set another like itself.

        Such another one is out of the question once it would have gone off while a trace saw it.
        """
        for key, step in [*self._steps.items()]:
            if not step.is_timer and not step.repeats and not (step.is_late and step.at + step.ms > began):
                del self._steps[key]  # it is over, or scheduled anew
            elif step.is_timer and step.at + step.ms < began:
                first = step.at if step.earliest is None else step.earliest
                last = began if step.earliest is None else min(began, step.at + step.ms + GUESS_LATE_MS)
                earliest = max(self._end, first + step.ms)
                if earliest > last:
                    del self._steps[key]
                else:
                    self._steps[key] = step._replace(at=last, after=step.ms, earliest=earliest)

    def _note(self, event: Mapping[str, Any], frame: str, thread: _Thread) -> None:
        name, data, at = event["name"], _data(event), event.get("ts", 0) / 1000
        if name == "TimeStamp":
            thread.ours = 2 * (data.get("message", data.get("name")) == OURS)
        elif name in _SCHEDULE:
            self._schedule(name, data, at, frame, thread)
        elif name in _CANCEL:
            self._steps.pop(_key(_CANCEL[name], frame, data), None)
        elif name in _RUN:
            self._run(_key(_RUN[name], frame, data), _end_of(event, at), thread)
        elif name == "EventDispatch" and data.get("type", "").startswith(_INPUTS):
            thread.input_until = max(thread.input_until, _end_of(event, at))
        elif name == "FunctionCall":
            self._call(event, data, at, thread)
        elif (name in _SHOWS or _is_beacon(data)) and thread.run:
            script_until = thread.call_until if name in _SHOWS else inf  # a picture is requested after the script
            shows = at <= min(script_until, max(thread.reach, thread.until + SHOWS_WITHIN_MS))
            sure = at <= thread.until or name not in _SHOWS
            for chain in (thread.run.chain, thread.call or thread.run.chain) if shows else ():
                chain.draw(thread.until, sure=sure)
        if _thread(event) not in self._mains:
            self._work(event, at, thread)

    def _schedule(self, name: str, data: Mapping[str, Any], at: float, frame: str, thread: _Thread) -> None:
        if thread.ours:
            thread.ours -= 1
            self._ours.add(_key(name, frame, data))
            return
        by = thread.run if thread.run and at <= max(thread.until, thread.reach) else None
        repeats = name == "TimerInstall" and not data["singleShot"]
        ms = data["timeout"] if name == "TimerInstall" else data.get("delay", 0)
        chain = by.chain if by and not repeats else _Chain(at)
        step = _Step(chain, at, ms, repeats=repeats)
        if by:
            step = step._replace(after=by.ms, depth=by.depth + 1, equal=by.equal + 1 if by.ms == ms else 0)
        self._steps[_key(name, frame, data)] = self._last[name, frame] = step

    def _run(self, key: Key, until: float, thread: _Thread) -> None:
        step = self._steps.get(key)
        if step is None and key not in self._ours:  # scheduled between two traces, by the last one that is known
            step = self._last.get(key[:2])
        elif step and not step.repeats:
            self._steps.pop(key, None)
        thread.run, thread.until, thread.reach, thread.call = step, until, until, None

    def _call(self, event: Mapping[str, Any], data: Mapping[str, Any], at: float, thread: _Thread) -> None:
        is_inner = at <= thread.call_until
        thread.call_until = max(thread.call_until, _end_of(event, at))
        key = (*_thread(event), *(data.get(part) for part in ("scriptId", "lineNumber", "columnNumber")))
        if at <= thread.input_until:  # an answer to one input goes on with no other
            key = (*key, at)
        chain, _ = self._calls.get(key, (_Chain(at), at))
        is_own = thread.run is not None and thread.run.chain is chain
        if is_inner or not data.get("url") or (at <= thread.until and not is_own):
            return
        chain.calls += 1
        self._calls[key], thread.call = (chain, at), chain
        if at <= thread.until + SHOWS_WITHIN_MS and not is_own:
            thread.reach = max(thread.reach, thread.call_until)
            return
        thread.run, thread.until = _Step(chain, at, 0, depth=chain.calls), thread.call_until

    def _work(self, event: Mapping[str, Any], at: float, thread: _Thread) -> None:
        """Note that a worker's thread is in a task at the end of the trace, or ended one."""
        if event.get("ph") == "B":
            thread.is_open = True
            self._busy.setdefault(_thread(event), at)
        elif not thread.is_open:
            self._busy.pop(_thread(event), None)


def _data(event: Mapping[str, Any]) -> Mapping[str, Any]:
    return event.get("args", {}).get("data") or {}


def _thread(event: Mapping[str, Any]) -> tuple[int, int]:
    return event.get("pid", 0), event.get("tid", 0)


def _key(kind: str, frame: str, data: Mapping[str, Any]) -> Key:
    return (kind, frame, data.get(_SCHEDULE[kind], 0))


def _end_of(event: Mapping[str, Any], at: float) -> float:
    return at + event["dur"] / 1000 if "dur" in event else inf if event.get("ph") == "B" else at


def _is_beacon(data: Mapping[str, Any]) -> bool:
    """Return True for a request that sends something, or asks for a picture: neither brings a board."""
    is_sent = not data.get("url", "").startswith("data:")  # a style's picture is in its address
    return is_sent and (data.get("requestMethod") == "POST" or data.get("resourceType") in {"Image", "Ping"})


def frames_of(tree: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ids of the frames in the answer of `Page.getFrameTree`."""
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", ()):
        yield from frames_of(child)
