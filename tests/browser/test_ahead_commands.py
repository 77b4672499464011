"""Commands that are stopped while the next game's page loads: the results and the evidence until then are kept."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from player.errors import DeadlineOver
from player.files import SELECTORS
from tests.support.server import serving

pytestmark = pytest.mark.full

#: Seconds that the page of Zip takes: longer than any of these commands.
NEVER = 120


def ended(
    environment: dict[str, str], folder: Path, *arguments: str, at: str = ""
) -> tuple[int, str, dict[str, dict[str, Any]]]:
    """Play Queens and Zip, whose page does not come; return the exit code, what was said, and the results.

    The command is interrupted after the line with the words `at`.
    """
    with serving("ember") as server:
        server.slow["/games/zip/"] = NEVER
        file, records = folder / "selectors.yaml", folder / "records.jsonl"
        text = SELECTORS.read_text(encoding="utf-8")
        file.write_text(text.replace("https://www.linkedin.com", server.origin), "utf-8")
        command = ["play", "queens", "zip", "-v", "--selectors", str(file), "--json", str(records)]
        with subprocess.Popen(
            [sys.executable, "-m", "player", *command, "--artifacts", str(folder / "kept"), *arguments],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as running:  # fmt: skip
            assert running.stderr is not None
            said = []
            for line in running.stderr:
                said.append(line)
                if at and at in line:
                    running.send_signal(signal.SIGINT)
                    break
            said.append(running.communicate(timeout=60)[1])
        server.over.set()
    written = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    return running.returncode, "".join(said), {one["game"]: one for one in written if one["event"] == "result"}


@pytest.mark.parametrize(
    ("at", "outcome"), [("Queens 8x8: playing the moves", "failed"), ("Zip: opening the page", "solved")]
)
def test_a_signal_while_the_next_page_loads_ends_the_run_at_once(
    environment: dict[str, str], tmp_path: Path, at: str, outcome: str
) -> None:
    code, said, results = ended(environment, tmp_path, at=at)
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
