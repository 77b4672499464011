"""The nightly run as a job: what each program makes of its text, and what --install changes and undoes."""

import os
import plistlib
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml  # noqa: TID251  # the workflow is read as GitHub reads it

from player.browser.selectors.loader import load
from player.files import SELECTORS
from player.nightly.schedule import TARGETS, Job, daily, hourly
from tests.support.commands import Player

pytestmark = pytest.mark.skipif(os.name != "posix", reason="jobs are made for POSIX systems")

load_once = cache(load)

#: What some shell, unit, crontab or workflow would take for a word of its own.
WORDS = [
    "a b",
    "it's",
    '100% "sure"',
    "$HOME ${X} `id`",
    r"back\slash \% \\",
    ";",
    "#",
    "é",
    "${{ github.token }}",
    "<&>",
]
ODD = [part for word in WORDS for part in ("--report", word)]
NAME = "a b%h $HOME 'q' \"d\" back\\slash"
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and an installation in folders with odd names; its `player` prints what it was given."""
    home = tmp_path / NAME
    for name in ("PLAYER_STATE", "PLAYER_BROWSER", "PLAYWRIGHT_BROWSERS_PATH", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "executable", str(home / "bin" / "python"))
    program(home / "bin" / "player", 'printf \'<%s>\\n\' "$PWD" "$@"')
    (home / "in here").mkdir()
    monkeypatch.chdir(home / "in here")
    return home


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str], machine: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """The command, on such a machine."""
    assert machine.is_dir()
    monkeypatch.setattr("player.browser.selectors.loader.load", load_once)
    return Player(capsys)


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def state(home: Path) -> Path:
    return home / ("Library/Application Support/player" if sys.platform == "darwin" else ".local/state/player")


def expected(home: Path, *extra: str) -> list[str]:
    return [str(home / "bin" / "player"), "nightly", "--json", str(state(home) / "nightly.jsonl"), *extra]


# What each program reads


def exec_start(unit: str) -> list[str]:
    """The words of ExecStart= by the rules of systemd.service(5) and systemd.syntax(7); strict."""
    (line,) = re.findall(r"^ExecStart=:(.*)$", unit, re.MULTILINE)
    word = r'"((?:[^"\\]|\\["\\])*)"|([^\s"\'\\;#]+)'
    assert re.fullmatch(rf"({word})( ({word}))*", line)
    for found in re.finditer(word, line):
        assert not found[0].replace("%%", "").count("%")
    return [
        re.sub(r"\\(.)", r"\1", found[1] if found[2] is None else found[2]).replace("%%", "%")
        for found in re.finditer(word, line)
    ]


def cron_reads(line: str, *, joins: str) -> str:
    """The shell's command of a crontab line; `joins` are the characters that take away a backslash before them."""
    minute, *stars, command = line.split(" ", 5)
    assert minute.isdecimal()
    assert int(minute) < 60
    assert stars == ["*"] * 4
    read = re.sub(r"\\(.)", lambda found: found[1] if found[1] in joins else found[0], command)
    assert "%" not in re.sub(r"\\.", "", command)
    return read


def test_systemd_runs_the_command_as_it_was_typed(player: Player, machine: Path) -> None:
    code, out, err = player("schedule", "systemd", "--", *ODD)
    assert code == 0
    assert exec_start(out) == ["/usr/bin/env", *expected(machine, *ODD)]
    assert f"\nWorkingDirectory={machine}/in here/\n".replace("%", "%%") in out
    assert "OnCalendar=*-*-* 00:20:00 America/Los_Angeles\nPersistent=true\nRandomizedDelaySec=20m\n" in out
    for line in ("Type=exec", "KillMode=mixed", "RuntimeMaxSec=15min", "UMask=0077", "RestartForceExitStatus=75"):
        assert f"\n{line}\n" in out
    assert re.fullmatch(
        r"next run: \w{3} \d\d \w{3} \d{4} 00:20 America/Los_Angeles, .* here \(.+\)", err.splitlines()[0]
    )


