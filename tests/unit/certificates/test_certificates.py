"""Certificates: of every game, and `player certify`."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from player.boards.board_files import BoardEntry
from player.boards.board_json import board_of
from player.boards.generation import generate
from player.certificates.checker import folder as names
from player.certificates.report import _in_folders, certify_all
from player.certificates.writing import certificate
from player.errors import BoardError, CertificateError, Interrupted, NotCompared, NotInstalled, install_command
from player.files import new_folder
from player.games import GAMES, title_of, zip_path
from player.games.word_lists import list_for
from player.proof import prove
from player.sat import proof_log
from player.sat.cnf import CNF
from tests.support.certificates import check, fixture, judge, lrat_proves, write
from tests.support.commands import Player, start
from tests.support.games.shared import games_with
from tests.support.games.zip_path import zip_board

GERMAN = {"game": "wend", "grid": ["ÜBER"], "lengths": [4], "lang": "de"}


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("generate"))
def test_the_certificate_of_a_board_holds_and_has_its_only_solution(name: str, tmp_path: Path) -> None:
    data = fixture(name)
    judged = judge(write(tmp_path / "certificate", data))
    game, board = board_of(data)
    assert judged.checked.solution == game.board.solution_to_json(prove(game, board).solution)
    drawn = {**json.loads((tmp_path / "certificate" / "solution.json").read_text(encoding="ascii"))}
    assert board_of(drawn) == (game, board)


@pytest.mark.parametrize(
    "data",
    [generate("queens", 8, 1, stars=2), generate("tango", 6, 1, distinct=True), GERMAN],
    ids=["star-battle", "binairo", "wend-in-german"],
)
def test_so_does_that_of_another_kind_of_board(data: dict[str, Any], tmp_path: Path) -> None:
    assert prove(*board_of(data)).solutions == 1
    assert judge(write(tmp_path / "certificate", data)).says.startswith("one solution")


def test_a_certificate_of_wend_says_which_list_it_is_relative_to(tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture("wend"))
    manifest = check(folder).manifest
    assert manifest["claim"]["covers"] == 1
    assert f"one solution {manifest['claim']['says']}, proved: " in judge(folder).says
    assert manifest["claim"]["list"]["name"] in (folder / "formula.cnf").read_text(encoding="ascii")


WORDS = {"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]}


def with_manifest(folder: Path, **changes: Any) -> Path:
    """Change keys of the manifest."""
    manifest = json.loads((folder / names.MANIFEST).read_text(encoding="utf-8"))
    (folder / names.MANIFEST).write_text(json.dumps({**manifest, **changes}), encoding="utf-8")
    return folder


@pytest.mark.parametrize("stated", ["version", None, 7, {}, [], "pyspellchecker"], ids=str)
def test_a_formula_that_is_not_compared_with_its_board_proves_nothing(tmp_path: Path, stated: Any) -> None:
    folder = write(tmp_path / "certificate", WORDS)
    claim = json.loads((folder / names.MANIFEST).read_text(encoding="utf-8"))["claim"]
    if stated == "version":
        stated = {**claim["list"], "version": f"{claim['list']['version']} "}
    for changed in ({**claim, "list": stated}, stated):
        with pytest.raises(NotCompared, match="was not compared with the board") as refused:
            judge(with_manifest(folder, claim=changed))
        assert refused.value.code == 1


def test_a_certificate_of_other_words_does_not_hold_whatever_list_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crlwa\ndog\n", encoding="utf-8")
    monkeypatch.setenv("PLAYER_WORDS", str(words))
    folder = write(tmp_path / "certificate", WORDS)
    monkeypatch.delenv("PLAYER_WORDS")
    with pytest.raises(NotInstalled, match="--words") as refused:
        judge(folder)
    assert refused.value.code == 69
    with pytest.raises(CertificateError, match=r"is not the formula that player .* encodes for its board"):
        judge(with_manifest(folder, claim={"list": list_for("en").name._asdict()}))


@pytest.mark.parametrize("name", ["queens", "wend"])
def test_what_the_manifest_says_of_itself_is_not_repeated(player: Player, tmp_path: Path, name: str) -> None:
    folder = write(tmp_path / "certificate", fixture(name))
    before = judge(folder).says
    claim = json.loads((folder / names.MANIFEST).read_text(encoding="utf-8"))["claim"] or {}
    with_manifest(folder, claim={**claim, "says": "checked by two independent experts"}, name="verified by NIST")
    assert judge(folder).says == before
    assert player("certify", "--check", folder) == (0, f"{title_of(name)} {folder}: {before}\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("generate"))
def test_the_proof_as_lrat_holds_for_a_checker_that_shares_nothing(player: Player, tmp_path: Path, name: str) -> None:
    file, folder = tmp_path / "board.json", tmp_path / "certificate"
    file.write_text(json.dumps(fixture(name)), encoding="utf-8")
    assert player("certify", file, "--to", folder, "--lrat").code == 0
    formula, proof = (folder / "excluded.cnf").read_text(), (folder / "proof.lrat").read_text()
    assert lrat_proves(formula, proof)
    assert player("certify", "--check", folder).code == 0
    lines = proof.splitlines(keepends=True)
    assert not lrat_proves(formula, "".join(lines[:-1]))
    (folder / "proof.lrat").write_text("".join(lines[:-1]), encoding="ascii")
    assert player.refuses("certify", "--check", folder)[0] == 65


@pytest.mark.full
def test_a_long_file_takes_a_few_times_its_memory_and_no_more_than_the_deadline(tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture("queens"))
    lines = (folder / "formula.cnf").read_text(encoding="ascii").splitlines(keepends=True)
    clause = next(line for line in lines if line[:1] not in "cp")
    proof = (folder / "proof.drup").read_text(encoding="ascii")
    (folder / "proof.drup").write_text(clause * (12_000_000 // len(clause)) + proof, encoding="ascii")
    command = [sys.executable, "-m", "player", "certify", "--check", str(folder), "--board-deadline", "5"]
    peak = "import resource, subprocess, sys; p = subprocess.run(sys.argv[1:]); "
    peak += "print(p.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    ended = subprocess.run([sys.executable, "-c", peak, *command], capture_output=True, text=True, check=True)
    code, peak_kb = map(int, ended.stdout.split()[-2:])
    assert code in {0, 75}  # it is repeated often, and holds; or the deadline
    assert peak_kb < 100_000 + 8 * 12_000


@pytest.mark.parametrize("name", games_with("generate"))
def test_a_wrong_solution_of_each_game_is_found(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture(name))
    data = json.loads((folder / "solution.json").read_text(encoding="ascii"))
    solution = data["solution"]
    first = solution[1]
    if name == "tango":
        first = ["moon" if solution[0][0] == "sun" else "sun", *solution[0][1:]]
    elif name == "mini-sudoku":
        first = [*reversed(solution[0])]
    data["solution"] = [first, *solution[1:]]
    (folder / "solution.json").write_text(json.dumps(data), encoding="ascii")
    with pytest.raises(CertificateError, match=r"^solution\.json "):
        check(folder)
    junks: list[list[Any]] = [[None], [[None]], [[[1, 2], 3]], [{}], [[0.5, "x"]]]
    for junk in junks:
        (folder / "solution.json").write_text(json.dumps({**data, "solution": junk}), encoding="ascii")
        with pytest.raises(CertificateError, match=r"solution"):
            check(folder)


def test_a_solution_that_says_a_fact_twice_is_refused_by_the_referee(tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture("queens"))
    data = json.loads((folder / "solution.json").read_text(encoding="ascii"))
    data["solution"].append(data["solution"][0])
    (folder / "solution.json").write_text(json.dumps(data), encoding="ascii")
    with pytest.raises(CertificateError, match=r"^solution\.json breaks a rule: "):
        judge(folder)


def test_the_formula_of_a_board_with_two_solutions_can_be_made_to_look_right_but_not_to_the_judge(
    tmp_path: Path,
) -> None:
    """Without the first arc there is one solution: the files agree and the proof holds, but not for this board."""
    board = zip_board("""
        1 . .
        . . .
        . . 2
    """)
    cnf = zip_path.complete_encoding.encode(board)
    forged = CNF([*cnf.clauses, (-1,)], cnf.names)
    assert len(proof_log.search(cnf)[0]) == 2
    assert len(proof_log.search(forged)[0]) == 1
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zip_path.complete_encoding, "encode", lambda _board: forged)
        write(tmp_path / "certificate", zip_path.board.to_json(board))
    assert check(tmp_path / "certificate")
    with pytest.raises(
        CertificateError, match=r"^formula\.cnf is not the formula that player .* encodes for its board"
    ):
        judge(tmp_path / "certificate")


@pytest.mark.parametrize(
    ("rows", "says"),
    [("1 2 .", "no solution"), ("1 . .\n. . .\n. . 2", "two solutions or more")],
    ids=["none", "two"],
)
def test_a_board_without_exactly_one_solution_has_no_certificate(rows: str, says: str) -> None:
    with pytest.raises(BoardError, match=says):
        certificate(GAMES["zip"], zip_board(rows), "a board")


def test_a_word_that_is_in_no_list_has_no_certificate() -> None:
    game, board = board_of({"game": "wend", "grid": ["XQZDOG"], "lengths": [3, 3]})
    assert prove(game, board).solutions == 1
    with pytest.raises(BoardError, match="no certificate is written for such a solution"):
        certificate(game, board, "a board")


def test_every_file_is_ascii_and_no_line_is_too_long_for_drat_trim(tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture("wend"))
    for name in ("formula.cnf", "excluded.cnf", "proof.drup"):
        assert max(map(len, (folder / name).read_text(encoding="ascii").split("\n"))) < 1024


@pytest.mark.skipif(not shutil.which("drat-trim"), reason="drat-trim is not installed")
@pytest.mark.parametrize("name", games_with("generate"))
def test_drat_trim_verifies_the_proof(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture(name))
    ended = subprocess.run(
        [str(shutil.which("drat-trim")), folder / names.EXCLUDED, folder / names.PROOF],
        check=False,
        capture_output=True,
        text=True,
    )
    assert "s VERIFIED" in ended.stdout


# The search


def test_a_proof_ends_with_the_empty_clause_though_clauses_contradict_at_once() -> None:
    assert proof_log.search(CNF([(1,), (-1,)], ["a"])) == ([], ["0"])


# Names


def test_folders_are_named_by_the_ids_in_letters_that_every_system_takes(tmp_path: Path) -> None:
    ids = ["a", "A", "../../etc/passwd", "", ".", "ö b", 7, None, "x" * 300, "a-2"]
    entries = [BoardEntry("f", line, json.dumps({"id": one})) for line, one in enumerate(ids, start=1)]
    named = [folder.name for folder, _ in _in_folders([*entries, BoardEntry("f", 11, "no JSON")], tmp_path)]
    assert named == ["a", "A-2", "etc-passwd", "line-4", "line-5", "b", "7", "line-8", "x" * 80, "a-2-2", "line-11"]


# The command


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Three boards, one a line: two with one solution, and one with none between them."""
    none = {**zip_path.board.to_json(zip_board("1 2 .")), "id": "impossible"}
    file = tmp_path / "boards.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in (fixture("queens"), none, fixture("tango"))))
    return file


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder is empty."""
    monkeypatch.chdir(tmp_path)


def test_one_board_goes_into_the_folder_itself(player: Player, tmp_path: Path) -> None:
    file, folder = tmp_path / "board.json", tmp_path / "new" / "certificate"
    file.write_text(json.dumps(fixture("queens")), encoding="utf-8")
    code, out, err = player("certify", file, "--to", folder)
    assert (code, err) == (0, "")
    name = fixture("queens")["id"]
    assert out.startswith(f"Queens {name}: one solution, certified: ")
    assert out.endswith(f"in {folder}\n")
    assert {path.name for path in folder.iterdir()} == {*names.FILES, names.MANIFEST}
    code, out, err = player("certify", "--check", folder)
    assert (code, err) == (0, "")
    assert out.startswith(f"Queens {folder}: one solution, proved: ")
    assert player("certify", "--check", folder, file).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.full)])
def test_several_boards_get_a_folder_each_and_a_bad_one_stops_none(
    player: Player, boards: Path, tmp_path: Path, jobs: str
) -> None:
    folder = tmp_path / "certificates"
    code, out, _ = player("certify", boards, "--to", folder, "--jobs", jobs)
    assert code == 65
    assert f"{boards} line 2: the board has no solution" in out
    assert len(out.splitlines()) == 3
    assert sorted(path.name for path in folder.iterdir()) == sorted(fixture(game)["id"] for game in ("queens", "tango"))
    code, out, _ = player("certify", "--check", folder, "--jobs", jobs)
    assert (code, len(out.splitlines())) == (0, 2)
    (folder / fixture("tango")["id"] / "proof.drup").write_text("0", encoding="ascii")
    code, out, _ = player("certify", "--check", folder, "--jobs", jobs)
    assert code == 65
    assert "proof.drup is cut off" in out
    assert len(out.splitlines()) == 2
    code, out, _ = player("certify", "--check", folder, boards)
    assert code == 66
    assert f"manifest.json is not in the certificate {folder / 'impossible'}" in out


def test_a_line_of_a_file_and_standard_input(
    player: Player, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert player("certify", boards, "--line", "3", "--to", tmp_path / "third").out.startswith("Tango ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(fixture("queens")).encode())))
    assert player("certify", "-", "--to", tmp_path / "piped").code == 0
    assert check(tmp_path / "piped").game == "queens"
    code, error = player.refuses("certify", boards, "--line", "9", "--to", tmp_path / "ninth")
    assert (code, error) == (65, f"no board is on line 9 of {boards}")


def test_a_certificate_of_another_board_is_refused(player: Player, tmp_path: Path) -> None:
    folder = write(tmp_path / "certificate", fixture("queens"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps(fixture("tango")), encoding="utf-8")
    code, error = player.refuses("certify", "--check", folder, other)
    assert (code, error) == (65, "solution.json has another board than the file")


def test_nothing_is_overwritten(player: Player, boards: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
    code, error = player.refuses("certify", boards, "--line", "1", "--to", tmp_path / "full")
    assert (code, error) == (73, f"{tmp_path / 'full'} is there already: name another folder, or remove it")
    (tmp_path / "empty").mkdir()
    assert player("certify", boards, "--line", "1", "--to", tmp_path / "empty").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("certify",), 2, "name a folder: FILE --to DIR writes a certificate, --check DIR verifies one"),
        (("certify", "--to", "x"), 2, "a FILE with boards is needed"),
        (("certify", "f", "--to", "x", "--check", "y"), 2, "name a folder"),
        (("certify", "--check", "y", "--lrat"), 2, "--lrat and --line are for writing"),
        (("certify", "missing.json", "--to", "x"), 66, "the board file missing.json is not there"),
        (("certify", "--check", "missing"), 66, "the folder missing is not there: check the path"),
        (("certify", "--check", "."), 66, "no certificate is in .: a folder with manifest.json was expected"),
    ],
)
@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_wrong_command_is_refused(player: Player, arguments: tuple[str, ...], code: int, says: str) -> None:
    ended, error = player.refuses(*arguments)
    assert ended == code
    assert error.startswith(says)


def test_without_python_sat_one_line_says_what_to_install(
    player: Player, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "certificate", fixture("queens"))
    for module in [name for name in sys.modules if name.partition(".")[0] == "pysat"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pysat", None)
    code, error = player.refuses("certify", boards, "--to", tmp_path / "new")
    assert (code, error) == (69, f"certificates are made with python-sat: type {install_command('certify')}")
    assert player("certify", "--check", folder).code == 0


def test_a_deadline_leaves_no_folder(player: Player, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    file = tmp_path / "board.json"
    empty = {"game": "mini-sudoku", "box": [4, 4], "givens": [[0] * 16] * 16}  # 111,000 clauses
    file.write_text(json.dumps(empty), encoding="utf-8")
    code, error = player.refuses("certify", file, "--to", folder, "--board-deadline", "0.05")
    assert (code, error) == (75, "not done in 0.05 s: give more with --board-deadline SECONDS")
    assert not folder.exists()


def test_a_certificate_that_is_written_at_ctrl_c_has_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*args: Any, **kwargs: Any) -> None:
        new_folder(*args, **kwargs)
        monkeypatch.undo()
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("player.certificates.report.new_folder", interrupted)
    file = tmp_path / "boards.jsonl"
    file.write_text(f"{json.dumps(fixture('queens'))}\n" * 99, encoding="utf-8")
    with pytest.raises(Interrupted):
        certify_all(str(file), tmp_path / "made", print, deadline=60)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.rpartition(", in ")[2] for line in lines) == sorted(map(str, (tmp_path / "made").iterdir()))
    assert 0 < len(lines) < 99


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
def test_ctrl_c_leaves_whole_certificates_only(tmp_path: Path) -> None:
    file, folder = tmp_path / "boards.jsonl", tmp_path / "certificates"
    one = fixture("queens")
    file.write_text("".join(json.dumps({**one, "id": f"{number}"}) + "\n" for number in range(3000)), encoding="utf-8")
    process = start("certify", file, "--to", folder, "--jobs", "2")
    assert process.stdout
    assert process.stderr
    for _ in range(5):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "player: stopped by SIGINT\n")
    made = list(folder.iterdir())
    assert 5 <= len(made) < 3000
    assert all({path.name for path in place.iterdir()} == {*names.FILES, names.MANIFEST} for place in made)
