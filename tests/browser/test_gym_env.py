"""The gym as environments of Gymnasium, which keep its rules; in a process of their own, with its own browser."""

import subprocess
import sys

import pytest

from tests.support.places import ROOT

pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pytestmark = pytest.mark.full

RULES = """
import gymnasium, tests.gym.env
from gymnasium.utils.env_checker import check_env
check_env(gymnasium.make("player/Tango-v0").unwrapped)
"""
#: A path is drawn by a click on each of its cells; the first click begins the game.
EPISODE = """
import gymnasium, tests.gym.env
env = gymnasium.make("player/Zip-v0", build=("ember",))
seen, info = env.reset(seed=5)
assert env.observation_space.contains(seen) and 'button "Start game"' in seen["tree"], seen["tree"]
frame = env.unwrapped._page.frames[1]
def click(locator):
    box = locator.bounding_box()
    point = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return env.step({"kind": 0, "key": 0, "points": (point,)})
click(frame.get_by_role("button", name="Start game"))
board = env.unwrapped._gym._visits[-1].task.board
steps = [click(frame.locator("[data-trail-grid] [data-cell-idx]").nth(row * board["cols"] + col))
         for row, col in board["solution"][1:]]
print([reward for _, reward, *_ in steps if reward], steps[-1][2:], steps[-2][2:4])
env = gymnasium.make("player/Zip-v0", max_inputs=1)
env.reset(seed=5)
print(env.step({"kind": 1, "key": 0, "points": ()})[1:4])
env.close()
"""


def output_of(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_the_environments_pass_gymnasiums_own_check() -> None:
    assert output_of(RULES) == ""


def test_a_win_is_rewarded_and_ends_the_episode_and_too_many_inputs_cut_it_off() -> None:
    won, cut = output_of(EPISODE).splitlines()
    assert won.startswith("[1.0] (True, False, {'game': 'zip', 'build': 'ember'")
    assert won.endswith("(False, False)")
    assert cut == "(0.0, False, True)"
