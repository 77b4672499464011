"""The inheritance of pages in selectors.yaml: its result equals a file with all keys on each page."""

from pathlib import Path
from typing import Any

import pytest
import yaml  # noqa: TID251  # the old form of the file is made from the new one

from player.browser.selectors.loader import load
from player.browser.selectors.schema import PageSelectors
from player.browser.selectors.yaml_file import with_changes
from player.errors import ConfigInvalid
from player.files import SELECTORS

SITE = """\
version: 1
sites:
  toy:
    origin: https://toy.example
    locale: en-US
    timezone: UTC
    generations: {old: body.old, new: body.new}
    defaults:  # of all games
      cell: .cell  # any cell
      index: {attribute: data-index}
      timer: .clock
      read:
        row: {attribute: data-row}
        walls: {has: .w}
      pages:
        new:
          timer: .new-clock  # the new clock
          start: {selector: .go}
    games:
      zip:
        url: https://toy.example/zip/
        defaults:
          read:
            walls: {bars: .bar}
        pages:
          old:
            grid: "#grid"  # the grid
            read:
              number: {text: .number}
              filled: {has: .filled}
          new:
            grid: .grid
            index: ~
            read:
              number: {text: .n}
              filled: {has: .f}
              walls: {borders: {px: 4}}
      queens:
        url: https://toy.example/queens/
        pages:
          old:
            grid: .q
            read:
              region: {property: color}
              mark: {text: .m}
              locked: {has: .l}
"""


def file_of(folder: Path, text: str) -> Path:
    file = folder / "selectors.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def page(file: Path, game: str, build: str) -> PageSelectors:
    return load(file).site("toy").games[game].pages[build]


# What is inherited


def test_a_page_inherits_key_by_key_and_the_nearest_wins(tmp_path: Path) -> None:
    file = file_of(tmp_path, SITE)
    old, new = page(file, "zip", "old"), page(file, "zip", "new")
    assert (old.cell, old.timer, old.start) == ([".cell"], [".clock"], [])
    assert new.timer == [".new-clock"]
    assert [step.selector for step in new.start] == [".go"]
    assert "bars" in old.read["walls"].any[0].model_fields_set, "the game's own comes before the site's"
    assert "borders" in new.read["walls"].any[0].model_fields_set


def test_null_takes_back_what_would_be_inherited(tmp_path: Path) -> None:
    assert page(file_of(tmp_path, SITE), "zip", "old").index is not None
    assert page(file_of(tmp_path, SITE), "zip", "new").index is None
    less = SITE.replace("locked: {has: .l}", "locked: {has: .l}\n              row: ~")
    assert set(page(file_of(tmp_path, less), "queens", "old").read) == {"region", "mark", "locked"}


def test_of_the_sites_fields_a_game_inherits_those_that_it_reads(tmp_path: Path) -> None:
    file = file_of(tmp_path, SITE)
    assert set(page(file, "zip", "old").read) == {"number", "filled", "walls"}
    assert list(page(file, "queens", "old").read) == ["region", "mark", "locked", "row"], "its own come first"


def test_a_file_of_the_old_form_is_the_same(tmp_path: Path) -> None:
    new = load(SELECTORS)
    data = yaml.safe_load(SELECTORS.read_text(encoding="utf-8"))
    for name, site in data["sites"].items():
        site.pop("defaults", None)
        for game, parts in site["games"].items():
            parts.pop("defaults", None)
            for build, selectors in new.site(name).games[game].pages.items():
                parts["pages"][build] = selectors.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    text = yaml.safe_dump(data, sort_keys=False)
    assert "defaults" not in text
    assert load(file_of(tmp_path, text)) == new


# What is wrong in them

