"""The file of a night on several sites: what it may say, and one clear line about what is wrong in it."""

from pathlib import Path

import pytest

from player.errors import ConfigInvalid, InputMissing
from player.nightly.sites_file import ServerEntry, SiteEntry, entries, servers

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


def test_a_site_has_an_entry_for_each_profile_and_board(tmp_path: Path) -> None:
    text = (
        "[[site]]\nname = 'x'\nprofiles = ['me.json', 'guest', 'a/you.json', 'me.json']\nboards = ['daily', 'weekly']\n"
    )
    found = entries(written(tmp_path, text))
    assert [(one.label, one.account, one.session) for one in found] == [
        ("x daily as me", None, tmp_path / "me.json"),
        ("x weekly as me", None, tmp_path / "me.json"),
        ("x daily as guest", "guest", None),
        ("x weekly as guest", "guest", None),
        ("x daily as you", None, tmp_path / "a" / "you.json"),
        ("x weekly as you", None, tmp_path / "a" / "you.json"),
    ]


SERVERS = """\
[[server]]
connect = "ws://127.0.0.1:3000/"
browsers = 2
[[server]]
cdp = "http://127.0.0.1:9222"
"""


def test_servers_are_named_beside_the_sites(tmp_path: Path) -> None:
    file = written(tmp_path, SERVERS + GOOD)
    assert len(entries(file)) == 4
    assert servers(file) == [
        ServerEntry(f"{file}: server 1", "ws://127.0.0.1:3000/", False, 2),
        ServerEntry(f"{file}: server 2", "http://127.0.0.1:9222", True, 1),
    ]
    assert servers(written(tmp_path, GOOD)) == []


WRONG_SERVERS = {
    "no address": ("browsers = 2", ": server 1: it needs one address: 'connect' of a Playwright server"),
    "two addresses": ("connect = 'ws://a/'\ncdp = 'http://a/'", ": server 1: it needs one address"),
    "a typo": ("conect = 'ws://a/'", ": server 1: unknown key 'conect': did you mean 'connect'?"),
    "no text": ("cdp = 9222", ": server 1: 'cdp' is an address"),
    "no browser": ("cdp = 'http://a/'\nbrowsers = 0", ": server 1: 'browsers' is a number from 1 to 100"),
    "no number": ("cdp = 'http://a/'\nbrowsers = true", ": server 1: 'browsers' is a number from 1 to 100"),
}


@pytest.mark.parametrize(("text", "said"), WRONG_SERVERS.values(), ids=WRONG_SERVERS)
def test_a_server_that_is_written_wrongly_is_reported_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, f"[[server]]\n{text}\n{GOOD}")
    with pytest.raises(ConfigInvalid) as caught:
        servers(file)
    assert str(caught.value).startswith(f"{file}{said}")


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
    "profiles and a session": (
        "[[site]]\nname = 'x'\nprofiles = ['a.json']\nas = 'guest'\n",
        ": site 1: 'profiles' names all sessions: leave 'session' and 'as' out",
    ),
    "one table for servers": (
        "server = 'ws://a/'\n[[site]]\nname = 'x'\n",
        ": it names no server: write a [[server]] with an address for each",
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
        [*entries(file), *servers(file)]
    line = str(caught.value)
    assert line.startswith(f"{file}{said}")
    assert "\n" not in line


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"sites\.toml is not there: check the path"):
        entries(tmp_path / "sites.toml")
    with pytest.raises(ConfigInvalid, match="can't be read: Is a directory"):
        entries(tmp_path)
