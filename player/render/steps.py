"""Steps of an explanation as lines of text."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from player.explanations.steps import Fact, Reasoner, Step, listed
from player.games.grid import Cell


def line(reasoner: Reasoner, number: int, step: Step) -> Text:
    """Return the step's number, rule, sentence and settled facts as one line."""
    facts = ", ".join(settled(reasoner, step.settles))
    return Text.assemble((f"{number:3d} ", "dim"), (step.rule, "bold"), f": {step.says} ", (f"-> {facts}", "green"))


def chain_lines(reasoner: Reasoner, step: Step) -> Iterator[Text]:
    """Yield a line for each link of a step that supposes something, after one for what it supposes."""
    if step.links:
        yield Text.assemble(("      suppose ", "dim"), listed(settled(reasoner, step.supposed), "or"))
    for number, link in enumerate(step.links, start=1):
        facts = f"-> {', '.join(settled(reasoner, link.settles))}" if link.settles else "-> a contradiction"
        yield Text.assemble((f"{number:7d} ", "dim"), f"{link.says} ", (facts, "green" if link.settles else "red"))


def settled(reasoner: Reasoner, facts: Sequence[Fact]) -> Iterator[str]:
    """Yield the facts in words; several of one kind are given as their number and cells."""
    kinds = dict.fromkeys(reasoner.mark(fact).kind for fact in facts)
    for kind in kinds:
        of_kind = [fact for fact in facts if reasoner.mark(fact).kind == kind]
        cells = [cell for fact in of_kind for cell in reasoner.mark(fact).cells]
        if len(of_kind) > 1 and kind in reasoner.plurals:
            yield f"{len(of_kind)} {reasoner.plurals[kind]}: {places(cells)}"
        else:
            yield from (reasoner.words(fact) for fact in of_kind)


def places(cells: Iterable[Cell]) -> str:
    """Return cells in words, row by row, or column by column if that is shorter."""
    found = set(cells)
    by_row = _grouped(found, "row", "column")
    by_column = _grouped({(col, row) for row, col in found}, "column", "row")
    return min(by_row, by_column, key=len)


def _grouped(pairs: Iterable[tuple[int, int]], first: str, second: str) -> str:
    groups: dict[int, list[int]] = {}
    for one, other in sorted(pairs):
        groups.setdefault(one + 1, []).append(other + 1)
    return "; ".join(
        f"{first} {group}, {second}{'s' if len(members) > 1 else ''} {listed(_ranges(members))}"
        for group, members in groups.items()
    )


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Yield ascending numbers in words; three or more consecutive ones are a range."""
    for _, pairs in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in pairs]
        yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
