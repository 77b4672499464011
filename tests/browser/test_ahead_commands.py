"""Commands that are stopped while the next game's page loads: the results and the evidence until then are kept."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from player.errors import DeadlineOver
from player.files import SELECTORS
from tests.support.server import serving
from tests.support.started_processes import at, start

pytestmark = pytest.mark.full

#: Seconds that the page of Zip takes: longer than any of these commands.
NEVER = 120


def ended(
    environment: dict[str, str], folder: Path, *arguments: str, words: str = ""
) -> tuple[int, str, dict[str, dict[str, Any]]]:
    """Play Queens and Zip, whose page does not come; return the exit code, what was said, and the results.

    The command is interrupted after the line with `words`.
    """
    with serving("ember") as server:
        server.slow["/games/zip/"] = NEVER
        file, records = folder / "selectors.yaml", folder / "records.jsonl"
        text = SELECTORS.read_text(encoding="utf-8")
        file.write_text(text.replace("https://www.linkedin.com", server.origin), "utf-8")
        command = ["play", "queens", "zip", "-v", "--selectors", str(file), "--json", str(records)]
        running = start(environment, *command, "--artifacts", folder / "kept", *arguments)
        said = ""
        if words:
            said = at(running, words)
            running.send_signal(signal.SIGINT)
        said += running.communicate(timeout=60)[1]
        server.over.set()
    written = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    return running.returncode, said, {one["game"]: one for one in written if one["event"] == "result"}


@pytest.mark.parametrize(
    ("words", "outcome"), [("Queens 8x8: playing the moves", "failed"), ("Zip: opening the page", "solved")]
)
def test_a_signal_while_the_next_page_loads_ends_the_run_at_once(
    environment: dict[str, str], tmp_path: Path, words: str, outcome: str
) -> None:
    code, said, results = ended(environment, tmp_path, words=words)
    assert code == 130, said
    assert "Traceback" not in said
    assert results["queens"]["outcome"] == outcome
    kept = json.loads((tmp_path / "kept" / "queens" / "result.json").read_text(encoding="utf-8"))
    assert kept["outcome"] == outcome


@pytest.mark.more
def test_the_deadline_while_the_next_page_loads_leaves_the_games_before(
    environment: dict[str, str], tmp_path: Path
) -> None:
    code, said, results = ended(environment, tmp_path, "--deadline", "40")
    assert code == DeadlineOver.exit_code, said
    assert "Traceback" not in said
    assert results["queens"]["outcome"] == "solved"
    assert "deadline" in results["zip"]["message"]
    assert sorted(file.name for file in (tmp_path / "kept" / "queens").iterdir()) == [
        "board.json",
        "final.png",
        "result.json",
    ]
