"""Marks by experiment: which inputs set them, by lines, rectangles, digits or clicks, and how cells look then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from player.browser.page.inputs import AGAIN, BORDERS, BUTTONS, BY_BUTTONS, CURSOR, DRAG, MENU, STEPS, TAPS
from player.browser.page.observation import BoardSeen
from player.browser.page.trials import Looks, Trait
from player.doctor.learn.cursor import ways_with_cursor
from player.doctor.learn.marks import Condition, Example, conditions, phrase
from player.doctor.learn.session import COVERED, LearntPage, SectionChange
from player.doctor.learn.start import learn_words
from player.doctor.learn.taps import learn_taps
from player.doctor.probe import probe
from player.errors import PageNotUnderstood
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap, Trace, touched

#: The ways to draw, by the kind of move, the most natural first; the ways to draw rectangles that pictures show.
WAYS: dict[type, tuple[str, ...]] = dict.fromkeys((Drag, Box), ("drag", "keys", "taps")) | {Trace: ("drag", "keys")}
BOXES_BY_SIGHT = "drag", BORDERS
#: Those of words by clicks, which may only choose cells until the page takes the word.
BY_CLICKS = (TAPS, AGAIN, BUTTONS)
#: Those by a cursor that arrow keys lead.
CURSOR_WAYS: dict[type, Sequence[str]] = {Drag: (CURSOR, STEPS), Box: (CURSOR,), Trace: (CURSOR,)}
#: The ways to remove a rectangle, the most natural first.
REMOVALS = ("click", "keys", "right", "double", "drag", "hold")
REMOVING_KEYS = ("Backspace", "Delete", "Space", "Enter")
#: The least time between two inputs where a wrong rectangle stays, in milliseconds; the evidence for both.
UNHURRIED_MS = 20
REMOVED, LASTING = "by {}, one of them was removed", "no input removed a rectangle: a wrong one would stay"
#: Cells of the two parts of a path that are drawn.
PART, LONGER = 5, 9
#: Words or rectangles that are tried by each method before it counts as the wrong one.
MAX_TRIED = 2
#: Cells in which each way of entering is tried.
CELLS = 2


def experiment(learnt: LearntPage) -> Iterator[SectionChange]:
    """Yield the changes of the section that may be right, the likeliest first.

    Raise PageNotUnderstood if no input has an effect that can be read.
    """
    learnt.trials.over()
    moves = learnt.plan()
    if not moves:
        raise PageNotUnderstood("the board is solved already: start the game anew")
    kinds = {type(move) for move in moves}
    if kinds == {Tap}:
        yield from learn_taps(learnt)
    elif Enter in kinds:
        yield _learn_digits(learnt)
    else:
        yield from _Drawing(learnt).learn([move for move in moves if isinstance(move, (Drag, Trace, Box))])


def _used_by(way: str, learnt: LearntPage) -> dict[str, Any]:
    """Return the key of the section in force that a way needs, if any: the cursor, or the buttons in the document."""
    needed = "cursor" if way in {CURSOR, STEPS} else "buttons" if way in {*BY_BUTTONS, MENU} else ""
    return {key: value for key, value in learnt.section.items() if key == needed}


# Lines, words and rectangles


@dataclass(slots=True)
class _Drawing:
    learnt: LearntPage
    first: Looks = field(init=False)
    examples: list[Example] = field(default_factory=list)
    items: list[Example] = field(default_factory=list)
    held: bool = False
    """True if a part of a path is seen only while it is dragged: a page may take nothing but a whole one."""

    def learn(self, moves: Sequence[Move]) -> Iterator[SectionChange]:
        """Draw two parts of the solution by each way that changes the right cells, and learn from these; the page is
        loaded again in between.
        """
        if not moves:
            raise PageNotUnderstood("something is drawn on the board already: start the game anew")
        head = moves[0]
        parts = list(moves)
        if isinstance(head, Drag):  # the beginning of a path
            parts = [Drag(head.cells[:PART]), Drag(head.cells[:LONGER])]
        elif isinstance(head, Box):  # the largest first; words stay, the surest first
            parts.sort(key=lambda move: -len(touched(move)))
        self._begin(head)
        is_found = False
        for way, drawn in self._drawn(parts):
            is_found = True
            yield self._change(way, {}) if self.learnt.by_sight else self._by_two(way, drawn, parts)
            self.learnt.afresh()
            self._begin(head)
        if not is_found:
            kind = type(head)
            tried = ", ".join([*self._natural(kind), *(BY_CLICKS if kind is Trace else ())])
            raise PageNotUnderstood(f"drawing by {tried} does not change the cells on the way: write 'draw' yourself")

    def _begin(self, head: Move) -> None:
        """Note how the board looks without a trial."""
        self.first, self.examples, self.items = self.learnt.looks(), [], []
        self._note(self.first, set(), {self.learnt.index(touched(head)[0])} if isinstance(head, Drag) else set())

    def _by_two(self, way: str, drawn: Move, parts: Sequence[Move]) -> SectionChange:
        """Draw a second one of `parts`, beside the one that is `drawn`; return what both tell."""
        cells = {*self.learnt.indices([drawn])}
        has_two = isinstance(drawn, Trace) and way in BY_CLICKS
        for move in [] if has_two else [move for move in parts if move != drawn][:MAX_TRIED]:
            # A second part: what one cell alone shows is no mark of all.
            after = self.learnt.attempt([move], way, held=self.held)
            if self._is_drawn([move], after):
                self._note(after, cells | {*self.learnt.indices([move])}, set())
                break
        return self._change(way, self._removal(drawn, way) if isinstance(drawn, Box) else {})

    def _drawn(self, parts: Sequence[Move]) -> Iterator[tuple[str, Move]]:
        """Yield the ways of drawing that change the right cells, each with the move that was made."""
        kind = type(parts[0])
        for way in ways_with_cursor(self.learnt, self._ways(kind), CURSOR_WAYS[kind]):
            if kind is Trace and way in BY_CLICKS:
                if self._takes_words(parts[:MAX_TRIED], way):
                    yield way, parts[0]
                continue
            tries = [(move, False) for move in parts[: 1 if kind is Drag else MAX_TRIED]]
            if kind is Drag and way == DRAG:
                tries.append((parts[0], True))
            for move, held in tries:
                self.held = held
                looks = self.learnt.attempt([move], way, held=held)
                if self._is_drawn([move], looks):
                    self._note(looks, {*self.learnt.indices([move])}, set())
                    yield way, move
                    break
                if self.first.changed(looks):  # half of it may be drawn
                    self.learnt.afresh()
                    self.first = self.learnt.looks()

    def _ways(self, kind: type[Move]) -> Iterator[str]:
        """Yield the ways to draw without a cursor; by a button that ends words once one is found, and in force."""
        yield from self._natural(kind)
        if kind is Trace:
            yield from (TAPS, AGAIN)
            ends = self.learnt.buttons({BUTTONS: learn_words().submit.text})
            yield from [BUTTONS] if BUTTONS in ends else []

    def _natural(self, kind: type[Move]) -> Sequence[str]:
        return BOXES_BY_SIGHT if kind is Box and self.learnt.by_sight else WAYS[kind]

    def _takes_words(self, words: Sequence[Move], way: str) -> bool:
        """Draw words by clicks; return whether each stands, with an item of its own, and note the looks if so."""
        looks = [self.learnt.attempt([word], way) for word in words]
        lists = zip(self.first.lists.values(), looks[-1].lists.values(), strict=True)
        done = [sum(not now.like(was) for was, now in zip(*one, strict=False)) for one in lists]
        if self._is_drawn(words, looks[-1]) and all(count >= len(words) for count in done):
            self._note(looks[-1], {*self.learnt.indices(words)}, set())
            return True
        self.learnt.afresh()
        self.first = self.learnt.looks()
        return False

    def _is_drawn(self, moves: Sequence[Move], looks: Looks) -> bool:
        """Return True if all cells of `moves` changed; a path's first cell may be drawn from the beginning."""
        return {*self.learnt.indices(moves)[isinstance(moves[0], Drag) :]} <= self.first.changed(looks)

    def _note(self, looks: Looks, drawn: set[int], unknown: set[int]) -> None:
        """Remember how the cells look that are drawn, and those that did not change."""
        known: dict[int, Any] = {**dict.fromkeys(unknown), **dict.fromkeys(drawn, True)}
        self.examples += self.learnt.examples(looks, known, self.first, [False] * len(looks.cells))
        for name, items in looks.lists.items():
            before = self.first.lists[name]
            self.items += [Example(now, not now.like(was)) for now, was in zip(items, before, strict=False)]

    def _removal(self, drawn: Move, drawn_by: str) -> dict[str, Any]:
        """Return the key of the section for the removal of a rectangle; if no way works, that for unhurried inputs."""
        cells = self.learnt.indices([drawn])
        ways = sorted(REMOVALS, key=lambda way: drawn_by == "taps" and way != "double")  # one click is a corner
        for way in REMOVING_KEYS if drawn_by == CURSOR else ways:
            try:
                looks = self.learnt.attempt([Remove(touched(drawn))], way)
            except PageNotUnderstood as error:
                if str(error) != COVERED:
                    raise
                break  # what is drawn lies over its cells
            if all(looks.cells[cell].like(self.first.cells[cell]) for cell in cells):
                self._note(looks, set(), set())
                return {"remove": [way]}
        return {"pace": {"any": UNHURRIED_MS}}

    def _change(self, way: str, more: dict[str, Any]) -> SectionChange:
        section = {"draw": [way], **_used_by(way, self.learnt), **more}
        in_picture = "a part of the solution appeared in a picture"
        evidence = {
            "draw": f"by {way}, {in_picture if self.learnt.by_sight else 'two parts of the solution were drawn'}",
            **{key: REMOVED.format(*value) if key == "remove" else LASTING for key, value in more.items()},
        }
        if not self.learnt.by_sight:
            name, found = self.learnt.game.play.MARK, conditions(self.examples, True, self.learnt.cells)
            if not found:
                raise PageNotUnderstood(
                    "nothing tells the drawn cells from the others: write the reading of marks yourself"
                )
            section["read"] = {name: self._reading(found[0].condition)}
            evidence[f"read.{name}"] = f"seen in all cells that were drawn, and in no other: {phrase(found[0].of)}"
        for listed, entry in self.learnt.section.get("beside", {}).items():
            done = {"length": [{"text": "*"}], **entry, "done": self._done(listed, entry)}
            section.setdefault("beside", {})[listed] = done  # its parts may have other names
            evidence[f"beside.{listed}.done"] = "seen in the item of each word that was drawn, and in no other"
        return SectionChange(section, evidence, is_enough=True)

    def _reading(self, condition: Condition) -> dict[str, Any]:
        """Return the reading of the mark: true or false, or one of two names."""
        play, (before, _) = self.learnt.game.play, self.learnt.marks()
        if all(isinstance(mark, bool) for mark in before):
            return {"has": condition}
        drawn = next(mark for mark in sorted(play.ALLOWED[play.MARK].known) if mark != "empty")
        return {"expect": ["every"], "any": [{"first": {drawn: condition, "empty": "*"}}]}

    def _done(self, name: str, entry: dict[str, Any]) -> str:
        """Return the selector of the items of a list beside the grid that are done."""
        found = conditions(self.items, True, [entry["items"]])
        named = [one.condition for one in found if isinstance(one.condition, str)]
        if not named and any(one.of.kind == "text" for one in found):
            named = [f":has({entry['parts']}:not(:empty))"]  # an item may be called as its parts are
        if not named:
            raise PageNotUnderstood(f"nothing tells that an item of {name!r} is done: write 'beside' yourself")
        return named[0]


