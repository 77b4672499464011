"""The claim of a proof of Wend: it is relative to a list of words."""

from collections.abc import Sequence
from math import prod

from player.games.game import Claim
from player.games.wend.board import Board
from player.games.wend.candidates import Candidate
from player.games.wend.unlisted import unlisted_words
from player.games.word_lists import list_for


def claim(board: Board, found: Sequence[Sequence[Candidate]], *, relaxed: bool) -> Claim:
    """Return the list's name, version and size, the number of covers, and the number of sets of words.

    A cover is a division of the letters into paths. Of one with several sets of words the most frequent are taken; two
    covers or more count as 2, as do their sets of words. If `relaxed`, `found` is the only cover that leaves one path
    to a word that is not in the list.
    """
    name = list_for(board.language).name
    covers = 0 if relaxed else len(found)
    sets = covers if covers != 1 else prod(len(candidate.words) for candidate in found[0])
    words = unlisted_words(board, found[0]) if relaxed else []
    unlisted = words[0].text if words else None
    more = " or more" if covers > 1 else ""
    says = f"relative to {name}, with {_number(covers, 'cover')}{more} and {_number(sets, 'set')} of words{more}"
    several = [str(candidate) for candidate in found[0] if len(candidate.words) > 1] if covers == 1 else []
    if several:
        says += f" ({', '.join(several)}: the most frequent first)"
    if unlisted:
        says += f", where one cover leaves only {unlisted}, which is not in the list"
    data = {"list": name._asdict(), "covers": covers, "word_sets": sets, "unlisted": unlisted}
    return Claim(says, data)


def _number(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'s' * (count != 1)}"
