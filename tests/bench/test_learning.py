"""The seconds that `player learn` takes for a page, beyond the page's own loading, stage by stage."""

import json
from collections.abc import Iterator

import pytest

from player.files import REPLICA
from tests.support.browser_commands import player
from tests.support.folder_server import served
from tests.support.replica import BUILDS

OWN = sorted(file.stem for file in (REPLICA / "other").glob("*.html"))


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(REPLICA / "other") as address:
        yield address


@pytest.mark.parametrize("name", OWN)
def test_learn_a_page_of_our_own(environment: dict[str, str], origin: str, name: str) -> None:
    _report(name, player(environment, "learn", "--url", f"{origin}/{name}.html", "--json").stdout)


@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_learn_the_replica(environment: dict[str, str], game: str, build: str) -> None:
    where = ("--offline", "replica", "--generation", build)
    _report(f"{game} {build}", player(environment, "learn", game, *where, "--json").stdout)


def _report(name: str, said: str) -> None:
    report = json.loads(said)
    stages = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in report["seconds"].items())
    print(f"\n{name}: {report['outcome']}, {sum(report['seconds'].values()):.1f} s ({stages})")
