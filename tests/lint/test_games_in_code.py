"""No module outside a game's folder knows the game: it asks the descriptor. GAMES alone lists the folders."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import player
from player.games import GAMES

ROOT = Path(player.__file__).parent
FOLDERS = {game.package.rpartition(".")[2]: name for name, game in GAMES.items()}
#: N queens is a puzzle of its own, and these are about it.
OF_N_QUEENS = {Path("cli/nqueens.py"), Path("boards/drawing.py"), Path("render/picture_page.py")}
#: A word of English too: as a name of the game it stands alone.
ENGLISH = {"zip", "patches"}


def outside(*endings: str) -> list[Path]:
    """The files of the player that are in no game's folder, and not about N queens."""
    found = (path.relative_to(ROOT) for ending in endings for path in sorted(ROOT.rglob(f"*{ending}")))
    own = {("games", folder) for folder in FOLDERS} | {("nqueens",)}
    return [path for path in found if path.parts[:2] not in own and path.parts[:1] not in own]


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that are imported anywhere, by their full names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def names(text: str, *, alone: bool) -> list[str]:
    """The games that `text` names: if not `alone`, within a text too, where the name is not English."""
    found = [name for name in GAMES if text == name]
    if not alone:
        found += [name for name in {*GAMES} - ENGLISH if re.search(rf"(?<!N )\b{name}\b", text)]
    return found


def spoken(path: Path) -> set[str]:
    """The games that a module names in a string, docstrings aside."""
    nodes = [*ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))]
    silent = {node.value for node in nodes if isinstance(node, ast.Expr)}
    strings = [node for node in nodes if isinstance(node, ast.Constant) and node not in silent]
    texts = [node.value for node in strings if isinstance(node.value, str)]
    return {game for text in texts for game in names(text, alone=path in OF_N_QUEENS)}


def test_no_module_imports_the_folder_of_a_game() -> None:
    for path in outside(".py"):
        if path != Path("games/__init__.py"):
            names = imported(ast.parse((ROOT / path).read_text(encoding="utf-8")))
            parts = {part for name in names if name.startswith("player.games.") for part in name.split(".")[2:3]}
            assert not parts & FOLDERS.keys(), f"{path}: ask the descriptor, GAMES[name]"


def test_no_module_names_a_game() -> None:
    assert {path for path in outside(".py") if spoken(path)} == {Path("games/__init__.py")}


def test_no_script_and_no_data_names_a_game() -> None:
    for path in outside(".js", ".html", ".css", ".toml"):
        text = (ROOT / path).read_text(encoding="utf-8")
        assert [name for name in GAMES if re.search(rf"""(['"`\[]){name}['"`\]]""", text)] == [], path


def test_a_name_is_found_where_there_is_one() -> None:
    assert names("zip", alone=True) == ["zip"]
    assert names("of a tango board", alone=False) == ["tango"]
    assert names("run.zip, N queens", alone=False) == []
    assert [*imported(ast.parse("from player.games import tango"))] == ["player.games.tango"]
    assert spoken(Path("games/tango/board.py")) == {"tango"}
