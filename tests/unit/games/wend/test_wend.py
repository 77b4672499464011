"""Wend: boards from JSON and pages, the encoding against a search, the claim, the referee, and the hand."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import WORDS_VARIABLE
from player.errors import BoardError, PageNotUnderstood
from player.games import wend, word_lists
from player.games.grid import Cell, cells
from player.games.moves import Trace, batches
from player.games.snapshot import Item, Snapshot
from player.games.wend.board import Board, Word
from player.games.wend.encoding import candidates
from player.games.wend.play import State
from player.proof import prove
from tests.support.commands import Player
from tests.support.games.wend import wend_covers
from tests.support.known_boards import entries
from tests.support.places import PUZZLES

JSON = {"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]}
BOARD = wend.board.from_json(JSON)
PATHS = {"dog": [[2, 0], [2, 1], [2, 2]], "crawl": [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1]]}


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list of words in use, by its file: it begins empty."""
    path = tmp_path / "list.txt"
    monkeypatch.setenv(WORDS_VARIABLE, str(path))
    return path


def of(path: Path, *words: str) -> Path:
    """A list of these words, with others that were of use before."""
    word_lists._from_file.cache_clear()
    path.write_text("\n".join(words), encoding="utf-8")
    return path


def told(solution: Any) -> list[str]:
    return [word.text for word in solution]


# Boards


def test_a_board_survives_json() -> None:
    assert wend.board.to_json(BOARD) == JSON
    assert BOARD.shape == (3, 3)
    assert BOARD.letters[Cell(1, 1)] == "L"
    assert Cell(1, 0) not in BOARD.letters
    foreign = {**JSON, "grid": ["ÉTÉ"], "lengths": [3], "lang": "fr"}
    assert wend.board.to_json(wend.board.from_json(foreign)) == foreign


def test_any_letter_of_unicode_is_a_letter_composed_or_not() -> None:
    board = wend.board.from_json({"game": "wend", "grid": ["E\u0301Жλ", "ئ漢."], "lengths": [5]})
    assert board.grid == ("ÉЖλ", "ئ漢.")


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"grid": []}, "needs a row"),
        ({"grid": [""]}, "columns must be from 1"),
        ({"grid": ["A" * 33]}, "columns must be from 1 to 32"),
        ({"grid": ["CRA", ".L", "DOG"]}, "row 2 has 2 cells"),
        ({"grid": ["CRA", ".1W", "DOG"]}, "R2C2 must be a letter"),
        ({"grid": "CRA"}, "'grid' must be a list"),
        ({"grid": [3]}, "must be text"),
        ({"lengths": [3, 4]}, "add up to 7, and the board has 8 letters"),
        ({"lengths": [8, 0]}, "from 1, not 0"),
        ({"lengths": [8.0]}, "whole number"),
        ({"lengths": []}, "add up to 0"),
        ({"grid": ["A" * 32] * 7, "lengths": [224]}, "at most 200 letters, this one has 224"),
        ({"lang": 3}, "'lang' must be"),
    ],
)
def test_a_malformed_board_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        wend.board.from_json({**JSON, **wrong})


