"""Cells and facts in the words of explanations.

Cells of a run or a block are written as one: R2C3-7, R1-4C2, R1-2C3-4. Source of the notation: Sudopedia, "Diagrams and
Notations", where R2C345 is short for three cells; here numbers may have two digits, so a range has a hyphen.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from rich.text import Text

from player.explanations.steps import Fact, Mark, Reasoner, Step, listed
from player.games.grid import Cell, Wall, block_words, linked

#: The most blocks of cells that a sentence names.
MAX_BLOCKS = 2


def blocks(some: Collection[Cell]) -> list[list[Cell]]:
    """Return cells as rectangles, few of them and none in two: of runs along rows, or else along columns."""
    return min(_blocks(some), [[*map(_turned, block)] for block in _blocks([*map(_turned, some)])], key=len)


def _blocks(some: Iterable[Cell]) -> list[list[Cell]]:
    """Return the runs of each row, with equal runs of the rows below."""
    found: dict[tuple[int, int, int], list[Cell]] = {}
    for row, cells in groupby(sorted({*some}), key=itemgetter(0)):
        for _, pairs in groupby(enumerate(cells), lambda pair: pair[1].col - pair[0]):
            run = [at for _, at in pairs]
            sides = run[0].col, run[-1].col
            found[row, *sides] = [*found.pop((row - 1, *sides), ()), *run]
    return sorted(found.values())


def _turned(at: Cell) -> Cell:
    return Cell(at.col, at.row)


def places(some: Collection[Cell], most: int | None = None, last: str = "and") -> str:
    """Return cells in words; of many blocks the first `most`, and the number of the other cells."""
    found = blocks(some)
    if most is not None and len(found) > most + 1:
        return f"{', '.join(map(block_words, found[:most]))} {last} {sum(map(len, found[most:]))} more"
    return listed(map(block_words, found), last)


def few_places(some: Collection[Cell], otherwise: str) -> str:
    """Return cells in words; `otherwise` if they are in more than `MAX_BLOCKS` blocks."""
    return places(some) if len(blocks(some)) <= MAX_BLOCKS else otherwise


def line_words(edges: Iterable[Wall]) -> Iterator[str]:
    """Yield each line that edges form in words: its ends, and the corners between them."""
    near = linked(edges)
    for start in sorted(near, key=lambda at: (len(near[at]) != 1, at)):
        while near[start]:
            line = [start]
            while beyond := near[line[-1]]:
                near[beyond[-1]].remove(line[-1])
                line.append(beyond.pop())
            turns = [b for a, b, c in zip(line, line[1:], line[2:], strict=False) if a.row != c.row and a.col != c.col]
            yield "-".join(map(str, (start, *turns, line[-1])))


def settled(reasoner: Reasoner, facts: Iterable[Fact], most: int | None = None) -> Iterator[str]:
    """Yield facts in words, those that differ by their cells only together; of many of these the first `most`."""
    alike = defaultdict[tuple[str, str], list[Fact]](list)
    for fact in facts:
        mark = reasoner.mark(fact)
        alike[mark.kind, mark.text].append(fact)
    for some in alike.values():
        yield reasoner.several(some, most) if len(some) > 1 else reasoner.words(some[0])


class LineReasoner(Reasoner):
    """The reasoner of a game whose names are pairs of neighbours: its `line` runs between them. Moves follow it."""

    line: str
    ordered = True

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a line, or none between two cells."""
        return Mark("line" if fact.holds else "no-line", fact.name)

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        return f"the {self.line} {'runs' if fact.holds else 'does not run'} between {listed(fact.name)}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return lines, or ways that the line does not take, in words."""
        runs = "runs" if facts[0].holds else "does not run"
        return f"the {self.line} {runs} {listed(line_words([fact.name for fact in facts]), most=most)}"


# Lines of a report


def step_line(reasoner: Reasoner, number: int, step: Step, most: int | None = None) -> Text:
    """Return the step's number, rule, sentence and settled facts as one line; of long lists the first `most` parts."""
    facts = "; ".join(settled(reasoner, step.settles, most))
    return Text.assemble((f"{number:3d} ", "dim"), (step.rule, "bold"), f": {step.says} ", (f"-> {facts}", "green"))


def chain_lines(reasoner: Reasoner, step: Step, most: int | None) -> Iterator[Text]:
    """Yield a line for each link of a step that supposes something, after one for what it supposes."""
    if step.links:
        yield Text.assemble(("      suppose ", "dim"), listed(map(reasoner.words, step.supposed), "or"))
    for number, link in enumerate(step.links, start=1):
        facts = f"-> {'; '.join(settled(reasoner, link.settles, most))}" if link.settles else "-> a contradiction"
        yield Text.assemble((f"{number:7d} ", "dim"), f"{link.says} ", (facts, "green" if link.settles else "red"))
