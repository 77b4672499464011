"""The names in docs/architecture.md and docs/add-a-game.md are those of the code."""

import ast
import re
from itertools import chain, product
from pathlib import Path

import pytest

import player
from player.games import GAMES
from tests.support.documents import DOCUMENTS, ROOT

PLAYER = ROOT / "player"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
FOLDERS = [Path(game.board.__file__).parent for game in GAMES.values()]  # type: ignore[attr-defined]  # a module
#: Words in backticks that are no names of the code: an answer of the solver, a command, files of a run and of the site.
OTHER = {"UNSAT", "lint-imports", "run.zip"}
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:\.[a-z_]\w*)*")
_SHARED = ("player.errors", "player.games")


def trees_of(file: Path) -> list[ast.Module]:
    """Return the syntax trees of a module, or of all modules of the package `file`."""
    return [ast.parse(one.read_text(encoding="utf-8")) for one in ([file] if file.is_file() else file.glob("*.py"))]


def names_in(file: Path) -> set[str]:
    """Return the classes, functions, methods and constants that `file` defines."""
    nodes = [node for tree in trees_of(file) for node in ast.walk(tree)]
    named = {node.name for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    bodies = chain.from_iterable(node.body for node in nodes if isinstance(node, ast.Module | ast.ClassDef))
    set_here = [name for node in bodies if isinstance(node, ast.Assign | ast.AnnAssign) for name in ast.walk(node)]
    return named | {name.id for name in set_here if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def imports_of(file: Path) -> set[str]:
    """Return the names of the player that `file` imports, with their modules."""
    nodes = [node for tree in trees_of(file) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {f"{node.module}.{name.name}" for node in nodes for name in node.names}
    return {name for name in found if name.startswith("player.")}


def in_backticks(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


@pytest.fixture(scope="module")
def known() -> set[str]:
    return set(chain.from_iterable(map(names_in, PLAYER.rglob("*.py")))) | {*player.__all__}


def is_file(name: str) -> bool:
    return any((folder / name).exists() for folder in (ROOT, PLAYER, *FOLDERS))


def is_module(name: str) -> bool:
    places = [folder / name.replace(".", "/") for folder in (PLAYER, *FOLDERS)]
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)


def test_every_name_is_one_of_the_code(known: set[str]) -> None:
    commands = {"play", "coach", "demo", "draw", "explain", "generate", "nightly", "solve", "read"}
    documents = (ARCHITECTURE, ROOT / "docs" / "add-a-game.md")
    named = {name for document in documents for name in in_backticks(document.read_text(encoding="utf-8"))}
    for name in named - OTHER - commands:
        if "/" in name or re.search(r"\.(py|js|yaml|toml)$", name):
            assert "NAME" in name or is_file(name), name
        elif _IDENTIFIER.fullmatch(name):
            assert name in known or is_module(name), name


def test_every_class_and_dotted_module_is_one_of_the_code(known: set[str]) -> None:
    for document in DOCUMENTS:
        for name in in_backticks(document.read_text(encoding="utf-8")):
            if re.fullmatch(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+", name):
                assert name in known, f"{document.name}: {name}"
            if re.fullmatch(r"player(\.[a-z_]+)+", name):
                assert is_module(name.removeprefix("player.")), f"{document.name}: {name}"


def lines_of_table() -> list[str]:
    """Return the lines of "A game's folder", those of optional files with that word in the first column."""
    text = ARCHITECTURE.read_text(encoding="utf-8").partition("## A game's folder")[2].partition("\n## ")[0]
    return re.findall(r"^\| (`.*)\|$", text, re.MULTILINE)


def table() -> list[list[list[str]]]:
    """Return the names in backticks of the three columns, line by line."""
    return [[in_backticks(column) for column in row.split("|")] for row in lines_of_table()]


def test_the_table_has_every_file_of_a_game() -> None:
    optional = {in_backticks(line)[0].rstrip("/") for line in lines_of_table() if "(optional)" in line.split("|")[0]}
    listed = {file.rstrip("/") for (file,), *_ in table()}
    folders = [{path.name for path in folder.glob("[!_]*")} for folder in FOLDERS]
    assert listed - optional <= set.intersection(*folders)
    assert {name for name in set.union(*folders) if sum(name in folder for folder in folders) > 1} == listed


def test_each_file_of_a_game_offers_and_imports_only_what_the_table_lists() -> None:
    rows = [row for row in table() if row[0][0].endswith((".py", "/"))]
    for ((file,), offered, others), folder in product(rows, FOLDERS):
        if not (folder / file).exists():
            continue  # the test above says which files are optional
        assert {*offered} <= names_in(folder / file), folder
        above = {*_SHARED, *(f"player.{other}" for other in others)}
        strange = {
            name for name in imports_of(folder / file) if not any(f"{name}.".startswith(f"{one}.") for one in above)
        }
        assert not strange, folder
