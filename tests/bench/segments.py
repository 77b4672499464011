"""The parts of one play, from Enter to the prompt: where its time goes.

    .venv/bin/python -m tests.bench.segments queens --offline replica

The command runs in this process; the functions that begin and end a part note the time. What is "beside" runs in a
thread while the browser starts.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from importlib import import_module
from importlib.machinery import ModuleSpec
from itertools import takewhile
from pathlib import Path
from time import monotonic, process_time
from types import ModuleType
from typing import Any, NamedTuple

#: The functions of the parts, by their module, class if any, and name.
FUNCTIONS = {
    ("player.cli.page_options", "PageOptions", "_prepare"): "modules, selectors and OpenCV (beside)",
    ("player.browser.launch", "", "_driver"): "Playwright's driver",
    ("player.browser.launch", "", "launch"): "the browser",
    ("player.browser.session", "BrowserSession", "tab"): "a tab",
    ("player.browser.page.arrival", "Arrival", "open"): "the page to the board",
    ("player.playing.walk", "", "cross_check"): "the second witness",
    ("player.playing.walk", "", "play_moves"): "the moves",
    ("player.browser.page.judgement", "Judgement", "verdict"): "the verdict",
}


class Part(NamedTuple):
    """A part of the play; times are in seconds of `monotonic`."""

    name: str
    start: float
    end: float


class Timer:
    """An importer that times the functions of the parts, and imports nothing before its time."""

    def __init__(self, parts: list[Part]) -> None:
        self._parts = parts

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module with functions to time, as others find it."""
        if all(name != module for module, _, _ in FUNCTIONS):
            return None
        others = (one.find_spec(name, path, target) for one in sys.meta_path if one is not self)
        spec = next(filter(None, others), None)
        if spec and spec.loader:
            self._wrap(spec.loader)
        return spec

    def _wrap(self, loader: Any) -> None:
        execute = loader.exec_module

        def executed(module: ModuleType) -> None:
            execute(module)
            for (name, kind, function), part in FUNCTIONS.items():
                if name == module.__name__:
                    owner = getattr(module, kind) if kind else module
                    setattr(owner, function, self._timed(getattr(owner, function), part))

        loader.exec_module = executed

    def _timed(self, function: Callable[..., Any], part: str) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            start = monotonic()
            try:
                return function(*args, **options)
            finally:
                self._parts.append(Part(part, start, monotonic()))

        return call


#: The parts of each of several games.
OF_EACH = ("the second witness", "the moves", "the verdict")


def segments(selectors: Path, *games: str) -> Iterator[str]:
    """Yield the lines about one play of `games` on the site of the file `selectors`; of several only `OF_EACH` part."""
    command = [sys.executable, "-m", "tests.bench.segments", *games, "--selectors", str(selectors)]
    ended = subprocess.run([*command, "--began", str(monotonic())], capture_output=True, text=True, check=False)
    for line in (ended.stderr if ended.returncode else ended.stdout[ended.stdout.find("| part") :]).splitlines():
        if len(games) == 1 or ended.returncode or line.startswith(("| part", "|--", *(f"| {one}," for one in OF_EACH))):
            yield line


def named(parts: Sequence[Part], games: Sequence[str]) -> Iterator[str]:
    """Yield the names of `parts`: of what each of several `games` has, with the game."""
    often, seen = Counter(part.name for part in parts), Counter[str]()
    for part in parts:
        is_each = often[part.name] == len(games) > 1
        yield f"{part.name}, {games[seen[part.name]]}" if is_each else part.name
        seen[part.name] += 1


def main() -> None:
    """Play, and print the parts of the play as a table in Markdown."""
    arguments, began = sys.argv[1:], monotonic()
    if "--began" in arguments:
        *arguments, _, given = arguments
        began = float(given)
    parts = [Part("Python", began, monotonic())]
    sys.meta_path.insert(0, Timer(parts))
    code = None
    try:
        import_module("player.cli.main").main(["play", *arguments])
    except SystemExit as ended:
        code = ended.code
    parts.append(Part("all of it", began, monotonic()))
    lines = [
        f"| {name} | {1000 * (part.start - began):.0f} | {1000 * (part.end - part.start):.0f} |"
        for name, part in zip(named(parts, [*takewhile(lambda one: one[0] != "-", arguments)]), parts, strict=True)
    ]
    cpu = f"CPU of this process: {1000 * process_time():.0f} ms"
    sys.stdout.write("\n".join(["\n\n| part | begins, ms | takes, ms |", "|---|--:|--:|", *lines, "", cpu, ""]))
    sys.exit(code)


if __name__ == "__main__":
    main()
