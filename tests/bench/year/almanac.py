"""The days of a simulated year, by its seed: boards, deploys of the site with their changes, faults, and clocks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from player.boards.board_json import board_of
from player.boards.generation import generate
from player.explanations.explanation import measure
from tests.support.faults import WON
from tests.support.late_boards import BARE
from tests.support.replica import ONLY, SMALL

YEAR = 365
#: A whole year begins with January, a shorter one before two of its three zones change their clocks.
BEGINS, BEGINS_SHORT = date(2027, 1, 1), date(2027, 3, 13)


@dataclass(frozen=True, slots=True)
class Site:
    """One of the places where games of the same pages are played, each by the midnight of its own zone."""

    name: str
    zone: str
    games: tuple[str, str]


#: Each has a game with both builds of its page and one that has a single build, and another clock.
SITES = (
    Site("west", "America/Los_Angeles", ("queens", "mini-sudoku")),
    Site("east", "Europe/Berlin", ("zip", "patches")),
    Site("south", "Pacific/Auckland", ("tango", "wend")),
)

#: Sizes from Monday to Sunday.
SIZES: Mapping[str, Sequence[int]] = {
    "queens": (7, 8, 8, 8, 9, 9, 9),
    "zip": (6, 6, 6, 7, 7, 7, 8),
    "tango": (6,) * 7,
    "mini-sudoku": (6,) * 7,
    "patches": (6, 6, 6, 7, 7, 7, 8),
    "wend": (5, 5, 5, 6, 6, 6, 7),
}
#: Of so many boards of a size, an early weekday gets the easiest, and Sunday the hardest.
CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page, and the exit codes that are right then.

    `switches` are the replica's. `server` is what the server does to all pages of the night: "503 once", a status,
    "sign-in", "slow" or "empty". `several` is for a board with more than one solution.
    """

    name: str
    codes: frozenset[int] = frozenset({0})
    switches: Mapping[str, Any] = field(default_factory=dict)
    server: str = ""
    several: bool = False


NONE = Fault("none")
#: Of the server, on all pages of a night.
OF_NIGHTS = (
    Fault("503 once", server="503 once"),
    Fault("slow answers", server="slow"),
    Fault("503 all night", frozenset({75}), server="503"),
    Fault("too many requests", frozenset({75}), server="429"),
    Fault("sign-in", frozenset({77}), server="sign-in"),
    Fault("403", frozenset({77}), server="403"),
    Fault("no board on the page", frozenset({76}), server="empty"),
)
#: Faults that take minutes on boards of a real size, or on a busy machine.
LONG = ("400 ms until a move shows", "900 ms until a move shows", "200 000 nodes", "alert storm")
#: That a game is won in spite of; and the refusals.
OF_GAMES = (
    *(Fault(name, switches=switches) for name, switches in WON.items() if name not in LONG),
    Fault("120 ms until a move shows", switches={"delay": 120}),
)
REFUSED = (
    Fault("several solutions", frozenset({65}), several=True),
    Fault("no sign of the win", frozenset({1}), {"noResults": True}),
    Fault("a challenge for people", frozenset({77}), {"captcha": "asked"}),
    Fault("won elsewhere", switches={"already": True}),
    Fault("takes no input", frozenset({1}), {"inputs": []}),
)
#: Parts of a night: of the server's faults; parts of its games: with a fault, a late board, a refusal.
NIGHTS_SHARE, WON_SHARE, LATE_SHARE, REFUSED_SHARE = 0.05, 0.33, 0.08, 0.05
LATE_MS = 600

WORDS = ("square", "tile", "field", "slot", "place", "box", "spot", "unit")


@dataclass(frozen=True, slots=True)
class Deploy:
    """The site's pages between two deploys; `renames` are texts of the pages and what stands in their place.

    `form` is that of the names: letters or hex. `breaks` if the renames are other ones than before.
    """

    number: int
    first: date
    form: str
    names: int
    wrapper: int
    build: str
    renames: tuple[tuple[str, str], ...]
    breaks: bool

    def build_of(self, game: str) -> str:
        """Return the build of the page of `game`."""
        return str(ONLY.get(game, self.build))


@dataclass(frozen=True, slots=True)
class Night:
    """One night on one site: `at` is the moment of its start; `faults` are by game, that of the `server` of all."""

    site: Site
    day: date
    at: datetime
    deploy: Deploy
    server: Fault
    faults: Mapping[str, Fault]
    seed: int

    def codes(self, game: str) -> frozenset[int]:
        """Return the exit codes that are right for `game`, on a page that the selectors know."""
        return self.server.codes if self.server.codes != {0} else self.faults[game].codes

    def is_first(self) -> bool:
        """Return whether the pages have names since this day that were never there before."""
        return self.deploy.breaks and self.deploy.first == self.day

    def board(self, game: str) -> dict[str, Any]:
        """Return the board of `game`, with its solution if it has but one."""
        if self.faults[game].several:
            return several(game)
        return board_on(game, self.day, self.seed)


def nights(seed: int, days: int) -> Iterator[list[Night]]:
    """Yield the nights of all sites, day by day. A shorter year has all changes of a whole one, in fewer days."""
    begins = BEGINS if days >= YEAR else BEGINS_SHORT
    plan = [*deploys(seed, days, begins)]
    for number in range(days):
        day = begins + timedelta(number)
        deploy = [one for one in plan if one.first <= day][-1]
        yield [_night(site, day, deploy, seed, number) for site in SITES]


