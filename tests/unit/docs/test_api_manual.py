"""docs/api.md: its examples without a page are run, and it names all that is public."""

import doctest
import re
from pathlib import Path

import pytest

import player
from tests.support.documents import ROOT, blocks

MANUAL = ROOT / "docs" / "api.md"
EXAMPLES = [block for block in blocks(MANUAL.read_text(encoding="utf-8")) if block[0].startswith(">>>")]


@pytest.mark.slow
@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: "; ".join(block)[20:60])
def test_an_example_shows_what_it_prints(
    block: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if any(".png" in line for line in block):
        pytest.importorskip("cv2")
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest("\n".join(block) + "\n", {}, "api.md", str(MANUAL), 0)
    failed, tried = doctest.DocTestRunner(verbose=False).run(example)
    assert (failed, tried > 2) == (0, True), capsys.readouterr().out
    assert len(block) <= 12


def test_there_is_an_example_of_each_function_without_a_page() -> None:
    called = set(re.findall(r"player\.(\w+)\(", "\n".join(line for block in EXAMPLES for line in block)))
    assert called == {"draw", "explain", "from_json", "generate", "read", "solve", "to_json"}


def test_the_manual_names_all_that_is_public() -> None:
    named = set(re.findall(r"\w+", MANUAL.read_text(encoding="utf-8")))
    assert {*player.__all__} - named - {"__version__"} == set()
