"""Pages of whose board nothing is in the document, on a canvas or in one drawing: read and tried by pictures."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.inputs import DRAG
from player.browser.page.observation import BoardSeen, What
from player.doctor.learn.cursor import MARKING, cursor_of, cursor_section, ways_with_cursor
from player.doctor.learn.session import APART_MS, LearntPage, SectionChange, site_with
from player.doctor.learn.taps import MAX_TARGETS, MOST_KEYS, USES, cycle_of
from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES, Game
from player.games.fields import rules_said
from player.games.moves import Drag, Move, expected_marks, touched
from player.proof import prove
from player.sight.reading import NoBoard, is_installed

#: The section of a page that is played by sight, to begin with.
SIGHT = {"sight": True}
#: Cells of the part of a path that is drawn.
PART = 5
#: Time for a mark to appear after a click, in seconds, and between two pictures, in milliseconds.
_SHOWN_S, _PICTURE_MS = 1.2, 80


def found_by_sight(page: GamePage, games: Sequence[Game]) -> LearntPage | None:
    """Return `page` with a section that plays it by sight; None if no picture shows a board.

    Raise PageNotUnderstood if the board in the picture is doubtful, has not exactly one solution, or may be of two
    of `games`.
    """
    said = page.trials.text()
    known = [game for game in games if game.has("sight") and not rules_said(game.rules, said)]
    if not known or not is_installed():
        return None
    pictures = _by_sight(page, known[0]).reader.picture_reader
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
            found.append(_read_by_sight(page, game))
        except NoBoard:
            continue
        except BoardError as error:
            refused = refused or error
    if len(found) != 1 and refused:
        raise PageNotUnderstood(f"a picture of the page: {refused}")
    return found[0] if found else None


def _by_sight(page: GamePage, game: Game) -> GamePage:
    """Return the page as one of `game` that is played by sight."""
    site = site_with(page.reader.site, game.name, page.reader.game.url, SIGHT)
    mine = page.by(site, site.games[game.name])
    mine.read_from_pictures(game)
    return mine


def _read_by_sight(page: GamePage, game: Game) -> LearntPage:
    """Return the page played by sight; raise BoardError if it shows no board of `game` with exactly one solution."""
    mine = _by_sight(page, game)
    look = mine.reader.now(arriving=True)
    if not isinstance(look, BoardSeen):
        raise NoBoard(f"no board of {game.title} is in the picture")
    board = game.play.read(look.snapshot)
    (proof := prove(game, board)).solution  # noqa: B018  # raises unless there is just one
    evidence = {"sight": "a picture of the page shows the board, and no element its cells"}
    return LearntPage(game, mine, page.reader.game.url, dict(SIGHT), board, proof, look, evidence=evidence)


def appears(learnt: LearntPage, move: Move, way: str) -> bool:
    """Make a move by the method `way`; return whether a picture shows its marks, of a path at least in the drag."""
    game, board, snapshot = learnt.game, learnt.board, learnt.look.snapshot
    state = game.play.state(snapshot)
    after = game.shown(board, game.play.simulate(board, state, [move]))
    marks = expected_marks(game.shown(board, state), after, snapshot.cols, [move])
    expect = {"field": game.play.MARK, "cells": [*marks.items()], "done": {}}
    for held in (False, True) if isinstance(move, Drag) and way == DRAG else (False,):
        learnt.trials.attempt([move], learnt.look, way, held=held)
        seen = learnt.page.reader.wait(1000 * _SHOWN_S, until=[What.GRID], expect=expect)
        if held:
            learnt.trials.release()
        if isinstance(seen, BoardSeen):
            return True
    return False


def drawn_by_sight(
    learnt: LearntPage, ways: Mapping[type[Move], Sequence[str]], more: Mapping[type[Move], Sequence[str]]
) -> SectionChange:
    """Return the first of `ways`, by the kind of move, by which a part of the solution appears in a picture."""
    kind = type(learnt.plan()[0])
    for way in ways_with_cursor(learnt, ways[kind], more[kind]):
        moves = sorted(learnt.plan(), key=lambda move: -len(touched(move)))
        move = Drag(moves[0].cells[:PART]) if isinstance(moves[0], Drag) else moves[0]
        if appears(learnt, move, way):
            section = {"draw": [way], **({"cursor": learnt.section["cursor"]} if "cursor" in learnt.section else {})}
            return SectionChange(section, {"draw": f"by {way}, a part of the solution appeared in a picture"})
        learnt.afresh()
    raise PageNotUnderstood(f"drawing by {', '.join(ways[kind])} shows nothing in pictures: write 'draw' yourself")


def tapped_by_sight(learnt: LearntPage) -> SectionChange:
    """Return the cycle of the clicks of a page that is played by sight.

    Raise PageNotUnderstood if no kind of click leads to the marks of the solution.
    """
    finals = {learnt.game.shown(learnt.board, learnt.solved())[index] for index in learnt.wrong()}
    cycles: dict[str, Any] = {}
    at, told = cursor_of(learnt), {"cycle": "these marks came in turn, as pictures show"}
    more, evidence = cursor_section(at) if at else ({}, {})
    keys = MARKING if at else ()
    is_by_keys = learnt.trials.heard() == frozenset({"keys"})
    for kind in (*keys, *USES) if is_by_keys else (*USES, *keys):
        if kind in keys:
            learnt.use(more)
        if marks := _cycle(learnt, kind):
            cycles[kind] = marks
        if finals <= {mark for some in cycles.values() for mark in some}:
            if cycles.keys().isdisjoint(keys):
                more, evidence = {}, {}
            return SectionChange({"cycle": cycle_of(cycles), **more}, {**told, **evidence})
        learnt.afresh()
    raise PageNotUnderstood("pictures do not show which clicks lead to the marks: write 'cycle' yourself")


def _cycle(learnt: LearntPage, kind: str) -> list[str]:
    """Return the marks that one kind of click leads a cell through; empty if none of some cells takes such clicks.

    If the last one came before, the clicks go on from there.
    """
    for index in learnt.wrong()[:MAX_TARGETS]:
        marks = [_mark(learnt, index)]
        for _ in range(USES.get(kind, MOST_KEYS)):
            learnt.press(index, kind)
            marks.append(_changed(learnt, index, marks[-1]))
            if marks[-1] in marks[:-1]:
                break
        if all(one != two for one, two in pairwise(marks)) and marks[-1] in marks[:-1]:
            return marks[:-1] if marks[-1] == marks[0] else marks
    return []


def _changed(learnt: LearntPage, index: int, before: str) -> str:
    """Return the mark of a cell once it is another one than `before`; the same one after a while."""
    end = perf_counter() + _SHOWN_S
    learnt.trials.rest(APART_MS)
    while (mark := _mark(learnt, index)) == before and perf_counter() < end:
        learnt.trials.rest(_PICTURE_MS)
    return mark


def _mark(learnt: LearntPage, index: int) -> str:
    """Return the mark of a cell in a picture of the page; raise PageNotUnderstood if it can't be read."""
    end = perf_counter() + _SHOWN_S
    while True:
        with suppress(BoardError):
            now = learnt.page.reader.now()
            if isinstance(now, BoardSeen):
                return str(learnt.game.shown(learnt.board, learnt.game.play.state(now.snapshot))[index])
        if perf_counter() > end:
            raise PageNotUnderstood("a picture of the page shows no board after a single input: it can't be learnt")
        learnt.trials.rest(_PICTURE_MS)
