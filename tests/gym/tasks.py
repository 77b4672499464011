"""The tasks of the gym: a game on a build of its page, a board by its seed, and at most one trouble."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, Literal, get_args

from player.boards.generation import generate
from player.errors import ArgumentInvalid, did_you_mean
from player.files import BOARDS
from tests.support.deploys import FORMS
from tests.support.faults import WON
from tests.support.late_boards import BARE, WAITED
from tests.support.replica import BUILDS

Group = Literal["plain", "deploy", "dialog", "late", "fault", "change"]
"""The trouble of a page: none, other names, something over the board, late parts, a fault, a change."""
GROUPS: tuple[Group, ...] = get_args(Group)

#: What covers the board, in the replica's switches; and on which games, if not on all.
DIALOGS: Mapping[str, tuple[dict[str, Any], Collection[str]]] = {
    "cookie banner": ({"cookies": True}, ()),
    "tutorial": ({"tutorialDelay": 100}, ()),
    "cookie banner and tutorial": ({"cookies": True, "tutorialDelay": 100}, ()),
    "a question before the board is cleared": ({"asksToClear": 300}, ()),
    "a message in place of the notes": ({"popover": True, "notesOn": True}, ("mini-sudoku",)),
}
LATE_MS = 800
#: Boards of a game.
SEEDS = 1_000
OTHER_BOARD = "another board first, until "
#: Changes of tests.realistic that can't be played here: the cells are no elements of the page, or in another document,
#: or the marks of an earlier visit stand on the board.
UNPLAYABLE = ("the whole board as one SVG", "board in a frame", "resumed")


@dataclass(frozen=True, slots=True)
class Task:
    """A page to play, by the names of its parts; `seed` is 0 for the first board of our files."""

    game: str
    build: str
    group: Group
    name: str
    seed: int

    @property
    def board(self) -> dict[str, Any]:
        """The board with its only solution."""
        return board_of(self.game, self.seed)

    @property
    def faults(self) -> dict[str, Any]:
        """The replica's switches for this page."""
        if self.group == "fault":
            return WON[self.name]
        if self.group == "dialog":
            return DIALOGS[self.name][0]
        if self.group == "late":
            way = WAITED[self.name.removeprefix(OTHER_BOARD)]
            other = board_of(self.game, self.seed + SEEDS + 1, like=self.board)
            before = {"board": other} if self.name.startswith(OTHER_BOARD) else {"part": BARE[self.game]}
            return {"stages": [{**_shown(before), "way": way, "ms": LATE_MS}]}
        return {}


def _shown(stage: dict[str, Any]) -> dict[str, Any]:
    hidden = {"id", "solution", "game"}
    return {kind: {key: value for key, value in part.items() if key not in hidden} for kind, part in stage.items()}


@cache
def _generated(game: str, size: int | None, seed: int) -> dict[str, Any]:
    return {key: value for key, value in generate(game, size, seed).items() if key != "claim"}


def board_of(game: str, seed: int, like: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the board of a seed, with its solution; of the size of the board `like`, if given."""
    if seed == 0 and like is None:
        board: dict[str, Any] = json.loads((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        return board
    rows = [like[key] for key in ("regions", "givens", "grid") if key in like] if like else []
    return _generated(game, None if like is None else like.get("rows") or like.get("size") or len(rows[0]), seed)


def deck(seed: int, changes: Mapping[tuple[str, str], Collection[str]]) -> Iterator[Task]:
    """Yield tasks without end, in an order that depends on `seed` and the names in `changes`, by game and build.

    The groups take turns, and so do the pages within a group.
    """
    every = {group: _shuffled(group, seed, changes) for group in GROUPS}
    turns = {group: (cycle(names), Random(f"{group} boards {seed}")) for group, names in every.items() if names}  # noqa: S311
    for group, (names, boards) in cycle(turns.items()):
        page, name = next(names)
        yield Task(*page, group, name, boards.randrange(SEEDS))


def _shuffled(
    group: Group, seed: int, changes: Mapping[tuple[str, str], Collection[str]]
) -> list[tuple[tuple[str, str], str]]:
    draw = Random(f"{group} {seed}")  # noqa: S311
    names = {page: list(_names(group, page, changes)) for page in BUILDS}
    for each in names.values():
        draw.shuffle(each)
    pages = draw.sample(BUILDS, len(BUILDS))
    most = max(map(len, names.values()))
    return [(page, names[page][number]) for number in range(most) for page in pages if number < len(names[page])]


def _names(group: Group, page: tuple[str, str], changes: Mapping[tuple[str, str], Collection[str]]) -> Iterator[str]:
    game, build = page
    if group == "plain":
        yield "nothing"
    elif group == "deploy":
        yield from FORMS
    elif group == "dialog":
        yield from (name for name, (_, games) in DIALOGS.items() if not games or game in games)
    elif group == "late":
        yield from (start + way for start in ("", OTHER_BOARD) for way in WAITED)
    elif group == "fault":
        yield from (name for name, fault in WON.items() if not ("nested" in fault and build == "sdui"))
    else:
        yield from (name for name in changes.get(page, ()) if not name.startswith(UNPLAYABLE))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The tasks that a player asks for: names of games, builds and groups or single troubles; none means all."""

    game: Collection[str] = ()
    build: Collection[str] = ()
    change: Collection[str] = ()

    def takes(self, task: Task) -> bool:
        """Return whether a task is wanted."""
        return (
            (not self.game or task.game in self.game)
            and (not self.build or task.build in self.build)
            and (not self.change or bool({task.group, task.name} & {*self.change}))
        )

    def check(self, changes: Mapping[tuple[str, str], Collection[str]]) -> None:
        """Raise ArgumentInvalid for a name that is unknown, or for a choice that no task meets."""
        every = [Task(*page, group, name, 0) for group in GROUPS for page, name in _shuffled(group, 0, changes)]
        known = {
            "game": {task.game for task in every},
            "build": {task.build for task in every},
            "change": {*GROUPS, *(task.name for task in every)},
        }
        for kind, names in known.items():
            for name in getattr(self, kind):
                if name not in names:
                    raise ArgumentInvalid(
                        f"{kind}={name}: there is no such {kind}: {did_you_mean(name, sorted(names))}"
                    )
        if not any(map(self.takes, every)):
            raise ArgumentInvalid("no task is of this game, build and change together: leave out one of them")
