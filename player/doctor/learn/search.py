"""The search for a section of selectors.yaml that reads the board of a page: its one solution is the test."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen, OverlaySeen
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.doctor.learn.readings import Pool, pool_of
from player.doctor.learn.table import Attempt, CellTable, grouped, numbering_of, plain, sided, speaks_of, walls_of
from player.doctor.probe import ColumnsSeen, Survey, SurveyedLattice, read_columns, take_survey
from player.doctor.reading import PicturedPage
from player.errors import BoardError, ConfigInvalid, PageNotUnderstood
from player.games import Game
from player.games.snapshot import Snapshot
from player.proof import Proof, prove
from player.sight.witness import WitnessVerdict

#: The name of the learnt page in its game's section.
PAGE = "page"
#: Limits of a search: attempts of one game on one lattice, and seconds of all.
_MOST_ATTEMPTS, _MOST_SECONDS = 80, 12.0
#: The most boards on one lattice that are held against a picture.
_MOST_PICTURED = 8
#: By how much more evidence one board is believed rather than another.
_MARGIN = 1.5


@dataclass(frozen=True, slots=True)
class FoundSection:
    """A section that reads a page's board, which has exactly one solution.

    `section` has the keys of `PageSelectors` as in selectors.yaml. `evidence` holds a short sentence by key path
    ("grid", "read.region"); `doubts` are the key paths that are guessed. `look` is the board as `page` reads it, the
    same tab with the section in force.
    """

    game: Game
    section: dict[str, Any]
    evidence: dict[str, str]
    doubts: frozenset[str]
    board: Any
    proof: Proof
    look: BoardSeen
    page: GamePage


@dataclass(slots=True)
class _Passed:
    """An attempt whose board has exactly one solution."""

    game: Game
    columns: CellTable
    attempt: Attempt
    board: Any
    proof: Proof
    rules: dict[str, Any]
    """The rules that no cell shows, by which it has one solution."""


def search(page: GamePage, games: Sequence[Game], say: Callable[[str], object]) -> FoundSection:
    """Return a section that reads the board on `page`, of one of `games`; nothing is clicked.

    Raise PageNotUnderstood, with a list of what was searched for, if there is none or if several boards fit alike.
    """
    end = perf_counter() + _MOST_SECONDS
    found, searched = take_survey(page), list[str]()
    for lattice in found.lattices:
        columns = columns_of(page, lattice)
        if columns is None:
            searched.append(f"a grid of {lattice.size} cells that no selector finds")
            continue
        say(f"a grid of {lattice.size} cells: {lattice.grids[0]}")
        passed = _as_pictured(
            page,
            list(_passing(sorted(games, key=lambda game: not _is_titled(game, found)), columns, searched, found, end)),
            searched,
        )
        for one in _decided(passed, found, searched):
            try:
                return _learnt(page, one)
            except (BoardError, ConfigInvalid, PageNotUnderstood) as error:
                searched.append(f"{one.game.name} on {lattice.size} cells: {error}")
    raise _refusal("no board of a game was found", searched)


def _refusal(why: str, searched: Sequence[str]) -> PageNotUnderstood:
    """Return the error that lists what was searched for."""
    return PageNotUnderstood(f"{why}: {'; '.join(searched) or 'no rows and columns of similar boxes were found'}")


def _is_titled(game: Game, found: Survey) -> bool:
    titles = game.recipe.TITLES if game.has("learn") else ()
    return speaks_of(found.title, (game.name.replace("-", " "), *titles))


def _rules(game: Game, found: Survey) -> list[dict[str, Any]]:
    """Return the rules of boards to try: the usual ones, and others if the page's title speaks of them."""
    others = [
        {name: value}
        for name, rule in game.rules.items()
        if speaks_of(found.title, rule.titles)
        for value in rule.others
    ]
    return [{}, *others]


