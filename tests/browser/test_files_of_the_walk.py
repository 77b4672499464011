"""The walk in docs/architecture.md names files that a play executes."""

import re
import sys
from types import FrameType

from tests.support.documents import ROOT
from tests.support.replica import Opener, played

DOCUMENT = ROOT / "docs" / "architecture.md"
WALK = DOCUMENT.read_text(encoding="utf-8").partition("## The walk")[2].partition("\n### ")[0]
#: Most files that a reader of one game's walk has to open.
MAX_FILES = 20


def test_a_play_executes_each_file_of_the_walk(open_replica: Opener) -> None:
    named = re.findall(r"^\| \d+ \| `([^`]+)`", WALK, re.MULTILINE)
    assert 0 < len(named) <= MAX_FILES
    opened, executed = open_replica("zip"), set[str]()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            executed.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        played("zip", opened)
    finally:
        sys.setprofile(None)
    python = [name for name in named if name.endswith(".py")]
    assert [name for name in python if str(ROOT / name) not in executed] == []
    assert all((ROOT / name).is_file() for name in named)
