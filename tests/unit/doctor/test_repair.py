"""Changes to selectors.yaml: put in place, with all else as it was."""

from pathlib import Path

import pytest
import yaml  # noqa: TID251  # the changes are read as a user would who pastes them

from player.browser.selectors.loader import load
from player.browser.selectors.readings import as_written
from player.browser.selectors.yaml_file import as_yaml, with_changes
from player.doctor.checkup import write_changes
from player.doctor.diagnosis import GameReport, patch
from player.errors import CannotCreate
from player.files import SELECTORS

COMMENTED = """\
# first
sites:  # all of them
  toy:
    generations: {old: body, new: main}
    games:
      zip:
        pages:
          old:  # the guests'
            grid: .grid  # one
            read:
              number:
                expect: [numbers]
                any:
                  - {text: .n}  # last
              walls: {has: .w}
# end
"""


def test_what_changes_is_put_in_place_and_all_else_stays(tmp_path: Path) -> None:
    report = GameReport("zip", page="ember", changes={"cell": [".square"], "read": {"filled": {"has": ".on"}}})
    text = with_changes(SELECTORS, patch("linkedin", [report]))
    (tmp_path / "copy.yaml").write_text(text)
    before, after = SELECTORS.read_text().splitlines(), text.splitlines()
    assert [line for line in before if line.startswith("#")] == [line for line in after if line.startswith("#")]
    old, new = (load(path).site("linkedin") for path in (SELECTORS, tmp_path / "copy.yaml"))
    ember = new.games["zip"].pages["ember"]
    assert (ember.cell, as_written(ember.read["filled"].any[0])) == ([".square"], {"has": ".on"})
    assert new.games["queens"] == old.games["queens"]
    assert ember.read["walls"] == old.games["zip"].pages["ember"].read["walls"]


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"grid": ["#a", ".grid"]}, ["            grid: ['#a', .grid]  # one"]),
        ({"read": {"number": {"text": "[n]"}}}, ["              number: {text: '[n]'}  # last"]),
        ({"read": {"walls": {"has": ".x: y"}}}, ["              walls: {has: '.x: y'}"]),
        ({"index": {"attribute": "n"}}, ["            index: {attribute: n}", "            grid: .grid  # one"]),
    ],
    ids=["a scalar", "a block", "a flow", "a new key"],
)
def test_each_kind_of_value_is_replaced_on_its_line(
    tmp_path: Path, changes: dict[str, object], lines: list[str]
) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(COMMENTED)
    after = with_changes(path, {"sites": {"toy": {"games": {"zip": {"pages": {"old": changes}}}}}}).splitlines()
    start = after.index(lines[0])
    assert after[start : start + len(lines)] == lines
    assert (after[0], after[-1]) == ("# first", "# end")
    assert yaml.safe_load("\n".join(after))["sites"]["toy"]["generations"] == {"old": "body", "new": "main"}


def test_a_generation_is_changed_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(COMMENTED.replace("{old: body, new: main}", "\n      old: body\n      new: main"))
    text = with_changes(path, {"sites": {"toy": {"generations": {"new": "#main"}}}})
    assert yaml.safe_load(text)["sites"]["toy"]["generations"] == {"old": "body", "new": "#main"}


def test_changes_are_printed_as_they_can_be_pasted() -> None:
    report = GameReport("zip", page="ember", changes={"grid": ["#x", ".y"]}, generations={"ember": "body.a"})
    changes = patch("linkedin", [report])
    assert yaml.safe_load(as_yaml(changes)) == {
        "sites": {
            "linkedin": {
                "generations": {"ember": "body.a"},
                "games": {"zip": {"pages": {"ember": {"grid": ["#x", ".y"]}}}},
            }
        }
    }
    assert "grid: ['#x', .y]" in as_yaml(changes)


def test_a_copy_takes_the_place_of_an_older_copy_and_of_nothing_else(tmp_path: Path) -> None:
    copy, precious = tmp_path / "copy.yaml", tmp_path / "notes.txt"
    write_changes(SELECTORS, {}, copy)
    write_changes(SELECTORS, {"version": 1}, copy)
    precious.write_text("precious", encoding="utf-8")
    with pytest.raises(CannotCreate, match=r"notes.txt exists, and is not a selectors file"):
        write_changes(SELECTORS, {}, precious)
    assert precious.read_text(encoding="utf-8") == "precious"


def test_comments_in_a_list_that_is_replaced_stand_before_it(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    lines = ("grid:", "  # why this", "  - .grid", "  - >-", "    #b c", "  # and that", "  - .c")
    path.write_text(COMMENTED.replace("grid: .grid  # one", f"\n{12 * ' '}".join(lines)))
    text = with_changes(path, {"sites": {"toy": {"games": {"zip": {"pages": {"old": {"grid": ["#a"]}}}}}}})
    at = text.splitlines().index("            grid: ['#a']")
    assert text.splitlines()[at - 2 : at] == ["            # why this", "            # and that"]
    assert "#b c" not in text


def test_a_value_that_stands_twice_is_written_twice() -> None:
    words = ["Start", "Play"]
    assert as_yaml({"start": {"text": words}, "overlays": {"text": words}}).count("Start, Play") == 2
