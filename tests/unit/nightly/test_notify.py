"""Notifications of a night: real messages by apprise to a server of ours, and real commands."""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import pytest

from player.cli.nightly import notify_options
from player.cli.page_options import page_options
from player.errors import Interrupted, Locked, NoBrowser, NotInstalled, install_command
from player.nightly import notify as telling
from player.nightly.notify import (
    NIGHT,
    Change,
    ChangeKind,
    GameStatus,
    Notified,
    change_of,
    status_of,
)
from tests.support.http_servers import Handler, LocalServer, running

pytestmark = pytest.mark.usefixtures("state")

WON, NOT_WON, PERSON = GameStatus
SECRET = "s3cr3t-t0k3n"  # noqa: S105  # to be looked for


class Receiver(LocalServer):
    """Answers every message with `status`, and keeps it."""

    def __init__(self) -> None:
        super().__init__(_Handler)
        self.status = 200
        self.messages: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        """Ours, as apprise writes it, with a password and a token."""
        return f"json://me:{SECRET}@127.0.0.1:{self.server_port}/{SECRET}?+X-Token={SECRET}"


class _Handler(Handler):
    server: Receiver

    def answer(self) -> None:
        self.server.messages.append(json.loads(self.received()))
        self.send(status=self.server.status)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with running(Receiver()) as server:
        yield server


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], list[str]]:
    """A command that runs some lines of Python in the folder of the test."""

    def write(code: str) -> list[str]:
        file = tmp_path / "script.py"
        file.write_text(f"import json, os, sys\nos.chdir({str(tmp_path)!r})\n{code}\n", encoding="utf-8")
        return [sys.executable, "-S", str(file)]

    return write


# What is a change


@pytest.mark.parametrize(
    ("code", "said"),
    [(0, WON), (74, WON), (1, NOT_WON), (75, NOT_WON), (130, NOT_WON), (143, NOT_WON)]
    + [(code, PERSON) for code in (2, 65, 66, 69, 70, 73, 76, 77, 78)],
)
def test_an_exit_code_says_whether_a_person_is_needed(code: int, said: str) -> None:
    assert status_of(code) == said


SAME = [
    ({}, {"queens": WON}),
    ({"queens": WON}, {"queens": WON, "zip": WON}),
    ({"queens": NOT_WON}, {"queens": NOT_WON}),
    ({"queens": PERSON, "zip": WON}, {"zip": WON}),
    ({"queens": PERSON}, {}),
]


@pytest.mark.parametrize(("before", "now"), SAME, ids=str)
def test_without_a_change_there_is_no_notification(before: dict[str, str], now: dict[str, str]) -> None:
    assert change_of(before, now).kind is ChangeKind.SAME


END = "`player history` shows more."
CHANGES = {
    "fails in a night that began": (
        {NIGHT: WON, "queens": WON},
        {NIGHT: WON, "queens": NOT_WON},
        Change(ChangeKind.FAILED, "player: Queens: not won", f"Queens: not won. {END}"),
    ),
    "fails": (
        {"queens": WON},
        {"queens": NOT_WON, "zip": WON},
        Change(ChangeKind.FAILED, "player: Queens: not won", f"Queens: not won. Zip: still won. {END}"),
    ),
    "fails on its first night": (
        {},
        {"queens": PERSON},
        Change(ChangeKind.FAILED, "player: Queens: needs a person", f"Queens: needs a person. {END}"),
    ),
    "recovers": (
        {"queens": PERSON, "zip": PERSON},
        {"queens": WON, "zip": PERSON},
        Change(ChangeKind.RECOVERED, "player: Queens: won again", f"Queens: won again. Zip: needs a person. {END}"),
    ),
    "needs a person now": (
        {"zip": NOT_WON},
        {"zip": PERSON},
        Change(ChangeKind.FAILED, "player: Zip: needs a person", f"Zip: needs a person. {END}"),
    ),
    "one fails and another recovers": (
        {"queens": WON, "zip": NOT_WON, "tango": NOT_WON},
        {"queens": PERSON, "zip": WON, "tango": WON},
        Change(
            ChangeKind.FAILED,
            "player: Queens: needs a person; Zip, Tango: won again",
            f"Queens: needs a person. Zip, Tango: won again. {END}",
        ),
    ),
}