def _night(site: Site, day: date, deploy: Deploy, seed: int, number: int) -> Night:
    draw = Random(f"night {site.name} {number} {seed}")  # noqa: S311
    server = draw.choice(OF_NIGHTS) if draw.random() < NIGHTS_SHARE else NONE
    faults = {game: NONE if server.codes != {0} else _fault(draw, game, deploy) for game in site.games}
    return Night(site, day, start_of(day, site.zone, draw), deploy, server, faults, seed)


def _fault(draw: Random, game: str, deploy: Deploy) -> Fault:
    share = draw.random()
    if share < REFUSED_SHARE:
        return draw.choice(REFUSED)
    share -= REFUSED_SHARE
    if share < LATE_SHARE:
        ways = {"part": BARE[game]}
        return Fault("a part of the board late", switches={"stages": [{**ways, "ms": LATE_MS}]})
    if share < LATE_SHARE + WON_SHARE:
        framed = deploy.build_of(game) == "ember"
        return draw.choice([one for one in OF_GAMES if framed or "nested" not in one.switches])
    return NONE


def start_of(day: date, zone: str, draw: Random) -> datetime:
    """Return the moment at which the night of a `day` begins: mostly as scheduled, on some days at any hour.

    On days on which the zone's clock changes it is within the hours that are left out or come twice.
    """
    hours = (time(0, 20),) * 6 + (time(0, 0, 30), time(2, 30), time(6, 20), time(12), time(23, 30))
    hour = time(2, 30, fold=draw.randrange(2)) if changes_clock(day, zone) else draw.choice(hours)
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)


def changes_clock(day: date, zone: str) -> bool:
    """Return whether the clock of `zone` is put on or back on `day`."""
    midnights = [datetime.combine(day + timedelta(more), time(), ZoneInfo(zone)) for more in (0, 1)]
    return midnights[0].utcoffset() != midnights[1].utcoffset()


def deploys(seed: int, days: int, begins: date) -> Iterator[Deploy]:
    """Yield the deploys of a year: each has new names, the first of a month another wrapper, of a quarter a new build.

    A quarter's build, and once the role of the cells, come with names of attributes that no selectors know yet.
    """
    draw = Random(f"deploys {seed}")  # noqa: S311
    words = draw.sample(WORDS, len(WORDS))
    role_at, switch_at = days * draw.uniform(0.35, 0.45), days * draw.uniform(0.55, 0.7)
    number, at, before = 0, 0, renamed(0, words, role=False)
    months = draw.sample(range(1, WRAPPERS), WRAPPERS - 1)
    while at < days:
        month, quarter = 12 * at // days, 4 * at // days
        renames = renamed(quarter, words, role=at >= role_at)
        yield Deploy(
            *(number, begins + timedelta(at), "hex" if at < switch_at else "letters", draw.randrange(2**31)),
            *(months[month % len(months)], ("sdui", "ember")[quarter % 2], renames, renames != before),
        )
        number, before = number + 1, renames
        later = at + draw.randint(3, 9)
        edges = [-(-days * part // 12) for part in range(1, 12)] + [int(role_at) + 1]
        at = min([later, *(edge for edge in edges if edge > at)])


#: Wrappers that `pages` knows, the first of which is none.
WRAPPERS = 7


def renamed(quarter: int, words: Sequence[str], *, role: bool) -> tuple[tuple[str, str], ...]:
    """Return what has other names on the pages of a quarter, and whether the cells have another `role`."""
    renames: list[tuple[str, str]] = [('role="button" tabindex="-1"', 'role="gridcell" tabindex="-1"')] if role else []
    if quarter >= 1:
        cells = words[0] if quarter < 3 else words[1]
        renames += [("data-cell-idx", f"data-{cells}-no"), ("cellIdx", f"{cells}No")]
        renames += [("queens-grid", f"queens-{words[2]}s"), ("trail-grid", f"trail-{words[2]}s")]
    if quarter >= 2:
        renames += [("data-testid", f"data-{words[3]}"), (".testid", f".{words[3]}"), ("sudoku-grid", words[4])]
    if quarter >= 3:
        renames += [("lotka-", f"{words[5]}-")]
    return tuple(renames)


@cache
def board_on(game: str, day: date, seed: int) -> dict[str, Any]:
    """Return the board of a day, of its weekday's size and difficulty, with its only solution."""
    number = day.toordinal()
    found = []
    for candidate in range(CANDIDATES):
        board = generate(game, SIZES[game][day.weekday()], seed * 10_000_000 + number * 10 + candidate)
        board = {key: value for key, value in board.items() if key != "claim"}
        found.append((measure(*board_of(board)).number, candidate, board))
    found.sort()
    return found[day.weekday() * CANDIDATES // 7][2]


def several(game: str) -> dict[str, Any]:
    """Return a board of `game` with more than one solution."""
    board = {key: value for key, value in SMALL[game].items() if key not in {"solution", "id"}}
    size = len(board.get("regions") or board.get("givens") or board.get("grid") or ())
    match game:
        case "queens":
            return {**board, "regions": [[row] * size for row in range(size)], "givens": []}
        case "zip":
            return {**board, "numbers": [[0, 0], [4, 4]], "walls": []}
        case "tango":
            return {**board, "givens": board["givens"][:1], "edges": []}
        case "mini-sudoku":
            first = next(row for row in board["givens"] if any(row))
            return {**board, "givens": [first, *([0] * size for _ in range(size - 1))]}
        case "patches":
            return {"game": game, "rows": 4, "cols": 4, "clues": [[0, 0, "any", None], [3, 3, "any", None]]}
        case _:
            return {**board, "grid": ["XXXXX"] * 5}
