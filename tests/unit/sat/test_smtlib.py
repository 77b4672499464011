"""SMT-LIB out, and answers in it back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import AnswerError
from player.sat import smtlib

SYMBOLS = ["sun at row 1", "sun at row 2", "nothing"]


def test_a_formula_is_written_with_symbols_that_say_what_they_mean() -> None:
    lines = smtlib.write([(1, -2), (3,), (-1,), ()], SYMBOLS, comments=["tango"])
    assert "".join(lines) == (
        "; tango\n"
        "(set-option :produce-models true)\n"
        "(set-logic QF_UF)\n"
        "(declare-fun |sun at row 1| () Bool)\n"
        "(declare-fun |sun at row 2| () Bool)\n"
        "(declare-fun |nothing| () Bool)\n"
        "(assert (or |sun at row 1| (not |sun at row 2|)))\n"
        "(assert |nothing|)\n"
        "(assert (not |sun at row 1|))\n"
        "(assert false)\n"
        "(check-sat)\n"
        "(get-model)\n"
    )


def z3(symbol: str, value: str) -> str:
    return f"  (define-fun {symbol} () Bool\n    {value})"


def mathsat(symbol: str, value: str) -> str:
    return f"({symbol} {value})"


@given(st.lists(st.booleans(), min_size=3, max_size=3), st.randoms(use_true_random=False))
def test_a_model_is_read_in_z3s_words_and_in_mathsats(signs: list[bool], random: Random) -> None:
    model = [variable if sign else -variable for variable, sign in enumerate(signs, start=1)]
    random.shuffle(model)
    entry = random.choice([z3, mathsat])
    named = ["|sun at row 1|", "|sun at row 2|", random.choice(["nothing", "|nothing|"])]
    entries = [entry(named[abs(literal) - 1], "true" if literal > 0 else "false") for literal in model]
    before, opened = random.choice(["", "sat\n", "; a remark\nsat\n"]), random.choice(["(", "(model"])
    space = random.choice([" ", "\n", "\r\n\t", "\n; (a remark | with a bar\n"])
    answer = smtlib.read(f"{before}{opened}{space}{space.join(entries)}{space}){space}", SYMBOLS)
    assert (answer.satisfiable, list(answer.literals.values())) == (True, model)


@pytest.mark.parametrize(
    ("text", "satisfiable"),
    [
        ("unsat\n", False),
        ('unsat\n(error "line 9 column 10: model is not available")\n', False),
        ("unknown\n", None),
        ("timeout\n", None),
    ],
)
def test_an_answer_without_a_model_says_so(text: str, satisfiable: bool | None) -> None:
    answer = smtlib.read(text, SYMBOLS)
    assert (answer.satisfiable, answer.literals) == (satisfiable, {})


WRONG = {
    "nothing": ("", "the answer is cut off on line 1"),
    "no model": ("sat\n", "the answer is cut off on line 2"),
    "a word": ("sat\nmodel", "line 2 of the answer has 'model': '(' was expected"),
    "an error": ('sat\n((error "no model"))', "line 2 of the answer is the solver's own error: '\"no model\"'"),
    "an error in place of a model": (
        'sat\n(error "no model")',
        "line 2 of the answer has 'error': '(' or ')' was expected",
    ),
    "another formula's": ("((moon true))", "line 1 of the answer has 'moon', which the formula does not have"),
    "a number": ("(\n(nothing 1))", "line 2 of the answer has '1': 'true' or 'false' was expected"),
    "an integer's": ("((define-fun nothing () Int 1))", "line 1 of the answer has 'Int': 'Bool' was expected"),
    "a function": ("((define-fun nothing ((x Bool)) Bool true))", "line 1 of the answer has '(': ')' was expected"),
    "a contradiction": ("((nothing true)\n(nothing false))", "line 2 of the answer has variable 3 both as true and as"),
    "a value twice": ("((nothing true)(|nothing| true))", "line 1 of the answer has variable 3 twice"),
    "cut off": ("((nothing true)\n", "the answer is cut off on line 2"),
    "cut off in a definition": ("((define-fun nothing () Bool", "the answer is cut off on line 1"),
    "cut off in a symbol": ("sat\n((|sun at", "line 2 of the answer, or one below it, begins a name"),
    "more": ("((nothing true))\n((nothing true))", "line 2 of the answer goes on with '(' after its model"),
    "deep": ("(" * 1_000_000, "line 1 of the answer has '(', which the formula does not have"),
    "a long word": (
        "((" + "x" * 1_000_000,
        "has 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...', which the formula does not have",
    ),
    "blanks without end": ("sat" + " " * 1_000_000 + '"', "begins a name or a string that does not end"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_a_malformed_answer_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(AnswerError) as caught:
        smtlib.read(text, SYMBOLS)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200
