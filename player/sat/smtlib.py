"""SMT-LIB 2: formulas written as QF_UF with Boolean constants, or as sums of integers 0 and 1; answers read.

Source: C. Barrett, P. Fontaine, C. Tinelli, "The SMT-LIB standard: version 2.6" (2021).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from player.errors import AnswerError, short
from player.sat.cnf import Clause
from player.sat.dimacs import SolverAnswer, stranger

_TOKEN = re.compile(r"(?:\s++|;[^\n]*+)*+(\|[^|\\]*\||[()]|\"[^\"]*\"|[^\s()|;\"]+|\Z)")
VERDICTS = {"sat": True, "unsat": False, "unknown": None, "timeout": None}

Sorts = Mapping[str, Mapping[str, int]]
"""The values that a symbol of each sort may have, and the signs of its literal."""
BOOLEAN: Sorts = {"Bool": {"true": 1, "false": -1}}
BOOLEAN_OR_01: Sorts = {**BOOLEAN, "Int": {"1": 1, "0": -1}}


def write(clauses: Iterable[Clause], symbols: Sequence[str], comments: Iterable[str]) -> Iterator[str]:
    """Yield the lines of an SMT-LIB file.

    `symbols[i]` is the name of variable i + 1: printable, without | and backslash.
    """
    yield from (f"; {comment}\n" for comment in comments)
    yield "(set-option :produce-models true)\n(set-logic QF_UF)\n"
    yield from (f"(declare-fun |{symbol}| () Bool)\n" for symbol in symbols)
    literals = ["", *(f"|{symbol}|" for symbol in symbols), *(f"(not |{symbol}|)" for symbol in reversed(symbols))]
    for clause in clauses:  # a negative literal counts from the end of the list
        words = " ".join(literals[literal] for literal in clause)
        yield f"(assert (or {words}))\n" if len(clause) > 1 else f"(assert {words or 'false'})\n"
    yield "(check-sat)\n(get-model)\n"


def write_sums(
    symbols: Sequence[str], sums: Iterable[tuple[str, Sequence[str]]], comments: Iterable[str]
) -> Iterator[str]:
    """Yield the lines of an SMT-LIB file of integers 0 and 1: each of `sums` has a relation to 1, "=" or "<="."""
    yield from (f"; {comment}\n" for comment in comments)
    yield "(set-option :produce-models true)\n(set-logic QF_LIA)\n"
    yield from (f"(declare-fun |{symbol}| () Int)\n(assert (<= 0 |{symbol}| 1))\n" for symbol in symbols)
    for relation, summands in sums:
        words = " ".join(f"|{symbol}|" for symbol in summands)
        yield f"(assert ({relation} {f'(+ {words})' if len(summands) > 1 else words} 1))\n"
    yield "(check-sat)\n(get-model)\n"


def read(text: str, symbols: Sequence[str], sorts: Sorts = BOOLEAN) -> SolverAnswer:
    """Return the answer in `text`; raise AnswerError if it is malformed or cut off.

    The answer is an optional `sat` and a model, in Z3's or MathSAT's form. Z3 defines each symbol: `((define-fun p ()
    Bool true) ...)`, optionally after the word `model`. MathSAT pairs it with its value, as all do for `get-value`:
    `((p true) ...)`.
    """
    tokens = _Tokens(text)
    variables = {symbol: variable for variable, symbol in enumerate(symbols, start=1)}
    answer = SolverAnswer(satisfiable=True)
    word = next(tokens)
    if word in VERDICTS:
        answer.satisfiable = VERDICTS[word]
        if not answer.satisfiable:
            return answer  # an error message may follow: there is no model
        word = next(tokens)
    tokens.require(word, "(")
    word = next(tokens)
    if word == "model":
        word = next(tokens)
    while tokens.require(word, "(", ")") == "(":
        _take(answer, tokens, variables, sorts)
        word = next(tokens)
    if more := tokens.more():
        raise AnswerError(f"line {tokens.line} of the answer goes on with {short(more)} after its model")
    return answer


def _take(answer: SolverAnswer, tokens: "_Tokens", variables: dict[str, int], sorts: Sorts) -> None:
    """Add a symbol with its value; the opening bracket has been read."""
    symbol = next(tokens)
    if symbol == "error":
        raise AnswerError(f"line {tokens.line} of the answer is the solver's own error: {short(next(tokens))}")
    values = {value: sign for of_sort in sorts.values() for value, sign in of_sort.items()}
    defined = symbol == "define-fun"
    if defined:
        symbol = next(tokens)
    name = symbol.strip("|")
    if name not in variables:
        raise stranger(short(symbol), tokens.line)
    if defined:
        tokens.require(next(tokens), "(")
        tokens.require(next(tokens), ")")
        values = dict(sorts[tokens.require(next(tokens), *sorts)])
    answer.add(values[tokens.require(next(tokens), *values)] * variables[name], tokens.line)
    tokens.require(next(tokens), ")")


class _Tokens(Iterator[str]):
    """The brackets, symbols and words of `text` in order, without comments; AnswerError if `text` ends early."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._at = 0
        self.line = 1
        """The line of the last token, from 1."""

    def __next__(self) -> str:
        if word := self.more():
            return word
        raise AnswerError(f"the answer is cut off on line {self.line}: the model does not end there")

    def more(self) -> str:
        """Return the next token, or "" at the end of the text."""
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise AnswerError(
                f"line {self.line} of the answer, or one below it, begins a name or a string that does not end"
            )
        start, self._at = match.span(1)
        self.line += self._text.count("\n", self._start, start)
        self._start = start
        return match[1]

    def require(self, word: str, *wanted: str) -> str:
        """Return `word`, which is the last one; raise AnswerError if it is not one of `wanted`."""
        if word not in wanted:
            raise AnswerError(
                f"line {self.line} of the answer has {short(word)}: {' or '.join(map(repr, wanted))} was expected"
            )
        return word
