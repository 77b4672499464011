"""Marks by experiment: which inputs set them, by lines, rectangles, digits or clicks, and how cells look then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from player.browser.page.observation import BoardSeen
from player.browser.page.trials import Looks
from player.doctor.learn.marks import Example, MarkCondition, conditions, phrase
from player.doctor.learn.session import LearnSession, SectionChange
from player.doctor.learn.taps import learn_taps
from player.errors import PageNotUnderstood
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap, Trace, touched


def experiment(session: LearnSession) -> Iterator[SectionChange]:
    """Yield the changes of the section that may be right, the likeliest first.

    Raise PageNotUnderstood if no input has an effect that can be read.
    """
    session.trials.away()
    moves = session.plan()
    if not moves:
        raise PageNotUnderstood("the board is solved already: start the game anew")
    kinds = {type(move) for move in moves}
    if kinds == {Tap}:
        yield from learn_taps(session)
    else:
        yield learn_digits(session) if Enter in kinds else learn_lines(session)


#: The ways to draw, by the kind of move, the most natural first.
WAYS: dict[type, tuple[str, ...]] = {Drag: ("drag", "keys", "taps"), Trace: ("drag", "keys"), Box: ("drag", "keys")}
#: The ways to remove a rectangle, the most natural first.
REMOVALS = ("click", "keys", "right", "double", "drag", "hold")
#: Cells of the first and of the second part of a path.
PART, LONGER = 5, 9
#: Words or rectangles that are tried by each method before it counts as the wrong one.
MAX_TRIED = 2


def learn_lines(session: LearnSession) -> SectionChange:
    """Return the changes of the section; raise PageNotUnderstood if no way to draw has an effect that can be read."""
    return _Lines(session).learn()


@dataclass(slots=True)
class _Lines:
    session: LearnSession
    examples: list[Example] = field(default_factory=list)
    items: list[Example] = field(default_factory=list)
    first: Looks = field(init=False)

    def learn(self) -> SectionChange:
        """Draw two parts of the solution, and learn from the cells that changed."""
        session = self.session
        self.first = session.looks()
        moves = [move for move in session.plan() if not isinstance(move, Remove)]
        moves = [move for move in moves if isinstance(move, (Drag, Trace, Box))]
        if not moves:
            raise PageNotUnderstood("something is drawn on the board already: start the game anew")
        self._note(self.first, set(), {session.index(touched(moves[0])[0])} if isinstance(moves[0], Drag) else set())
        way, drawn, looks = self._way(moves)
        self._second(moves, way, drawn, looks)
        return self._change(way, self._removal(drawn) if isinstance(drawn, Box) else {})

    def _parts(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves to try: of a path its beginning, of rectangles the largest first, of words the surest."""
        head = moves[0]
        if isinstance(head, Drag):
            return [Drag(head.cells[:PART]), Drag(head.cells[:LONGER])]
        if isinstance(head, Box):
            return sorted(moves, key=lambda move: -len(touched(move)))
        return list(moves)

    def _way(self, moves: Sequence[Move]) -> tuple[str, Move, Looks]:
        """Return the first way of drawing that changes the right cells, the move made, and how it looks then."""
        parts = self._parts(moves)
        for way in WAYS[type(moves[0])]:
            for move in parts[:1] if isinstance(moves[0], Drag) else parts[:MAX_TRIED]:
                looks = self.session.attempt([move], way)
                if self._is_drawn(move, looks):
                    return way, move, looks
                if self.first.changed(looks):  # half of it may be drawn
                    self.session.afresh()
                    self.first = self.session.looks()
        tried = ", ".join(WAYS[type(moves[0])])
        raise PageNotUnderstood(f"drawing by {tried} does not change the cells on the way: write 'draw' yourself")

    def _is_drawn(self, move: Move, looks: Looks) -> bool:
        """Return True if all cells of `move` changed; a path's first cell may be drawn from the beginning."""
        cells = {self.session.index(cell) for cell in touched(move)}
        needed = cells - {self.session.index(touched(move)[0])} if isinstance(move, Drag) else cells
        return needed <= self.first.changed(looks)

    def _note(self, looks: Looks, drawn: set[int], unknown: set[int]) -> None:
        """Remember how the cells look that are drawn, and those that did not change."""
        known: dict[int, Any] = {**dict.fromkeys(unknown), **dict.fromkeys(drawn, True)}
        self.examples += self.session.examples(looks, known, self.first, [False] * len(looks.cells))
        for name, items in looks.lists.items():
            before = self.first.lists[name]
            self.items += [Example(now, not now.like(was)) for now, was in zip(items, before, strict=False)]

    def _second(self, moves: Sequence[Move], way: str, drawn: Move, looks: Looks) -> None:
        """Draw a second part, so that what one cell alone shows is no mark of all."""
        cells = {self.session.index(cell) for cell in touched(drawn)}
        self._note(looks, cells, set())
        parts = [move for move in self._parts(moves) if move != drawn]
        for move in parts[:MAX_TRIED]:
            after = self.session.attempt([move], way)
            if self._is_drawn(move, after):
                return self._note(after, cells | {self.session.index(cell) for cell in touched(move)}, set())
        return None

    def _removal(self, drawn: Move) -> dict[str, Any]:
        """Return the key of the section for the removal of a rectangle; empty if no way is known to work."""
        cells = [self.session.index(cell) for cell in touched(drawn)]
        for way in REMOVALS:
            looks = self.session.attempt([Remove(touched(drawn))], way)
            if all(looks.cells[cell].like(self.first.cells[cell]) for cell in cells):
                self._note(looks, set(), set())
                return {"remove": [way]}
        return {}

    def _change(self, way: str, more: dict[str, Any]) -> SectionChange:
        found = conditions(self.examples, True, self.session.cells)
        if not found:
            raise PageNotUnderstood(
                "nothing tells the drawn cells from the others: write the reading of marks yourself"
            )
        field_, best = self.session.game.play.MARK, found[0]
        section: dict[str, Any] = {"read": {field_: self._reading(best)}, "draw": [way], **more}
        evidence = {
            f"read.{field_}": f"seen in all cells that were drawn, and in no other: {phrase(best.of)}",
            "draw": f"by {way}, two parts of the solution were drawn",
            **({"remove": f"by {more['remove'][0]}, one of them was removed"} if "remove" in more else {}),
        }
        for name, items in self._done():
            section.setdefault("beside", {})[name] = items
            evidence[f"beside.{name}.done"] = "seen in the item of each word that was drawn, and in no other"
        return SectionChange(section, evidence)

    def _reading(self, best: MarkCondition) -> dict[str, Any]:
        """Return the reading of the mark: true or false, or one of two names."""
        play, board = self.session.game.play, self.session.board
        state = play.state(self.session.look.snapshot)
        before = self.session.game.shown(board, state)
        if all(isinstance(mark, bool) for mark in before):
            return {"has": best.condition}
        values = sorted(play.ALLOWED[play.MARK].known)
        blank = next(mark for mark in values if mark == "empty")
        drawn = next(mark for mark in values if mark != blank)
        return {"expect": ["every"], "any": [{"first": {drawn: best.condition, blank: "*"}}]}

    def _done(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the lists beside the grid with the selector of what is done."""
        for name, entry in self.session.section.get("beside", {}).items():
            found = conditions(self.items, True, [entry["items"]])
            named = [one.condition for one in found if isinstance(one.condition, str)]
            if not named and any(one.of.kind == "text" for one in found):
                named = [f"{entry['parts']}:not(:empty)"]
            if not named:
                raise PageNotUnderstood(f"nothing tells that an item of {name!r} is done: write 'beside' yourself")
            yield name, {**entry, "done": named[0]}


#: Cells in which each way of entering is tried.
CELLS = 2


def learn_digits(session: LearnSession) -> SectionChange:
    """Return the changes of the section; raise PageNotUnderstood if no way to enter a digit has an effect."""
    held = session.held()
    moves = [move for move in session.plan() if isinstance(move, Enter) and session.index(move.cell) not in held]
    moves = [move for move in moves if session.point(session.index(move.cell)).free][:CELLS]
    if len(moves) < CELLS:
        raise PageNotUnderstood("too few cells are free to learn from: start the game anew")
    ways = ["keys", *(["buttons"] if session.section.get("buttons") else [])]
    for way in ways:
        shown = [_shown(session, move, way) for move in moves]
        if all(reading is not None for reading in shown):
            return _change(session, way, shown[-1] or {})
    raise PageNotUnderstood(f"entering a digit by {' or '.join(ways)} changes no cell: write 'enter' yourself")


def _shown(session: LearnSession, move: Enter, way: str) -> dict[str, Any] | None:
    """Enter a digit; return the reading that finds it, empty for the one in force; None if there is none."""
    index = session.index(move.cell)
    before = session.looks()
    after = session.attempt([move], way)
    now = session.page.reader.now()
    if isinstance(now, BoardSeen):
        values = now.snapshot.cells
        if values[index].get(session.game.play.MARK) == move.text:
            return {}
    for trait in sorted(after.cells[index].always - before.cells[index].ever):
        if trait.value != move.text:
            continue
        if trait.kind == "text":
            place = {"in": trait.selector} if trait.where == "in" else {"over": trait.selector} if trait.where else {}
            return {**place, "text": "*", "pattern": r"^(\d+)$"}
        if trait.kind == "selector" and trait.name not in {"tag", "class", "id"}:
            return {"attribute": trait.name, **({"in": f"[{trait.name}]"} if trait.where else {})}
    return None


def _change(session: LearnSession, way: str, reading: dict[str, Any]) -> SectionChange:
    field = session.game.play.MARK
    section: dict[str, Any] = {"enter": [way]}
    evidence = {"enter": f"by {way}, digits were entered into {CELLS} cells"}
    if reading:
        old = session.section["read"].get(field, {})
        chain = old if "any" in old else {"any": [old]} if old else {"any": []}
        section["read"] = {field: {"expect": ["digits"], **chain, "any": [*chain["any"], reading]}}
        evidence[f"read.{field}"] = f"the digits that were entered into {CELLS} cells"
    return SectionChange(section, evidence)
