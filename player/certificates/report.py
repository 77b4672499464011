"""The reports of `player certify`: certificates of the boards in a file, and checks of certificates in a folder."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from player.boards.board_json import board_of, called, parse
from player.boards.report import BoardEntry, board_in, read
from player.bulk import Jobs, ordered
from player.certificates.checker import folder as names
from player.certificates.judging import Judged, SentCertificate, judge
from player.certificates.writing import certificate
from player.deadlines import watch, within
from player.errors import (
    SOLVED,
    BoardError,
    CannotCreate,
    CertificateError,
    DeadlineOver,
    InputMissing,
    NotInstalled,
    PlayerError,
    Unavailable,
)
from player.files import new_folder
from player.render.terminal import printable
from player.sat import proof_log

T = TypeVar("T")
Say = Callable[[str], None]
Judge = Callable[[Mapping[str, Any] | None], Judged]

#: The errors of one board or certificate, after which the others are still done.
_OF_ONE = (BoardError, CertificateError, InputMissing, NotInstalled, DeadlineOver)
#: The longest name of a board's folder.
MAX_NAME_CHARACTERS = 80


class Work(NamedTuple):
    """A board to certify, or a certificate to check: `call` returns what is done, or raises a PlayerError."""

    where: str
    call: Callable[[], Any]


class Done(NamedTuple):
    """The result of a piece of work, or its error."""

    where: str
    result: Any = None
    error: PlayerError | None = None


class Made(NamedTuple):
    """A certificate that is not written yet: its line for the user, and its files."""

    says: str
    files: dict[str, bytes]


@dataclass(slots=True)
class FolderNames:
    """The names of the folders of several boards: their ids in letters that every file system takes, each once."""

    _used: set[str] = field(default_factory=set)

    def name(self, entry: BoardEntry) -> str:
        """Return the name for the next board: its id, or its line if it has none."""
        try:
            own = parse(entry.text).get("id")
        except BoardError:
            own = None
        wanted = re.sub(r"[^A-Za-z0-9._-]+", "-", str(own))[:MAX_NAME_CHARACTERS].strip("-.") if own is not None else ""
        wanted, number = wanted or f"line-{entry.line}", 1
        name = wanted
        while name.lower() in self._used:  # some file systems do not distinguish the case
            number += 1
            name = f"{wanted}-{number}"
        self._used.add(name.lower())
        return name


# Certificates


def certify_all(
    file: str,
    to: Path,
    say: Say,
    *,
    line: int | None = None,
    complete: bool = False,
    lrat: bool = False,
    jobs: Jobs = 1,
    deadline: float,
) -> int:
    """Write the certificate of each board in `file`: into `to`, or of several into folders in it, named by their ids.

    Report each at once with `say`, and return the greatest exit code. An error of the only board is raised. `deadline`
    is in seconds per board.
    """
    proof_log.require_installed()
    with watch() as watched:
        alone, boards = _boards(file, line)
        targets: dict[str, Path] = {}

        def works() -> Iterator[Work]:
            for name, entry in boards:
                where = f"{file} line {entry.line}"
                targets[where] = to if alone else to / name
                yield Work(where, partial(_made, entry, complete=complete, lrat=lrat))

        def take(done: Done) -> str:
            target = targets.pop(done.where)
            with watched.held():  # the folder and its line
                _require_free(target)
                new_folder(target, done.result.files, what="the certificate")
            if watched.reason:
                raise watched.reason
            return f"{done.result.says}, in {target}"

        return _all(works(), take, say, alone=alone, jobs=jobs, deadline=deadline)


def _made(entry: BoardEntry, *, complete: bool, lrat: bool) -> Made:
    data: dict[str, Any] = {}
    game, board = board_in(entry, data)
    name = called(data, f"line {entry.line}")
    made = certificate(game, board, name, complete=complete, lrat=lrat)
    return Made(f"{game.name} {printable(name)}: one solution, certified: {made.counts}", made.files)


def _require_free(target: Path) -> None:
    """Raise CannotCreate if `target` exists and is no empty folder."""
    try:
        taken = target.exists() and not (target.is_dir() and next(target.iterdir(), None) is None)
    except OSError as error:
        raise CannotCreate(f"the certificate {target} can't be made: {error.strerror}") from None
    if taken:
        raise CannotCreate(f"{target} is there already: name another folder, or remove it")


def _boards(file: str, line: int | None) -> tuple[bool, Iterator[tuple[str, BoardEntry]]]:
    """Return whether there is one board only, and the boards with the names of their folders."""
    entries = (entry for entry in read([file]) if line in {None, entry.line} or entry.problem)
    first = list(islice(entries, 2))
    if not first:
        raise BoardError(f"no board is on line {line} of {file}")
    for entry in first:
        if entry.problem:
            raise entry.problem
    folders = FolderNames()
    return len(first) == 1, ((folders.name(entry), entry) for many in (first, entries) for entry in many)


# Checks


def check_all(folder: Path, file: str | None, say: Say, *, jobs: Jobs = 1, deadline: float) -> int:
    """Check the certificate in `folder`, or all in its folders; with a `file`, those of its boards.

    Report each at once with `say`, and return the greatest exit code. An error of the only one is raised.
    """
    with watch():
        certificates = _certificates(folder) if file is None else _asked(folder, file)
        alone = len(certificates) == 1 and certificates[0][0] == folder

        def judge_of(place: Path) -> Judge:
            return partial(judge, place) if isinstance(jobs, int) else SentCertificate.of(place).judge

        works = (Work(str(place), partial(_judged, place, judge_of(place), entry)) for place, entry in certificates)
        return _all(works, lambda done: str(done.result), say, alone=alone, jobs=jobs, deadline=deadline)


def _judged(place: Path, judge_it: Judge, entry: BoardEntry | None) -> str:
    wanted = None
    if entry:
        game, board = board_of(parse(entry.text))
        wanted = game.board.to_json(board)
    judged = judge_it(wanted)
    return f"{judged.game.name} {printable(str(place))}: {judged.says}"


def _certificates(folder: Path) -> list[tuple[Path, None]]:
    if not folder.is_dir():
        raise InputMissing(f"the folder {folder} is not there: check the path")
    if _has_files(folder):
        return [(folder, None)]
    try:
        inside = sorted(place for place in folder.iterdir() if place.is_dir() and not place.name.startswith("."))
    except OSError as error:
        raise InputMissing(f"the folder {folder} can't be read: {error.strerror}") from None
    if found := [(place, None) for place in inside if _has_files(place)]:
        return found
    raise InputMissing(f"no certificate is in {folder}: a folder with {names.MANIFEST} was expected")


def _has_files(folder: Path) -> bool:
    return any((folder / name).exists() for name in (names.MANIFEST, *names.FILES))


def _asked(folder: Path, file: str) -> list[tuple[Path, BoardEntry]]:
    """Return the folder of each board in `file`, and the board."""
    alone, boards = _boards(file, None)
    return [(folder if alone else folder / name, entry) for name, entry in boards]


# Both


def _all(
    works: Iterable[Work], take: Callable[[Done], str], say: Say, *, alone: bool, jobs: Jobs, deadline: float
) -> int:
    codes = {SOLVED}
    if alone and isinstance(jobs, int):
        jobs = 1
    with closing(ordered(partial(_done, deadline=deadline), works, jobs)) as results:
        for done in results:
            try:
                line = take(done) if done.error is None else _failed(done.where, done.error, codes, alone=alone)
            except CannotCreate as error:
                line = _failed(done.where, error, codes, alone=alone)
            say(printable(line))
    return max(codes)


def _failed(where: str, error: PlayerError, codes: set[int], *, alone: bool) -> str:
    """Return the line for an error and add its exit code; raise it if there is nothing else."""
    if alone:
        raise error
    codes.add(error.code)
    return f"{where}: {error}"


def _done(work: Work, deadline: float) -> Done:
    over = DeadlineOver(f"not done in {deadline:g} s: give more with --deadline SECONDS")
    try:
        return Done(work.where, within(deadline, work.call, over))
    except MemoryError:
        return Done(work.where, error=Unavailable("not done: there is not enough memory for it"))
    except _OF_ONE as error:
        return Done(work.where, error=error)
