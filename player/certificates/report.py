"""The reports of `player certify`: certificates of the boards in a file, and checks of certificates in a folder.

The checker knows neither the rules nor the encoding. So a formula that is not that of its board would pass it: here the
referee judges the solution, and the board is encoded again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain, count, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from player import __version__
from player.boards.board_files import BoardEntry, boards_in, entries_in
from player.boards.board_json import board_of, called, parse
from player.boards.formula_exchange import ExchangedFormula, formula_of
from player.boards.report import board_in, in_order, result_or_error
from player.bulk import Jobs
from player.certificates.checker import folder as names
from player.certificates.checker.check import Checked, Facts, check
from player.certificates.writing import certificate, described
from player.deadlines import unbroken, watch
from player.errors import (
    SOLVED,
    BoardError,
    CannotCreate,
    CertificateError,
    InputMissing,
    NotCompared,
    NotInstalled,
    PlayerError,
    some,
)
from player.files import new_folder, os_errors
from player.games import GAMES, Game
from player.render.progress import PROGRESS
from player.render.terminal import printable
from player.sat import proof_log

T = TypeVar("T")
Say = Callable[[str], None]

#: The longest name of a board's folder.
MAX_NAME_CHARACTERS = 80


# Certificates


def certify_all(
    file: str,
    to: Path,
    say: Say,
    *,
    line: int | None = None,
    lrat: bool = False,
    jobs: Jobs = 1,
    deadline: float,
    limit: float | None = None,
) -> int:
    """Write the certificate of each board in `file`: into `to`, or of several into folders in it, named by their ids.

    Report each at once with `say`, and return the greatest exit code. An error of the only board is raised. `deadline`
    is in seconds per board, and `limit` in seconds for all.
    """
    proof_log.require_installed()
    with watch(limit):
        alone, boards = _boards(file, line, to)
        PROGRESS.expect(1 if alone else boards_in([file]))
        certified = partial(_certified, alone=alone, lrat=lrat)
        works = ((entry.place, partial(certified, target, entry)) for target, entry in boards)
        return _report(works, _written, say, alone=alone, jobs=jobs, deadline=deadline)


def _certified(target: Path, entry: BoardEntry, *, alone: bool, lrat: bool) -> tuple[Path, str, dict[str, bytes]]:
    """Return the folder of a certificate that is not written yet, its line for the user, and its files."""
    data: dict[str, Any] = {}
    with entry.named_in_errors() if alone else nullcontext():
        game, board = board_in(entry, data)
        name = called(data, f"line {entry.line}")
        made = certificate(game, board, name, lrat=lrat)
    return target, f"{game.title} {printable(name)}: one solution, certified: {made.counts}", made.files


def _written(made: tuple[Path, str, dict[str, bytes]]) -> str | PlayerError:
    """Return the line of a certificate whose folder is written now, or the error if it can't be."""
    target, says, files = made
    try:
        _require_free(target)
        new_folder(target, files, what="the certificate")
    except CannotCreate as error:
        return error
    return f"{says}, in {target}"


def _require_free(target: Path) -> None:
    """Raise CannotCreate if `target` exists and is no empty folder."""
    with os_errors(CannotCreate, f"the certificate {target} can't be made"):
        taken = target.exists() and not (target.is_dir() and next(target.iterdir(), None) is None)
    if taken:
        raise CannotCreate(f"{target} is there already: name another folder, or remove it")


def _boards(file: str, line: int | None, folder: Path) -> tuple[bool, Iterator[tuple[Path, BoardEntry]]]:
    """Return whether there is one board only, and the boards with their folders."""
    alone, entries = entries_in([file], line)
    return alone, zip([folder], entries, strict=True) if alone else _in_folders(entries, folder)


def _in_folders(entries: Iterable[BoardEntry], folder: Path) -> Iterator[tuple[Path, BoardEntry]]:
    """Yield each board with a folder in `folder`: its id in letters that every file system takes, or its line."""
    used: set[str] = set()
    for entry in entries:
        own = None
        with suppress(BoardError):
            own = parse(entry.text).get("id")
        wanted = "" if own is None else re.sub(r"[^A-Za-z0-9._-]+", "-", str(own))[:MAX_NAME_CHARACTERS].strip("-.")
        wanted = wanted or f"line-{entry.line}"
        candidates = chain([wanted], (f"{wanted}-{number}" for number in count(2)))
        name = next(name for name in candidates if name.lower() not in used)  # some systems ignore the case
        used.add(name.lower())
        yield folder / name, entry


# Checks


def check_all(
    folder: Path, file: str | None, say: Say, *, jobs: Jobs = 1, deadline: float, limit: float | None = None
) -> int:
    """Check the certificate in `folder`, or all in its folders; with a `file`, those of its boards.

    Report each at once with `say`, and return the greatest exit code. An error of the only one is raised.
    """
    with watch(limit):
        certificates: list[tuple[Path, BoardEntry | None]]
        certificates = _certificates(folder) if file is None else [*_boards(file, None, folder)[1]]
        PROGRESS.expect(len(certificates))
        alone = len(certificates) == 1 and certificates[0][0] == folder
        # They are read here, as other machines do not have the files.
        works = ((str(place), partial(_judged, _read(place), entry)) for place, entry in certificates)
        return _report(works, str, say, alone=alone, jobs=jobs, deadline=deadline)