def _passing(
    games: Sequence[Game], columns: CellTable, searched: list[str], found: Survey, end: float
) -> Iterator[_Passed]:
    """Yield the attempts whose boards have exactly one solution."""
    for game in games:
        if not game.has("learn"):
            searched.append(f"{game.name} can't be learnt yet")
            continue
        tried, sound, problem, known = 0, 0, "", set[str]()
        known_rules = _rules(game, found)
        attempts = sorted(game.recipe.attempts(columns), key=lambda attempt: -attempt.score)
        every = ((attempt, rules) for attempt in attempts for rules in known_rules)
        for attempt, rules in every:
            if tried >= _MOST_ATTEMPTS or perf_counter() > end:
                break
            tried += 1
            try:
                board = _board(game, columns, attempt, rules)
                key = repr(board)
                proof = prove(game, board) if key not in known else None
                known.add(key)
                if proof:
                    proof.solution  # noqa: B018  # raises unless there is just one
                    sound += 1
                    yield _Passed(game, columns, attempt, board, proof, rules)
            except (BoardError, PageNotUnderstood) as error:
                problem = problem or str(error)
        if sound:
            why = f"{tried} ways to read it, {sound} of them a board with one solution"
        elif tried:
            why = f"{tried} ways to read it, none a board with one solution ({problem})"
        else:
            why = game.recipe.LACK
        searched.append(f"{game.name} on {columns.lattice.size} cells: {why}")


def _board(game: Game, columns: CellTable, attempt: Attempt, rules: dict[str, Any]) -> Any:
    """Return the board that an attempt reads; raise BoardError or PageNotUnderstood if it is none."""
    height, width = columns.shape
    fields = {name: choice.values for name, choice in attempt.fields.items()}
    told = [dict(zip(fields, values, strict=True)) for values in zip(*fields.values(), strict=True)]
    snapshot = Snapshot(height, width, tuple(told), attempt.items, rules=rules)
    game.play.state(snapshot)
    return game.play.read(snapshot)


def _as_pictured(page: GamePage, passed: list[_Passed], searched: list[str]) -> list[_Passed]:
    """Return those of several boards that a picture of the page shows; all of them if it shows none for sure."""
    pictured = {one.game.name: PicturedPage(one.game, page) for one in passed}
    different = {repr(one.board): one for one in sorted(passed, key=lambda one: one.attempt.score)}
    if len(different) < 2 or not any(one.is_known for one in pictured.values()):
        return passed
    shown = set()
    for key, one in islice(reversed(different.items()), _MOST_PICTURED):
        with suppress(BoardError, ConfigInvalid, PageNotUnderstood):
            learnt = _learnt(page, one)
            said = pictured[one.game.name].statement(learnt.page, learnt.look, learnt.board, most=1)
            if said.verdict is WitnessVerdict.AGREES:
                shown.add(key)
    if not shown:
        return passed
    searched.append(f"{len(different)} boards, {len(shown)} of them as a picture shows the page")
    return [one for one in passed if repr(one.board) in shown]


def _decided(passed: Sequence[_Passed], found: Survey, searched: list[str]) -> Iterator[_Passed]:
    """Yield the one that is believed of the boards that passed, and others with its solution.

    Raise PageNotUnderstood if several fit alike.
    """
    if not passed:
        return
    ranked = sorted(passed, key=lambda one: (not _is_titled(one.game, found), -one.attempt.score))
    best = ranked[0]
    for other in ranked[1:]:
        if _is_titled(other.game, found) != _is_titled(best.game, found) or _agree(best, other):
            continue
        if other.attempt.score > best.attempt.score - _MARGIN:
            raise _refusal(f"two boards fit the page alike, of {best.game.name} and of {other.game.name}", searched)
    yield best
    yield from (other for other in ranked[1:] if _agree(best, other))


def _agree(one: _Passed, other: _Passed) -> bool:
    """Return whether two boards of one game have the same solution: the one with less evidence lacks a clue."""
    return one.game.name == other.game.name and repr(one.proof.solution) == repr(other.proof.solution)


