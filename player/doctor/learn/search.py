"""The search for a section that reads the board of a page, or of its picture: its one solution is the test."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, product
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen, OverlaySeen
from player.browser.page.proving import ProvedReading
from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.readings import candidates_for
from player.doctor.learn.session import LearntPage
from player.doctor.learn.start import titles_of
from player.doctor.learn.table import Attempt, CellTable, grouped, numbering_of, plain, sided, speaks_of, walls_of
from player.doctor.probe import Survey, SurveyedLattice, probe, take_survey
from player.doctor.reading import PAGE, PicturedPage, page_with
from player.errors import BoardError, ConfigInvalid, PageNotUnderstood, counted
from player.games import GAMES, Game
from player.games.fields import rules_said
from player.games.snapshot import Snapshot
from player.playing import SightMode
from player.playing.cross_check import cross_check, require_agreement
from player.proof import SEVERAL, Proof, pick, prove
from player.render.progress import PROGRESS
from player.sight.reading import NoBoard, is_installed
from player.sight.witness import WitnessVerdict

#: Limits of a search: attempts of one game on one lattice, and seconds of all.
_MOST_ATTEMPTS, _MOST_SECONDS = 80, 12.0
#: The most boards on one lattice that are held against a picture.
_MOST_PICTURED = 8
#: The evidence of keys that the sections of some pages have.
_EVIDENCE = {
    "index": "numbers the cells in their order",
    "timer": "shows minutes and seconds",
    "beside": "its rows have the lengths of the words",
}
#: By how much more evidence one board is believed rather than another.
_MARGIN = 1.5
#: The elements over cells of which a clue may be drawn.
_DRAWN = {"circle", "ellipse", "path", "polyline", "polygon", "line", "rect", "img", "canvas"}
#: Those of which several without a text may be a clue: dots, cages.
_PLAIN, _SEVERAL = {"div", "span", "i", "b"}, 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """The board to find, of one of `games`: with one solution, or with `any_solution` several; `say` gets messages."""

    games: Sequence[Game]
    say: Callable[[str], object] = bool
    any_solution: bool = False


@dataclass(slots=True)
class _Passed:
    """An attempt whose board has exactly one solution, by `rules` that no cell shows; `titled` by the page's title."""

    game: Game
    table: CellTable
    attempt: Attempt
    board: Any
    proof: Proof
    rules: dict[str, Any]
    titled: bool

    def agrees(self, other: "_Passed") -> bool:
        """Return whether both have the same solution of one game: the one with less evidence lacks a clue."""
        return self.game.name == other.game.name and repr(self.proof.solution) == repr(other.proof.solution)


def search(page: GamePage, wanted: Wanted, survey: Survey | None = None) -> LearntPage:
    """Return `page`, of which a `survey` may be given, with a section that reads its board; nothing is clicked.

    A board with several solutions counts if it is of the only game, or of one that the title names: one of them is
    picked. Raise PageNotUnderstood, with a list of what was searched for, if there is none or if several boards fit
    alike.
    """
    end = perf_counter() + _MOST_SECONDS
    survey, searched, said = survey or take_survey(page), list[str](), page.trials.text()
    games = sorted(wanted.games, key=lambda game: not _is_titled(game, survey))
    for lattice in survey.lattices:
        table = table_of(page, lattice)
        if table is None:
            searched.append(f"a grid of {lattice.size} cells that no selector finds")
            continue
        wanted.say(f"a grid of {lattice.size} cells: {lattice.grids[0]}")
        passing = partial(_passing, table=table, survey=survey, said=said, end=end)
        passed = [one for game in games for one in passing(game, searched)]
        if wanted.any_solution and not passed:
            named = [game for game in games if len(games) == 1 or _is_titled(game, survey)]
            passed = [one for game in named for one in passing(game, [], any_solution=True)]
        for one in _decided(_as_pictured(page, passed, searched), searched):
            try:
                learnt = _learnt(page, one)
                reading = ProvedReading(learnt.look, learnt.board, learnt.state, learnt.proof)
                require_agreement(cross_check(learnt.game, learnt.page, reading, SightMode.AUTO), SightMode.AUTO)
            except (BoardError, ConfigInvalid, PageNotUnderstood) as error:
                searched.append(f"{one.game.title} on {lattice.size} cells: {error}")
            else:
                return learnt
    raise _refusal("no board of a game was found", searched)


