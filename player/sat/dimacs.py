"""DIMACS: formulas out, solvers' answers in.

Source: the rules of the SAT competitions, and MiniSat's own form of an answer.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from player.errors import AnswerError
from player.sat.answer import Answer, short, stranger
from player.sat.cnf import Clause

_SAID = {"SATISFIABLE": True, "UNSATISFIABLE": False, "UNKNOWN": None, "INDETERMINATE": None}
_SAID_BY_MINISAT = {"SAT": True, "UNSAT": False, "INDET": None}
_LITERAL = re.compile(r"-?[1-9][0-9]{0,8}")


def write(clauses: Sequence[Clause], symbols: Sequence[str], named: int, comments: Iterable[str]) -> Iterator[str]:
    """The formula, line by line; `symbols[i]` is what variable i + 1 says, and the first `named` get a comment each."""
    yield from (f"c {comment}\n" for comment in comments)
    yield from (f"c {variable} = {symbol}\n" for variable, symbol in enumerate(symbols[:named], start=1))
    if named < len(symbols):
        yield f"c {named + 1} to {len(symbols)} are auxiliary\n"
    yield f"p cnf {len(symbols)} {len(clauses)}\n"
    yield from (" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)


def read(text: str, variables: int) -> Answer:
    """The answer in `text`: an `s` line, and `v` lines up to a 0; or MiniSat's `SAT`, and literals up to a 0.

    The 0 may be left out where no variable is, as Z3 does. AnswerError where the answer is malformed or cut off.
    """
    answer, heard, ended, line = Answer(), "", False, 0
    for line, words in _lines(text):
        head = next(words)
        if head == "c":
            continue
        if ended:
            raise AnswerError(f"line {line} of the answer goes on after the 0 that ends its model")
        if not heard and head in {"s", *_SAID_BY_MINISAT}:
            heard = head
            answer.satisfiable = _said(next(words, ""), line) if head == "s" else _SAID_BY_MINISAT[head]
        elif heard and (head == "v" or heard != "s"):
            ended = _take(answer, words if head == "v" else chain([head], words), variables, line)
        else:
            raise AnswerError(f"line {line} of the answer begins with {short(head)}: 's', then 'v' was expected")
    if not heard:
        raise AnswerError("the answer is empty: a line such as 's SATISFIABLE' was expected")
    if answer.satisfiable and not ended and len(answer.literals) < variables:
        raise AnswerError(f"the answer is cut off after line {line}: no 0 ends its model")
    return answer


def _lines(text: str) -> Iterator[tuple[int, Iterator[str]]]:
    """The words of each line that has any, one by one: a hostile line may have millions."""
    for number, found in enumerate(re.finditer(r"[^\n]*\n?", text), start=1):
        if not found[0].isspace() and found[0]:
            yield number, (word[0] for word in re.finditer(r"\S+", found[0]))


def _said(word: str, line: int) -> bool | None:
    if word not in _SAID:
        raise AnswerError(f"line {line} of the answer says {short(word)}: one of {', '.join(_SAID)} was expected")
    return _SAID[word]


def _take(answer: Answer, words: Iterable[str], variables: int, line: int) -> bool:
    """Add the literals on a line; True where a 0 ends them."""
    rest = iter(words)
    for word in rest:
        if word == "0":
            if (more := next(rest, None)) is not None:
                raise AnswerError(f"line {line} of the answer goes on with {short(more)} after its 0")
            return True
        if not _LITERAL.fullmatch(word):
            raise AnswerError(f"line {line} of the answer has {short(word)}, which is no literal")
        if abs(int(word)) > variables:
            raise stranger(f"variable {word.lstrip('-')}", line)
        answer.add(int(word), line)
    return False
