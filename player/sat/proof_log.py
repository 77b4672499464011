"""Models with a logged proof that there are no others. The only user of python-sat, the extra `certify`.

The solver is Glucose 4.1 (G. Audemard, L. Simon, 2017), whose log is a DRUP proof (M. Heule, W. Hunt, N. Wetzler,
"Trimming while checking clausal proofs", FMCAD 2013). pycosat cannot log.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from player.errors import NotInstalled
from player.sat.cnf import CNF, Model

#: Conflicts after which a search pauses, so that Python handles signals; it goes on where it stopped.
SLICE_CONFLICTS = 2_000
#: The step that ends a proof.
EMPTY_CLAUSE = "0"


def search(cnf: CNF) -> tuple[list[Model], list[str]]:
    """Return up to two models of `cnf` that differ in a named variable, and the proof that there are no others.

    If there are fewer than two models, the proof has the lines of a DRUP proof that the clauses, and a clause against
    the model if there is one, have no model; it ends with the empty clause. The formula is complete: it has no cuts.
    The search has no time limit; signals are handled meanwhile. Raise NotInstalled without python-sat.
    """
    models: list[Model] = []
    with require_installed()(bootstrap_with=cnf.clauses, with_proof=True) as solver:
        while len(models) < 2 and (model := _model(solver)) is not None:
            models.append(model)
            solver.add_clause(cnf.blocking(model))
        return models, [] if len(models) == 2 else [*_tidy(solver.get_proof())]


def require_installed() -> Any:
    """Return the class of the solver; raise NotInstalled without python-sat."""
    try:
        from pysat.solvers import Glucose4  # noqa: PLC0415, TID251  # of the extra, and this is the door
    except ImportError:
        raise NotInstalled.of_extra("certify", "certificates are made with python-sat") from None
    return Glucose4


def _model(solver: Any) -> Model | None:
    found = None
    while found is None:
        solver.conf_budget(SLICE_CONFLICTS)
        # Without `expect_interrupt` the solver would take SIGINT from Python.
        found = solver.solve_limited(expect_interrupt=True)
    model: Model | None = solver.get_model() if found else None
    return model


def _tidy(lines: Iterable[str]) -> Iterator[str]:
    """Yield the steps of a proof, the empty clause last, without deletions of clauses that no step has added.

    Deletions only save time. Glucose deletes clauses of the formula, some of them in a shorter form.
    """
    added: Counter[frozenset[str]] = Counter()
    for line in lines:
        words = line.split()
        if words[0] == "d":
            if not added[frozenset(words[1:])]:
                continue
            added[frozenset(words[1:])] -= 1
        elif words == [EMPTY_CLAUSE]:
            continue  # it may be missing if clauses contradict when added
        else:
            added[frozenset(words)] += 1
        yield " ".join(words)
    yield EMPTY_CLAUSE
