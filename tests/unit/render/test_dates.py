"""Dates for people: as the C locale always had them, and as a locale has them that is made for the test."""

import locale
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from player.artifacts.run_log import record
from player.days import day_text, moment_text, text_of, use_locale
from player.nightly.history import History, Key
from player.nightly.schedule import Job, moment_texts
from player.playing.result import Result
from tests.support.commands import end, start

DAY = date(2026, 11, 21)
MOMENT = datetime(2026, 11, 21, 18, 5, 7, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _locale_of_others() -> Iterator[None]:
    before = locale.setlocale(locale.LC_TIME)
    yield
    locale.setlocale(locale.LC_TIME, before)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the locale of Germany, for LOCPATH."""
    program, folder = shutil.which("localedef"), tmp_path_factory.mktemp("locales")
    if not program or not Path("/usr/share/i18n/locales/de_DE").exists():
        pytest.skip("no locale can be made here: the package locales is missing")
    command = [program, "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")]
    assert subprocess.run(command, capture_output=True, check=False).returncode in {0, 1}, "1: a warning"
    return folder


@pytest.fixture
def _in_german(german: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCPATH", str(german))
    monkeypatch.setenv("LC_TIME", "de_DE.UTF-8")
    use_locale()


def when() -> str:
    job = cast("Job", SimpleNamespace(zone=ZoneInfo("America/Los_Angeles")))
    return moment_texts(job, MOMENT)


@pytest.mark.parametrize("name", ["C", "C.UTF-8", "POSIX"])
def test_the_c_locale_has_iso_8601(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("LC_TIME", name)
    use_locale()
    assert day_text(DAY) == day_text("2026-11-21") == "2026-11-21"
    assert moment_text(MOMENT) == "2026-11-21 18:05 UTC"
    assert when().startswith("Sat 21 Nov 2026 10:05 America/Los_Angeles, Sat 21 Nov ")


def test_a_locale_that_is_not_there_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_TIME", "xx_XX.UTF-8")
    use_locale()
    assert day_text(DAY) == "2026-11-21"


@pytest.mark.usefixtures("_in_german")
@pytest.mark.full
def test_a_locale_has_its_own_order_of_day_month_and_year() -> None:
    assert day_text(DAY) == day_text("2026-11-21") == "21.11.2026"
    assert moment_text(MOMENT) == "21.11.2026 18:05:07 UTC"
    assert when().startswith("Sa 21.11.2026 10:05:07 America/Los_Angeles, Sa 21.11.2026 ")


@pytest.mark.full
@pytest.mark.usefixtures("_in_german")
def test_text_that_can_not_be_printed_is_replaced_by_the_plain_one() -> None:
    assert text_of(DAY, "%d\u200f%m", "%Y") == "2026"


@pytest.mark.full
def test_the_history_has_the_dates_of_the_reader_and_its_json_those_of_programs(german: Path, tmp_path: Path) -> None:
    day = datetime.now(ZoneInfo("America/Los_Angeles")).date()
    result = Result("zip", ms={"load": 1000, "play": 250})
    result.ended("solved", 0)
    with History(tmp_path / "history.sqlite3") as history:
        history.finished(Key("linkedin", "guest", "zip", day.isoformat()), record(result))
    ours: dict[str, Any] = {
        "PLAYER_STATE": str(tmp_path),
        "LOCPATH": str(german),
        "LC_TIME": "de_DE.UTF-8",
        "PYTHONUTF8": "1",
    }
    code, out, err = end(start("history", "--html", tmp_path / "page.html", **ours))
    assert code == 0, err
    assert re.search(r"of each day to \d\d\.\d\d\.\d{4};", out)
    assert f"{day:%d.%m.%Y}: solved" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f'"{day}"' in end(start("history", "--json", **ours)).out
