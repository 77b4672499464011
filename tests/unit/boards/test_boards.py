import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from player.boards import board_json
from player.boards.board_files import grouped
from player.boards.board_json import board_of
from player.errors import BoardError
from player.files import BOARDS
from player.games import GAMES, queens, zip_path
from player.proof import prove
from tests.support.games.queens import queens_board, queens_boards
from tests.support.games.shared import games_with
from tests.support.games.zip_path import zip_board, zip_boards
from tests.support.known_boards import REAL, entries, known, real

QUEENS = queens_board("""
    A A A A
    B B B* A
    B C D A
    C C D D
""")
ZIP = zip_board("""
    1 .|2
    -
    . . 3
""")
JSON = {"queens": queens.board.to_json(QUEENS), "zip": zip_path.board.to_json(ZIP)}
ONE_OF = f"one of {', '.join(sorted(GAMES))}"


# Text


LONG = "k" * 5000
MANY = "".join(f'"{number}": 0, ' for number in range(50_000))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not JSON: Expecting value at character 1"),
        ('{"game": "zip", "rows": 3', "not JSON: Expecting ',' delimiter at character 26"),
        ("{'game': 'zip'}", "not JSON: Expecting property name enclosed in double quotes at character 2"),
        ('{"rows": NaN}', "not a board: NaN is not JSON"),
        ('{"cols": 3, "rows": 3, "rows": 4}', "not a board: the key 'rows' comes twice"),
        (f'{{{MANY}"k": 0, "k": 0}}', "not a board: the key 'k' comes twice"),
        (f'{{"{LONG}": 1, "{LONG}": 2}}', f"not a board: the key '{LONG[:40]}' comes twice"),
        ("[" * 100_000, "not a board: nested too deeply"),
        ("[1, 2]", "not a board: a JSON object was expected, not list"),
        (" " * 1_000_001, "the board is too long: at most 1000000 characters are read"),
    ],
    ids=lambda text: repr(text[:30]),
)
def test_what_is_no_board_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        board_json.parse(text)
    assert str(refused.value) == complaint


def test_a_text_of_the_greatest_length_is_read() -> None:
    assert board_json.parse("{" + " " * 999_998 + "}") == {}


@pytest.mark.parametrize("key", ["game", "rows", "numbers"])
def test_no_depth_of_nesting_ends_in_another_error(key: str) -> None:
    for depth in (10, 300, 600, 900, 980, 990, 1000):
        text = json.dumps({**JSON["zip"], key: 0}).replace(f'"{key}": 0', f'"{key}": {"[" * depth}{"]" * depth}')
        with pytest.raises(BoardError):
            board_json.board_of(board_json.parse(text))


# Games


