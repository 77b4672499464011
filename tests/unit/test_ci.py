"""CI runs this checkout, with the newest dependencies and with the oldest that are allowed."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_no_copy_takes_the_place_of_the_checkout() -> None:
    installs = re.findall(r"pip install (.*'\.\[.*)$", SCRIPT, re.MULTILINE)
    assert len(installs) == 3
    assert all("-e '." in install for install in installs)


def test_the_lowest_versions_of_every_extra_that_is_used_at_run_time_are_tested() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (tested,) = re.findall(r"--resolution lowest-direct -e '\.\[(.*)\]'", SCRIPT)
    assert {*tested.split(",")} == {*extras} - {"lint", "fuzz"}


def test_the_scripts_of_pages_are_checked_by_one_version_of_typescript() -> None:
    package = json.loads((ROOT / ".ci/package.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["devDependencies"]["typescript"])
    assert ".venv/bin/node .ci/node_modules/typescript/bin/tsc --project .ci\n" in SCRIPT
    options = json.loads((ROOT / ".ci/tsconfig.json").read_text(encoding="utf-8"))
    assert options["include"] == ["../player"]
    assert options["compilerOptions"]["checkJs"]
    assert options["compilerOptions"]["strict"]


def test_pages_are_checked_by_one_version_of_axe() -> None:
    package = json.loads((ROOT / ".ci/package.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["devDependencies"]["axe-core"])
    assert SCRIPT.index("npm install --prefix .ci") < SCRIPT.index(".venv/bin/pytest\n")