# Digits


def _learn_digits(learnt: LearntPage) -> SectionChange:
    """Return the changes of the section; raise PageNotUnderstood if no way to enter a digit has an effect."""
    name, covered = learnt.game.play.MARK, None
    for way in ways_with_cursor(learnt, _ways(learnt), [CURSOR]):
        tried = (_shown(learnt, move, way) for move in _entries(learnt))
        try:
            shown = [*takewhile(bool, tried)]
        except PageNotUnderstood as error:
            if str(error) != COVERED:
                raise
            covered, shown = error, []  # a click may have opened a menu of digits over the board
        if len(shown) < CELLS:
            learnt.afresh()  # another cell may have got the digit
            continue
        section = {"enter": [way], **_used_by(way, learnt)}
        evidence = {"enter": f"by {way}, digits were entered into {CELLS} cells"}
        if "buttons" in section:
            evidence["buttons"] = "they say the digits, each once"
        if old := learnt.section.get("read", {}).get(name, {}):
            section["read"] = {name: old}
        return SectionChange(section, evidence)
    raise covered or PageNotUnderstood(
        "neither keys nor buttons beside the board enter a digit into a cell: write 'enter' yourself"
    )


def _entries(learnt: LearntPage) -> list[Enter]:
    """Return the first moves that enter a digit into a free cell; raise PageNotUnderstood if there are too few."""
    held = learnt.held()
    free = [index for index in range(len(learnt.look.points)) if index not in held and learnt.point(index).free]
    entries = [move for move in learnt.plan() if isinstance(move, Enter) and learnt.index(move.cell) in free][:CELLS]
    if len(entries) < CELLS:
        raise PageNotUnderstood("too few cells are free to learn from: start the game anew")
    return entries


