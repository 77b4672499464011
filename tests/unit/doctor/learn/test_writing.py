"""The selectors file that `player learn` writes."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn.session import LearntPage
from player.doctor.learn.writing import HEADER, new_file, require_room, show, write
from player.errors import CannotCreate
from player.files import SELECTORS
from player.games import GAMES
from player.render import visible

ZIP: dict[str, Any] = {
    "won": [{"as": "banner", "selector": ".done", "text": ["All 'threaded': yes # no"]}],
    "grid": "#board",
    "cell": "[data-cell]",
    "draw": ["drag"],
    "read": {
        "number": {"any": [{"text": "*"}], "expect": ["numbers"]},
        "walls": {"any": [{"borders": {"px": 4, "several": True}, "rim": True}], "expect": ["walls"], "once": True},
        "filled": {"has": {"property": "background-color", "pattern": r"^((?!(?:rgb\(1, 2, 3\))$).+)$"}},
    },
}
QUEENS: dict[str, Any] = {
    "grid": ".land",
    "cell": "i",
    "read": {
        "region": {"property": "background-color"},
        "mark": {"first": {"queen": ".q", "cross": ".x", "empty": "*"}},
        "locked": "none",
    },
    "cycle": {"click": ["empty", "cross"], "right": ["empty", "queen"]},
    "won": [{"as": "banner", "alert": "Well done"}],
}


@pytest.fixture
def site(site: SiteSelectors) -> SiteSelectors:
    return site.model_copy(update={"origin": "http://a.test"})


def lesson(game: str, section: dict[str, Any], **more: Any) -> LearntPage:
    evidence = {"grid": "49 boxes", "read.number": "from\nthe text\u2028of\x07 cells", "won": "seen"}
    unread: Any = None
    address = f"http://a.test/{game}"
    return LearntPage(
        GAMES[game], unread, address, section, unread, unread, unread, evidence=evidence, doubts={"won"}, **more
    )


def test_long_evidence_hangs_below_itself_in_a_terminal() -> None:
    learnt, file = lesson("zip", ZIP), io.StringIO()
    learnt.evidence["grid"] = "word " * 15 + "end"
    show(Console(file=file, force_terminal=True, color_system=None, width=60), learnt)
    lines = file.getvalue().splitlines()
    at = next(number for number, line in enumerate(lines) if " grid " in line)
    assert {line.partition("word")[0] for line in lines[at + 1 : at + 3]} == {" " * 24}


def test_the_file_can_be_loaded_and_says_the_same(tmp_path: Path, site: SiteSelectors) -> None:
    file = tmp_path / "mine.yaml"
    write(file, lesson("zip", ZIP), site, "mine")
    mine = load(file).site("mine")
    page = mine.game("zip").page(None)
    assert (mine.origin, mine.game("zip").url) == ("http://a.test", "http://a.test/zip")
    assert page.won[0].text == ["All 'threaded': yes # no"]
    assert page.model_dump(exclude_defaults=True, by_alias=True)["read"]["filled"]["any"] == [ZIP["read"]["filled"]]


def test_a_comment_says_how_each_key_was_found(site: SiteSelectors) -> None:
    text = new_file(lesson("zip", ZIP, missing=["remove: no way works"]), site, "mine")
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0].startswith("# Learnt by `player learn`: ")  # as those of earlier versions, which are added to
    assert lines[lines.index("grid: '#board'") - 1] == "# 49 boxes"
    assert (
        lines[next(i for i, line in enumerate(lines) if line.startswith("number:")) - 1] == "# from the text of cells"
    )
    assert "# guessed: seen" in lines
    assert "# missing: remove: no way works" in lines
    assert max(map(len, lines)) <= 120


def test_a_comment_shows_all_that_a_page_said(site: SiteSelectors) -> None:
    one = lesson("zip", ZIP)
    one.evidence["grid"] = "\u202e49\u2066 boxes\u061c"
    one.missing.append("won: \u202eword")
    text = new_file(one, site, "mine")
    assert "# \ufffd49\ufffd boxes\ufffd" in text
    assert "# missing: won: \ufffdword" in text
    assert visible(text) == text


def test_a_second_game_is_added_and_comments_stay(tmp_path: Path, site: SiteSelectors) -> None:
    file = tmp_path / "mine.yaml"
    write(file, lesson("zip", ZIP), site, "mine")
    file.write_text(file.read_text() + "        # mine: ask Ann about the walls\n")
    write(file, lesson("queens", QUEENS), site, "mine")
    assert "# mine: ask Ann about the walls" in file.read_text()
    games = load(file).site("mine").games
    assert [*games] == ["zip", "queens"]
    assert games["queens"].page(None).read["locked"].any
    write(file, lesson("zip", ZIP), site, "other")
    assert [*load(file).sites] == ["mine", "other"]


@pytest.mark.parametrize(
    ("name", "origin", "problem"),
    [
        ("mine", "http://a.test", "has Zip of the site 'mine' already"),
        ("mine", "http://b.test", "is http://a.test, not"),
    ],
)
def test_what_is_there_is_not_written_over(
    tmp_path: Path, site: SiteSelectors, name: str, origin: str, problem: str
) -> None:
    file = tmp_path / "mine.yaml"
    write(file, lesson("zip", ZIP), site, "mine")
    before = file.read_text()
    with pytest.raises(CannotCreate, match=problem):
        write(file, lesson("zip", ZIP), site.model_copy(update={"origin": origin}), name)
    assert file.read_text() == before


@pytest.mark.parametrize(
    "text", ["# my notes\n", "version: 1\nsites: {}\n", SELECTORS.read_text(encoding="utf-8"), f"{HEADER}\n- 1\n"]
)
def test_a_file_that_is_not_ours_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CannotCreate, match="another"):
        require_room(file, "mine", "zip", "http://a.test")
    assert file.read_text(encoding="utf-8") == text


def test_a_file_in_a_missing_folder_is_refused_before_the_page_is_learnt(tmp_path: Path) -> None:
    with pytest.raises(CannotCreate, match="its folder is missing"):
        require_room(tmp_path / "gone" / "mine.yaml", "mine", "zip", "http://a.test")


def test_a_section_that_can_t_be_read_again_is_not_written(tmp_path: Path, site: SiteSelectors) -> None:
    file = tmp_path / "mine.yaml"
    with pytest.raises(Exception, match="draw"):
        write(file, lesson("zip", {**ZIP, "draw": ["wand"]}), site, "mine")
    assert not file.exists()
    assert not [*tmp_path.iterdir()]
