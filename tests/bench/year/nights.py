"""The nights of a simulated year as they are run: real commands, kills at random moments, and the doctor's repairs."""

import json
import os
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from threading import Condition, Event, Lock, Thread
from time import monotonic, perf_counter
from typing import Any

from player.browser.processes import _all
from player.cli.command import CONFIG_VARIABLE
from player.files import SELECTORS, STATE_VARIABLE
from tests.bench.year import judge
from tests.bench.year.almanac import SITES, Night, Site, nights
from tests.bench.year.pages import Scene, YearServer
from tests.support.started_processes import under

ROOT = Path(__file__).parents[3]
#: Kills in a whole year.
KILLS = 40
#: A site is at most so many days ahead of the others: reports of thirty nights stay.
AHEAD_DAYS = 7
#: What is left of a killed player's browser has so long to end.
GONE_S = 15.0
#: After a night with one of these codes the doctor looks at the site's pages, as a user would let it.
FOR_THE_DOCTOR = {65, 76}
_NIGHT_S, _GAME_S = "900", "280"


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has ended; `code` is None if it was killed. `megabytes` are the most that it had in memory."""

    code: int | None
    seconds: float
    cpu: float
    megabytes: float
    err: str


@dataclass(slots=True)
class Year:
    """The results of a year; several threads add to it."""

    seed: int
    days: int
    games: list[judge.GameNight] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    kills: dict[str, int] = field(default_factory=dict)
    """By command."""
    doctors: int = 0
    repairs: int = 0
    leftovers: int = 0
    """Processes of killed players that did not end by themselves."""
    inputs: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """Marks that contradict the solution, by the fault of their page."""
    memory: dict[str, list[float]] = field(default_factory=dict)
    """Megabytes of each night, by site, in order."""
    disk: dict[str, float] = field(default_factory=dict)
    """Megabytes of the state folder, by day."""
    nights: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    temporary: float = 0.0
    """Megabytes of temporary files that were left at the end."""
    archive: list[float] = field(default_factory=list)
    """Seconds of each build."""
    lock: Lock = field(default_factory=Lock)

    def complain(self, what: Sequence[str]) -> None:
        """Note what is wrong, and say it at once."""
        with self.lock:
            self.complaints += what
        for line in what:
            say(f"WRONG: {line}")

    @property
    def killed(self) -> int:
        """The number of kills."""
        return sum(self.kills.values())


def say(line: str) -> None:
    """Write a line for whoever waits."""
    sys.stderr.write(f"{line}\n")


class Commands:
    """Runs the player in one folder: its state, and all temporary files, are there."""

    def __init__(self, folder: Path, year: Year) -> None:
        self.folder, self._year, self._tick = folder, year, Event()
        self.state, self.temporary = folder / "state", folder / "tmp"
        for each in (self.state, self.temporary):
            each.mkdir(parents=True)

    @property
    def history(self) -> Path:
        """The file of the history."""
        return self.state / "history.sqlite3"

    def run(self, at: datetime, *arguments: str, kill_after: float | None = None) -> Ended:
        """Run `player ARGUMENT...` at a moment, and kill it after so many seconds if it still runs."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PLAYER_")}
        environment |= {STATE_VARIABLE: str(self.state), "TMPDIR": str(self.temporary), CONFIG_VARIABLE: os.devnull}
        errors = self.temporary / f"{arguments[0]}-{monotonic()}.err"
        with errors.open("w+", encoding="utf-8") as err:
            began = perf_counter()
            running = subprocess.Popen(
                [sys.executable, "-m", "tests.bench.year.at", at.isoformat(), *arguments],
                cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
            )  # fmt: skip
            was_killed = kill_after is not None and self._kill(running, kill_after)
            _, status, usage = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(status)
            seconds = perf_counter() - began
            err.seek(0)
            text = err.read()
        errors.unlink()
        code = None if was_killed and running.returncode == -signal.SIGKILL else running.returncode
        return Ended(code, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text)

    def _kill(self, running: "subprocess.Popen[bytes]", after: float) -> bool:
        """Kill a command after so many seconds, and wait for what it had started; return whether it still ran."""
        end = monotonic() + after
        waiter = os.pidfd_open(running.pid)
        try:
            if select.select([waiter], [], [], max(0.0, end - monotonic()))[0]:
                return False
        finally:
            os.close(waiter)
        started = {(one.pid, one.began) for one in under(running.pid)}
        os.kill(running.pid, signal.SIGKILL)
        end = monotonic() + GONE_S
        while (left := {(one.pid, one.began) for one in _all()} & started) and monotonic() < end:
            self._tick.wait(0.2)
        for pid, _ in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with self._year.lock:
            self._year.leftovers += len(left)
        return True


