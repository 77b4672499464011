"""Pages of the replica as changes of tests.realistic or another deploy would have them, and playable."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

from player.browser.offline.sources import Offline
from player.files import REPLICA
from tests.gym.tasks import Task
from tests.mutations import FREEZE, FROZEN, Source, replicas, tab
from tests.realistic import FINISH, dressed, function_of, kinds
from tests.support.deploys import names

CHANGED = Path(__file__).with_name("changed.js").read_text(encoding="utf-8")
#: More than any page has names.
MAX_NAMES = 500


@cache
def changes() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the names of the changes that tests.realistic has for each game and build; a browser tells them."""
    with tab() as (page, _, site):
        return {
            (source.game, source.generation): tuple(kinds(page, source, dressed(page, site, source)))
            for source in replicas()
        }


def script_of(task: Task, pages: Offline) -> str:
    """Return the script that shows the page of `task`, one of `pages`, as its change or its deploy has it."""
    at = f"/games/view/{task.game}/desktop" if task.build == "ember" else f"/games/{task.game}/"
    found = replace(pages, faults={"noStart": True}).answer(pages.origin + at)
    assert found is not None
    pristine, engine = _inline(found[1].decode())
    shown = {key: value for key, value in task.board.items() if key not in {"id", "solution"}}
    change = f"KINDS[{json.dumps(task.name)}].change();" if task.group == "change" else ""
    second = function_of(Source(task.game, shown, generation=task.build), f"{change} {FINISH}")
    values = {
        "game": task.game,
        "pristine": pristine,
        "engine": engine,
        "change": f"() => {{ (() => {{ {FREEZE} {FROZEN} }})(); ({second})(); }}",
        "names": list(islice(names(task.name, task.seed), MAX_NAMES)) if task.group == "deploy" else [],
    }
    return f"{{ const CHANGED = {json.dumps(values)};\n{CHANGED} }}"


def _inline(page: str) -> tuple[str, str]:
    """Return a page of the replica with its styles and scripts in it, and the last script, which starts the game."""

    def text(name: str) -> str:
        return (REPLICA / "linkedin" / name).read_text(encoding="utf-8")

    page = re.sub(
        r'<link rel="stylesheet" href="/replica/([\w.-]+)">',
        lambda link: f'<style data-sheet href="{link[1]}">{text(link[1])}</style>',
        page,
    )
    *_, last = re.finditer(r'<script src="/replica/([\w.-]+)"></script>', page)
    page = page.replace(last[0], "")
    page = re.sub(
        r'<script src="/replica/([\w.-]+)"></script>', lambda script: f"<script>{text(script[1])}</script>", page
    )
    return page.replace('link[rel="stylesheet"]', "style[data-sheet]"), text(last[1])