def _refusal(why: str, searched: Sequence[str]) -> PageNotUnderstood:
    """Return the error that lists what was searched for."""
    return PageNotUnderstood(f"{why}: {'; '.join(searched) or 'no rows and columns of similar boxes were found'}")


def names_a_game(page: GamePage, games: Sequence[Game]) -> bool:
    """Return whether the title or a heading of the page speaks of one of `games`."""
    survey = take_survey(page)
    return any(_is_titled(game, survey) for game in games)


def _is_titled(game: Game, survey: Survey) -> bool:
    return speaks_of(survey.title, titles_of(game))


def _passing(
    game: Game,
    searched: list[str],
    *,
    table: CellTable,
    survey: Survey,
    said: str,
    end: float,
    any_solution: bool = False,
) -> Iterator[_Passed]:
    """Yield the attempts whose boards have exactly one solution, or several, and tell of all in `searched`.

    Other rules than the usual ones are tried if the page's title speaks of them, and they alone if what is `said` on
    the page names them. Those that may be inferred from a board are tried if nothing else fits it, and the title does
    not name the game.
    """
    if not game.has("learn"):
        searched.append(f"{game.title} can't be learnt yet")
        return
    tried, sound, problem, known = 0, 0, "", set[str]()
    named = rules_said(game.rules, said)
    titled = named | {name for name, rule in game.rules.items() if speaks_of(survey.title, rule.titles)}
    others: list[dict[str, Any]] = [{name: value} for name in titled for value in game.rules[name].others]
    rules = [one for one in ({}, *others) if named <= one.keys()]
    rows = 0 if speaks_of(survey.title, [game.name]) else table.shape[0]
    inferred = {name for name, rule in game.rules.items() if 0 < rule.inferred_from_rows <= rows} - titled
    last: list[dict[str, Any]] = [{name: value} for name in inferred for value in game.rules[name].others]
    attempts = sorted(game.recipe.attempts(table), key=lambda attempt: -attempt.score)
    for attempt, more in islice(chain(product(attempts, rules), product(attempts, last)), _MOST_ATTEMPTS):
        if perf_counter() > end or (sound and more in last):
            break
        tried += 1
        PROGRESS.tried()
        try:
            board = _board(game, table, attempt, more)
            if (key := repr(board)) in known:
                continue
            known.add(key)
            proof = _proved(game, board, any_solution=any_solution)
            sound += 1
            yield _Passed(game, table, attempt, board, proof, more, _is_titled(game, survey))
        except (BoardError, PageNotUnderstood) as error:
            problem = clearer(problem, str(error))
    why = f"{sound} of them a board with one solution" if sound else f"none a board with one solution ({problem})"
    lack = getattr(game.recipe, "lack", lambda _: game.recipe.LACK)
    told = f"{counted(tried, 'way')} to read it, {why}" if tried else lack(table)
    searched.append(f"{game.title} on {table.lattice.size} cells: {told}")


def _proved(game: Game, board: Any, *, any_solution: bool) -> Proof:
    """Return the proof of one solution, or that one of several was picked; raise BoardError if there is none."""
    proof = prove(game, board)
    if any_solution:
        proof = pick(game, board, proof, lambda _: 0)
    proof.solution  # noqa: B018  # raises unless there is just one, or one was picked
    return proof


def clearer(problem: str, other: str) -> str:
    """Return the one of two problems of readings that tells more: several solutions, as another level may have one."""
    return other if not problem or (SEVERAL in other and SEVERAL not in problem) else problem


def _board(game: Game, table: CellTable, attempt: Attempt, rules: dict[str, Any]) -> Any:
    """Return the board that an attempt reads; raise BoardError or PageNotUnderstood if it is none."""
    columns = (choice.values for choice in attempt.fields.values())
    told = tuple(dict(zip(attempt.fields, values, strict=True)) for values in zip(*columns, strict=True))
    snapshot = Snapshot(*table.shape, told, attempt.items, rules=rules)
    game.play.state(snapshot)
    return game.play.read(snapshot)


