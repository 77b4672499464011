"""The layout of the tests (helpers are shared in tests/support, no test module is a library), and docstrings."""

import ast
from collections import Counter

from tests.support.places import ROOT

FILES = sorted((ROOT / "tests").rglob("*.py"))

#: Docstrings are imperatives or noun phrases: a question word begins half a sentence.
QUESTIONS = ("What", "Who", "Whom", "Whose", "Where", "When", "Which", "Why", "How", "Whether")


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


def test_no_docstring_begins_with_a_question_word() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {text.splitlines()[0]}"
        for file in (*FILES, *sorted((ROOT / "player").rglob("*.py")))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)  # those of attributes, too
        if isinstance(text := node.value.value, str) and text.split() and text.split()[0].rstrip(",:'") in QUESTIONS
    ]
    assert found == []