def without(name: str, field: str) -> dict[str, Any]:
    return {key: value for key, value in JSON[name].items() if key != field}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"rows": 3}, f"the board has no 'game': {ONE_OF}"),
        ({"game": "quens"}, "unknown game 'quens' in the board: did you mean 'queens'?"),
        ({"game": "go"}, f"unknown game 'go' in the board: {ONE_OF}"),
        ({"game": 7}, f"unknown game '7' in the board: {ONE_OF}"),
        ({"game": ["queens"]}, "unknown game \"['queens']\" in the board: did you mean 'queens'?"),
        ({"game": "g" * 5000}, f"unknown game '{'g' * 40}' in the board: {ONE_OF}"),
        (without("queens", "regions"), "the board has no 'regions'"),
        *((without("zip", name), f"the board has no '{name}'") for name in ("rows", "cols", "numbers")),
    ],
    ids=lambda value: value[:50] if isinstance(value, str) else "",
)
def test_a_board_of_no_known_game_or_without_a_field_is_refused(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        board_json.board_of(data)
    assert str(refused.value) == complaint


@pytest.mark.parametrize("name", sorted(JSON))
def test_a_misspelt_key_of_a_board_is_not_passed_over(name: str) -> None:
    with pytest.raises(BoardError, match="unknown key 'numbr' in the board: did you mean 'number'"):
        board_json.board_of({**JSON[name], "numbr": 4})
    assert board_json.board_of({**JSON[name], "number": 4, "id": "a", "date": None, "solutions": 1, "solution": []})


@pytest.mark.parametrize(
    ("name", "key", "default"), [("queens", "givens", []), ("queens", "stars", 1), ("zip", "walls", [])]
)
def test_fields_that_may_be_missing_have_a_default(name: str, key: str, default: Any) -> None:
    bare = {field: value for field, value in JSON[name].items() if field != key}
    assert board_json.board_of(bare) == board_json.board_of({**bare, key: default})


CELLS = "'regions' must be 2 lists of 2 whole numbers each"
WHOLE = "'regions' must hold whole numbers only"
STARS = "'stars' must be a whole number from 1 to 4, the side of the board, not "
NEIGHBOURS = "a wall must stand between neighbours, not between R1C1 and "


@pytest.mark.parametrize(
    ("name", "field", "value", "complaint"),
    [
        ("queens", "regions", "AAB", "'regions' must be a list, not 'AAB'"),
        ("queens", "regions", [[0, 1], [0]], CELLS),
        ("queens", "regions", [[0, 1], 7], CELLS),
        ("queens", "regions", [[0, 1], [0, "1"]], WHOLE),
        ("queens", "regions", [[0, 1], [0, True]], WHOLE),
        ("queens", "regions", [[0, 1], [0, 1.0]], WHOLE),
        ("queens", "regions", [[0, 0], [0, 0]], "a 2x2 board needs 2 regions, this one has 1"),
        ("queens", "regions", [[0, 1], [2, 2]], "a 2x2 board needs 2 regions, this one has 3"),
        *(("queens", "stars", value, f"{STARS}{value}") for value in (0, 5, 1.0, True, None)),
        ("queens", "givens", None, "'givens' must be a list, not None"),
        ("queens", "givens", [[0]], "a given queen must be a cell [row, column], not [0]"),
        ("queens", "givens", [[0, 4]], "a given queen is at [0, 4], outside the 4x4 grid"),
        ("queens", "givens", [[-1, 0]], "a given queen is at [-1, 0], outside the 4x4 grid"),
        ("queens", "givens", [[0, True]], "a given queen must be a cell [row, column], not [0, True]"),
        ("zip", "rows", "2", "'rows' must be a whole number, not '2'"),
        ("zip", "rows", True, "'rows' must be a whole number, not True"),
        ("zip", "rows", 2.0, "'rows' must be a whole number, not 2.0"),
        ("zip", "rows", 0, "'rows' must be from 1 to 32, not 0"),
        ("zip", "cols", 33, "'cols' must be from 1 to 32, not 33"),
        pytest.param("zip", "cols", 10**4400, "'cols' must be from 1 to 32, not int", id="of no end"),
        ("zip", "numbers", {}, "'numbers' must be a list, not {}"),
        ("zip", "numbers", [[0, 0]], "a Zip board needs two numbers at least, this one has 1"),
        ("zip", "numbers", [[0, 0], [0, 0]], "two numbers stand on one cell"),
        ("zip", "numbers", [[0, 0], [2, 0]], "a number is at [2, 0], outside the 2x3 grid"),
        ("zip", "numbers", [[0, 0], "x" * 99], "a number must be a cell [row, column], not '" + "x" * 36 + "..."),
        ("zip", "walls", 5, "'walls' must be a list, not 5"),
        ("zip", "walls", [5], "a wall must be two cells [[row, column], [row, column]], not 5"),
        ("zip", "walls", [[[0, 0]]], "a wall must be two cells [[row, column], [row, column]], not [[0, 0]]"),
        ("zip", "walls", [[[0, 0], [0, 3]]], "a wall is at [0, 3], outside the 2x3 grid"),
        ("zip", "walls", [[[0, 0], [1, 1]]], f"{NEIGHBOURS}R2C2"),
        ("zip", "walls", [[[0, 0], [0, 0]]], f"{NEIGHBOURS}R1C1"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_wrong_field_is_named(name: str, field: str, value: Any, complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        board_json.board_of({**JSON[name], **({"givens": []} if name == "queens" else {}), field: value})
    assert str(refused.value) == complaint


@given(queens_boards() | zip_boards())
def test_a_board_survives_being_written_and_read(board: queens.board.Board | zip_path.board.Board) -> None:
    game = GAMES["queens" if isinstance(board, queens.board.Board) else "zip"]
    assert board_json.board_of(board_json.parse(json.dumps(game.board.to_json(board)))) == (game, board)


def test_the_format_is_the_documented_one() -> None:
    assert JSON == {
        "queens": {
            "game": "queens",
            "regions": [[0, 0, 0, 0], [1, 1, 1, 0], [1, 2, 3, 0], [2, 2, 3, 3]],
            "stars": 1,
            "givens": [[1, 2]],
        },
        "zip": {
            "game": "zip",
            "rows": 2,
            "cols": 3,
            "numbers": [[0, 0], [0, 2], [1, 2]],
            "walls": [[[0, 0], [1, 0]], [[0, 1], [0, 2]]],
        },
    }


@pytest.mark.parametrize("name", sorted(JSON))
def test_solutions_survive_being_written_and_read(name: str) -> None:
    game, board = board_json.board_of(JSON[name])
    data = [[0, 1], [1, 0]]
    read = game.board.to_solution(board, data)
    assert (read, game.board.solution_to_json(read)) == (((0, 1), (1, 0)), data)


@pytest.mark.parametrize("name", sorted(JSON))
@pytest.mark.parametrize("cell", [[0, 9], [0], None, [0, "1"]], ids=str)
def test_a_solution_with_a_cell_off_the_board_is_refused(name: str, cell: Any) -> None:
    game, board = board_json.board_of(JSON[name])
    with pytest.raises(BoardError, match="of the solution"):
        game.board.to_solution(board, [cell])


# Files


@pytest.mark.parametrize(
    ("text", "found"),
    {
        "one board over many lines": (json.dumps(JSON["zip"], indent=2), [(1, json.dumps(JSON["zip"], indent=2))]),
        "over two lines": ('{"a": 1,\n "b": [[0]]}', [(1, '{"a": 1,\n "b": [[0]]}')]),
        "regions row by row": ('{"a": [\n  [0, 1],\n  [0, 1]\n]}', [(1, '{"a": [\n  [0, 1],\n  [0, 1]\n]}')]),
        "an empty object": ("{\n}", [(1, "{\n}")]),
        "JSON Lines with blank lines": ('\n{"a": 1}\n\n  {"b": 2} \n', [(2, '{"a": 1}'), (4, '{"b": 2}')]),
        "one line": ('{"a": 1}', [(1, '{"a": 1}')]),
        "nothing": ("", []),
        "blanks": ("\n \n", []),
        "lines that begin no object": (
            'hello\nworld\n{"a": 1}',
            [(1, "hello"), (2, "world"), (3, '{"a": 1}')],
        ),
        "a separator inside a line": ('{"a": "\u2028"}\n{"b": 2}', [(1, '{"a": "\u2028"}'), (2, '{"b": 2}')]),
    }.values(),
)
def test_the_boards_in_a_file_have_the_numbers_of_their_lines(text: str, found: list[tuple[int, str]]) -> None:
    assert entries(text) == found


def test_what_is_longer_than_a_board_is_not_one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.boards.board_files.MAX_LINE_CHARACTERS", 20)
    assert entries('{"a":\n1,\n"b": "and so on"') == [(1, '{"a":'), (2, "1,"), (3, '"b": "and so on"')]


def test_boards_are_grouped_as_their_lines_come() -> None:
    taken = []

    def lines() -> Iterator[str]:
        for number in range(100):
            taken.append(number)
            yield '{"a": 1}\n'

    assert next(grouped(lines())) == (1, '{"a": 1}')
    assert taken == [0]


# Fingerprints


def test_the_same_board_in_other_words_has_the_same_fingerprint() -> None:
    renamed = {**JSON["queens"], "regions": [[9, 9, 9, 9], [5, 5, 5, 9], [5, 3, 1, 9], [3, 3, 1, 1]], "id": "mine"}
    turned = {**JSON["zip"], "walls": [[[0, 2], [0, 1]], [[1, 0], [0, 0]], [[0, 0], [1, 0]]]}
    for data in (renamed, turned):
        game, board = board_json.board_of(data)
        assert board_json.fingerprint(game, board) == board_json.fingerprint(
            game, {"queens": QUEENS, "zip": ZIP}[game.name]
        )


def test_another_board_has_another_fingerprint() -> None:
    print_of = board_json.fingerprint(GAMES["zip"], ZIP)
    game, without_a_wall = board_json.board_of({**JSON["zip"], "walls": JSON["zip"]["walls"][1:]})
    assert board_json.fingerprint(game, without_a_wall) != print_of
    assert print_of.startswith("sha256:")
    assert len(print_of) == 7 + 64


# Boards with known solutions


@pytest.mark.parametrize("name", REAL)
@pytest.mark.full
def test_a_real_board_has_as_many_solutions_as_is_known_and_the_known_one(name: str) -> None:
    for where, data in real(name):
        game, board = board_of(data)
        proof = prove(game, board)
        right = game.board.to_solution(board, data["solution"])
        assert proof.solutions == data["solutions"], where
        assert game.board.check(board, right) == [], where
        if proof.solutions == 1:
            assert proof.solution == right, where


@pytest.mark.parametrize("name", games_with("generate"))
def test_our_own_boards_have_one_solution_the_one_kept_with_them(name: str) -> None:
    ids = set()
    for where, data in known(BOARDS / f"{name}.jsonl"):
        game, board = board_of(data)
        assert name == game.name, where
        assert game.board.solution_to_json(prove(game, board).solution) == data["solution"], where
        assert data == {"id": data["id"], **game.board.to_json(board), "solution": data["solution"]}, where
        ids.add(data["id"])
    assert len(ids) == len(list(known(BOARDS / f"{name}.jsonl"))) > 0