@pytest.mark.parametrize(("before", "now", "change"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_reported_in_a_line(before: dict[str, str], now: dict[str, str], change: Change) -> None:
    assert change_of(before, now) == change


def test_a_change_has_no_control_characters() -> None:
    change = change_of({}, {"zip\x1b[2J\n": NOT_WON})
    assert (change.subject.isprintable(), change.body.isprintable()) == (True, True)


# Apprise


def tell(
    urls: list[str] | None = None,
    command: list[str] | None = None,
    now: Mapping[str, str] = {"zip": NOT_WON},
    **how: Any,
) -> list[str]:
    before = how.pop("before", {})
    return Notified(urls or [], command or [], "", **how).notify(before, now, 75)


@pytest.mark.full
def test_a_change_reaches_every_url(receiver: Receiver) -> None:
    assert tell([receiver.url, receiver.url]) == []
    assert [(message["title"], message["message"], message["type"]) for message in receiver.messages] == [
        ("player: Zip: not won", f"Zip: not won. {END}", "warning")
    ] * 2


@pytest.mark.full
def test_nobody_hears_of_a_night_like_the_one_before_but_who_wants_to(receiver: Receiver) -> None:
    assert tell([receiver.url], before={"zip": NOT_WON}) == []
    assert receiver.messages == []
    assert tell([receiver.url], before={"zip": NOT_WON}, always=True) == []
    assert [message["title"] for message in receiver.messages] == ["player: Zip: still not won"]


def test_a_url_that_fails_keeps_its_secrets_and_stops_no_other(
    receiver: Receiver, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    receiver.status = 500
    gone = f"json://127.0.0.1:1/{SECRET}"
    notes = tell([receiver.url, gone, f"nosuch://{SECRET}", f"json://:{SECRET}:/{SECRET}"])
    assert [note.partition(" was not notified: ")[0] for note in notes] == [
        "--notify json://... (number 1)",
        "--notify json://... (number 2)",
        "--notify nosuch://... (number 3)",
        "--notify json://... (number 4)",
    ]
    assert len(receiver.messages) == 1
    assert SECRET not in "".join([*notes, *capfd.readouterr(), caplog.text])
    assert logging.getLogger("apprise").isEnabledFor(logging.ERROR)


def test_without_apprise_a_line_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "apprise", None)
    (note,) = tell(["json://127.0.0.1"])
    assert note.startswith("no notification was sent: --notify needs apprise")
    assert install_command("notify") in note


# A command


def test_the_command_reads_what_happened(script: Callable[[str], list[str]], tmp_path: Path) -> None:
    code = "json.dump([sys.argv[1:], json.load(sys.stdin), {k: v for k, v in os.environ.items() if k[:7] == 'PLAYER_'}]"
    command = script(code + ", open('seen', 'w'))")
    assert tell(command=[*command, "$HOME", "a b"], before={"zip": WON, "tango": WON}) == []
    arguments, details, variables = json.loads((tmp_path / "seen").read_text(encoding="utf-8"))
    assert arguments == ["$HOME", "a b"]
    assert details == {
        "change": "failed",
        "subject": "player: Zip: not won",
        "body": f"Zip: not won. {END}",
        "exit": 75,
        "before": {"zip": WON, "tango": WON},
        "games": {"zip": NOT_WON},
    }
    assert variables.items() >= {"PLAYER_CHANGE": "failed", "PLAYER_EXIT": "75"}.items()


@pytest.mark.parametrize(
    ("now", "how", "runs"),
    [
        ({"zip": WON, "tango": NOT_WON}, {"before": {"zip": NOT_WON, "tango": NOT_WON}}, False),
        ({"zip": NOT_WON}, {"before": {"zip": NOT_WON}}, False),
        ({"zip": NOT_WON}, {"before": {"zip": NOT_WON}, "always": True}, True),
        ({"zip": WON}, {"always": True}, False),
        ({"zip": NOT_WON}, {}, True),
    ],
)
def test_the_command_runs_where_a_game_fails(
    script: Callable[[str], list[str]], tmp_path: Path, now: dict[str, str], how: dict[str, Any], runs: bool
) -> None:
    assert tell(command=script("open('ran', 'w')"), now=now, **how) == []
    assert (tmp_path / "ran").exists() is runs


def test_a_command_that_fails_is_a_line(script: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert tell(command=script("sys.exit(3)")) == ["the --on-failure command ended with 3"]
    assert tell(command=["/none"]) == ["the --on-failure command does not start: No such file or directory"]
    monkeypatch.setattr(telling, "COMMAND_TIMEOUT_S", 0.05)
    assert tell(command=script("import threading; threading.Event().wait()")) == [
        "the --on-failure command took more than 0.05 s, and was ended"
    ]


def test_what_a_command_prints_is_not_among_our_records(
    script: Callable[[str], list[str]], capfd: pytest.CaptureFixture[str]
) -> None:
    tell(command=script("print('words')"))
    assert capfd.readouterr() == ("", "words\n")


# From night to night


@click.command()
@click.option("--ends", type=int, default=0)
@page_options
@notify_options
def night(ends: int, notified: Notified, **_: Any) -> int:
    """A night of one game, that ends so; or one that does not begin."""
    never: dict[int, Exception] = {
        69: NoBrowser("none"),
        75: Locked("another run"),
        70: KeyError("a bug"),
        143: Interrupted("stopped", 15),
    }
    if ends in never:
        raise never[ends]
    notified.games["zip"] = ends
    notified.summary["puzzle_day"] = "2026-11-20"
    return ends


def run(*arguments: str, ends: int = 0) -> int:
    with suppress(Exception):
        return int(night.main([*arguments, "--ends", str(ends)], standalone_mode=False))
    return -1


NIGHTS = [(0, None), (77, "Zip: needs a person"), (77, None), (78, None), (0, "Zip: won again"), (0, None)]


def test_each_change_is_sent_once_from_night_to_night(receiver: Receiver) -> None:
    for ends, said in NIGHTS:
        receiver.messages.clear()
        assert run("--notify", receiver.url, ends=ends) == ends
        assert [message["title"] for message in receiver.messages] == ([f"player: {said}"] if said else [])


def test_a_night_that_cannot_begin_is_reported_and_so_is_the_next_that_can(receiver: Receiver) -> None:
    for ends in (69, 69, 70, 75, 143, 0):
        run("--notify", receiver.url, ends=ends)
    assert [message["title"] for message in receiver.messages] == [
        f"player: {NIGHT}: needs a person",
        f"player: {NIGHT} can begin again",
    ]


def test_profiles_are_not_taken_for_each_other(receiver: Receiver) -> None:
    for profile in ("one", "other"):
        Notified([receiver.url], [], profile, games={"zip": 1}).send(1, began=True)
    assert len(receiver.messages) == 2
    receiver.messages.clear()
    for pages in ((), ("--offline", "replica"), ("--storage-state", "mine.json"), ("--site", "other")):
        for _ in range(2):
            assert run("--notify", receiver.url, *pages, ends=1) == 1
    assert len(receiver.messages) == 4


def test_a_game_that_was_not_played_is_as_it_was(receiver: Receiver) -> None:
    for games in ({"zip": 1, "queens": 0}, {"queens": 0}, {"zip": 1, "queens": 0}):
        Notified([receiver.url], [], "one", games=games).send(0, began=True)
    assert len(receiver.messages) == 1


def test_a_failed_notification_makes_0_to_74_and_is_sent_the_next_time(
    receiver: Receiver, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--notify", receiver.url, ends=1) == 1
    receiver.status = 500
    assert run("--notify", receiver.url, ends=0) == 74
    assert "player: --notify json://... (number 1) was not notified" in capsys.readouterr().err
    receiver.status = 200
    assert run("--notify", receiver.url, ends=0) == 0
    assert [message["title"] for message in receiver.messages[1:]] == ["player: Zip: won again"] * 2
    (file,) = (state / "notified").iterdir()
    assert SECRET not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("torn", ["", "{", "[[]]", "1", "\xff"])
def test_a_file_that_is_no_longer_whole_is_begun_anew(receiver: Receiver, state: Path, torn: str) -> None:
    assert run("--notify", receiver.url, ends=1) == 1
    (file,) = (state / "notified").iterdir()
    file.write_text(torn, encoding="latin-1")
    for _ in range(2):
        assert run("--notify", receiver.url, ends=1) == 1
    assert len(receiver.messages) == 2


def test_a_state_that_cannot_be_written_is_reported_in_a_line(receiver: Receiver, state: Path) -> None:
    state.write_text("in the way", encoding="utf-8")
    assert run("--notify", receiver.url, ends=0) == 74
    assert run(ends=0) == 0


# The options


def test_urls_in_a_file_are_notified_too(receiver: Receiver, state: Path) -> None:
    file = state.parent / "urls"
    file.write_text(f"# mine\n\n{receiver.url}\n  {receiver.url}\n", encoding="utf-8")
    file.chmod(0o600)
    assert run("--notify", f"@{file}", "--notify-when", "always") == 0
    assert len(receiver.messages) == 2


def test_without_apprise_no_night_begins(monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> None:
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(NotInstalled, match=re.escape(install_command("notify"))) as refused:
        night.main(["--notify", receiver.url], standalone_mode=False)
    assert (refused.value.code, SECRET in str(refused.value)) == (69, False)


def test_a_wrong_option_is_refused_before_the_night_without_its_secret(tmp_path: Path) -> None:
    open_to_all, empty, torn = (tmp_path / name for name in ("open", "empty", "torn"))
    for file, text, mode in (
        (open_to_all, f"json://{SECRET}", 0o644),
        (empty, "# none\n", 0o600),
        (torn, f"json://localhost\n# mine\nnosuch://{SECRET}\n", 0o600),
    ):
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)
    wrong = {
        ("--notify", SECRET): "it is no URL such as",
        ("--notify", ""): "it is no URL such as",
        ("--notify", f"nosuch://{SECRET}"): "apprise knows no service nosuch://",
        ("--notify", f"json://:{SECRET}:/{SECRET}"): "apprise can't read the json:// URL",
        ("--notify", f"tgram://{SECRET}"): "apprise can't read the tgram:// URL",
        ("--notify", f"@{torn}"): f"URL 2 in {torn}: apprise knows no service nosuch://",
        ("--notify", f"@{open_to_all}"): f"type chmod 600 {open_to_all}",
        ("--notify", f"@{empty}"): "has no URL in it",
        ("--notify", f"@{tmp_path / 'none'}"): "can't be read",
        ("--on-failure", "mail 'me"): "No closing quotation",
        ("--on-failure", " "): "the command is empty",
        ("--on-failure", "no-such-program -x"): "there is no program 'no-such-program'",
        ("--on-failure", str(empty)): f"there is no program '{empty}'",
    }
    for arguments, said in wrong.items():
        with pytest.raises(click.UsageError) as refused:
            night.main([*arguments], standalone_mode=False)
        message = refused.value.format_message()
        assert (said in message, SECRET in message) == (True, False), message