def selectors(server: YearServer) -> str:
    """Return selectors for the year's sites: the shipped section of LinkedIn, each with its games and its zone."""
    text = SELECTORS.read_text(encoding="utf-8")
    head, _, sites = text.partition("\nsites:\n")
    section = sites.partition("\n  linkedin:\n")[2] or sites.partition("  linkedin:\n")[2]
    lines = []
    for line in section.splitlines():
        if line[:2] == "  " and line[2:3].strip() and line[2] != "#":
            break
        lines.append(line)
    return f"{head}\nsites:\n" + "".join(_section(lines, site, server.origin(site.name)) for site in SITES)


def _section(lines: Sequence[str], site: Site, origin: str) -> str:
    found, kept, in_games = [f"  {site.name}:"], True, False
    for line in lines:
        in_games |= line == "    games:"
        if in_games and line[:6] == "      " and line[6:7].strip() and line[6] != "#":
            kept = line.strip().rstrip(":") in site.games
        if kept:
            found.append(line.replace("https://www.linkedin.com", origin))
    return "\n".join(found).replace("America/Los_Angeles", site.zone) + "\n"


class Lane:
    """The nights of one site, in their order; other sites have theirs meanwhile, with the same state folder."""

    def __init__(self, site: Site, server: YearServer, commands: Commands, year: Year, pace: "Pace") -> None:
        self.site, self._server, self._commands, self._year, self._pace = site, server, commands, year, pace
        self._selectors = commands.folder / f"{site.name}.yaml"
        self._selectors.write_text(selectors(server), encoding="utf-8")
        self._records = commands.folder / f"{site.name}.jsonl"
        self._read = 0
        self._draw = Random(f"kills {site.name} {year.seed}")  # noqa: S311
        self._usual = 6.0
        self._before: list[judge.Row] = []

    def night(self, number: int, night: Night) -> None:
        """Run one night, and the doctor after it if pages were not known."""
        scene = self._server.show(night)
        kills, ended = 0, None
        while ended is None or ended.code is None:
            scene.begin()
            kill = self._draw.uniform(0.05, 1.0) * self._usual if self._is_due(number) and kills < 2 else None
            ended = self._commands.run(
                night.at + timedelta(minutes=10 * kills), "nightly", "--quiet", *self._where(),
                "--json", str(self._records), "--retry-after", "0", "--deadline", _NIGHT_S, "--game-deadline", _GAME_S,
                kill_after=kill,
            )  # fmt: skip
            if ended.code is None:
                kills += 1
                self._killed("nightly")
        if kills == 0 and night.server.codes == {0}:
            self._usual = 0.8 * self._usual + 0.2 * ended.seconds
        is_by_picture = self._note(night, scene, ended, kills)
        if ended.code in FOR_THE_DOCTOR or is_by_picture:
            self._mend(number, night)

    def _where(self) -> list[str]:
        return ["--site", self.site.name, "--selectors", str(self._selectors)]

    def _is_due(self, number: int) -> bool:
        """Return whether a kill is due by this day: they are spread over the year."""
        with self._year.lock:
            return self._year.killed < kills_of(self._year.days) * (number + 1) / self._year.days

    def _killed(self, command: str) -> None:
        """Note a kill, and hold the history against what it was before."""
        with self._year.lock:
            self._year.kills[command] = self._year.kills.get(command, 0) + 1
        try:
            rows = judge.rows_in(self._commands.history) if self._commands.history.exists() else []
        except ValueError as damage:
            self._year.complain([f"the history is damaged by a kill: {damage}"])
            return
        mine = [row for row in rows if row.key[0] == self.site.name]
        self._year.complain([*judge.of_earlier(self._before, mine)])
        self._before = mine

    def _note(self, night: Night, scene: Scene, ended: Ended, kills: int) -> bool:
        """Note what came of a night; return whether a board was read from a picture, as the markup was unknown."""
        results = self._results()
        found = []
        for game in self.site.games:
            result, fault = results.get(game, {}), night.faults[game]
            won = scene.won(game) or bool(fault.switches.get("already"))
            found.append(
                judge.GameNight(
                    *(self.site.name, game, night.day.isoformat(), night.codes(game), night.is_first(), won),
                    *(result.get("outcome", "unplayed"), result.get("exit"), night.board(game), kills),
                    *(result.get("sight") == "used", fault.name, night.server.name),
                )
            )
        if ended.code == 70 or "Traceback" in ended.err:
            self._year.complain([f"a bug: {self.site.name} on {night.day}: {ended.err[-2000:]}"])
        with self._year.lock:
            year = self._year
            year.games += found
            for one in found:
                year.wrong[one.fault] += sum(visit.wrong for visit in scene.of(one.game))
            year.inputs += sum(visit.inputs for visit in scene.visits)
            year.memory.setdefault(self.site.name, []).append(ended.megabytes)
            year.nights += 1
            year.cpu += ended.cpu
        marks = {game: sum(visit.wrong for visit in scene.of(game)) for game in self.site.games}
        said = ", ".join(
            f"{one.game} {one.ending}{' by a picture' * one.by_picture} [{one.fault}], {marks[one.game]} wrong"
            for one in found
        )
        say(f"{night.day} {self.site.name}: {said} [{night.server.name}], {ended.seconds:.1f} s, {kills} kills")
        return any(one.by_picture for one in found)

    def _results(self) -> dict[str, dict[str, Any]]:
        """Return the last result of each game since the last call, as far as its line is whole."""
        found: dict[str, dict[str, Any]] = {}
        if not self._records.exists():
            return found
        with self._records.open("rb") as records:
            records.seek(self._read)
            for line in records:
                with suppress(ValueError):
                    record = json.loads(line)
                    if record.get("event") == "result":
                        found[record["game"]] = record
            self._read = records.tell()
        return found

    def _mend(self, number: int, night: Night) -> None:
        """Let the doctor write a copy of the selectors, and use it from now on."""
        scene = self._server.show(night)
        scene.begin()
        target = self._commands.folder / f"{self.site.name}-{night.day}.yaml"
        ended = None
        while ended is None or ended.code is None:
            kill = self._draw.uniform(0.05, 1.0) * self._usual if ended is None and self._is_due(number) else None
            ended = self._commands.run(
                night.at + timedelta(minutes=40), "doctor", *self._where(), "--to", str(target),
                "--deadline", _NIGHT_S, kill_after=kill,
            )  # fmt: skip
            if ended.code is None:
                self._killed("doctor")
        with self._year.lock:
            self._year.doctors += 1
            self._year.repairs += target.exists()
        if any(visit.wrong for visit in scene.visits):
            self._year.complain([f"the doctor made a mark: {self.site.name} on {night.day}"])
        if ended.code == 70 or "Traceback" in ended.err:
            self._year.complain([f"a bug: the doctor on {self.site.name}, {night.day}: {ended.err[-2000:]}"])
        what = "changes" if target.exists() else "no changes"
        say(f"{night.day} {self.site.name}: doctor {ended.code}, {what}, {ended.seconds:.1f} s")
        if target.exists():
            self._selectors = target