def _as_pictured(page: GamePage, passed: list[_Passed], searched: list[str]) -> list[_Passed]:
    """Return those of several boards that a picture of the page shows; if none, those that it does not contradict."""
    pictured = {one.game.name: PicturedPage(one.game, page) for one in passed}
    different = {repr(one.board): one for one in sorted(passed, key=lambda one: one.attempt.score)}
    if len(different) < 2 or not any(one.is_known for one in pictured.values()):
        return passed
    verdicts = dict.fromkeys(different, WitnessVerdict.NOT_SEEN)
    for key, one in islice(reversed(different.items()), _MOST_PICTURED):
        with suppress(BoardError, ConfigInvalid, PageNotUnderstood):
            learnt = _learnt(page, one)
            statement = pictured[one.game.name].statement(learnt.page, learnt.look, learnt.board, most=1)
            verdicts[key] = statement.verdict
    shown = [key for key, verdict in verdicts.items() if verdict is WitnessVerdict.AGREES]
    possible = shown or [key for key, verdict in verdicts.items() if verdict is not WitnessVerdict.DIFFERS]
    if len(possible) < len(different):
        searched.append(f"{len(different)} boards, {len(shown)} of them as a picture shows the page")
    return [one for one in passed if repr(one.board) in possible]


def _decided(passed: Sequence[_Passed], searched: list[str]) -> Iterator[_Passed]:
    """Yield the one that is believed of the boards that passed, and others with its solution.

    Raise PageNotUnderstood if several fit alike.
    """
    if not passed:
        return
    best, *others = sorted(passed, key=lambda one: (not one.titled, -one.attempt.score))
    for other in others:
        is_rival = other.titled == best.titled and not best.agrees(other)
        if is_rival and other.attempt.score > best.attempt.score - _MARGIN:
            raise _refusal(f"two boards fit the page alike, of {best.game.title} and of {other.game.title}", searched)
    yield from (best, *filter(best.agrees, others))


def _learnt(page: GamePage, passed: _Passed) -> LearntPage:
    """Return the result of a search, read once more by the page with the section in force."""
    attempt, table = passed.attempt, passed.table
    read = {name: choice.entry for name, choice in attempt.fields.items()}
    more = {"timer": table.lattice.timer, "rules": passed.rules, "beside": attempt.beside}
    parts = {**table.place, "read": read, **{key: value for key, value in more.items() if value}}
    section = json.loads(json.dumps(parts))  # nothing stands in two places: YAML would write a reference
    evidence = {
        "grid": f"{table.lattice.size} boxes of one size in rows and columns",
        "cell": f"finds just these {len(table.lattice.cells)}",
        **{key: words for key, words in _EVIDENCE.items() if key in section},
        **({"rules": "with them this board has one solution: others may have other rules"} if passed.rules else {}),
        **(_unread(table, parts) if passed.proof.picked is None else {}),
        **{f"read.{name}": choice.evidence for name, choice in attempt.fields.items()},
    }
    doubts = {f"read.{name}" for name, choice in attempt.fields.items() if choice.doubt}
    mine = page_with(page, passed.game, section)
    look = mine.reader.now()
    if isinstance(look, OverlaySeen):  # the board stands behind a dialog
        look = mine.arrival.reach()
    if not isinstance(look, BoardSeen):
        raise PageNotUnderstood(f"the board that was found can't be read again: the page shows {look.what}")
    if passed.game.play.read(look.snapshot) != passed.board:
        raise PageNotUnderstood("the board that was found is read otherwise with its section")
    doubts |= {"rules"} if passed.rules else set()
    return LearntPage(
        passed.game,
        mine,
        page.reader.game.url,
        section,
        passed.board,
        passed.proof,
        look,
        evidence=evidence,
        doubts=doubts,
        names=list(table.lattice.names[1:]),
    )


