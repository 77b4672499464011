"""The modules in js/ are checked by TypeScript, and joined into the functions that run in a page."""

import re

from player.browser.page.isolated_world import MODULES, script
from tests.support.places import ROOT

ALL = sorted((ROOT / "player").rglob("*.js"))
#: The modules that Python asks, by their answers.
ASKED = sorted(
    file.stem for file in MODULES.glob("*.js") if "\nexport const answer = " in file.read_text(encoding="utf-8")
)


def test_each_script_is_checked_by_typescript() -> None:
    for file in ALL:
        code = file.read_text(encoding="utf-8")
        assert code.startswith("// @ts-check\n"), file
        assert re.findall(r"@ts-(?:ignore|nocheck|expect-error)", code) == [], file


def test_nothing_of_a_module_is_left_in_a_function() -> None:
    for name in ASKED:
        assert re.findall(r"^\s*(?:import|export)\b.*|^\s*(?://|/\*).*", script(name), re.MULTILINE) == [], name
