"""The pace of a demo that nobody has set: that of a person who reads, and at most a minute for a game.

Texts take the time to read them, so that of many steps only some get a sentence: the first of each rule, and as many
more as there is time for. The others are shown one after the other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from player.explanations.steps import Step
from player.games.moves import Move, touched

#: Milliseconds to read a character of a text, and for the board beside it: 22 characters a second.
CHARACTER_MS, BOARD_MS = 45, 700
#: Milliseconds for all reasons, for a step without a sentence (at most), and for all moves.
REASONS_MS, GLANCE_MS, MOVES_MS = 22_000, 350, 9_000
#: In times of a move: a further input of a move, or a cell with a new reason.
INPUT_BEATS = 0.5


def reading_ms(text: str) -> float:
    """Return the time to read a text."""
    return BOARD_MS + CHARACTER_MS * len(text)


def with_sentences(steps: Sequence[Step]) -> frozenset[Step]:
    """Return the steps that get their sentences: those of a rule that is new first, then the others in order."""
    seen = Counter(step.rule for step in steps)
    first = {rule: next(step for step in steps if step.rule == rule) for rule in seen}
    left, chosen = REASONS_MS - glance_ms(len(steps)) * len(steps), set[Step]()
    for step in dict.fromkeys([*sorted(first.values(), key=lambda step: len(step.says)), *steps]):
        if (needed := reading_ms(step.says)) <= left:
            chosen.add(step)
            left -= needed
    return frozenset(chosen)


def glance_ms(count: int) -> float:
    """Return the time for each of so many steps without a sentence: together at most a quarter of that for reasons."""
    return min(GLANCE_MS, REASONS_MS / 4 / max(count, 1))


def by_caption(steps: Sequence[Step], with_sentence: Collection[Step]) -> Iterator[tuple[int, Sequence[Step]]]:
    """Yield the steps of one caption, with the number of the first: one with its sentence, or a run of others."""
    number = 1
    for key, run in groupby(enumerate(steps), lambda pair: pair[0] if pair[1] in with_sentence else -1):
        together = [step for _, step in run]
        yield number, together
        number += len(together) if key < 0 else 1


def alike(steps: Iterable[Step]) -> str:
    """Return the caption of steps without sentences: their rules."""
    rules = Counter(step.rule for step in steps)
    counts = [rule if count == 1 else f"{rule} {count} times" for rule, count in rules.items()]
    return f"In the same way: {', '.join(counts)}."


def move_ms(plan: Sequence[Move], most: float) -> float:
    """Return the time of each move of `plan`, `most` or less."""
    return min(most, MOVES_MS / max(1, sum(1 + INPUT_BEATS * len(touched(move)) for move in plan)))