def _learnt(page: GamePage, passed: _Passed) -> FoundSection:
    """Return the result of a search, read once more by the page with the section in force."""
    attempt, columns = passed.attempt, passed.columns
    read = {name: choice.entry for name, choice in attempt.fields.items()}
    more = {"rules": passed.rules, "beside": attempt.beside}
    section = _copied({**columns.place, "read": read, **{key: value for key, value in more.items() if value}})
    evidence = {
        "grid": f"{columns.lattice.size} boxes of one size in rows and columns",
        "cell": f"finds just these {len(columns.lattice.cells)}",
        **({"rules": "with them this board has one solution: others may have other rules"} if passed.rules else {}),
        **{f"read.{name}": choice.evidence for name, choice in attempt.fields.items()},
    }
    doubtful = {f"read.{name}" for name, choice in attempt.fields.items() if choice.doubt}
    doubts = frozenset(doubtful | ({"rules"} if passed.rules else set()))
    site = site_with(page.reader.site, passed.game.name, page.reader.game.url, section)
    mine = page.by(site, site.games[passed.game.name])
    look = mine.reader.now()
    if isinstance(look, OverlaySeen):  # the board stands behind a dialog
        look = mine.arrival.reach()
    if not isinstance(look, BoardSeen):
        raise PageNotUnderstood(f"the board that was found can't be read again: the page shows {look.what}")
    board = passed.game.play.read(look.snapshot)
    if board != passed.board:
        raise PageNotUnderstood("the board that was found is read otherwise with its section")
    return FoundSection(passed.game, section, evidence, doubts, board, passed.proof, look, mine)


def _copied(section: dict[str, Any]) -> dict[str, Any]:
    """Return `section` without parts that stand in two places: YAML would write a reference."""
    copy: dict[str, Any] = json.loads(json.dumps(section))
    return copy


def columns_of(page: GamePage, lattice: SurveyedLattice) -> CellTable | None:
    """Return what the page's readings tell of `lattice`; None if no selector finds its cells alone."""
    if not lattice.names:
        return None
    pool = pool_of(lattice)
    for grid in lattice.grids:
        place: dict[str, Any] = {"grid": grid, "cell": lattice.names[0]}
        found = _tried(page, {**place, **numbering_of(lattice)}, pool)
        if found is None or found.cells != len(lattice.cells):
            continue
        rows, cols = lattice.rows, lattice.cols
        sides = [
            one for pair in zip(pool.sides, found.fields["sides"], strict=True) for one in sided(*pair, rows, cols)
        ]
        return CellTable(
            lattice,
            {**place, **(numbering_of(lattice) if found.agrees else {})},
            grouped(zip(pool.values, map(plain, found.fields["values"]), strict=True), key=tuple),
            grouped(sides, key=lambda values: frozenset(walls_of(values, rows, cols))),
            grouped(zip(pool.flags, found.fields.get("flags", ()), strict=True), key=tuple),
        )
    return None


def _tried(page: GamePage, place: dict[str, Any], pool: Pool) -> ColumnsSeen | None:
    """Return the columns of all candidates of a pool, by their kind; None if the page finds no such board."""
    kinds = {"values": pool.values, "sides": pool.sides, "flags": pool.flags}
    read = {kind: {"any": [one.reading for one in pool]} for kind, pool in kinds.items() if pool}
    return read_columns(page, PageSelectors.model_validate({**place, "read": read}))


def site_with(site: SiteSelectors, game: str, url: str, section: Mapping[str, Any]) -> SiteSelectors:
    """Return `site` with only `game`, at `url`, of which the one page is `section`; ConfigInvalid if it is none."""
    try:
        page = PageSelectors.model_validate(section)
    except ValidationError as error:
        raise ConfigInvalid(f"the learnt section is invalid: {error.errors()[0]['msg']}") from None
    selectors = GameSelectors.model_construct(url=url, pages={PAGE: page})
    return site.model_copy(update={"games": {game: selectors}, "generations": {}})
