"""`import player`: what it offers, what it costs, and how its functions of boards answer."""

import json
import math
import os
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_args

import pytest

import player
from player.api.pages import _in_time
from player.errors import Bug, PlayerError
from player.games import GAMES
from tests.support.commands import Player
from tests.support.games.shared import games_with
from tests.support.places import ROOT

UNIQUE = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]]}
NONE = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 1]]}
TWO = {"game": "zip", "rows": 3, "cols": 3, "numbers": [[0, 0], [2, 2]]}

LOADED = """
import sys
import pytest
before = {*sys.modules}
import player
import player.pytest_plugin
print(sorted({*sys.modules} - before))
"""


def test_an_import_of_the_library_and_of_the_plugin_loads_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "['player', 'player.pytest_plugin']\n"


def test_each_public_name_is_there_and_no_other() -> None:
    assert dir(player) == sorted(player.__all__)
    for name in player.__all__:
        assert getattr(player, name) is not None
    with pytest.raises(AttributeError, match="'solver'"):
        _ = player.solver  # type: ignore[attr-defined]


def test_every_public_error_is_one_of_ours() -> None:
    named = [getattr(player, name) for name in player.__all__]
    errors = [kind for kind in named if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(errors) > 10
    assert all(issubclass(kind, PlayerError) for kind in errors)


def test_the_boards_of_the_games_are_public() -> None:
    kinds = [vars(game.board)["Board"] for game in GAMES.values()]
    public = {kind for name in player.__all__ if isinstance(kind := getattr(player, name), type)}
    assert {*get_args(player.Board)} == public & {*kinds}


def test_no_private_module_has_the_name_of_a_function() -> None:
    """Else an import of the module would take the function's place."""
    assert {module.name for module in pkgutil.iter_modules(player.__path__)}.isdisjoint(player.__all__)


def test_the_package_is_marked_as_typed() -> None:
    assert (ROOT / "player" / "py.typed").is_file()


# Boards


@pytest.mark.parametrize(("board", "solutions"), [(UNIQUE, 1), (NONE, 0), (TWO, 2)], ids=["one", "none", "two"])
def test_a_proof_counts_the_solutions(board: dict[str, Any], solutions: int) -> None:
    proof = player.solve(player.from_json(board))
    assert proof.solutions == player.solve(board).solutions == solutions
    assert (proof.unique is None) == (solutions != 1)


@pytest.mark.parametrize("name", games_with("generate", "explain"))
@pytest.mark.full
def test_a_board_goes_to_json_and_back(name: str) -> None:
    board = player.generate(name, seed=3)
    data = player.to_json(board, player.solve(board).solution)
    assert player.from_json(json.dumps(data)) == board
    assert data["solution"] == player.to_json(data, player.solve(data).solution)["solution"]


def test_a_generated_board_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    out = Player(capsys)("generate", "queens", "--size", "8", "--seed", "4", "--count", "2", "--stars", "2").out
    made = [json.loads(line)["regions"] for line in out.splitlines()]
    boards = [player.generate("queens", size=8, seed=4, number=number, stars=2) for number in (1, 2)]
    assert [player.to_json(board)["regions"] for board in boards] == made


def test_a_board_of_a_difficulty_is_as_hard() -> None:
    board = player.generate("tango", size=6, seed=2, difficulty=3)
    difficulty = player.explain(board).difficulty
    assert difficulty is not None
    assert difficulty.number >= 3


def test_a_drawing_is_saved_in_the_form_of_its_ending(tmp_path: Path) -> None:
    drawing = player.draw(UNIQUE, solved=False)
    starts = {"svg": b"<svg", "png": b"\x89PNG", "HTML": b"<!doctype html>", "txt": "┌".encode()}
    for ending, start in starts.items():
        drawing.save(tmp_path / f"board.{ending}")
        assert (tmp_path / f"board.{ending}").read_bytes().lower().startswith(start.lower())
    assert drawing._repr_svg_() == drawing.svg()
    assert "───" not in str(drawing).splitlines()[1]


def test_the_steps_in_a_drawing_have_numbers() -> None:
    board = player.generate("mini-sudoku", size=4, seed=2)
    assert len(player.draw(board, steps=True).svg()) > len(player.draw(board).svg())


# Files


def test_a_file_with_a_board_is_read(tmp_path: Path) -> None:
    (file := tmp_path / "board.json").write_text(json.dumps(UNIQUE), encoding="utf-8")
    reading = player.read(file)
    assert (reading.game, player.to_json(reading.board)) == ("zip", {**UNIQUE, "walls": []})
    assert player.read(str(file), "zip").solution == reading.solution
    with pytest.raises(player.ArgumentInvalid, match="holds a board of Zip, not of Tango"):
        player.read(file, "tango")


def test_a_file_with_another_number_of_solutions_is_refused(tmp_path: Path) -> None:
    for board, said in ((TWO, "two solutions or more"), (NONE, "no solution")):
        (file := tmp_path / "board.json").write_text(json.dumps(board), encoding="utf-8")
        with pytest.raises(player.BoardError, match=said):
            player.read(file)


def test_a_file_that_is_not_there_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("none.json", "-"):  # not standard input
        with pytest.raises(player.InputMissing, match="is not there"):
            player.read(name)


# Arguments


def test_a_deadline_needs_the_main_thread() -> None:
    with ThreadPoolExecutor(1) as other, pytest.raises(player.ArgumentInvalid, match="in the main thread only"):
        other.submit(_in_time, 1, int).result()
    assert _in_time(60, lambda: 7) == 7


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "no board": (lambda: player.solve(7), "not a int"),  # type: ignore[arg-type]
    "none": (lambda: player.solve(None), "was expected, not None"),  # type: ignore[arg-type]
    "no JSON": (lambda: player.from_json(7), "a dict or a text"),  # type: ignore[arg-type]
    "another solution": (lambda: player.to_json(UNIQUE, 7), "no solution of a board of Zip"),
    "a misspelt game": (lambda: player.generate("zpi"), "did you mean 'zip'"),
    "an option of another game": (lambda: player.generate("zip", stars=2), "have no option 'stars'"),
    "a switch that is a number": (lambda: player.generate("zip", no_walls=2), "True or False|have no option"),
    "too many stars": (lambda: player.generate("queens", stars=99), "stars is a number from 1 to"),
    "a size that is not made": (lambda: player.generate("tango", size=7), "in steps of 2"),
    "a board before the first": (lambda: player.generate("zip", number=0), "counted from 1"),
    "another difficulty": (lambda: player.generate("zip", difficulty="harsh"), "easy, medium, hard"),
    "no steps": (lambda: player.explain(UNIQUE, steps=0), "one step or more"),
    "no effort": (lambda: player.explain(UNIQUE, effort=0), "more than 0"),
    "steps without a solution": (lambda: player.draw(UNIQUE, solved=False, steps=True), "solved=False"),
    "another ending": (lambda: player.draw(UNIQUE).save("board.jpg"), "no ending of a picture"),
    "no page": (lambda: player.read(7), "takes a Page of playwright.sync_api, not a int"),  # type: ignore[arg-type]
    "a page that is none": (lambda: player.play("zip", None), "not a NoneType"),  # type: ignore[arg-type]
    "a game that is none": (lambda: player.play("zpi", None), "did you mean 'zip'"),  # type: ignore[arg-type]
    "another use of sight": (lambda: player.play("zip", None, sight="x"), "auto, check, only, off"),  # type: ignore[arg-type]
    "half a step": (lambda: player.explain(UNIQUE, steps=1.5), "steps=1.5: it is a whole number or None, not a float"),  # type: ignore[arg-type]
    "no finite number": (lambda: player.explain(UNIQUE, effort=math.nan), "effort=nan: it is a finite number"),
    "a number for a switch": (lambda: player.explain(UNIQUE, unique=1), "unique=1: it is True or False, not a int"),  # type: ignore[arg-type]
    "a text for a number": (lambda: player.generate("zip", size="4"), "size='4': it is a whole number or None"),  # type: ignore[arg-type]
    "no path": (lambda: player.draw(UNIQUE).save(None), "path=None: it is a text or a path, not None"),  # type: ignore[arg-type]
    "a number for a text": (lambda: player.read("zip.html", site=7), "site=7: it is a text or None, not a int"),  # type: ignore[arg-type]
    "an empty path": (lambda: player.read(""), "source='': it is empty, or has characters that no name"),
    "a path with a zero": (lambda: player.read("a\0.json"), "no name of a file"),
    "bytes for a path": (lambda: player.read("x", selectors=b"x"), "selectors=b'x': it is a text or a path or None"),  # type: ignore[arg-type]
    "a text for a time": (lambda: player.play("zip", None, min_time="3"), "min_time='3': it is a number, not a str"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_an_argument_of_no_use_is_refused_in_one_line(name: str) -> None:
    call, said = WRONG[name]
    with pytest.raises(player.ArgumentInvalid, match=said) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


# Copies


@pytest.mark.parametrize("name", games_with("generate", "explain"))
@pytest.mark.parametrize("copied", [deepcopy, copy, lambda value: pickle.loads(pickle.dumps(value))])  # noqa: S301  # our own
@pytest.mark.full
def test_every_value_can_be_copied_and_sent(name: str, copied: Callable[[Any], Any]) -> None:
    board = player.generate(name, seed=3)
    proof = player.solve(board)
    drawing, explanation = player.draw(board, solved=False), player.explain(board, steps=2)
    drawing.svg()
    values: list[Any] = [board, proof, drawing, player.draw(board, proof.solution), explanation, *explanation.steps]
    values += [GAMES[name], player.Reading(name, board, proof), player.Difficulty(3.0)]
    values += [player.Played(name, player.Outcome.SOLVED, player.Verdict.BOARD, "", board, proof.solution, 1, 1, None)]
    assert [copied(value) for value in values] == values
    assert copied(drawing).svg() == drawing.svg()
    step = explanation.steps[0]
    assert copied(explanation).lit(step) == explanation.lit(step)
    assert copied(explanation) != player.explain(player.generate(name, seed=4), steps=2)


@pytest.mark.parametrize("name", [name for name in player.__all__ if name.endswith("Error")] + ["Throttled", "TimeUp"])
def test_every_error_can_be_copied_and_sent(name: str) -> None:
    error = getattr(player, name)("a line")
    error.add_note("a note")
    for again in (deepcopy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301  # our own
        assert (type(again), str(again), again.code, again.__notes__) == (type(error), "a line", error.code, ["a note"])


# Saved pages


PAGE = "<!doctype html><title>t</title>"
#: Files of a folder, what is read in it, and of which game; then the error and its words.
REFUSED: dict[str, tuple[dict[str, str], str, str | None, type[player.PlayerError], str]] = {
    "of no known game": ({"mine.html": PAGE}, "mine.html", None, player.ArgumentInvalid, "does not say which game"),
    "of another address": (
        {"mine.html": f"<!-- saved from url=(0019)https://none.example/ -->{PAGE}"},
        *("mine.html", None, player.ArgumentInvalid, "is the address of no game"),
    ),
    "not there": ({}, "mine.html", "zip", player.InputMissing, r"mine\.html is not there"),
    "no HTML": ({"zip.html": "text"}, "zip.html", None, player.InputMissing, "is no HTML page"),
    "of several games": (
        {"zip.html": PAGE, "tango.html": PAGE},
        *("", None, player.ArgumentInvalid, "several pages"),
    ),
    "a folder of others": ({"zip.html": PAGE}, "", "tango", player.InputMissing, "no page of Tango is in"),
    "an empty folder": ({}, "", None, player.InputMissing, "no page of a game is in"),
    "a recording without a page": (
        {"linkedin/zip/2026-11-20/meta.json": "{}"},
        *("linkedin/zip/2026-11-20", None, player.InputMissing, "holds no page"),
    ),
    "a recording elsewhere": ({"meta.json": "{}"}, "", None, player.ArgumentInvalid, "name the game"),
    "no HAR": ({"x.har": "{}"}, "x.har", None, player.BoardError, "is no HAR"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_page_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    files, source, game, kind, said = REFUSED[name]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(kind, match=said) as caught:
        player.read(tmp_path / source, game)
    assert "\n" not in str(caught.value)


def test_a_page_of_a_site_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "zip.html").write_text(PAGE, encoding="utf-8")
    with pytest.raises(player.ArgumentInvalid, match="there is no site 'nope'"):
        player.read(tmp_path / "zip.html", site="nope")


# Wrong arguments


DRAWING = player.draw(UNIQUE, solved=False)
#: The public functions, each with arguments of use for those parameters that another one is tried beside.
FUNCTIONS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "solve": (player.solve, {"board": UNIQUE}),
    "explain": (player.explain, {"board": UNIQUE}),
    "generate": (player.generate, {"game": "zip", "size": 4}),
    "from_json": (player.from_json, {"data": UNIQUE}),
    "to_json": (player.to_json, {"board": UNIQUE}),
    "draw": (player.draw, {"board": UNIQUE}),
    "save": (DRAWING.save, {"path": "none/board.svg"}),
    "read": (player.read, {"source": "none.json"}),
    "play": (player.play, {"game": "zip", "page": None}),
}
SHORT: tuple[Any, ...] = (None, 0, -1, 1.5, math.nan, math.inf, 10**30, True, "", " ", "x", b"x", "a\0b", "\ud800")
VALUES: dict[str, Any] = {
    **{repr(value): value for value in (*SHORT, [], [1], {}, {"game": None}, (), set(), len, type)},
    "a long text": "x" * 5000,
    "an object": object(),
}


def _error(call: Callable[[], object]) -> Exception | None:
    """Return the error of a call, if there is one."""
    try:
        call()
    except player.PlayerError as error:
        return error
    return None


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.full
def test_any_value_of_any_parameter_is_of_use_or_refused_in_one_line(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, usual = FUNCTIONS[name]
    for parameter in signature(function).parameters.values():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            error = _error(lambda key=parameter.name: function(**{**usual, key: VALUES[value]}))  # type: ignore[misc]
            assert not isinstance(error, Bug), error
            assert "\n" not in str(error).encode().decode()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["json", "png", "html", "har", "yaml"])
@pytest.mark.parametrize("kind", ["folder", "fifo", "missing", "loop", "long", "binary", "closed", "below a file"])
def test_a_path_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, kind: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(f"{'x' * 300 * (kind == 'long')}file.{ending}")
    if kind == "folder":
        (file / "board.svg").mkdir(parents=True)
    elif kind == "fifo":
        os.mkfifo(file)
    elif kind == "loop":
        file.symlink_to(file)
    elif kind in {"binary", "closed"}:
        file.write_bytes(b"\xff\xfe\0")
        file.chmod(0o600 if kind == "binary" else 0)
    elif kind == "below a file":
        Path("file").write_text("x", encoding="utf-8")
        file = Path("file") / file
    Path("zip.html").write_text("<!doctype html><title>t</title>", encoding="utf-8")
    for call in (
        lambda: player.read(file, "zip"),
        lambda: player.read("zip.html", "zip", selectors=file),
        lambda: DRAWING.save(file / "board.svg"),
    ):
        with pytest.raises(player.PlayerError) as caught:
            call()
        assert not isinstance(caught.value, Bug), caught.value
        assert "\n" not in str(caught.value)


def test_an_error_that_nobody_foresaw_is_a_player_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("player.api.boards.prove", broken)
    with pytest.raises(player.PlayerError, match="a bug in the player: RecursionError: too deep"):
        player.solve(UNIQUE)


def test_boards_are_solved_and_explained_in_any_thread() -> None:
    with ThreadPoolExecutor(2) as other:
        explanations = [other.submit(player.explain, UNIQUE) for _ in range(4)]
        assert [found.result() for found in explanations] == [player.explain(UNIQUE)] * 4
