"""The score of one visit to a page: what the page said of it, compared with the only solution."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.gym.tasks import Task

State = Literal["open", "won", "lost"]
#: Games whose clicks lead a cell through marks: those on the way to the right one contradict nothing yet.
CYCLED = {"queens", "tango"}


def contradictions(board: Mapping[str, Any], position: Any) -> frozenset[Hashable]:
    """Return the marks of the replica's `position` on a board that contradict its only solution.

    A cross of Queens contradicts nothing: each click for a queen makes one.
    """
    solution = board["solution"]
    match board["game"]:
        case "queens" | "tango":
            marked = {at for at, mark in enumerate(position) if mark in {"queen", "sun", "moon"}}
            return frozenset(marked - settled(board, position))
        case "mini-sudoku":
            digits = [str(digit) for row in solution for digit in row]
            return frozenset(
                (at, digit) for at, digit in enumerate(position["digits"]) if digit not in {"", digits[at]}
            )
        case "zip":
            path = [row * board["cols"] + col for row, col in solution]
            return frozenset((at, cell) for at, cell in enumerate(position) if path[at] != cell)
        case "patches":
            return frozenset(map(tuple, position)) - frozenset(map(tuple, solution))
        case _:
            cols = len(board["grid"][0])
            words = {frozenset(row * cols + col for row, col in cells) for _, cells in solution}
            return frozenset(map(frozenset, position)) - words


def settled(board: Mapping[str, Any], position: Sequence[str]) -> frozenset[int]:
    """Return the cells of a board of Queens or Tango that show what its only solution says of them."""
    if board["game"] == "tango":
        right = [symbol for row in board["solution"] for symbol in row]
        return frozenset(at for at, mark in enumerate(position) if mark == right[at])
    size = len(board["regions"])
    queens = {row * size + col for row, col in board["solution"]}
    return frozenset(at for at, mark in enumerate(position) if (mark == "queen") == (at in queens))


@dataclass(slots=True)
class Visit:
    """A task that was handed out to a player, and what its pages have reported so far; times are in seconds."""

    number: int
    player: str
    task: Task
    secret: str
    given_at: float
    state: State = "open"
    began_at: float | None = None
    ended_at: float | None = None
    wrong: int = 0
    error: str | None = None
    _inputs: dict[str, int] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)
    _waiting: dict[str, dict[int, Mapping[str, Any]]] = field(default_factory=dict)
    _wrong: frozenset[Hashable] = frozenset()
    """The marks that contradict the solution now."""
    _counted: frozenset[Hashable] = frozenset()
    _settled: frozenset[int] = frozenset()

    @property
    def inputs(self) -> int:
        """The trusted presses of buttons and keys in all documents of the page."""
        return sum(self._inputs.values())

    def hear(self, report: Mapping[str, Any], now: float) -> None:
        """Take in a report of a page; those of one document count in the order in which they were made.

        A win does not wait for those that went astray before it.
        """
        document, number = str(report["from"]), int(report["number"])
        waiting = self._waiting.setdefault(document, {})
        waiting[number] = report
        won = bool(report.get("won"))
        while waiting and (won or self._last.get(document, 0) + 1 in waiting):
            self._last[document] = first = min(waiting)
            following = waiting.pop(first)
            if self.state == "open":
                self._take(following, now)

    def _take(self, report: Mapping[str, Any], now: float) -> None:
        self._inputs[str(report["from"])] = int(report["inputs"])
        self.ended_at = now
        self.error = report.get("error", self.error)
        if "position" in report:
            self._mark(report["position"], ours=report["ours"])
        if report.get("won") and report["ours"]:
            self.close("won", now)

    def _mark(self, position: Any, *, ours: bool) -> None:
        if not ours:  # on a board that is about to be replaced, every mark is wrong
            self.wrong += 1
            return
        board, before = self.task.board, self._settled
        self._wrong = contradictions(board, position)
        if self.task.game in CYCLED:
            self._settled = settled(board, position)
            new: frozenset[Hashable] = before - self._settled
        else:
            new = self._wrong - self._counted
        self.wrong += bool(new)
        self._counted = (self._counted | new) & self._wrong

    def close(self, state: State, now: float) -> None:
        """End the visit; marks that are wrong to the end count, if they did not yet.

        A page that is won has none: the last one was on the way, and the report of its end went astray.
        """
        if self.state == "open":
            self.state, self.ended_at = state, now if state == "won" else self.ended_at
            self.wrong += len(self._wrong - self._counted) if state != "won" else 0

    def row(self) -> dict[str, Any]:
        """Return the line of the score sheet."""
        seconds = self.ended_at - self.began_at if self.began_at is not None and self.ended_at is not None else None
        task = self.task
        found = {"id": self.number, "player": self.player, "game": task.game, "build": task.build, "seed": task.seed}
        found |= {"group": task.group, "change": task.name, "state": self.state, "inputs": self.inputs}
        found |= {"wrong_inputs": self.wrong, "seconds": None if seconds is None else round(seconds, 2)}
        return found | ({"error": self.error} if self.error else {})


def sums(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the sum of some lines of the score sheet; `seconds` is that of the won ones."""
    won = [row for row in rows if row["state"] == "won"]
    found: dict[str, Any] = {"tasks": len(rows)}
    found |= {state: sum(row["state"] == state for row in rows) for state in ("won", "lost", "open")}
    found |= {key: sum(row[key] for row in rows) for key in ("inputs", "wrong_inputs")}
    return found | {"seconds": round(sum(row["seconds"] or 0 for row in won), 2)}


def sheet(visits: list[Visit]) -> dict[str, Any]:
    """Return the score sheet: a line for each task, the sum for each player, and how many of each group are won."""
    rows = [visit.row() for visit in visits]
    players = {
        name: {
            **sums(mine := [row for row in rows if row["player"] == name]),
            "groups": {
                group: [sum(row["state"] == "won" for row in mine if row["group"] == group), number]
                for group in dict.fromkeys(row["group"] for row in mine)
                for number in [sum(row["group"] == group for row in mine)]
            },
        }
        for name in dict.fromkeys(row["player"] for row in rows)
    }
    return {"tasks": rows, "players": players}


def table(found: Mapping[str, Any]) -> str:
    """Return the sums of a score sheet as Markdown."""
    groups = list(dict.fromkeys(group for one in found["players"].values() for group in one["groups"]))
    head = ["player", "tasks", "won", "wrong inputs", "inputs", "seconds of wins", *groups]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    for name, one in found["players"].items():
        cells = [name, one["tasks"], one["won"], one["wrong_inputs"], one["inputs"], f"{one['seconds']:.0f}"]
        cells += ["{} of {}".format(*one["groups"].get(group, (0, 0))) for group in groups]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)
