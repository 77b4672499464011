"""The checker of certificates: propagation, proofs, formulas; and that it finds every change of a certificate."""

import shutil
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.certificates.checker.check import verified
from player.certificates.checker.folder import (
    FILES,
    MANIFEST,
    MAX_VARIABLES,
    files_in,
    formula_in,
    lines_of,
    steps_in,
)
from player.certificates.checker.propagation import Propagator
from player.certificates.writing import described
from player.errors import CertificateError, InputMissing
from tests.support import certificates
from tests.support.certificates import change, check, copied, fixture, follows, judge

LITERALS = st.integers(1, 6).flatmap(lambda variable: st.sampled_from((variable, -variable)))
CLAUSE = st.lists(LITERALS, min_size=1, max_size=5, unique_by=abs)

# Propagation


@given(st.lists(CLAUSE, max_size=20), st.lists(CLAUSE, max_size=8))
def test_a_clause_follows_if_plain_propagation_says_so(clauses: list[list[int]], added: list[list[int]]) -> None:
    propagator = Propagator(6, clauses)
    live = list(clauses)
    for clause in added:
        assert propagator.follows(clause) == follows(live, clause)
        propagator.add(clause)
        live.append(clause)
        assert propagator.contradictory == follows(live, [])


@given(st.lists(CLAUSE, min_size=1, max_size=16), st.lists(CLAUSE, min_size=1, max_size=6), st.data())
def test_deletions_never_let_more_follow(clauses: list[list[int]], asked: list[list[int]], data: st.DataObject) -> None:
    propagator = Propagator(6, clauses)
    gone = data.draw(st.lists(st.sampled_from(clauses), unique_by=id))
    live = [clause for clause in clauses if not any(clause is one for one in gone)]
    for clause in gone:
        assert propagator.delete(clause) is not None
    for clause in asked:
        if follows(live, clause):
            assert propagator.follows(clause)
        if propagator.follows(clause):
            assert follows(clauses, clause)


def test_a_deleted_clause_does_not_count() -> None:
    clauses = [[1, 2, 3], [1, 2, -3], [1, -2]]
    propagator = Propagator(3, clauses)
    assert propagator.follows([1])
    assert propagator.delete([2, -3, 1])
    assert not propagator.follows([1])
    assert propagator.delete([1, 2, -3]) is None


# Proofs

FOUR = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        ("1 0\n0\n", None),
        ("1 0\nd 1 2 0\n0\n", None),
        ("2 1 0\nd 1 2 0\n1 0\n0\n", None),
        ("0\n", "line 1: the contradiction does not follow"),
        ("1 0\n", "does not end with the empty clause"),
        ("1 0\n0", "cut off"),
        ("", "cut off"),
        ("1 0\n0\n1 0\n", "goes on after the empty clause on line 2"),
        ("3 0\n0\n", "line 1 has a variable beyond the 2"),
        ("999999999999999999999 0\n0\n", "line 1 is no step"),
        ("1 x 0\n0\n", "line 1 is no step"),
        ("1\n0\n", "line 1 is no step"),
        ("d 1 0\n0\n", "line 1 deletes a clause that is not there"),
        ("d 1 2 0\n1 0\n0\n", "line 2: the clause 1 does not follow"),
        ("\x00\n0\n", "line 1 is no step"),
        ("1 0\n-2 0\nd -2 0\n0\n", None),  # false already
        ("1 0\n2 0\n-1 -2 0\nd -1 -2 0\n0\n", None),
        ("1 -1 0\nd 1 -1 0\n1 1 0\nd 1 0\n0\n", None),
    ],
)
def test_a_proof_is_read_strictly_and_checked_step_by_step(proof: str, says: str | None) -> None:
    if says is None:
        assert [*verified(steps_in(proof.splitlines(keepends=True)), 2, FOUR)]
        return
    with pytest.raises(CertificateError, match=says):
        list(verified(steps_in(proof.splitlines(keepends=True)), 2, FOUR))


# Formulas

