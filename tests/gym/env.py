"""The gym as environments of Gymnasium: `import tests.gym.env`, then `gymnasium.make("player/Zip-v0")`.

An observation is the screenshot and the accessibility tree as text; an action is a click, a key or a drag. The reward
is 1 for a win, which ends the episode by the page's verdict. Gymnasium is no dependency of the player: install it.
"""

import atexit
import io
from collections.abc import Collection, Mapping
from functools import cache
from itertools import count
from string import printable
from time import monotonic
from typing import Any, ClassVar

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.selectors.loader import load
from player.errors import NotInstalled
from player.files import SELECTORS
from tests.gym.changed import changes
from tests.gym.server import Gym, serving
from tests.gym.tasks import Wanted
from tests.support.replica import BUILDS

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise NotInstalled("gymnasium is not installed: pip install gymnasium") from error

from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright  # noqa: TID251  # whoever plays drives a browser

WIDTH, HEIGHT = 1280, 900
#: The most characters of a tree, and the most points of a drag.
MAX_TREE, MAX_POINTS = 20_000, 64
KINDS = ("click", "key", "drag")
KEYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape", "Backspace", "Tab", *"123456789")
LOAD_TIMEOUT_MS = 10_000
#: The players of one process: each reset with a seed is a new one, so that its tasks begin anew.
NUMBERS = count(1)

Observation = dict[str, Any]
Action = Mapping[str, Any]


@cache
def browser() -> Browser:
    """Return the browser of this process."""
    playwright = sync_playwright().start()
    started, _ = launch(playwright, BrowserOptions())
    atexit.register(playwright.stop)
    return started


@cache
def gym_with(*, changed: bool) -> Gym:
    """Return the server of this process, which knows the changes of pages if they are wanted."""
    found = serving(0, changes() if changed else {})
    atexit.register(found.__exit__, None, None, None)
    return found.__enter__()


class PlayerEnv(gymnasium.Env):  # type: ignore[misc]  # a linter may lack it
    """One game: each episode is a task of the gym, of the builds and changes that are wanted.

    An action has a `kind` of `KINDS`, the number of a `key` of `KEYS`, and the `points` of a click (the first) or of a
    drag, in pixels. An episode is cut off after `max_inputs` actions or `max_seconds`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        build: Collection[str] = (),
        change: Collection[str] = ("plain",),
        max_inputs: int = 400,
        max_seconds: float = 300,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._most = max_inputs, max_seconds
        self._wanted = Wanted((game,), tuple(build), tuple(change))
        self._gym = gym_with(changed=not {*change} <= {"plain", "deploy", "dialog", "late", "fault"})
        self._player, self._seed = "", 0
        self._page: Page | None = None
        self._given: dict[str, Any] = {}
        self._actions, self._began = 0, 0.0
        point = spaces.Box(0, np.array([WIDTH - 1, HEIGHT - 1], np.float32), dtype=np.float32)
        self.observation_space = spaces.Dict(
            screenshot=spaces.Box(0, 255, (HEIGHT, WIDTH, 3), np.uint8),
            tree=spaces.Text(MAX_TREE, min_length=0, charset=printable),
        )
        self.action_space = spaces.Dict(
            kind=spaces.Discrete(len(KINDS)), key=spaces.Discrete(len(KEYS)), points=spaces.Sequence(point)
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open the next task; with a seed, the first one of it."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._player:
            self._player = f"episodes {next(NUMBERS)}"
            self._seed = int(self.np_random.integers(2**31)) if seed is None else seed
        given = self._gym.next(self._player, self._wanted, self._seed)
        assert given is not None
        self._given, self._actions, self._began = given, 0, monotonic()
        self._shut()
        arguments = {**context_arguments(load(SELECTORS).site("linkedin")), "reduced_motion": "reduce"}
        arguments["viewport"] = {"width": WIDTH, "height": HEIGHT}
        self._page = browser().new_context(**arguments).new_page()
        self._page.goto(given["address"], wait_until="load", timeout=LOAD_TIMEOUT_MS)
        return self._observed(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make one input, and look at the page once it has shown it."""
        page = self._opened()
        points = [(float(x), float(y)) for x, y in action["points"]][:MAX_POINTS]
        kind = KINDS[int(action["kind"])]
        if kind == "key":
            page.keyboard.press(KEYS[int(action["key"])])
        elif points:
            page.mouse.move(*points[0])
            page.mouse.down()
            for point in points[1:] if kind == "drag" else ():
                page.mouse.move(*point)
            page.mouse.up()
        self._actions += 1
        observed, info = self._observed(), self._info()
        won = info["state"] == "won"
        most, seconds = self._most
        cut = not won and (self._actions >= most or monotonic() - self._began >= seconds)
        return observed, float(won), won, cut, info

    def render(self) -> Any:
        """Return the screenshot."""
        return self._observed()["screenshot"]

    def close(self) -> None:
        """Close the page; what is not won is lost."""
        self._shut()
        if self._player:
            self._gym.end(self._player)

    def _shut(self) -> None:
        if self._page:
            self._page.context.close()
        self._page = None

    def _opened(self) -> Page:
        assert self._page is not None, "call reset() first"
        return self._page

    def _observed(self) -> Observation:
        """Return what the page shows after its last input: 100 ms later, as the replica shows moves with a delay."""
        page = self._opened()
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        page.wait_for_load_state("load", timeout=LOAD_TIMEOUT_MS)
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        return {"screenshot": np.asarray(picture, np.uint8), "tree": self._tree()}

    def _tree(self) -> str:
        trees = []
        for frame in self._opened().frames:
            try:
                trees.append(frame.locator("body").aria_snapshot(timeout=1_000))
            except Error:  # a frame that went away, or has no body
                continue
        return "\n".join(trees).encode("ascii", "backslashreplace").decode()[:MAX_TREE]

    def _info(self) -> dict[str, Any]:
        shown = ("game", "build", "seed", "group", "change", "state", "wrong_inputs")
        row = self._gym.state(self._given["id"])
        return {**{key: row[key] for key in shown}, "actions": self._actions}


for _game in dict.fromkeys(game for game, _ in BUILDS):
    _name = "".join(part.capitalize() for part in _game.split("-"))
    gymnasium.register(f"player/{_name}-v0", entry_point=f"{__name__}:PlayerEnv", kwargs={"game": _game})
