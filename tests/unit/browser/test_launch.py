import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from player.browser.launch import (
    ENVIRONMENT,
    HEADLESS_ONLY,
    SYSTEM,
    BrowserOptions,
    candidates,
    check_session,
    context_arguments,
    started_early,
)
from player.browser.selectors.loader import load
from player.errors import ConfigInvalid, NoBrowser, PlayerError, SignInNeeded
from player.files import SELECTORS

SECRET = "AQEDAR-the-cookie-nobody-may-see"  # noqa: S105  # of nobody
STATE = {"cookies": [{"name": "li_at", "value": SECRET}], "origins": []}


def session(folder: Path, content: str | bytes, mode: int = 0o600) -> Path:
    file = folder / "session.json"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    file.chmod(mode)
    return file


def refusal(file: Path) -> PlayerError:
    with pytest.raises(PlayerError) as caught:
        check_session(file)
    assert str(file) in str(caught.value)
    assert SECRET not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


# Sessions


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_session_that_only_its_owner_reads_is_taken(tmp_path: Path, mode: int) -> None:
    check_session(session(tmp_path, json.dumps(STATE), mode))


def test_a_missing_session_means_that_someone_must_sign_in(tmp_path: Path) -> None:
    refused = refusal(tmp_path / "none.json")
    assert (type(refused), refused.code) == (SignInNeeded, 77)
    assert "type `player login`, or play as a guest" in str(refused)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o666, 0o644])
def test_a_session_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    file = session(tmp_path, json.dumps(STATE), mode)
    refused = refusal(file)
    assert isinstance(refused, ConfigInvalid)
    assert refused.code == 78
    assert f"chmod 600 {file}" in str(refused)


NO_JSON, NO_SESSION = "can't be read as JSON", "holds no Playwright storage state"
#: The contents of files that are no sessions, and what is said of them.
CORRUPT: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", NO_JSON),
    "truncated": (json.dumps(STATE)[:-10], NO_JSON),
    "not UTF-8": (b"\xff" + json.dumps(STATE).encode(), NO_JSON),
    "nested without end": ("[" * 100_000, NO_JSON),
    "a number of 5000 digits": ("9" * 5000, NO_JSON),
    "a list": (json.dumps([STATE]), NO_SESSION),
    "null": ("null", NO_SESSION),
    "a text": (json.dumps(SECRET), NO_SESSION),
    "no cookies": ('{"origins": []}', NO_SESSION),
    "cookies by name": (json.dumps({"cookies": {"li_at": SECRET}}), NO_SESSION),
}


@pytest.mark.parametrize(("content", "said"), CORRUPT.values(), ids=CORRUPT)
def test_what_is_no_session_is_refused_and_never_shown(tmp_path: Path, content: str | bytes, said: str) -> None:
    refused = refusal(session(tmp_path, content))
    assert (refused.code, said in str(refused)) == (78, True)
    tmp_path.chmod(0o700)
    refused = refusal(tmp_path)
    assert (refused.code, "is not a file" in str(refused)) == (78, True)


# Which browser


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH where every browser we know of stands, and no wish in the environment."""
    for name in (*SYSTEM, *HEADLESS_ONLY):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    return tmp_path


MINE = ["/opt/mine"]
#: The options, the browser of the environment, and the browsers that are tried after Playwright's own, or alone.
CANDIDATES: dict[str, tuple[BrowserOptions, str, list[str]]] = {
    "those of the system": (BrowserOptions(), "", ["", *HEADLESS_ONLY, *SYSTEM]),
    "with a window": (BrowserOptions(headed=True), "", ["", *SYSTEM]),
    "a path that was asked for": (BrowserOptions("/opt/mine"), "", MINE),
    "which comes before the environment": (BrowserOptions("/opt/mine"), "/opt/other", MINE),
    "that of the environment": (BrowserOptions(), "/opt/mine", MINE),
    "with a window too": (BrowserOptions(headed=True), "/opt/mine", MINE),
}


@pytest.mark.parametrize(("options", "environment", "expected"), CANDIDATES.values(), ids=CANDIDATES)
def test_browsers_are_tried_in_their_order_if_they_are_installed(
    installed: Path, monkeypatch: pytest.MonkeyPatch, options: BrowserOptions, environment: str, expected: list[str]
) -> None:
    def tried() -> list[str]:
        return [one.get("executable_path", "").removeprefix(f"{installed}/") for one in candidates(options)]

    monkeypatch.setenv(ENVIRONMENT, environment)
    assert tried() == expected
    for name in SYSTEM[1:]:
        (installed / name).unlink()
    assert tried() == [one for one in expected if one not in SYSTEM[1:]]


def test_firefox_is_driven_by_its_own_protocol_and_not_named_by_the_environment(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, "/opt/chromium")
    (installed / "firefox-esr").write_text("#!/bin/sh\n", encoding="utf-8")
    (installed / "firefox-esr").chmod(0o755)
    system = {"executable_path": str(installed / "firefox-esr"), "channel": "moz-firefox"}
    assert list(candidates(BrowserOptions(engine="firefox"))) == [{}, system]
    mine = {"executable_path": "/opt/mine", "channel": "moz-firefox"}
    assert list(candidates(BrowserOptions("/opt/mine", engine="firefox"))) == [mine]


def test_firefox_gets_no_flags_of_chromium_and_finds_no_name_offline() -> None:
    arguments = BrowserOptions(offline=True, engine="firefox").arguments()
    assert arguments["firefox_user_prefs"] == {"network.dns.disabled": True}
    assert "args" not in arguments
    assert BrowserOptions(engine="firefox").arguments()["firefox_user_prefs"] == {}


def test_the_launch_says_what_was_wished_and_leaves_signals_to_us() -> None:
    arguments = BrowserOptions(headed=True, slow_mo=250, offline=True).arguments()
    assert (arguments["headless"], arguments["slow_mo"]) == (False, 250)
    assert not any(arguments[f"handle_{name}"] for name in ("sigint", "sigterm", "sighup"))
    assert any("NOTFOUND" in flag for flag in arguments["args"])
    assert not any("NOTFOUND" in flag for flag in BrowserOptions().arguments()["args"])
    assert BrowserOptions().arguments()["headless"] is True


def test_a_context_is_as_the_site_expects_one_and_hides_nothing_from_our_routes() -> None:
    site = load(SELECTORS).site("linkedin")
    arguments = context_arguments(site)
    assert (arguments["locale"], arguments["timezone_id"]) == ("en-US", "America/Los_Angeles")
    assert (arguments["service_workers"], arguments["accept_downloads"]) == ("block", False)


@pytest.mark.parametrize(("used", "ends"), [(True, ["session", "browser"]), (False, ["browser"])])
def test_a_browser_that_started_early_is_closed_once_by_its_session_or_without_one(
    monkeypatch: pytest.MonkeyPatch, used: bool, ends: list[str]
) -> None:
    ended = []

    @contextmanager
    def fake(_wish: object) -> Iterator[str]:
        yield "a browser"
        ended.append("browser")

    monkeypatch.setattr("player.browser.launch.browser", fake)
    with started_early(BrowserOptions()) as early:
        assert early is not None
        if used:
            with early as running:
                assert str(running) == "a browser"
                ended.append("session")
            assert ended == ends, "the session closes it, not the end of the command"
    assert ended == ends


def test_a_browser_that_does_not_start_early_is_left_to_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    def fake(_wish: object) -> object:
        raise NoBrowser("there is none")

    monkeypatch.setattr("player.browser.launch.browser", fake)
    with started_early(BrowserOptions()) as early:
        assert early is None