def _ways(learnt: LearntPage) -> Iterator[str]:
    """Yield the ways in which digits may be entered; by buttons once such are found, and in force."""
    yield "keys"
    digits = {str(digit): [str(digit)] for digit in range(1, learnt.look.snapshot.rows + 1)}
    yield from learnt.buttons(digits)
    yield from learnt.menu(digits)
    if learnt.by_sight and "buttons" not in learnt.section:  # they may be in the picture
        learnt.use({"enter": [*BY_BUTTONS]})
        learnt.afresh()
        yield from BY_BUTTONS if learnt.look.buttons else ()


def _shown(learnt: LearntPage, move: Enter, way: str) -> bool:
    """Enter a digit; return whether a reading finds it: one that is not in force yet is added."""
    index = learnt.index(move.cell)
    before = learnt.looks()
    after = learnt.attempt([move], way)
    _leave_out_blind(learnt, index, move.text)
    now = learnt.page.reader.now()
    if isinstance(now, BoardSeen) and now.snapshot.cells[index].get(learnt.game.play.MARK) == move.text:
        return True
    new = sorted(after.cells[index].always - before.cells[index].ever)
    reading = next((reading for trait in new if (reading := _reading_of(trait, move.text))), None)
    if reading is None:
        return False
    name = learnt.game.play.MARK
    old = learnt.section.get("read", {}).get(name, {})
    chain = old if "any" in old else {"any": [old] if old else []}
    field = {"expect": ["digits"], **chain, "any": [*chain["any"], reading]}
    learnt.use({"read": {name: field}}, {f"read.{name}": f"the digits that were entered into {CELLS} cells"})
    return True