def _unread(table: CellTable, parts: dict[str, Any]) -> dict[str, str]:
    """Return the evidence that something is drawn over the cells that no reading names: it may be a clue of another
    puzzle, such as a thermometer, which this board does not need.
    """
    named = {*re.findall(r"[\w-]+", json.dumps(parts))}
    loose = [one for one in table.lattice.loose if one.shown and not named & {one.tag, *one.classes}]
    plain = Counter(name for one in loose if one.tag in _PLAIN and not one.text.strip() for name in one.classes)
    found = {one.tag for one in loose if one.tag in _DRAWN} | {name for name in plain if plain[name] >= _SEVERAL}
    drawn = ", ".join(sorted(found))
    says = f"these clues alone have one solution; {drawn} over the cells may say more, and is not read"
    return {"read": says} if drawn else {}


def table_of(page: GamePage, lattice: SurveyedLattice) -> CellTable | None:
    """Return what the page's readings tell of `lattice`; None if no selector finds its cells alone.

    The cells are numbered as the page numbers them, if the numbers are those of their places.
    """
    if not lattice.names:
        return None
    kinds, (rows, cols) = candidates_for(lattice), (lattice.rows, lattice.cols)
    read = {kind: {"any": [one.reading for one in some]} for kind, some in kinds.items() if some}
    numberings = [numbering, {}] if (numbering := numbering_of(lattice)) else [{}]
    for grid, numbering in product(lattice.grids, numberings):
        place: dict[str, Any] = {"grid": grid, "cell": lattice.names[0], **numbering}
        by_row = {"numbered": "by row"} if numbering else {}
        board = probe(page, PAGE, PageSelectors.model_validate({**place, **by_row, "read": read})).board
        if board and board.cells == len(lattice.cells) and board.numbered in {None, board.cells}:
            break
    else:
        return None
    values, sides, flags = (
        [(one, result.column) for one, result in zip(some, board.fields.get(kind, ()), strict=True)]
        for kind, some in kinds.items()
    )
    return CellTable(
        lattice,
        place,
        grouped((one, plain(column)) for one, column in values),
        grouped(filter(None, (sided(*pair, rows, cols) for pair in sides)), lambda some: walls_of(some, rows, cols)),
        grouped(flags),
    )


# Boards of which nothing is in the document, on a canvas or in one drawing

#: The section of a page that is played by sight, to begin with.
SIGHT = {"sight": True}


def found_by_sight(page: GamePage, wanted: Wanted) -> LearntPage | None:
    """Return `page` with a section that plays it by sight; None if no picture shows a board.

    Raise PageNotUnderstood if the board in the picture is doubtful, may be of two games, or has not exactly one
    solution, unless one of several is wanted.
    """
    said = page.trials.text()
    known = [game for game in wanted.games if game.has("sight") and not rules_said(game.rules, said)]
    if not known or not is_installed():
        return None
    pictures = page_with(page, known[0], SIGHT).reader.picture_reader
    assert pictures is not None
    refused: BoardError | None = None
    try:
        likely = [GAMES[pictures.recognised(known[0].name if len(known) == 1 else None)]]
    except NoBoard:
        return None
    except BoardError as error:  # it may look like several, and be of one
        refused, likely = error, known if len(known) > 1 else []
    found = []
    for game in (game for game in likely if game in known):
        try:
            found.append(_read_by_sight(page, game, any_solution=wanted.any_solution))
        except NoBoard:
            continue
        except BoardError as error:
            refused = refused or error
    if len(found) != 1 and refused:
        raise PageNotUnderstood(f"a picture of the page: {refused}")
    return found[0] if found else None


def _read_by_sight(page: GamePage, game: Game, *, any_solution: bool) -> LearntPage:
    """Return the page played by sight; raise BoardError if it shows no board of `game`, or none with a solution."""
    mine = page_with(page, game, SIGHT)
    look = mine.reader.now(arriving=True)
    if not isinstance(look, BoardSeen):
        raise NoBoard(f"no board of {game.title} is in the picture")
    board = game.play.read(look.snapshot)
    proof = _proved(game, board, any_solution=any_solution)
    evidence = {"sight": "a picture shows the board, and the document not all of it"}
    return LearntPage(game, mine, page.reader.game.url, dict(SIGHT), board, proof, look, evidence=evidence)
