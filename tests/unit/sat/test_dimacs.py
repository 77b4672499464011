"""DIMACS out, and answers in it back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.errors import AnswerError
from player.sat import dimacs

RANDOM = st.randoms(use_true_random=False)
SIGNS = st.lists(st.booleans(), min_size=1, max_size=12)


def literals(signs: list[bool]) -> list[int]:
    return [variable if sign else -variable for variable, sign in enumerate(signs, start=1)]


def test_a_formula_is_written_with_its_names() -> None:
    lines = dimacs.write([(1, -2), (3,), ()], ["sun", "moon", "auxiliary 3"], named=2, comments=["tango"])
    assert "".join(lines) == (
        "c tango\n"
        "c 1 = sun\n"
        "c 2 = moon\n"
        "c 3 to 3 are auxiliary\n"
        "p cnf 3 3\n"
        "1 -2 0\n"
        "3 0\n"
        "0\n"
    )  # fmt: skip


def test_a_formula_without_auxiliary_variables_says_nothing_of_them() -> None:
    assert list(dimacs.write([], ["sun"], named=1, comments=[])) == ["c 1 = sun\n", "p cnf 1 0\n"]


@given(SIGNS, st.integers(1, 12), RANDOM)
def test_a_model_in_the_competitions_form_is_read_however_it_is_broken_into_lines(
    signs: list[bool], width: int, random: Random
) -> None:
    model = literals(signs)
    words = [*map(str, model), "0"]
    lines = ["s SATISFIABLE", *(f"v {' '.join(words[at : at + width])}" for at in range(0, len(words), width))]
    for _ in range(3):
        lines.insert(random.randint(0, len(lines)), random.choice(["c", "c a remark", "", "  ", "c s v 1 0"]))
    answer = dimacs.read(random.choice(["\n", "\r\n"]).join(lines), len(model))
    assert (answer.satisfiable, list(answer.literals.values())) == (True, model)


@given(SIGNS, RANDOM)
def test_a_model_in_minisats_form_is_read(signs: list[bool], random: Random) -> None:
    model = literals(signs)
    random.shuffle(model)
    answer = dimacs.read(f"SAT\n{' '.join(map(str, model))} 0\n", len(model))
    assert (answer.satisfiable, list(answer.literals.values())) == (True, model)


@given(SIGNS)
def test_a_whole_model_needs_no_0(signs: list[bool]) -> None:
    model = literals(signs)
    answer = dimacs.read(f"s SATISFIABLE\nv {' '.join(map(str, model))} \n", len(model))
    assert list(answer.literals.values()) == model


@pytest.mark.parametrize(
    ("text", "satisfiable"),
    [
        ("s UNSATISFIABLE\n", False),
        ("c beforehand\ns UNSATISFIABLE", False),
        ("UNSAT\n", False),
        ("s UNKNOWN\n", None),
        ("s INDETERMINATE\n", None),
        ("INDET\n", None),
    ],
)
def test_an_answer_without_a_model_says_so(text: str, satisfiable: bool | None) -> None:
    answer = dimacs.read(text, 3)
    assert (answer.satisfiable, answer.literals) == (satisfiable, {})


WRONG = {
    "nothing": ("", "the answer is empty"),
    "comments": ("c hello\n", "the answer is empty"),
    "no verdict": ("v 1 2 3 0", "line 1 of the answer begins with 'v'"),
    "a formula": ("p cnf 3 1\n1 0\n", "line 1 of the answer begins with 'p'"),
    "a strange verdict": ("s MAYBE\nv 1 2 3 0\n", "line 1 of the answer has 'MAYBE'"),
    "an empty verdict": ("s\n", "line 1 of the answer has ''"),
    "two verdicts": ("s SATISFIABLE\ns UNSATISFIABLE\n", "line 2 of the answer begins with 's'"),
    "a line of another kind": ("s SATISFIABLE\n1 2 3 0\n", "line 2 of the answer begins with '1'"),
    "a word": ("SAT\n1 two 3 0\n", "line 2 of the answer has 'two', which is not a literal"),
    "other digits": ("SAT\n\u0661 0\n", "which is not a literal"),
    "an underscore": ("SAT\n1_0 0\n", "which is not a literal"),
    "5000 digits": ("SAT\n" + "9" * 5000 + " 0\n", "has '9999999999999999999999999999999999999..."),
    "another formula's": (
        "s SATISFIABLE\nv 1 2\nv 3 -4 0\n",
        "line 3 of the answer has variable 4, which the formula does not have",
    ),
    "a contradiction": ("s SATISFIABLE\nv 1 2\nv -1 3 0\n", "line 3 of the answer has variable 1 both as true and as"),
    "a literal twice": ("SAT\n1 2 2 3 0\n", "line 2 of the answer has variable 2 twice"),
    "cut off": ("s SATISFIABLE\nv 1\nv 2\n", "the answer is cut off after line 3"),
    "cut off at once": ("s SATISFIABLE\n", "the answer is cut off after line 1"),
    "more on a line": ("SAT\n1 2 0 3\n", "line 2 of the answer goes on with '3' after its 0"),
    "more lines": ("s SATISFIABLE\nv 1 2 0\nv 3 0\n", "line 3 of the answer goes on after the 0"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_a_malformed_answer_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(AnswerError) as caught:
        dimacs.read(text, 3)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_an_endless_model_is_left_at_its_first_repetition() -> None:
    with pytest.raises(AnswerError, match="variable 1 twice"):
        dimacs.read("SAT\n" + "1 2 3 " * 500_000, 3)
