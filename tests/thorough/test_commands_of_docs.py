"""The commands of the docs that open a page, on the replica; and what the README shows of their output."""

from pathlib import Path

import pytest

from tests.support.browser_commands import Here
from tests.support.documents import DOCUMENTS, README, ROOT, Command, commands, same_output, shown

OPEN = {"play", "read", "explain", "draw", "doctor", "nightly", "record"}
#: Of a window, a browser, a session, a site or a file that is not here; tests of their own have them.
ELSEWHERE = {
    "--headed",
    "--png",  # not text
    "--screen",
    "--image",  # tests/unit/docs runs those of pictures
    "board.png",
    "--cdp",
    "--as",
    "--url",
    "--notify",
    "--har",
    "page.har",
    "saved/",
    "board.json",
    "boards.jsonl",
    "mine.yaml",
    "sites.toml",
}
pytestmark = pytest.mark.usefixtures("state")

PAGES = [
    command
    for document in DOCUMENTS
    for command in commands(document)
    if command.arguments[0] in OPEN
    and not command.piped
    and not ELSEWHERE & {*command.arguments}
    and not any(word.startswith("fixtures/") or word == "fixed.yaml" for word in command.arguments)
]


@pytest.mark.more  # CI runs those of the README below, and the first one in tests/browser/test_command.py
@pytest.mark.parametrize("command", PAGES, ids=str)
def test_a_command_of_the_docs_runs_on_the_replica(
    here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    offline = () if "--offline" in command.arguments else ("--offline", "replica")
    code, _, err = here(*command.arguments, *offline)
    assert code == 0, err


def test_the_readme_shows_what_its_commands_print(here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    selectors = (ROOT / "selectors.yaml").read_text(encoding="utf-8")
    Path("old.yaml").write_text(selectors.replace("trail-", "path-"), encoding="utf-8")
    assert here("nightly", "queens", "zip", "--offline", "replica")[0] == 0
    for block, output in shown(README):
        ran = [
            here(*command.arguments)
            for command in block
            if "replica" in command.arguments or command.arguments[0] == "history"
        ]
        assert [err for code, _, err in ran if code] == []
        assert not ran or any(same_output(output, out) for _, out, _ in ran), (output, ran)
