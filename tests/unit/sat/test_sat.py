import signal
from itertools import chain, combinations, islice
from typing import Any

import pycosat  # noqa: TID251  # the solver itself, held against the door to it
import pytest

from player.sat import solver
from player.sat.cardinality import exactly, exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause, Model

LETTERS = "abcdef"


@pytest.fixture(params=["in one slice", "slice by slice", "without a look inside", "slices without"], autouse=True)
def _slices(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found at once is found as well by a search that is cut off again and again, or can't be asked."""
    if "slice" in request.param.removeprefix("in one slice"):
        monkeypatch.setattr(solver, "SLICE_PROPAGATIONS", 5)
    if "without" in request.param:
        monkeypatch.setattr(solver, "_answer", None)


def found(formula: CNF, most: int) -> list[str]:
    return sorted("".join(formula.facts(model)) for model in solver.models(formula, most))


def one_letter(*forbidden: str) -> CNF:
    """Exactly one of six letters; that some are forbidden shows only in cuts."""

    def cuts(model: Model) -> list[Clause]:
        return [(-literal,) for literal in model if literal > 0 and LETTERS[literal - 1] in forbidden]

    return CNF([*exactly_one(range(1, 7))], names=LETTERS, cuts=cuts)


def test_a_formula_without_a_model_has_none() -> None:
    assert solver.models(CONTRADICTION, most=2) == []


def test_an_empty_clause_has_no_model() -> None:
    assert solver.models(CNF([(1,), ()], names="a"), most=2) == []


@pytest.mark.parametrize(
    "formula", [CNF([*exactly_one(range(1, 7))], names=LETTERS), one_letter()], ids=["plain", "cut"]
)
def test_as_many_models_as_asked_for_or_all_there_are(formula: CNF) -> None:
    for most, count in ((0, 0), (1, 1), (2, 2), (5, 5), (6, 6), (7, 6), (100, 6)):
        models = found(formula, most)
        assert len(models) == len(set(models)) == count
        assert set(models) <= set(LETTERS)


def test_cuts_leave_the_solutions_each_once() -> None:
    for forbidden in chain.from_iterable(combinations(LETTERS, n) for n in range(7)):
        assert found(one_letter(*forbidden), most=100) == [letter for letter in LETTERS if letter not in forbidden]


def test_an_empty_cut_ends_the_search() -> None:
    assert solver.models(CNF([*exactly_one([1, 2])], names="ab", cuts=lambda _model: [()]), most=2) == []


def test_cuts_hold_for_all_models_after_them() -> None:
    asked: list[Model] = []

    def cuts(model: Model) -> list[Clause]:
        asked.append(model)
        return [(-1,), (-2,), (-3,)] if {1, 2, 3}.intersection(model) else []

    assert found(CNF([*exactly_one(range(1, 7))], names=LETTERS, cuts=cuts), most=100) == ["d", "e", "f"]
    assert sum(1 for model in asked if {1, 2, 3}.intersection(model)) <= 1


@pytest.mark.parametrize("cut", [False, True], ids=["plain", "cut"])
def test_a_model_counts_once_whatever_its_auxiliary_variables(cut: bool) -> None:
    """Two of four letters, and auxiliary variables 5 (a and b) and 6 (not 5)."""
    bound = [(-5, 1), (-5, 2), (5, -1, -2), (5, 6), (-5, -6)]

    def no_ad(model: Model) -> list[Clause]:
        return [(-1, -4)] if {1, 4}.issubset(model) else []

    clauses = [*exactly(2, range(1, 5)), *bound]
    formula = CNF(clauses, names="abcd", cuts=no_ad) if cut else CNF(clauses, names="abcd")
    assert found(formula, most=100) == ["ab", "ac", *([] if cut else ["ad"]), "bc", "bd", "cd"]


def test_auxiliary_variables_that_only_a_cut_model_leaves_free_cost_no_solution() -> None:
    """Variable 3 is free where a holds, and a is cut away."""
    formula = CNF([*exactly_one([1, 2]), (-2, 3)], names="ab", cuts=lambda model: [(-1,)] if model[0] > 0 else [])
    assert found(formula, most=100) == ["b"]


def test_a_solution_close_to_a_model_with_cuts_counts_once() -> None:
    """One of a and b; both together are cut away, and a alone is close by."""
    formula = CNF(
        [(1, 2)],
        names="ab",
        cuts=lambda model: [(-1, -2)] if model[0] > 0 and model[1] > 0 else [],
        repair=lambda _model: [1, -2],
    )
    assert found(formula, most=100) == ["a", "b"]


@pytest.mark.full
def test_signals_are_heard_while_a_formula_keeps_its_answer_back() -> None:
    """Twelve pigeons in eleven holes: a proof by resolution takes longer than anybody waits."""
    clauses = pigeons(12, holes=11)

    def ring(*_of: Any) -> None:
        raise TimeoutError

    def searched() -> None:
        # Again and again: an error within a callback of the garbage collector, such as that of Hypothesis, is lost.
        signal.setitimer(signal.ITIMER_REAL, 0.05, 1)
        solver.models(CNF(clauses, names=range(132)), most=1)

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(TimeoutError):
            searched()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def cut_off(most: int) -> Any:
    """An `itersolve` that ends after so many models, as one that runs into its limit does."""
    return lambda clauses, **_of: islice(pycosat.itersolve(clauses), most)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_an_iterator_that_ends_is_no_proof(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut:
        itersolve, solve = staticmethod(cut_off(most)), staticmethod(pycosat.solve)

    monkeypatch.setattr(solver, "pycosat", Cut)
    assert found(CNF([*exactly_one(range(1, 7))], names=LETTERS), most=100) == list(LETTERS)


def test_a_search_at_its_limit_is_no_proof_however_quick_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in range(1, 20):
        monkeypatch.setattr(solver, "SLICE_PROPAGATIONS", limit)
        assert found(CNF([*exactly_one(range(1, 7))], names=LETTERS), most=100) == list(LETTERS)


def test_the_answers_inside_are_those_by_name() -> None:
    """UNSAT is reported only by an iterator that gave all models."""
    if solver._answer is None:
        assert solver.answer_of(pycosat.itersolve([()])) is None
        return
    answers = set()
    for limit in (*range(1, 40), 1000):
        search = pycosat.itersolve(exactly_one(range(1, 7)), prop_limit=limit)
        models = list(search)
        answer = solver.answer_of(search)
        answers.add(answer)
        assert answer == "UNKNOWN" or len(models) == len(LETTERS)
    assert answers == {"UNKNOWN", "UNSAT"}
    assert solver.answer_of(iter(())) is None


def pigeons(number: int, holes: int) -> list[Clause]:
    """Return clauses: each pigeon has a hole, and no two share one."""
    at = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(number)]
    return [*map(tuple, at), *((-a, -b) for hole in zip(*at, strict=True) for a, b in combinations(hole, 2))]


def test_a_search_at_its_limit_goes_on_with_what_it_has_learnt() -> None:
    """A slice is much too short for the proof: slices that began from nothing would never end."""
    if solver._answer is None:
        pytest.skip("the iterator can't be asked")
    limit, slices = 1_000, 0
    search = pycosat.itersolve(pigeons(7, 6), prop_limit=limit)
    while slices < 1_000 and (slices == 0 or solver.answer_of(search) == "UNKNOWN"):
        assert list(search) == []
        slices += 1
        solver.raise_limit(search, limit * (slices + 1))
    assert solver.answer_of(search) == "UNSAT"
    assert pycosat.solve(pigeons(7, 6), prop_limit=5 * limit) == "UNKNOWN"


def test_long_and_short_searches_take_turns_and_last_longer_and_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def turn(_search: Any, _numbers: Any, limit: int) -> Any:
        lengths.append(limit // solver.SLICE_PROPAGATIONS)
        yield from ()
        return "UNSAT" if len(lengths) == 7 else "UNKNOWN"

    monkeypatch.setattr(solver, "_searched", turn)
    assert solver.models(CNF([(1,)], names="a"), most=1) == []
    assert lengths == [4, 1, 8, 2, 16, 4, 32]


def test_a_variable_in_no_clause_is_false_whatever_its_new_number() -> None:
    clauses: list[Clause] = [(2,), (-5, 2)]
    for turn in range(1, 8):
        numbers = solver._numbers(clauses, turn)
        model = next(pycosat.itersolve(solver._renamed([*clauses, (-5,)], numbers)))
        assert solver._original(model, numbers) == [-1, 2, -3, -4, -5]


def test_a_search_with_counted_turns_ends_without_an_answer_or_with_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hard = CNF(pigeons(9, 8), names=range(72))
    two = CNF([(1, 2), (-1, -2)], names=range(2))
    for most, count in ((5, 2), (2, 2), (1, 1)):
        found, done = solver.models_within(two, most, 1000)
        assert (len(found), done) == (count, True)
    monkeypatch.setattr(solver, "SLICE_PROPAGATIONS", 1000)
    assert solver.models_within(hard, 2, 2) == ([], False)