@needs_systemd
@pytest.mark.parametrize("at", ["00:20", "23:59"])
def test_systemd_finds_nothing_wrong_with_the_units(
    player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, at: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    player("schedule", "systemd", "--install", "--at", at, "--", *ODD)
    units = [tmp_path / "config" / "systemd" / "user" / f"player.{kind}" for kind in ("service", "timer")]
    verify = ["systemd-analyze", "verify", "--man=no"]
    assert said_by([*verify, *map(str, units)]) == (0, "")
    units[0].write_text(units[0].read_text(encoding="utf-8").replace("exec\n", "oneshot\n"), encoding="utf-8")
    assert "RestartForceExitStatus" in said_by([*verify, *map(str, units)])[1]


def said_by(command: list[str]) -> tuple[int, str]:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.parametrize("joins", ["%", "%\\"], ids=["cronie", "Vixie's cron"])
def test_crons_line_runs_the_command_as_it_was_typed(player: Player, machine: Path, joins: str) -> None:
    out = player("schedule", "cron", "--", *ODD).out
    comment, line = out.splitlines()
    assert comment.startswith("# ")
    assert line.startswith("20 * * * * ")
    assert said_by(["/bin/sh", "-c", cron_reads(line, joins=joins)]) == (0, "")
    log = state(machine) / "nightly.log"
    assert log.read_text(encoding="utf-8") == "".join(
        f"<{word}>\n" for word in [machine / "in here", *expected(machine, *ODD)[1:]]
    )
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


@pytest.mark.parametrize("shown", {"0019": False, "0619": False, "0620": True, "0800": True}.items())
@pytest.mark.parametrize("target", ["cron", "launchd"])
def test_an_hourly_job_does_nothing_before_its_time_in_the_sites_zone(
    player: Player, machine: Path, target: str, shown: tuple[str, bool]
) -> None:
    clock, runs = shown
    program(machine.parent / "programs" / "date", f'[ "$TZ $1" = "America/Los_Angeles +%H%M" ] && echo {clock}')
    out = player("schedule", target, "--at", "06:20").out
    if target == "cron":
        said_by(["/bin/sh", "-c", cron_reads(out.splitlines()[1], joins="%")])
        assert ("<nightly>" in (state(machine) / "nightly.log").read_text(encoding="utf-8")) is runs
    else:
        code, said = said_by(plistlib.loads(out.encode())["ProgramArguments"])
        assert (code, "<nightly>" in said) == (0, runs)


def test_launchd_reads_the_command_as_it_was_typed(player: Player, machine: Path) -> None:
    agent = plistlib.loads(player("schedule", "launchd", "--at", "00:05", "--", *ODD).out.encode())
    assert agent["ProgramArguments"] == expected(machine, *ODD)
    assert agent["WorkingDirectory"] == str(machine / "in here")
    assert (agent["StartCalendarInterval"], agent["Umask"]) == ({"Minute": 5}, 0o077)
    assert agent["StandardErrorPath"] == str(state(machine) / "nightly.log")


def test_github_runs_the_command_as_it_was_typed_on_the_replica(player: Player, machine: Path) -> None:
    out = player("schedule", "github", "--", *ODD).out
    workflow = yaml.safe_load(out)
    trigger = workflow[True]["schedule"]  # "on" is a truth of YAML 1.1
    assert trigger == [{"cron": "17 0 * * *", "timezone": "America/Los_Angeles"}]
    command = workflow["jobs"]["replica"]["steps"][-1]["run"]
    evaluated = re.sub(r"\$\{\{ '([^']*)' \}\}", r"\1", command)
    assert "${{" not in command.replace("${{ '${{' }}", "")
    assert shlex.split(evaluated)[:4] == [".venv/bin/player", "nightly", "--offline", "replica"]
    assert shlex.split(evaluated)[6:] == ODD
    assert str(machine) not in out
    assert "Don't play the live site from here" in out


# The command


@pytest.mark.parametrize("mode", [None, 0o644])
def test_without_a_player_beside_python_its_module_is_run(player: Player, machine: Path, mode: int | None) -> None:
    if mode is None:
        (machine / "bin" / "player").unlink()
    else:
        (machine / "bin" / "player").chmod(mode)
    agent = plistlib.loads(player("schedule", "launchd").out.encode())
    assert agent["WorkingDirectory"] == str(machine)
    assert agent["ProgramArguments"][:4] == [str(machine / "bin" / "python"), "-m", "player", "nightly"]


def test_what_variables_say_of_this_installation_is_kept(
    player: Player, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYER_STATE", "my state")
    monkeypatch.setenv("PLAYER_BROWSER", "/opt/a browser")
    command = plistlib.loads(player("schedule", "launchd").out.encode())["ProgramArguments"]
    here = machine / "in here" / "my state"
    assert command[:3] == ["/usr/bin/env", "PLAYER_BROWSER=/opt/a browser", f"PLAYER_STATE={here}"]
    assert command[5:7] == ["--json", str(here / "nightly.jsonl")]


def test_settings_in_variables_and_the_place_of_the_file_are_kept(
    player: Player, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine / "in here" / "mine.toml"
    file.write_text("deadline = 77\n", encoding="utf-8")
    monkeypatch.setenv("PLAYER_CONFIG", "mine.toml")
    monkeypatch.setenv("PLAYER_AS", "guest")
    command = plistlib.loads(player("schedule", "launchd").out.encode())["ProgramArguments"]
    assert command[:3] == ["/usr/bin/env", f"PLAYER_CONFIG={file}", "PLAYER_AS=guest"]
    monkeypatch.setenv("PLAYER_NOTIFY", "json://secret")
    code, line = player.refuses("schedule", "cron")
    assert (code, "json://" not in line, "give --notify @FILE" in line) == (78, True, True)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no such variable")
def test_where_the_state_of_programs_is_is_kept(
    player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    command = plistlib.loads(player("schedule", "launchd").out.encode())["ProgramArguments"]
    assert command[:2] == ["/usr/bin/env", f"PLAYER_STATE={tmp_path / 'state' / 'player'}"]


@pytest.mark.parametrize("extra", [["--notify", "json://secret"], ["--report", "x", "--notify=json://secret"]])
def test_a_secret_is_put_into_no_job(player: Player, extra: list[str]) -> None:
    code, line = player.refuses("schedule", "cron", "--", *extra)
    assert (code, "json" in line, "give --notify @FILE" in line) == (78, False, True)


def test_a_line_break_is_put_into_no_job(player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "x\n* * * * * other"
    broken.mkdir()
    for report, folder in ((broken, tmp_path), ("x", broken)):
        monkeypatch.chdir(folder)
        code, line = player.refuses("schedule", "cron", "--", "--report", report)
        assert (code, "characters that can't be in a job" in line) == (78, True)


@pytest.mark.parametrize(
    ("extra", "ends", "said"),
    [
        (["quens"], 2, "did you mean 'queens'?"),
        (["--reports", "x"], 2, "'--reports'"),
        (["--on-failure", "no-such-program -x"], 2, "no program 'no-such-program'"),
        (["--url", "http://127.0.0.1/"], 2, "name that game"),
        (["--site", "sudku"], 78, "did you mean 'sudoku'?"),
        (["--selectors", "none.yaml"], 66, "none.yaml is not there"),
        (["--storage-state", "none.json"], 77, "none.json is not there"),
        (["--offline", "none"], 66, "none is not a folder"),
    ],
    ids=str,
)
def test_what_nightly_would_refuse_is_refused_at_once(player: Player, extra: list[str], ends: int, said: str) -> None:
    code, line = player.refuses("schedule", "cron", "--", *extra)
    assert (code, said in line) == (ends, True)


def test_a_job_is_not_installed_and_undone_at_once(player: Player) -> None:
    code, line = player.refuses("schedule", "cron", "--install", "--uninstall")
    assert (code, "--install and --uninstall exclude each other" in line) == (2, True)


def test_the_time_is_that_of_the_site_that_nightly_plays(player: Player, tmp_path: Path) -> None:
    zone = re.compile(r"OnCalendar=.* (\S+)$", re.MULTILINE)
    own = tmp_path / "own.yaml"
    own.write_text(SELECTORS.read_text(encoding="utf-8").replace("America/Los_Angeles", "Asia/Tokyo"), encoding="utf-8")
    for extra, expected in (
        ([], "America/Los_Angeles"),
        (["--site", "sudoku"], "UTC"),
        (["--selectors", str(own)], "Asia/Tokyo"),
    ):
        code, out, err = player("schedule", "systemd", "--", *extra)
        assert (code, zone.findall(out), f"{expected}, " in err) == (0, [expected], True)


def test_a_night_on_several_sites_is_checked_and_has_the_zone_of_the_first(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "sites.toml"
    file.write_text("[[site]]\nname = 'sudoku'\n[[site]]\nname = 'linkedin'\nas = 'guest'\n", encoding="utf-8")
    code, out, err = player("schedule", "systemd", "--", "--sites", file)
    assert (code, f"--sites {file}" in out.replace('"', ""), "UTC, " in err) == (0, True, True)
    wrong: list[tuple[list[str | Path], str]] = [
        (["--sites", file, "zip"], "names the games: leave them out here"),
        (["--sites", file, "--site", "sudoku"], "--site is for one site: write it into the FILE of --sites"),
        (["--sites", file, "--board", "daily"], "--board is for one site"),
        (["--sites", file, "--as", "guest"], "--as is for one site"),
    ]
    for extra, said in wrong:
        code, line = player.refuses("schedule", "cron", "--", *extra)
        assert (code, said in line) == (2, True)
        assert player.refuses("nightly", *extra)[0] == 2


@pytest.mark.parametrize(
    ("text", "ends", "said"),
    [
        ("name = 'sudku'", 78, "site 1 (sudku): there is no site 'sudku' in the selectors: did you mean 'sudoku'?"),
        ("name = 'sudoku'\ngames = ['zp']", 78, "site 1 (sudoku): unknown game 'zp': did you mean 'zip'?"),
        ("name = 'sudoku'\ngames = ['wend']", 78, "site 1 (sudoku): selectors.yaml has no game 'wend' on this site"),
        ("name = 'linkedin'\nboards = ['daily']", 78, "--board with --site linkedin: this site has no boards by name"),
        ("name = 'sudoku'\nurl = 'http://127.0.0.1/'", 78, "site 1 (sudoku): --url is where one game is"),
    ],
)
def test_a_site_that_there_is_not_is_refused_before_the_night(
    player: Player, tmp_path: Path, text: str, ends: int, said: str
) -> None:
    (file := tmp_path / "sites.toml").write_text(f"[[site]]\n{text}\n", encoding="utf-8")
    for command in (("nightly",), ("schedule", "cron", "--")):
        code, line = player.refuses(*command, "--sites", file)
        assert code == ends
        assert line.startswith(f"{file}: site 1 (")
        assert said in line


def test_systemd_gives_a_night_more_time_than_it_gives_itself(player: Player) -> None:
    assert "RuntimeMaxSec=35min\n" in player("schedule", "systemd", "--", "--deadline", "1799").out


@pytest.mark.parametrize("wrong", [["github", "--install"], ["cron", "--to", "."], ["github", "--to", "."]])
def test_a_repository_goes_with_the_installation_of_githubs_workflow(player: Player, wrong: list[str]) -> None:
    code, line = player.refuses("schedule", *wrong)
    assert (code, "--to DIR goes with github" in line) == (2, True)


# When it runs next

PACIFIC = ZoneInfo("America/Los_Angeles")


def job(at: time, zone: ZoneInfo = PACIFIC) -> Job:
    return Job(("player",), (), at, zone, Path("/"), Path("/state"), 300)


MOMENTS = {
    "a day in winter": "2026-11-21 12:00",
    "a minute before": "2026-11-21 08:19",
    "that very minute": "2026-11-21 08:20",
    "the last night of summer time": "2026-11-01 07:00",
    "the night after it": "2026-11-02 07:30",
    "the night in which an hour is skipped": "2027-03-14 08:00",
    "new year": "2026-12-31 23:59",
}


@needs_systemd
@pytest.mark.parametrize("at", [time(0, 20), time(1, 30), time(2, 30)], ids=str)
def test_systemd_says_the_same_of_the_next_run(at: time) -> None:
    for name, moment in MOMENTS.items():
        calendar = ["systemd-analyze", "calendar", f"--base-time={moment} UTC", f"*-*-* {at} America/Los_Angeles"]
        code, said = said_by(["env", "TZ=UTC", "LC_ALL=C", *calendar])
        found = re.search(r"Next elapse: \w+ (\S+ \S+) UTC", said)
        assert code == 0
        assert found
        now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        assert daily(job(at), now) == datetime.fromisoformat(found[1]).replace(tzinfo=UTC), name


@pytest.mark.parametrize(
    ("now", "at", "then"),
    [
        ("12:00", time(0, 20), "12:20"),
        ("12:20", time(0, 20), "13:20"),
        ("07:50", time(0, 20), "08:20"),
        ("03:00", time(6, 20), "03:20"),
        ("08:00", time(6, 20), "14:20"),
    ],
)
def test_an_hourly_job_runs_in_the_next_hour_that_is_late_enough(now: str, at: time, then: str) -> None:
    today = datetime(2026, 11, 21, tzinfo=UTC)
    moment = hourly(job(at), datetime.combine(today, time.fromisoformat(now), UTC))
    assert f"{moment:%H:%M}" == then


def test_an_hourly_job_has_the_minute_of_the_sites_clock() -> None:
    india = ZoneInfo("Asia/Kolkata")
    late, then = job(time(23, 45), india), datetime(2026, 11, 21, 23, 45, tzinfo=india).astimezone()
    assert hourly(late, datetime(2026, 11, 21, 12, tzinfo=UTC).astimezone()) == then
    assert TARGETS["cron"].text(late).splitlines()[1].startswith(f"{then.minute} * * * * ")


# cron, with a crontab that keeps a file

CRONTAB = """\
case "$1" in
-l) [ -f "$KEPT" ] || { echo "no crontab for you" >&2; exit 1; }; cat "$KEPT" ;;
-) cat > "$KEPT" ;;
esac
"""
OTHERS = b"MAILTO=me\n\n# mine, \xff and a\ttab\r\n5 4 * * * true # player schedule, not\n20 * * * * no newline"


@pytest.fixture
def crontab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program(tmp_path / "programs" / "crontab", CRONTAB)
    monkeypatch.setenv("KEPT", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_one_line_is_added_to_a_crontab_however_often_and_taken_out_again(player: Player, crontab: Path) -> None:
    crontab.write_bytes(OTHERS)
    assert player("schedule", "cron", "--install", "--at", "00:40").code == 0
    code, out, _ = player("schedule", "cron", "--install")
    line = player("schedule", "cron").out.splitlines()[1]
    assert code == 0
    assert "undo: player schedule cron --uninstall\n" in out
    assert line in out
    assert crontab.read_bytes() == OTHERS + b"\n" + line.encode() + b"\n"
    assert player("schedule", "cron", "--uninstall").out == "removed our line from your crontab\n"
    assert crontab.read_bytes() == OTHERS + b"\n"
    assert "nothing to remove" in player("schedule", "cron", "--uninstall").out


@pytest.mark.parametrize(
    "how",
    [
        ("echo 'you are not allowed' >&2; exit 1", 75, "nothing was changed"),
        ('[ "$1" = -l ] || { echo "bad minute" >&2; exit 1; }; cat "$KEPT"', 74, "bad minute"),
    ],
)
def test_a_crontab_that_cannot_be_read_or_written_stays(
    player: Player, crontab: Path, how: tuple[str, int, str]
) -> None:
    script, code, said = how
    crontab.write_bytes(OTHERS)
    program(crontab.parent / "programs" / "crontab", script)
    ended, line = player.refuses("schedule", "cron", "--install")
    assert (ended, said in line) == (code, True), line
    assert crontab.read_bytes() == OTHERS


# Files


@pytest.fixture(params=["systemd", "launchd", "github"])
def target(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def steps(target: str, tmp_path: Path) -> Callable[[str], list[Any]]:
    """The command for a step with the target."""
    return lambda step: ["schedule", target, step, *(["--to", tmp_path / "repository"] if target == "github" else [])]


FILES = {
    "systemd": [".config/systemd/user/player.service", ".config/systemd/user/player.timer"],
    "launchd": ["Library/LaunchAgents/player.nightly.plist"],
    "github": ["../repository/.github/workflows/player-nightly.yml"],
}


def test_what_is_installed_is_what_is_printed_and_goes_when_it_is_uninstalled(
    player: Player, machine: Path, target: str, steps: Callable[[str], list[Any]]
) -> None:
    places = [machine / name for name in FILES[target]]
    for _ in range(2):
        code, out, _ = player(*steps("--install"))
        assert (code, "undo: player schedule" in out, "next run: " in out) == (0, True, True)
    assert "".join(place.read_text(encoding="utf-8") for place in places) in re.sub(
        r"\n?# /.*\n", "", player("schedule", target).out
    )
    assert {stat.S_IMODE(place.stat().st_mode) for place in places} == {0o600}
    assert player(*steps("--uninstall")).out.count("removed ") == len(places)
    assert [list(place.parent.iterdir()) for place in places] == [[]] * len(places)
    assert player(*steps("--uninstall")).out.count("is not there: nothing to remove") == len(places)


def test_a_file_of_somebody_else_is_neither_overwritten_nor_removed(
    player: Player, machine: Path, target: str, steps: Callable[[str], list[Any]]
) -> None:
    *_, theirs = (machine / name for name in FILES[target])
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs", encoding="utf-8")
    for step, code in (("--install", 73), ("--uninstall", 74)):
        ended, line = player.refuses(*steps(step))
        assert (ended, f"{theirs.name} was not written by `player schedule`" in line) == (code, True)
    assert [place.read_text(encoding="utf-8") for place in theirs.parent.iterdir()] == ["theirs"]


def test_a_file_that_cannot_be_made_is_one_line(
    player: Player, machine: Path, target: str, steps: Callable[[str], list[Any]]
) -> None:
    place = (machine / FILES[target][0]).resolve().parent
    place.parent.mkdir(parents=True)
    place.write_text("in the way", encoding="utf-8")
    code, line = player.refuses(*steps("--install"))
    assert (code, "can't be" in line) == (73, True)


SYSTEMCTL = 'echo "$@" >> "$TOLD"; test -f "$HOME/.config/systemd/user/player.timer" || test "$2" = daemon-reload'


def test_the_timer_is_enabled_where_systemd_answers(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = tmp_path / "calls"
    monkeypatch.setenv("TOLD", str(calls))
    program(tmp_path / "programs" / "systemctl", SYSTEMCTL)
    assert "enabled player.timer\n" in player("schedule", "systemd", "--install").out
    assert calls.read_text(encoding="utf-8") == "--user daemon-reload\n--user enable --now player.timer\n"
    calls.unlink()
    assert player("schedule", "systemd", "--uninstall").out.endswith("disabled player.timer\n")
    assert calls.read_text(encoding="utf-8") == "--user disable --now player.timer\n--user daemon-reload\n"
    calls.unlink()
    player("schedule", "systemd", "--uninstall")
    assert not calls.exists()


def test_where_systemd_does_not_answer_there_is_something_to_type(player: Player, tmp_path: Path) -> None:
    program(tmp_path / "programs" / "systemctl", "exit 1")
    typed = "type systemctl --user daemon-reload && systemctl --user enable --now player.timer\n"
    assert typed in player("schedule", "systemd", "--install").out
