"""Boards of a site by name and by number: their addresses, their names, and what is refused."""

from pathlib import Path

import pytest

from player.browser.selectors.base import BoardChoice, NoSuchBoard
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from tests.support.commands import Player
from tests.support.selectors_file import TINY, changed, line_of, refusal

ADDRESS = "        url: https://toy.example/zip/\n"
BOARDS = """\
        url: https://toy.example/?size=9
        boards:
          daily: {url: "/?size=9", each: day}
          weekly: {url: "/?size=10", each: week}
          10x10-2: "/?size=5"
          10x10-2-hard: "/?size=6"
          14x14-3: https://toy.example/large
        id: "{board}&specific=1&specid={id}"
"""
WITH_BOARDS = changed(ADDRESS, BOARDS, TINY)


def site(folder: Path, text: str = WITH_BOARDS) -> SiteSelectors:
    (file := folder / "selectors.yaml").write_text(text, encoding="utf-8")
    return load(file).site("toy")


@pytest.mark.parametrize(
    ("board", "url", "choice"),
    [
        ("daily", "https://toy.example/?size=9", BoardChoice("daily", "day", stays=True)),
        ("weekly", "https://toy.example/?size=10", BoardChoice("weekly", "week", stays=True)),
        ("10x10-2", "https://toy.example/?size=5", BoardChoice("10x10-2", "day", stays=False)),
        ("14x14-3", "https://toy.example/large", BoardChoice("14x14-3", "day", stays=False)),
    ],
)
def test_a_name_is_an_address_and_the_address_has_the_name(
    tmp_path: Path, board: str, url: str, choice: BoardChoice
) -> None:
    there = site(tmp_path).at(["zip"], board, None)
    assert there.games["zip"].url == url
    assert there.board("zip") == choice


def test_the_usual_board_has_a_name_too(tmp_path: Path) -> None:
    assert site(tmp_path).board("zip") == BoardChoice("daily")
    assert site(tmp_path, TINY).board("zip") == BoardChoice("")
    assert site(tmp_path).board("queens") == BoardChoice("")


@pytest.mark.parametrize(
    ("board", "url", "name"),
    [
        (None, "https://toy.example/?size=9&specific=1&specid=1234567", "daily#1234567"),
        ("10x10-2", "https://toy.example/?size=5&specific=1&specid=1234567", "10x10-2#1234567"),
    ],
)
def test_a_number_is_an_address_made_by_the_template(tmp_path: Path, board: str | None, url: str, name: str) -> None:
    there = site(tmp_path).at(["zip"], board, "1234567")
    assert there.games["zip"].url == url
    assert there.board("zip") == BoardChoice(name, "day", stays=True)


def test_a_template_may_do_without_the_address_of_a_board(tmp_path: Path) -> None:
    text = changed('"{board}&specific=1&specid={id}"', "/puzzles/{id}", WITH_BOARDS)
    assert site(tmp_path, text).at(["zip"], None, "7").games["zip"].url == "https://toy.example/puzzles/7"


def test_a_name_that_is_none_is_reported_with_all_names_the_nearest_first(tmp_path: Path) -> None:
    with pytest.raises(NoSuchBoard, match=r"no board '10x102', but 10x10-2, 10x10-2-hard, 14x14-3, "):
        site(tmp_path).at(["zip"], "10x102", None)
    with pytest.raises(NoSuchBoard, match=r"no board 'wekly', but weekly, "):
        site(tmp_path).at(["zip"], "wekly", None)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (changed("weekly: {url:", "weekly: {utl:", WITH_BOARDS), "weekly:", "did you mean 'url'?"),
        (changed("each: week", "each: fortnight", WITH_BOARDS), "weekly:", "Input should be 'day', 'week' or 'month'"),
        (changed('"/?size=5"', "size=5", WITH_BOARDS), "10x10-2:", "an address such as /?size=5 was expected"),
        (changed("specid={id}", "specid={number}", WITH_BOARDS), '  id: "', "an address with {id} was expected"),
        (changed("{board}&", "{size}&", WITH_BOARDS), '  id: "', "an address with {id} was expected"),
        (changed("weekly:", "week ly:", WITH_BOARDS), "boards:", "only, unlike 'week ly'"),
    ],
)
def test_a_board_that_is_written_wrongly_is_reported_with_its_line(
    tmp_path: Path, text: str, line: str, said: str
) -> None:
    refused = refusal(tmp_path, text)
    assert refused.startswith(f"{line_of(text, line)}: ")
    assert said in refused


COMMANDS = [("play", "zip"), ("play",), ("read", "zip"), ("doctor", "zip"), ("learn", "zip"), ("nightly", "zip")]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_that_opens_a_page_refuses_a_board_that_there_is_not(
    player: Player, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (file := tmp_path / "mine.yaml").write_text(WITH_BOARDS, encoding="utf-8")
    code, said = player.refuses(*command, "--selectors", file, "--site", "toy", "--board", "wekly")
    names = "weekly, daily, 10x10-2, 10x10-2-hard, 14x14-3"
    assert (code, said.split(" (see ")[0]) == (
        2,
        f"--board with --site toy: this site has no board 'wekly', but {names}",
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--board", "weekly"], "--board with --site toy: this site has no boards by name"),
        (["--id", "1,234,567"], "--id with --site toy: this site has no boards by name"),
        (["--id", "12e4"], "Invalid value for '--id': '12e4' is no number of a puzzle such as 1234567"),
        (
            ["--board", "weekly", "--url", "http://127.0.0.1/"],
            "--url is the address of a board: leave --board and --id out",
        ),
    ],
)
def test_what_a_site_without_boards_is_asked_for_is_refused_plainly(
    player: Player, tmp_path: Path, options: list[str], said: str
) -> None:
    (file := tmp_path / "mine.yaml").write_text(TINY, encoding="utf-8")
    code, line = player.refuses("play", "zip", "--selectors", file, "--site", "toy", *options)
    assert (code, line.split(" (see ")[0]) == (2, said)


def test_a_site_with_names_may_lack_numbers(player: Player, tmp_path: Path) -> None:
    text = changed('        id: "{board}&specific=1&specid={id}"\n', "", WITH_BOARDS)
    (file := tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    code, line = player.refuses("play", "--selectors", file, "--site", "toy", "--id", "1")
    assert (code, line.split(" (see ")[0]) == (2, "--id with --site toy: this site has no boards by number")


def test_a_puzzle_of_one_visit_is_read_nowhere_else(player: Player, tmp_path: Path) -> None:
    (file := tmp_path / "mine.yaml").write_text(WITH_BOARDS, encoding="utf-8")
    (session := tmp_path / "me.json").write_text('{"cookies": []}', encoding="utf-8")
    options: list[str | Path] = [
        "--site",
        "toy",
        "--storage-state",
        session,
        "--read-as",
        "guest",
        "--board",
        "10x10-2",
    ]
    code, line = player.refuses("read", "zip", "--selectors", file, *options)
    assert code == 2
    assert line.startswith("--read-as visits the page twice, and each visit gives another puzzle: leave it out")


@pytest.mark.parametrize("command", [("doctor", "--page", "saved.html"), ("learn",)])
def test_a_board_goes_with_one_page_of_the_site(player: Player, command: tuple[str, ...]) -> None:
    assert player.refuses(*command, "--board", "weekly")[0] == 2