def _read(place: Path) -> names.Files | PlayerError:
    """Return the files of a certificate, or the error of reading them."""
    try:
        return names.files_in(place)
    except (InputMissing, CertificateError) as error:
        return error


def _judged(files: names.Files | PlayerError, entry: BoardEntry | None) -> str:
    if isinstance(files, PlayerError):
        raise files
    wanted = None
    if entry:
        with entry.named_in_errors():
            game, board = board_of(parse(entry.text))
            wanted = game.board.to_json(board)
    found = judge(files, wanted)
    return f"{found.game.title} {printable(str(files.folder))}: {found.says}"


def _certificates(folder: Path) -> list[tuple[Path, BoardEntry | None]]:
    if not folder.is_dir():
        raise InputMissing(f"the folder {folder} is not there: check the path")
    if _has_files(folder):
        return [(folder, None)]
    with os_errors(InputMissing, f"the folder {folder} can't be read"):
        inside = sorted(place for place in folder.iterdir() if place.is_dir() and not place.name.startswith("."))
    if found := [place for place in inside if _has_files(place)]:
        return [(place, None) for place in found]
    raise InputMissing(f"no certificate is in {folder}: a folder with {names.MANIFEST} was expected")


def _has_files(folder: Path) -> bool:
    return any((folder / name).exists() for name in (names.MANIFEST, *names.FILES))


# Both


def _report(
    works: Iterable[tuple[str, Callable[[], T]]],
    line_of: Callable[[T], str | PlayerError],
    say: Say,
    *,
    alone: bool,
    jobs: Jobs,
    deadline: float,
) -> int:
    """Say the `line_of` what each of the `works` returns, or its error with its name; return the exit code."""
    code = SOLVED
    with in_order(partial(result_or_error, deadline, "done"), works, jobs, alone=alone) as results:
        for name, found in results:
            PROGRESS.advance()
            with unbroken():  # what is written has its line
                line = found if isinstance(found, PlayerError) else line_of(found)
                if isinstance(line, PlayerError):
                    if alone:
                        raise line
                    code = max(code, line.code)
                    line = f"{name}: {line}"
                say(printable(line))
    return code


# The judgement: the checker's, the referee's, and the comparison with the board's own formula


class Judged(NamedTuple):
    """A certificate that holds, and in a line nothing but what was verified, with what its proof is relative to."""

    game: Game
    checked: Checked
    says: str


def facts_of(name: str) -> Facts:
    """Return the part of the check for the game `name`; raise CertificateError if there is none such."""
    if name not in GAMES:
        raise CertificateError(f"{names.SOLUTION} is about a board of {name!r:.40}, which is no game")
    return GAMES[name].facts


def judge(files: names.Files, wanted: Mapping[str, Any] | None = None) -> Judged:
    """Return the judgement of the certificate in `files`, which should be of the board `wanted` if one is given.

    Raise CertificateError if it does not hold, NotCompared if its formula can't be compared with the board, as it is
    relative to another list of words, NotInstalled if that list is not here, InputMissing if a file is missing.
    """
    checked = check(files, facts_of)
    try:
        game, board = board_of(dict(checked.board))
        solution = game.board.to_solution(board, checked.solution)
    except BoardError as error:
        raise CertificateError(f"the certificate has a malformed board or solution: {error}") from None
    if wanted is not None and game.board.to_json(board) != wanted:
        raise CertificateError(f"{names.SOLUTION} has another board than the file")
    if broken := game.board.check(board, solution):
        raise CertificateError(f"{names.SOLUTION} breaks a rule: {some(broken)}")
    own = _own_formula(game, board, checked.manifest)
    _require_same(own, checked.formula)
    claim = game.claim(board, [own.cnf.facts(checked.model)], relaxed=False)
    relative = f" {claim.says}" if claim else ""
    counts = described(len(checked.formula.clauses), checked.steps)
    return Judged(game, checked, f"one solution{relative}, proved: {counts}")


def _own_formula(game: Game, board: Any, data: Mapping[str, Any]) -> ExchangedFormula:
    """Return the board's own formula; raise NotCompared or NotInstalled if it needs another list of words."""
    try:
        loaded: Any = game.load(board)
    except BoardError as error:
        raise NotInstalled(f"the formula is relative to a list of words that is not here: {error}") from None
    claim = data.get("claim")
    stated = claim.get("list") if isinstance(claim, dict) else None
    if loaded and stated != loaded._asdict():
        name = stated.get("name") if isinstance(stated, dict) else None
        kind = NotInstalled if isinstance(name, str) and name != loaded.name else NotCompared
        raise kind(
            f"the formula was not compared with the board: it is not relative to {loaded}, the list of words in use"
            " (name the right one by --words)"
        )
    return formula_of(game, board)


def _require_same(own: ExchangedFormula, theirs: names.Formula) -> None:
    """Raise CertificateError if a formula is not the board's own."""
    by = f"player {__version__} encodes"
    for number, (one, other) in enumerate(zip_longest(theirs.clauses, own.cnf.clauses), start=1):
        if one != other:
            raise CertificateError(f"{names.FORMULA} is not the formula that {by} for its board: see clause {number}")
    if theirs.meanings != own.symbols[: len(own.cnf.names)]:
        raise CertificateError(f"{names.FORMULA} gives variables other meanings than {by} for its board")