class Pace:
    """Keeps the sites within some days of each other."""

    def __init__(self, sites: Sequence[Site]) -> None:
        self._at = {site.name: 0 for site in sites}
        self._moved = Condition()

    def reached(self, site: str, number: int) -> None:
        """Wait until no site is too far behind day `number` of this one."""
        with self._moved:
            self._at[site] = number
            self._moved.notify_all()
            self._moved.wait_for(lambda: number - min(self._at.values(), default=number) <= AHEAD_DAYS)

    def ended(self, site: str) -> None:
        """Wait for this site no more."""
        with self._moved:
            del self._at[site]
            self._moved.notify_all()


def kills_of(days: int) -> int:
    """Return the number of kills in so many days: one in three, and at most 40."""
    return min(KILLS, -(-days // 3))


def run(year: Year, server: YearServer, folder: Path) -> None:
    """Run the nights of a year, and judge them."""
    commands, pace = Commands(folder, year), Pace(SITES)
    plan = [*nights(year.seed, year.days)]
    began = perf_counter()
    builder = Archiver(commands, year)

    def lane(place: int, site: Site) -> None:
        mine = Lane(site, server, commands, year, pace)
        try:
            for number, of_day in enumerate(plan):
                pace.reached(site.name, number)
                mine.night(number, of_day[place])
                if place == 0:
                    year.disk[of_day[place].day.isoformat()] = megabytes(commands.state)
                    if number % (len(plan) // 4 or 1) == 0 and number:
                        builder.build(of_day[place].at)
        except BaseException as error:
            year.complain([f"the nights of {site.name} ended: {error!r}"])
            raise
        finally:
            pace.ended(site.name)

    threads = [Thread(target=lane, args=pair) for pair in enumerate(SITES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    builder.last(max(night.at for night in plan[-1]))
    year.seconds = perf_counter() - began
    year.games.sort(key=lambda one: (one.day, one.site, one.game))
    rows = judge.rows_in(commands.history)
    year.complain([*judge.of_games(year.games), *judge.of_history(year.games, rows)])
    year.complain([*judge.of_archive(builder.folder, rows)])
    reports = len([*(commands.state / "nights").iterdir()])
    year.complain([*judge.of_growth(year.memory.values(), [*year.disk.values()], reports)])
    year.temporary = megabytes(commands.temporary)


class Archiver:
    """Builds the archive of the history, now and then."""

    def __init__(self, commands: Commands, year: Year) -> None:
        self.folder = commands.folder / "archive"
        self._commands, self._year = commands, year
        self._draw = Random(f"archive {year.seed}")  # noqa: S311

    def build(self, at: datetime, *, killed: bool = True) -> Ended:
        """Build the archive, after a build that is killed."""
        if killed:
            ended = self._commands.run(at, "archive", str(self.folder), kill_after=self._draw.uniform(0.3, 8))
            if ended.code is None:
                with self._year.lock:
                    self._year.kills["archive"] = self._year.kills.get("archive", 0) + 1
        ended = self._commands.run(at, "archive", str(self.folder))
        if ended.code:
            self._year.complain([f"the archive was not built: {ended.code}, {ended.err[-500:]}"])
        self._year.archive.append(ended.seconds)
        say(f"archive: {ended.err.strip().splitlines()[-2:]}, {ended.seconds:.0f} s")
        return ended

    def last(self, at: datetime) -> None:
        """Build the archive of the whole year; another build has nothing to write."""
        self.build(at)
        again = self.build(at, killed=False)
        if " 0 written" not in again.err:
            self._year.complain([f"a second build of the archive wrote again: {again.err.strip()[:300]}"])


def megabytes(folder: Path) -> float:
    """Return the size of the files in a folder, from which others may remove some meanwhile."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += (Path(parent) / name).stat().st_size
    return total / 2**20
