"""The tests' own layout: helpers are shared in tests/support, and no test module is a library."""

import ast
from collections import Counter

from tests.support.places import ROOT

FILES = sorted((ROOT / "tests").rglob("*.py"))


def test_no_module_imports_from_a_test_module_or_a_conftest() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {name}"
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for name in (
            [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
        if name.startswith("tests.") and any(part.startswith("test_") or part == "conftest" for part in name.split("."))
    ]
    assert found == []


def test_the_names_of_test_modules_are_unique() -> None:
    """They are no packages: two modules of one name would hide each other."""
    names = Counter(file.name for file in FILES if file.name.startswith("test_"))
    assert [name for name, number in names.items() if number > 1] == []
