"""The server of the gym: tasks by HTTP, an origin for each, reports with the secret of the page only."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from tests.gym.server import REPORT, SCRIPT, Gym, serving
from tests.support.replica import BUILDS

CHANGES = dict.fromkeys(BUILDS, ("classes hashed",))


@pytest.fixture
def gym() -> Iterator[Gym]:
    with serving(1, CHANGES, tasks=8) as server:
        yield server


def asked(gym: Gym, path: str, host: str = "localhost") -> Any:
    answer = gym.answer(f"{host}:{gym.port}", path)
    assert answer is not None
    return json.loads(answer[2]) if answer[1] == "application/json" else answer[2].decode()


def secret_of(gym: Gym, number: int) -> str:
    found = re.search(r'"secret": "([^"]+)"', asked(gym, SCRIPT, f"task{number}.localhost"))
    assert found
    return found[1]


def report(gym: Gym, number: int, **what: Any) -> int:
    body = json.dumps({"from": "page", "number": 1, "inputs": 3, **what})
    answer = gym.answer(f"task{number}.localhost:{gym.port}", f"{REPORT}?{quote(body)}")
    assert answer is not None
    return answer[0]


def test_tasks_and_the_score_come_by_http(gym: Gym) -> None:
    def got(path: str) -> Any:
        with urlopen(Request(f"http://127.0.0.1:{gym.port}{path}", headers={"Host": "localhost"})) as answer:
            return json.load(answer)

    first = got("/next?player=mine")
    assert {*first} == {"id", "address", "game", "build", "seed", "group", "change"}
    assert first["address"] == f"http://task1.localhost:{gym.port}/games/{first['game']}/"
    assert [row["state"] for row in got("/score")["tasks"]] == ["open"]
    assert got("/next?player=mine")["address"].startswith("http://task2.")
    assert [row["state"] for row in got("/score")["tasks"]] == ["lost", "open"]


def test_each_player_gets_the_same_tasks_until_there_are_no_more(gym: Gym) -> None:
    names = ("game", "build", "seed", "group", "change")
    one, other = ([asked(gym, f"/next?player={name}") for _ in range(9)] for name in ("one", "other"))
    assert one[-1] == other[-1] == {"done": True}
    assert [[task[key] for key in names] for task in one[:-1]] == [[task[key] for key in names] for task in other[:-1]]
    assert {*map(str, (task["id"] for task in one[:-1] + other[:-1]))} == {*map(str, range(1, 17))}


def test_filters_choose_and_a_wrong_name_is_told(gym: Gym) -> None:
    assert asked(gym, "/next?game=wend&change=deploy")["game"] == "wend"
    assert "did you mean 'wend'" in asked(gym, "/next?game=wned")["error"]


def test_a_page_has_the_board_and_the_script_but_no_solution(gym: Gym) -> None:
    task = asked(gym, "/next?change=plain&build=sdui&game=zip")
    page = asked(gym, f"/games/{task['game']}/", "task1.localhost")
    assert f'<script src="{SCRIPT}"></script>' in page
    assert '"numbers"' in page
    assert "solution" not in page
    assert gym.answer(f"task2.localhost:{gym.port}", "/games/zip/") is None


def test_a_report_needs_the_secret_of_its_own_page(gym: Gym) -> None:
    for _ in range(2):
        asked(gym, "/next?change=plain")
    assert report(gym, 2, won=True, ours=True) == 403
    assert report(gym, 2, secret=secret_of(gym, 1), won=True, ours=True) == 403
    assert gym.state(2)["state"] == "open"
    assert report(gym, 2, secret=secret_of(gym, 2), won=True, ours=True) == 204
    assert gym.state(2)["state"] == "won"
    assert asked(gym, "/score.html").startswith("<pre>| player |")


def test_the_page_of_a_change_is_written_by_a_script_of_the_gym(gym: Gym) -> None:
    task = asked(gym, "/next?change=classes hashed".replace(" ", "%20"))
    page = asked(gym, f"/games/{task['game']}/", "task1.localhost")
    assert "cell" not in page
    script = asked(gym, "/replica/gym-changed.js", "task1.localhost")
    assert 'KINDS[\\"classes hashed\\"].change();' in script
    assert '"solution' not in script
