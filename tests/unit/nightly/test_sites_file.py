"""The file of a night on several sites: what it may say, and one clear line about what is wrong in it."""

from pathlib import Path

import pytest

from player.cli.sites import load
from player.errors import ConfigInvalid, InputMissing
from player.nightly.night_plan import ServerEntry

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
    found, _ = load(file)
    given = [(one.place, one.games, {key: value for key, value in one.options.items() if value}) for one in found]
    battle = f"{file}: site 2 (star-battle)", ()
    url = "http://127.0.0.1:8000/tango.html"
    assert given == [
        (f"{file}: site 1 (linkedin)", ("queens", "zip"), {"site": "linkedin", "session": tmp_path / "me.json"}),
        (*battle, {"site": "star-battle", "board": "daily", "account": "guest"}),
        (*battle, {"site": "star-battle", "board": "10x10-2", "account": "guest"}),
        (f"{file}: site 3 (mine)", ("tango",), {"site": "mine", "url": url}),
    ]
    assert [entry.label for entry in found] == ["linkedin", "star-battle daily", "star-battle 10x10-2", "mine"]


def test_a_site_has_an_entry_for_each_profile_and_board(tmp_path: Path) -> None:
    text = (
        "[[site]]\nname = 'x'\nprofiles = ['me.json', 'guest', 'a/you.json', 'me.json']\nboards = ['daily', 'weekly']\n"
    )
    found, _ = load(written(tmp_path, text))
    assert [(one.label, one.options["account"], one.options["session"]) for one in found] == [
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
    sites, servers = load(file)
    assert len(sites) == 4
    assert servers == [
        ServerEntry(f"{file}: server 1 (127.0.0.1:3000)", "ws://127.0.0.1:3000/", False, 2),
        ServerEntry(f"{file}: server 2 (127.0.0.1:9222)", "http://127.0.0.1:9222/", True, 1),
    ]
    assert load(written(tmp_path, GOOD))[1] == []


WRONG_SERVERS = {
    "no address": ("browsers = 2", ": server 1: it needs one address: 'connect' of a Playwright server"),
    "two addresses": ("connect = 'ws://a/'\ncdp = 'http://a/'", ": server 1: it needs one address"),
    "a typo": ("conect = 'ws://a/'", ": server 1: unknown key 'conect': did you mean 'connect'?"),
    "no text": ("cdp = 9222", ": server 1: 'cdp': Input should be a valid string"),
    "no browser": (
        "cdp = 'http://a/'\nbrowsers = 0",
        ": server 1: 'browsers': Input should be greater than or equal to 1",
    ),
    "no number": ("cdp = 'http://a/'\nbrowsers = true", ": server 1: 'browsers': Input should be a valid integer"),
}


WRONG: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", ": 'site': Field required: write a [[site]] for each site"),
    "another key": ("pause = 3\n", ": unknown key 'pause': one of server, site"),
    "one table": ("[site]\nname = 'x'\n", ": 'site': Input should be a valid list: write a [[site]] for each"),
    "no name": ("[[site]]\ngames = ['zip']\n", ": site 1: 'name': Field required"),
    "a typo": ("[[site]]\nname = 'x'\nbords = ['daily']\n", ": site 1: unknown key 'bords': did you mean 'boards'?"),
    "no list": ("[[site]]\nname = 'x'\ngames = 'zip'\n", ": site 1: 'games': Input should be a valid list"),
    "an empty list": ("[[site]]\nname = 'x'\nboards = []\n", ": site 1: 'boards': List should have at least 1 item"),
    "a list of numbers": ("[[site]]\nname = 'x'\nboards = [5]\n", ": site 1: 'boards': Input should be a valid string"),
    "no text": ("[[site]]\nname = 5\n", ": site 1: 'name': Input should be a valid string"),
    "who": ("[[site]]\nname = 'x'\nas = 'me'\n", ": site 1: 'as': Input should be 'guest' or 'member'"),
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
        ": 'server': Input should be a valid list: write a [[server]] for each",
    ),
    "two addresses": (
        "[[site]]\nname = 'x'\nurl = 'http://a/'\nboards = ['b']\n",
        ": site 1: 'url' is the address of a board: leave 'boards' out",
    ),
    "no TOML": ("[[site]]\nname = \n", ": not TOML: "),
    "too deep": (f"a = {'[' * 9999}", ": not TOML: "),
    "no text at all": (b"\xff\xfe", ": not UTF-8 text"),
    "too long": ("#" * 200_001, ": too long for a file of sites (at most 200000 bytes)"),
}


WRONG |= {f"server: {name}": (f"[[server]]\n{text}\n{GOOD}", said) for name, (text, said) in WRONG_SERVERS.items()}


def test_a_file_that_is_written_wrongly_is_reported_in_one_line(tmp_path: Path) -> None:
    for name, (text, said) in WRONG.items():
        file = written(tmp_path, text)
        with pytest.raises(ConfigInvalid) as caught:
            load(file)
        line = str(caught.value)
        assert line.startswith(f"{file}{said}"), name
        assert "\n" not in line


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"sites\.toml is not there: check the path"):
        load(tmp_path / "sites.toml")
    with pytest.raises(ConfigInvalid, match="can't be read: Is a directory"):
        load(tmp_path)