WRONG = {
    "an unknown key": (
        "      timer: .clock",
        "      tmier: .clock",
        "tmier",
        "did you mean 'timer'?",
    ),
    "an unknown key of a generation": (
        "          timer: .new-clock",
        "          tmier: .new-clock",
        "tmier",
        "did you mean 'timer'?",
    ),
    "an unknown key of a game": (
        "          read:\n            walls: {bars",
        "          raed:\n            walls: {bars",
        "raed",
        "did you mean 'read'?",
    ),
    "defaults themselves": ("    defaults:  # of", "    defalts:  # of", "defalts", "did you mean 'defaults'?"),
    "a generation that there is not": (
        "        new:\n          timer",
        "        now:\n          timer",
        "now:",
        "unknown generation 'now': did you mean 'new'?",
    ),
    "a field that no game reads": ("        row: {", "        rwo: {", "rwo", "knows no field 'rwo'"),
    "a field that the game does not read": (
        "{bars: .bar}",
        "{bars: .bar}\n            wals: {has: .x}",
        "wals:",
        "Zip knows no field 'wals'",
    ),
    "a name of a value that the game has not": (
        "row: {attribute: data-row}",
        "mark: {first: {crown: .c}}",
        "crown",
        "Queens knows no mark 'crown'",
    ),
    "no mapping": (
        "        new:\n          timer: .new-clock  # the new clock\n          start: {selector: .go}\n",
        "        new: 5\n",
        "new: 5",
        "mapping",
    ),
    "a key that nothing gives": (
        "      cell: .cell  # any cell\n",
        "",
        '          old:\n            grid: "#',
        "lacks the key 'cell'",
    ),
}


@pytest.mark.parametrize(("old", "new", "sign", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_in_defaults_is_named_where_it_stands(
    tmp_path: Path, old: str, new: str, sign: str, said: str
) -> None:
    assert SITE.count(old) == 1
    text = SITE.replace(old, new)
    if "crown" in sign:
        text = text.replace("              mark: {text: .m}\n", "")
    file = file_of(tmp_path, text)
    with pytest.raises(ConfigInvalid) as caught:
        load(file)
    line = text[: text.index(sign)].count("\n") + 1
    assert str(caught.value).startswith(f"{file}:{line}: ")
    assert said in str(caught.value)


# Changes to what is inherited


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"timer": [".t"]}, "            timer: [.t]"),
        ({"index": {"attribute": "n"}}, "            index: {attribute: n}"),
        ({"read": {"walls": {"has": ".x"}}}, "              walls: {has: .x}"),
    ],
    ids=["a value", "a mapping", "a field"],
)
def test_a_change_to_what_is_inherited_is_made_for_the_game_alone(
    tmp_path: Path, changes: dict[str, Any], line: str
) -> None:
    file = file_of(tmp_path, SITE)
    before = load(file).site("toy")
    text = with_changes(file, {"sites": {"toy": {"games": {"zip": {"pages": {"old": changes}}}}}})
    assert [one for one in text.splitlines() if one not in SITE.splitlines()] == [line]
    assert len(text.splitlines()) == len(SITE.splitlines()) + 1, "all else is there, comments too"
    after = load(file_of(tmp_path, text)).site("toy")
    own = before.games["zip"].pages["old"].model_dump(by_alias=True, exclude_defaults=True)
    read = {**own["read"], **changes.get("read", {})}
    assert after.games["zip"].pages["old"] == PageSelectors.model_validate({**own, **changes, "read": read})
    assert after.games["zip"].pages["new"] == before.games["zip"].pages["new"]
    assert after.games["queens"] == before.games["queens"]


@pytest.mark.parametrize("section", ["{grid: .q, read: {region: {text: a}}}", "{}"], ids=["in one line", "empty"])
def test_a_page_written_in_one_line_is_changed_too(tmp_path: Path, section: str) -> None:
    start = SITE.index("          old:\n            grid: .q")
    file = file_of(tmp_path, f"{SITE[:start]}          old: {section}\n")
    text = with_changes(file, {"sites": {"toy": {"games": {"queens": {"pages": {"old": {"cell": [".c"]}}}}}}})
    pages = yaml.safe_load(text)["sites"]["toy"]["games"]["queens"]["pages"]
    assert pages == {"old": {"cell": [".c"], **yaml.safe_load(section)}}
