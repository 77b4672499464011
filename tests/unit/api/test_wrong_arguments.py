"""Arguments of no use, whatever they are, end in one line of a documented error, in each public function."""

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

import player
from player.errors import Bug

BOARD = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]]}
DRAWING = player.draw(BOARD, solved=False)
#: The public functions, each with arguments of use for those parameters that another one is tried beside.
FUNCTIONS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "solve": (player.solve, {"board": BOARD}),
    "explain": (player.explain, {"board": BOARD}),
    "generate": (player.generate, {"game": "zip", "size": 4}),
    "from_json": (player.from_json, {"data": BOARD}),
    "to_json": (player.to_json, {"board": BOARD}),
    "draw": (player.draw, {"board": BOARD}),
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


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: player.explain(BOARD, steps=1.5), "steps=1.5: it is a whole number or None, not a float"),  # type: ignore[arg-type]
        (lambda: player.explain(BOARD, effort=math.nan), "effort=nan: it is a finite number"),
        (lambda: player.explain(BOARD, unique=1), "unique=1: it is True or False, not a int"),  # type: ignore[arg-type]
        (lambda: player.generate("zip", size="4"), "size='4': it is a whole number or None, not a str"),  # type: ignore[arg-type]
        (lambda: player.draw(BOARD).save(None), "path=None: it is a text or a path, not None"),  # type: ignore[arg-type]
        (lambda: player.read("zip.html", site=7), "site=7: it is a text or None, not a int"),  # type: ignore[arg-type]
        (lambda: player.read(""), "source='': it is empty, or has characters that no name"),
        (lambda: player.read("a\0.json"), "no name of a file"),
        (lambda: player.read("x.html", selectors=b"x"), "selectors=b'x': it is a text or a path or None"),  # type: ignore[arg-type]
        (lambda: player.play("zip", None, min_time="3"), "min_time='3': it is a number, not a str"),  # type: ignore[arg-type]
    ],
)
def test_the_line_names_the_argument_and_what_it_should_be(call: Callable[[], object], said: str) -> None:
    with pytest.raises(player.ArgumentInvalid) as caught:
        call()
    assert said in str(caught.value)


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
        player.solve(BOARD)


def test_boards_are_solved_and_explained_in_any_thread() -> None:
    with ThreadPoolExecutor(2) as other:
        explanations = [other.submit(player.explain, BOARD) for _ in range(4)]
        assert [found.result() for found in explanations] == [player.explain(BOARD)] * 4