GOOD = "c board: {}\nc 1 = one\nc 2 = two\np cnf 3 2\n1 2 0\nc any other\n-1 3 0\n"


def test_a_formula_is_read_with_its_meanings() -> None:
    formula = formula_in(GOOD.splitlines(keepends=True))
    assert [*formula.clauses] == [(1, 2), (-1, 3)]
    assert (formula.variables, formula.meanings, formula.board) == (3, ("one", "two"), {})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("-1 3 0\n", "-1 3 0", "cut off"),
        ("3 2\n", "3 3\n", "2 clauses, its header says 3"),
        ("cnf 3", "cnf 2", "clause 2 has a variable beyond the 2"),
        ("p cnf", "p dnf", "where 'p cnf VARIABLES CLAUSES' was expected"),
        ("cnf 3 2", f"cnf {MAX_VARIABLES + 1} 2", "at most"),
        ("1 2 0", "1 2", "line 5 is no clause: '1 2'"),
        ("1 2 0", "1  2 0", "line 5 is no clause"),
        ("1 2 0", "1 2 0\n", "line 6 is no clause"),
        ("1 2 0", "1 12345678901234567890 0", "line 5 is no clause"),
        ("c 2 =", "c 3 =", "one meaning"),
        ("c 2 = two\n", "c 2 = one\n", "gives two variables one meaning"),
        ("{}", "{", "the board in formula.cnf is not JSON"),
        ("c board: {}\n", "", "the board as JSON in comments"),
    ],
)
def test_a_malformed_formula_is_refused(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(CertificateError, match=says):
        formula_in(GOOD.replace(old, new, 1).splitlines(keepends=True))


# Changed certificates


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of a Zip board."""
    return certificates.write(tmp_path_factory.mktemp("certificates") / "zip", fixture("player-zip-5-2"))


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return copied(written, tmp_path / "copy")


def test_it_holds_as_it_was_written(folder: Path) -> None:
    found = check(folder)
    assert judge(folder).says == f"one solution, proved: {described(len(found.formula.clauses), found.steps)}"


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputMissing, match=rf"{name} is not in the certificate"):
        check(folder)


GARBAGE = [b"", b"9" * 2_000_000, b"\xff\xfe\x00", b"\x00" * 9, b"9" * 5000, b"[" * 9000, b"{}", "π\n".encode()]
GARBAGE.append(b'{"a":' * 900 + b"1" + b"}" * 900)


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_garbage_is_refused(folder: Path, name: str) -> None:
    for garbage in GARBAGE:
        (folder / name).write_bytes(garbage)
        with pytest.raises(CertificateError, match=name.replace(".", r"\.")) as error:
            check(folder)
        assert "\n" not in str(error.value)


def test_a_certificate_of_an_earlier_version_is_refused_in_one_line(folder: Path) -> None:
    change(folder, MANIFEST, '"schema": 2', '"schema": 1')
    with pytest.raises(CertificateError, match=r"^manifest\.json is of schema 1, .*: make the certificate again$"):
        check(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_a_changed_byte_is_found_or_changes_nothing_that_is_proved(folder: Path, name: str) -> None:
    random, before = Random(name), judge(folder)  # noqa: S311  # the same bytes in each run
    content = (folder / name).read_bytes()
    found = 0
    for _ in range(40):
        at = random.randrange(len(content))
        (folder / name).write_bytes(content[:at] + bytes([content[at] ^ 1 << random.randrange(7)]) + content[at + 1 :])
        try:
            after = judge(folder)
        except CertificateError:
            found += 1
        else:  # a comment, or a step that another one makes superfluous
            assert (after.checked.solution, [*after.checked.formula.clauses]) == (
                before.checked.solution,
                [*before.checked.formula.clauses],
            )
    assert found > 0


@pytest.mark.parametrize(("one", "other"), [*pairwise([*FILES, MANIFEST])])
def test_swapped_files_are_found(folder: Path, one: str, other: str) -> None:
    first, second = (folder / one).read_bytes(), (folder / other).read_bytes()
    (folder / one).write_bytes(second)
    (folder / other).write_bytes(first)
    with pytest.raises(CertificateError):
        check(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_certificate_is_found(folder: Path, tmp_path: Path, name: str) -> None:
    other = certificates.write(tmp_path / "other", fixture("player-zip-6-2"))
    shutil.copy(other / name, folder / name)
    with pytest.raises(CertificateError):
        judge(folder)


@pytest.mark.full
def test_a_changed_proof_passes_only_if_it_is_one(folder: Path) -> None:
    """Steps removed, repeated, or with one literal changed, against plain propagation."""
    formula = formula_in(lines_of(files_in(folder), "formula.cnf"))
    last = (folder / "excluded.cnf").read_text(encoding="ascii").split("\n")[-2]
    clauses = [*formula.clauses, tuple(map(int, last.split()[:-1]))]
    lines = (folder / "proof.drup").read_text(encoding="ascii").split("\n")[:-1]
    random, found = Random(1), [0, 0]  # noqa: S311  # the same literals in each run
    for number in range(len(lines) - 1):
        words = lines[number].split()
        at = random.randrange(len(words) - 1)
        flipped = " ".join([*words[:at], str(-int(words[at])), *words[at + 1 :]])
        for instead in ([], [lines[number], lines[number]], [flipped]):
            changed = [*lines[:number], *instead, *lines[number + 1 :]]
            (folder / "proof.drup").write_text("\n".join([*changed, ""]), encoding="ascii")
            live = list(clauses)
            holds = True
            for line in changed:
                step = tuple(map(int, line.split()[:-1]))
                holds = holds and follows(live, step)
                live.append(step)
            found[holds] += 1
            if holds:
                check(folder)
            else:
                with pytest.raises(CertificateError, match="does not follow"):
                    check(folder)
    assert min(found) > 0


@pytest.mark.full
def test_a_formula_with_a_clause_removed_added_or_changed_is_not_that_of_its_board(folder: Path) -> None:
    """In both formulas, so that the proof may still hold."""
    texts = {name: (folder / name).read_text(encoding="ascii") for name in ("formula.cnf", "excluded.cnf")}
    clauses = [line for line in texts["excluded.cnf"].split("\n")[:-2] if line[:1] not in "cp"]
    number = len(clauses)
    for clause in clauses[:: number // 12]:
        for instead in ("", f"{clause}\n{clause}\n", f"{-int(clause.split()[0])} 0\n"):
            for name, text in texts.items():
                changed = text.replace(f"\n{clause}\n", f"\n{instead}", 1)
                header = number + (name == "excluded.cnf")
                changed = changed.replace(f" {header}\n", f" {header + instead.count(chr(10)) - 1}\n", 1)
                (folder / name).write_text(changed, encoding="ascii")
            with pytest.raises(CertificateError):
                judge(folder)


def test_a_clause_that_only_one_formula_has_is_named(folder: Path) -> None:
    lines = (folder / "formula.cnf").read_text(encoding="ascii").split("\n")
    first = next(line for line in lines if line[:1] not in "cp")
    change(folder, "excluded.cnf", f"\n{first}\n", f"\n{-int(first.split()[0])} 0\n")
    with pytest.raises(CertificateError, match=r"^excluded\.cnf differs from formula\.cnf in clause 1: "):
        check(folder)


def test_the_last_clause_excludes_the_solution_and_nothing_else(folder: Path) -> None:
    text = (folder / "excluded.cnf").read_text(encoding="ascii")
    last = text.split("\n")[-2]
    for instead in (last.split(" ", 1)[1], "0", "-" + last, last.replace("-", "", 1)):
        (folder / "excluded.cnf").write_text(text.replace(f"\n{last}\n", f"\n{instead}\n"), encoding="ascii")
        with pytest.raises(CertificateError, match=r"excluded\.cnf"):
            check(folder)


def test_a_solution_of_another_board_is_refused(folder: Path) -> None:
    change(folder, "solution.json", '"rows": 5', '"rows": 6')
    with pytest.raises(CertificateError, match=r"^formula\.cnf is about another board than solution\.json$"):
        check(folder)