@pytest.mark.parametrize(
    ("solution", "complaint"),
    [
        ([["DOG"]], "must be"),
        ([[3, []]], "must be"),
        ([["DOG", 3]], "list of cells"),
        ([["DOG", [[9, 9]]]], "outside"),
    ],
)
def test_a_malformed_solution_is_refused(solution: list[Any], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        wend.board.to_solution(BOARD, solution)


# The encoding and the claim


def test_the_words_are_in_the_order_of_the_lengths(words: Path) -> None:
    of(words, "crawl", "dog")
    proof = prove(wend.GAME, BOARD)
    assert wend.board.solution_to_json(proof.solution) == [[name.upper(), path] for name, path in PATHS.items()]
    assert proof.claim is not None
    assert proof.claim.data == {
        "list": {"name": "list.txt", "version": proof.claim.data["list"]["version"], "words": 2},
        "covers": 1,
        "word_sets": 1,
        "unlisted": None,
    }
    assert "relative to list.txt" in proof.claim.says
    assert "with 1 cover and 1 set of words" in proof.claim.says


def test_of_several_words_on_the_same_cells_the_most_frequent_comes_first(words: Path) -> None:
    of(words, "crawl 3", "dog 2", "god 5")
    proof = prove(wend.GAME, BOARD)
    assert told(proof.solution) == ["GOD", "CRAWL"]
    assert proof.claim is not None
    assert (proof.claim.data["covers"], proof.claim.data["word_sets"]) == (1, 2)
    assert "GOD or DOG: the most frequent first" in proof.claim.says
    rejecting = replace(BOARD, rejected=frozenset({"GOD"}))
    assert rejecting == BOARD
    assert told(prove(wend.GAME, rejecting).solution) == ["DOG", "CRAWL"]


def test_several_covers_are_no_solution(words: Path) -> None:
    of(words, "ab", "cd", "ac", "bd")
    proof = prove(wend.GAME, wend.board.from_json({"game": "wend", "grid": ["AB", "CD"], "lengths": [2, 2]}))
    assert proof.solutions == 2
    assert proof.claim is not None
    assert "2 covers or more" in proof.claim.says
    with pytest.raises(BoardError, match=r"two solutions or more relative to list\.txt"):
        proof.solution  # noqa: B018


def test_a_single_path_that_is_in_no_list_is_the_solution_if_one_cover_leaves_it(words: Path) -> None:
    of(words, "dog", "crab")
    proof = prove(wend.GAME, BOARD)
    assert told(proof.solution) == ["DOG", "CRAWL"]  # of all paths over these letters it looks most like a word
    assert proof.claim is not None
    assert (proof.claim.data["covers"], proof.claim.data["unlisted"]) == (0, "CRAWL")
    assert "leaves only CRAWL, which is not in the list" in proof.claim.says
    again = prove(wend.GAME, replace(BOARD, rejected=frozenset({"CRAWL"}))).solution
    assert told(again) == ["DOG", "CRLWA"]


@pytest.mark.parametrize("some", ["crab", "lwa", "god dog"])
def test_a_board_with_more_than_one_word_missing_has_no_solution(words: Path, some: str) -> None:
    of(words, *some.split())
    board = replace(BOARD, rejected=frozenset({"DOG", "GOD"}))
    with pytest.raises(BoardError, match=r"no solution relative to list\.txt.*with no covers"):
        prove(wend.GAME, board).solution  # noqa: B018


def test_letters_left_over_that_lie_on_no_path_are_no_word(words: Path) -> None:
    of(words, "ab")
    board = wend.board.from_json({"game": "wend", "grid": [".X.", "XXX", "ABX"], "lengths": [2, 5]})
    assert prove(wend.GAME, board).solutions == 0


def test_found_words_are_kept_listed_or_not(words: Path) -> None:
    of(words, "crawl")
    board = replace(BOARD, found=(Word("DOG", tuple(Cell(*at) for at in PATHS["dog"])),))
    proof = prove(wend.GAME, board)
    assert told(proof.solution) == ["DOG", "CRAWL"]
    assert proof.claim is not None
    assert proof.claim.data["covers"] == 1


@given(st.data())
def test_the_encoding_finds_the_covers_that_a_search_finds(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    grid = ["".join(data.draw(st.sampled_from("AETNS.")) for _ in range(cols)) for _ in range(rows)]
    left = sum(letter != "." for row in grid for letter in row)
    lengths = []
    while left:
        lengths.append(data.draw(st.integers(1, left)))
        left -= lengths[-1]
    if not lengths:
        return
    board = wend.board.from_json({"game": "wend", "grid": grid, "lengths": lengths})
    covers = {frozenset(one) for one in wend_covers(board)}
    cnf_covers = prove(replace_relaxed(), board)
    assert cnf_covers.solutions == min(len(covers), 2)
    for solution in cnf_covers.found:
        assert frozenset(frozenset(word.path) for word in solution) in covers


def replace_relaxed() -> Any:
    """The game without its relaxed encoding."""
    return replace(wend.GAME, relaxed_encoding=None)


def test_real_boards_get_their_words() -> None:
    file = PUZZLES / "wend.jsonl"
    if not file.exists():
        pytest.skip(f"{file} is not beside this checkout: real boards are other people's data")
    for _, text in entries(file.read_text(encoding="utf-8")):
        data = json.loads(text)
        board = wend.board.from_json(data)
        proof = prove(wend.GAME, board)
        assert proof.claim is not None
        assert proof.claim.data["unlisted"] is None
        rejected: set[str] = set()
        while wrong := {*told(proof.solution)} - {*data["words"]}:
            rejected.add(min(wrong))
            proof = prove(wend.GAME, replace(board, rejected=frozenset(rejected)))
        assert sorted(told(proof.solution)) == sorted(data["words"])
        assert len(rejected) <= 1


# The referee


@pytest.mark.parametrize(
    ("solution", "complaint"),
    [
        ([["DOG", PATHS["dog"]]], "have [3] letters, not [3, 5]"),
        ([["DIG", PATHS["dog"]], ["CRAWL", PATHS["crawl"]]], "the path of DIG spells DOG"),
        ([["DGO", [[2, 0], [2, 2], [2, 1]]], ["CRAWL", PATHS["crawl"]]], "the path of DGO jumps"),
        ([["DOG", PATHS["dog"]], ["CRAWG", [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]]], "R3C3 is on 2 paths"),
        ([["DOG", PATHS["dog"]], ["CRAW.", [[0, 0], [0, 1], [0, 2], [1, 2], [1, 0]]]], "is a hole"),
    ],
)
def test_the_referee_names_the_rule_that_is_broken(solution: list[Any], complaint: str) -> None:
    assert complaint in " ".join(wend.board.check(BOARD, wend.board.to_solution(BOARD, solution)))


def test_the_referee_accepts_a_solution() -> None:
    right = wend.board.to_solution(BOARD, [[word.upper(), path] for word, path in PATHS.items()])
    assert wend.board.check(BOARD, right) == []


# From a page, and to it


def page(board: Board = BOARD, found: tuple[Word, ...] = (), language: str = "en-US", **wrong: Any) -> Snapshot:
    """The snapshot of a page that shows `board`, with `found` words taken."""
    letters = board.letters
    locked = {at for word in found for at in word.path}
    shown = [
        {
            "letter": letters.get(at),
            "hole": at not in letters,
            "mark": "locked" if at in locked else "empty",
        }
        for at in cells(*board.shape)
    ]
    texts = {len(word.path): word.text for word in found}
    rows = tuple(Item(length, texts.get(length, ""), length in texts) for length in board.lengths)
    return Snapshot(*board.shape, tuple(shown), wrong.get("beside", {"words": rows}), language)


DOG = Word("DOG", tuple(Cell(*at) for at in PATHS["dog"]))
CRAWL = Word("CRAWL", tuple(Cell(*at) for at in PATHS["crawl"]))


def test_a_board_is_read_from_a_page_with_its_language() -> None:
    assert wend.play.read(page()) == BOARD
    assert wend.play.read(page(language="pt-BR")) == replace(BOARD, language="pt")
    half = wend.play.read(page(found=(DOG,)))
    assert half == BOARD
    assert half.found == (DOG,)


def test_a_page_that_shows_no_board_is_refused() -> None:
    cells_ = [dict(cell) for cell in page().cells]
    cells_[0]["letter"] = None
    with pytest.raises(PageNotUnderstood, match="R1C1 shows None"):
        wend.play.read(replace(page(), cells=tuple(cells_)))
    cells_[0]["letter"] = "QU"
    with pytest.raises(PageNotUnderstood, match="instead of one letter"):
        wend.play.read(replace(page(), cells=tuple(cells_)))
    cells_[0].update(letter="Q", hole=True)
    with pytest.raises(PageNotUnderstood, match="is a hole, and shows"):
        wend.play.read(replace(page(), cells=tuple(cells_)))
    with pytest.raises(PageNotUnderstood, match="no list of 'words'"):
        wend.play.read(page(beside={}))
    with pytest.raises(BoardError, match="add up to 3"):
        wend.play.read(page(beside={"words": (Item(3),)}))


def test_locked_cells_are_those_of_the_words_in_the_rows() -> None:
    state = wend.play.state(page(found=(CRAWL,)))
    assert state.found == (CRAWL,)
    assert wend.play.state(page(found=(DOG,)), expected=State((DOG,), (3, 3))).found == (DOG,)
    unlocked = page(found=(DOG,), beside={"words": (Item(3), Item(5))})
    with pytest.raises(PageNotUnderstood, match="3 cells are locked, which the 0 rows"):
        wend.play.state(unlocked)


def test_rows_that_are_done_without_letters_leave_the_words_to_who_has_seen_the_moves() -> None:
    silent = page(found=(DOG,), beside={"words": (Item(3, "🟩🟩🟩", done=True), Item(5, "⬜⬜⬜⬜⬜"))})
    assert wend.play.read(silent) == BOARD
    assert wend.play.state(silent, expected=State((DOG,), (3, 3))).found == (DOG,)
    with pytest.raises(PageNotUnderstood, match="3 cells are locked, which the 1 rows"):
        wend.play.state(silent)


def test_a_plan_traces_each_word_that_is_left_and_what_is_in_doubt_last(words: Path) -> None:
    of(words, "crawl", "dog", "god")
    solution = prove(wend.GAME, BOARD).solution
    empty = wend.play.state(page())
    moves = wend.play.plan(BOARD, solution, empty)
    assert [len(move.cells) for move in moves if isinstance(move, Trace)] == [5, 3]
    assert [len(batch) for batch in batches(moves)] == [1, 1]
    assert not wend.play.solved(BOARD, wend.play.simulate(BOARD, empty, moves[:1]))
    assert wend.play.solved(BOARD, wend.play.simulate(BOARD, empty, moves))
    half = wend.play.state(page(found=(CRAWL,)))
    assert wend.play.plan(BOARD, solution, half) == moves[1:]
    assert wend.play.shown(BOARD, half).count("locked") == 5


def test_a_trace_over_locked_cells_or_holes_changes_nothing() -> None:
    half = State((DOG,), (3, 3))
    assert wend.play.simulate(BOARD, half, [Trace(DOG.path), Trace((Cell(1, 0), Cell(1, 1)))]) == half


def test_columns_are_what_a_page_shows_of_the_board() -> None:
    columns = wend.play.columns(BOARD)
    assert columns["letter"] == [cell["letter"] for cell in page().cells]
    assert columns["hole"] == [cell["hole"] for cell in page().cells]


def test_candidates_on_the_same_cells_are_one(words: Path) -> None:
    of(words, "dog", "god", "crab")
    assert [str(one) for one in candidates(BOARD)] == ["DOG or GOD"]


# Every output names the list


def test_every_output_names_the_list(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    player, file, out = Player(capsys), tmp_path / "board.json", tmp_path / "out.jsonl"
    file.write_text(json.dumps(JSON), encoding="utf-8")
    of(words, "crawl 3", "dog 2", "god 5")
    monkeypatch.delenv(WORDS_VARIABLE)
    told = r"relative to list\.txt sha256:\w+ \(3 words\), with 1 cover and 2 sets of words \(GOD or DOG"
    commands: list[list[str | Path]] = [
        ["solve", "--json", out],
        ["explain", "--json", out],
        ["draw"],
        ["draw", "--svg", "-"],
    ]
    for command in commands:
        code, said, _ = player(command[0], file, *command[1:], "--words", words)
        assert code == 0
        where = said if command[0] == "draw" else said + "".join(out.read_text(encoding="utf-8").splitlines()[-1:])
        assert re.search(told, " ".join(where.split())), command
    records = [json.loads(line)["claim"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(claim["covers"], claim["word_sets"], claim["list"]["words"]) for claim in records] == [(1, 2, 3)] * 2


def test_a_command_ignores_what_archives_say_names_the_list_and_leaves_none_behind(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of(words, "crawl", "dog")
    monkeypatch.delenv(WORDS_VARIABLE)
    player, file = Player(capsys), tmp_path / "board.json"
    file.write_text(json.dumps({**JSON, "words": ["DOG", "CRAWL"], "paths": [], "ways": 1}), encoding="utf-8")
    assert player("solve", file, "--words", words)[0] == 0
    assert WORDS_VARIABLE not in os.environ
    monkeypatch.setenv(WORDS_VARIABLE, str(words))
    assert "c the formula is relative to list.txt" in player("encode", file)[1]


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_a_list_that_cannot_be_used_is_refused_once_before_any_board(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (tmp_path / "boards.jsonl").write_text(2 * (json.dumps(JSON) + "\n"), encoding="utf-8")
    none = tmp_path / "none.txt"
    code, out, err = Player(capsys)(command, tmp_path / "boards.jsonl", "--words", none)
    assert (code, out) == (66, "")
    assert err == f"player: the list of words {none} can't be read: No such file or directory: check --words\n"
    words.write_bytes(b"\xff\xfe")
    code, out, err = Player(capsys)(command, tmp_path / "boards.jsonl", "--words", words)
    assert (code, out) == (65, "")
    assert err == f"player: the list of words {words} is not UTF-8 text: save it as UTF-8\n"
