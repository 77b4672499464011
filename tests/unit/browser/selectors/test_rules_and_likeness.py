"""Sites that are like another, and the rules of boards, in the selectors file: what is inherited or refused."""

from pathlib import Path

import pytest

from player.browser.selectors.loader import load
from player.browser.selectors.readings import Chain
from player.errors import ConfigInvalid
from player.files import SELECTORS

SITES = """\
version: 1
sites:
  first:
    origin: https://first.example
    locale: de-DE
    timezone: UTC
    won: [{as: banner, selector: .won}]
    defaults:
      grid: .board
      cell: .cell
      timer: .clock
      read:
        mark: {text: .mark}
    games:
      tango:
        url: https://first.example/tango
        pages:
          page:
            rules: {distinct: true}
            read: {locked: none, equal: none, cross: none}
  second:
    like: first
    origin: https://second.example
    locale: en-US
    defaults:
      timer: ~
      cell: .tile
    games:
      queens:
        url: https://second.example/queens
        pages:
          page:
            rules:
              stars: {text: .info, pattern: '(\\d+) stars'}
            read: {region: {attribute: data-region}, locked: none}
"""


def loaded(folder: Path, text: str) -> object:
    (file := folder / "selectors.yaml").write_text(text, encoding="utf-8")
    return load(file)


def test_a_site_like_another_has_all_but_its_origin_and_its_games(tmp_path: Path) -> None:
    (file := tmp_path / "selectors.yaml").write_text(SITES, encoding="utf-8")
    site = load(file).site("second")
    page = site.games["queens"].pages["page"]
    assert (site.origin, site.locale, site.timezone) == ("https://second.example", "en-US", "UTC")
    assert [sign.selector for sign in site.won] == [".won"]
    assert list(site.games) == ["queens"]
    assert (page.grid, page.cell, page.timer) == ([".board"], [".tile"], []), "the nearest wins, and null takes back"
    assert "mark" in page.read


def test_rules_are_values_or_readings(tmp_path: Path) -> None:
    (file := tmp_path / "selectors.yaml").write_text(SITES, encoding="utf-8")
    sites = load(file)
    assert sites.site("first").games["tango"].pages["page"].rules == {"distinct": True}
    stars = sites.site("second").games["queens"].pages["page"].rules["stars"]
    assert isinstance(stars, Chain)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("like: first", "like: frist", "like: frist", "there is no other site 'frist': did you mean 'first'?"),
        ("like: first", "like: second", "like: second", "there is no other site 'second'"),
        ("    locale: de-DE\n", "    like: second\n", "like: second", "'second' is like another site itself"),
        (
            "distinct: true",
            "distnct: true",
            "rules: {distnct",
            "Tango knows no rule 'distnct': did you mean 'distinct'?",
        ),
        ("distinct: true", "distinct: 2", "rules: {distinct", "Tango has no distinct 2: true or false was expected"),
        ("stars: {text: .info,", "stars: {txt: .info,", "stars:", "unknown key 'txt'"),
        ("stars: {text: .info, pattern: '(\\\\d+) stars'}", "stars: 9", "stars:", "no stars 9: a number from 1 to 8"),
        (
            "stars: {text: .info, pattern: '(\\\\d+) stars'}",
            "stars: none",
            "stars:",
            "with 'stars' as none: leave it out",
        ),
        ("      cell: .cell\n", "      cell: 3\n", "cell: 3", "cell"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(tmp_path: Path, old: str, new: str, line: str, said: str) -> None:
    old = old.replace("\\\\", "\\")
    assert SITES.count(old) == 1
    text = SITES.replace(old, new)
    with pytest.raises(ConfigInvalid) as refused:
        loaded(tmp_path, text)
    number = next(number for number, one in enumerate(text.splitlines(), start=1) if line in one)
    assert f":{number}: " in str(refused.value)
    assert said in str(refused.value)


def test_what_a_like_site_inherits_is_reported_where_it_stands(tmp_path: Path) -> None:
    text = SITES.replace("won: [{as: banner, selector: .won}]", "won: [{as: banner, selectr: .won}]")
    with pytest.raises(ConfigInvalid, match=r":7: unknown key 'selectr'"):
        loaded(tmp_path, text)


def test_the_shipped_sister_sites_differ_in_what_they_must() -> None:
    sites = load(SELECTORS)
    sisters = {name: sites.site(name) for name in ("star-battle", "shikaku", "binairo", "binairo-plus", "sudoku")}
    (first, *others) = sisters.values()
    assert all((one.overlays, one.won, one.lost) == (first.overlays, first.won, first.lost) for one in others)
    pages = {
        name: page for name, site in sisters.items() for game in site.games.values() for page in game.pages.values()
    }
    assert all(page.submit and page.submit.selector for page in pages.values())
    assert {name: page.rules for name, page in pages.items() if name != "star-battle" and page.rules} == {
        "shikaku": {"singles": True},
        "binairo": {"distinct": True},
    }
