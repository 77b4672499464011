"""The file of a night on several sites: what it may say, and one clear line about what is wrong in it."""

from pathlib import Path

import pytest

from player.errors import ConfigInvalid, InputMissing
from player.nightly.sites_file import SiteEntry, entries

GOOD = """\
[[site]]
name = "linkedin"
games = ["queens", "zip", "queens"]
session = "me.json"

[[site]]
name = "star-battle"
boards = ["daily", "10x10-2"]
as = "guest"

[[site]]
name = "mine"
games = ["tango"]
url = "http://127.0.0.1:8000/tango.html"
"""


def written(folder: Path, text: str | bytes) -> Path:
    file = folder / "sites.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def test_a_file_gives_an_entry_for_each_board_in_its_order(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    battle = f"{file}: site 2 (star-battle)"
    found = entries(file)
    assert found == [
        SiteEntry(f"{file}: site 1 (linkedin)", "linkedin", ("queens", "zip"), session=tmp_path / "me.json"),
        SiteEntry(battle, "star-battle", board="daily", account="guest"),
        SiteEntry(battle, "star-battle", board="10x10-2", account="guest"),
        SiteEntry(f"{file}: site 3 (mine)", "mine", ("tango",), url="http://127.0.0.1:8000/tango.html"),
    ]
    assert [entry.label for entry in found] == ["linkedin", "star-battle daily", "star-battle 10x10-2", "mine"]


WRONG = {
    "nothing": ("", ": it names no site: write a [[site]] with a name for each"),
    "another key": ("pause = 3\n", ": unknown key 'pause': write a [[site]] for each site"),
    "one table": ("[site]\nname = 'x'\n", ": it names no site: write a [[site]]"),
    "no name": ("[[site]]\ngames = ['zip']\n", ": site 1: it has no 'name': name a site of selectors.yaml"),
    "a typo": ("[[site]]\nname = 'x'\nbords = ['daily']\n", ": site 1: unknown key 'bords': did you mean 'boards'?"),
    "no list": ("[[site]]\nname = 'x'\ngames = 'zip'\n", ": site 1: 'games' is a list of names"),
    "an empty list": ("[[site]]\nname = 'x'\nboards = []\n", ": site 1: 'boards' is a list of names"),
    "a list of numbers": ("[[site]]\nname = 'x'\nboards = [5]\n", ": site 1: 'boards' is a list of names"),
    "no text": ("[[site]]\nname = 5\n", ": site 1: 'name' is text"),
    "who": ("[[site]]\nname = 'x'\nas = 'me'\n", ": site 1: 'as' is guest or member, not 'me'"),
    "two accounts": (
        "[[site]]\nname = 'x'\nas = 'guest'\nsession = 'a.json'\n",
        ": site 1: 'session' and 'as' exclude each other",
    ),
    "two addresses": (
        "[[site]]\nname = 'x'\nurl = 'http://a/'\nboards = ['b']\n",
        ": site 1: 'url' is the address of a board: leave 'boards' out",
    ),
    "no TOML": ("[[site]]\nname = \n", ": not TOML: "),
    "too deep": (f"a = {'[' * 9999}", ": not TOML: "),
    "no text at all": (b"\xff\xfe", ": not UTF-8 text"),
    "too long": ("#" * 100_001, ": too long for a file of sites (at most 100000 bytes)"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_a_file_that_is_written_wrongly_is_reported_in_one_line(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigInvalid) as caught:
        entries(file)
    line = str(caught.value)
    assert line.startswith(f"{file}{said}")
    assert "\n" not in line


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"sites\.toml is not there: check the path"):
        entries(tmp_path / "sites.toml")
    with pytest.raises(ConfigInvalid, match="can't be read: Is a directory"):
        entries(tmp_path)