def _leave_out_blind(learnt: LearntPage, index: int, text: str) -> None:
    """Leave out the readings of digits that don't see an entered one, if others do, and the given ones: they may tell
    clues only.
    """
    name = learnt.game.play.MARK
    given = {at: digit for at, cell in enumerate(learnt.look.snapshot.cells) if (digit := cell.get(name))}
    chain = learnt.section.get("read", {}).get(name, {})
    board = probe(learnt.page).board if len(chain.get("any", ())) > 1 else None
    results = zip(chain["any"], board.fields[name], strict=True) if board else ()
    wanted = {**given, index: text}
    seeing = [one for one, result in results if all(result.column[at] == digit for at, digit in wanted.items())]
    if 0 < len(seeing) < len(chain["any"]):
        learnt.use({"read": {name: {**chain, "any": seeing}}})


def _reading_of(trait: Trait, text: str) -> dict[str, Any] | None:
    """Return the reading of digits that a trait with the entered `text` tells."""
    if trait.value == text and trait.kind == "text":
        place = {"in" if trait.where == "in" else "over": trait.selector} if trait.where else {}
        return {**place, "text": "*", "pattern": r"^([1-9]\d*)$"}
    if trait.value == text and trait.kind == "selector" and trait.name not in {"tag", "class", "id"}:
        return {"attribute": trait.name, **({"in": f"[{trait.name}]"} if trait.where else {})}
    return None
