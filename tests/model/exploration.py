"""The exploration of one kind of page, and its report."""

from collections import Counter
from dataclasses import dataclass, field
from time import process_time

from tests.model.devices import abstract_time
from tests.model.play import Case, Ending, memory, run
from tests.model.schedule import Faults, Schedule, explore


@dataclass(slots=True)
class Report:
    """The size of an exploration, how its runs ended, and the first property that does not hold."""

    states: int = 0
    transitions: int = 0
    runs: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    broken: str = ""
    faults: Faults = ()
    trace: str = ""
    """The shortest trace to a property that does not hold, a line for each event; empty if all hold."""

    def __add__(self, other: "Report") -> "Report":
        return Report(
            self.states + other.states,
            self.transitions + other.transitions,
            self.runs + other.runs,
            self.seconds + other.seconds,
            self.endings + other.endings,
            self.broken or other.broken,
        )

    def __str__(self) -> str:
        endings = ", ".join(f"{number} {what}" for what, number in self.endings.most_common())
        size = f"{self.states} states, {self.transitions} transitions, {self.runs} runs, {self.seconds:.1f} s"
        return f"{size}; {endings}{f'; BROKEN: {self.broken}' if self.broken else ''}"


def explored(case: Case, most: int) -> Report:
    """Explore the player on a kind of page with up to `most` faults, until a property does not hold."""
    report, start = Report(), process_time()
    with memory(), abstract_time() as clock:

        def one(schedule: Schedule) -> bool:
            ending = run(case, schedule, clock)
            if ending is not None:
                report.endings[ending.what] += not ending.broken
                report.broken, report.faults = ending.broken, schedule.faults
            return not report.broken

        size = explore(one, max(most - case.fewer, 0))
    report.states, report.transitions, report.runs = size.states, size.transitions, size.runs
    report.seconds = process_time() - start
    if report.broken:
        report.trace = "".join(f"    {line}\n" for line in replayed(case, report.faults).trace)
    return report


def replayed(case: Case, faults: Faults) -> Ending:
    """Run one schedule; return its end and its trace."""
    with memory(), abstract_time() as clock:
        ending = run(case, Schedule(faults), clock, traced=True)
    assert ending is not None
    return ending
