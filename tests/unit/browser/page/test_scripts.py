"""The modules in js/ are checked by TypeScript, and joined into the functions that run in a page."""

import re
from pathlib import Path

import pytest

from player.browser.page import scripts
from player.browser.page.scripts import MODULES, script
from tests.support.places import ROOT

ALL = sorted((ROOT / "player").rglob("*.js"))
#: The modules that Python asks, by their answers.
ASKED = sorted(
    file.stem for file in MODULES.glob("*.js") if "\nexport const answer = " in file.read_text(encoding="utf-8")
)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules in place of ours."""
    monkeypatch.setattr(scripts, "MODULES", tmp_path)
    return tmp_path


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.name)
def test_each_script_is_checked_by_typescript(file: Path) -> None:
    code = file.read_text(encoding="utf-8")
    assert code.startswith("// @ts-check\n")
    assert re.findall(r"@ts-(?:ignore|nocheck|expect-error)", code) == []


@pytest.mark.parametrize("name", ASKED)
def test_nothing_of_a_module_is_left_in_a_function(name: str) -> None:
    assert re.findall(r"^\s*(?:import|export)\b.*|^\s*(?://|/\*).*", script(name), re.MULTILINE) == []


def test_a_module_is_joined_once_after_those_that_it_imports(modules: Path) -> None:
    (modules / "top.js").write_text(
        "// @ts-check\n"
        'import { double } from "./left.js";\n'
        'import { unit, other } from "./base.js";\n'
        "/** @type {() => string} */\n"
        "export const answer = () => String(double + unit + other);\n"
    )
    (modules / "left.js").write_text('import { unit } from "./base.js";\nexport const double = 2 * unit;\n')
    (modules / "base.js").write_text("const own = 1;\nexport const unit = own;\nexport const other = 7;\n")
    assert script("top") == (
        "(ask) => {\n"
        "const $$base = (() => {\nconst own = 1;\nconst unit = own;\nconst other = 7;\nreturn { unit, other };\n})();\n"
        "const $$left = (() => {\nconst { unit } = $$base;\nconst double = 2 * unit;\nreturn { double };\n})();\n"
        "const $$top = (() => {\nconst { double } = $$left;\nconst { unit, other } = $$base;\n"
        "const answer = () => String(double + unit + other);\nreturn { answer };\n})();\n"
        "return $$top.answer();\n}"
    )
