"""The contents that selectors.yaml may have, and the places that errors name."""

import hashlib
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from player.browser.selectors import loader, yaml_file
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors
from player.errors import ConfigInvalid, InputMissing, PageNotUnderstood
from player.files import MAX_SETTINGS_BYTES, REPLICA, SELECTORS
from player.games import GAMES
from player.games.fields import needed
from tests.support.selectors_file import TINY, changed, line_of, refusal

Where = tuple[str | int, ...]


def shipped() -> Any:
    """The shipped file as JSON, which YAML takes too."""
    return load(SELECTORS).model_dump(mode="json", by_alias=True, exclude_unset=True)


def nodes(tree: Any, where: Where = ()) -> Iterator[Where]:
    yield where
    for step, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from nodes(value, (*where, step))


DELETED = object()


def put(tree: Any, where: Where, value: Any) -> Any:
    """`tree` with `value` at `where`, or without what stood there."""
    if not where:
        return None if value is DELETED else value
    step, *rest = where
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    new = [
        (key, put(old, tuple(rest), value) if key == step else old)
        for key, old in items
        if not (value is DELETED and not rest and key == step)
    ]
    return dict(new) if isinstance(tree, dict) else [old for _, old in new]


SHIPPED = shipped()


WORDS = st.sampled_from(sorted({str(step) for where in nodes(SHIPPED) for step in where})) | st.text()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def is_taken_or_refused(folder: Path, text: str) -> None:
    """Loading `text` ends in selectors or in one line of ConfigInvalid, in nothing else."""
    file = folder / "selectors.yaml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    said = ""
    try:
        load(file)
    except ConfigInvalid as error:
        said = str(error)
    assert not said or said.startswith(f"{file}:")
    assert len(said.splitlines()) <= 1
    said.encode()  # it reaches the terminal


# Good files


def test_the_shipped_file_knows_every_game_with_all_its_fields() -> None:
    site = load(SELECTORS).site("linkedin")
    assert set(site.games) <= set(GAMES)
    for name, game in site.games.items():
        assert all(set(page.read) >= needed(GAMES[name].play.ALLOWED) for page in game.pages.values())
        assert game.url.startswith(site.origin + "/")


def test_a_small_file_is_taken_and_what_it_leaves_out_has_defaults(tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(changed("            draw: [keys]\n", ""), encoding="utf-8")
    site = load(file).site("toy")
    assert (site.frame, site.already, site.won[0].proves) == ("iframe", [], "banner")
    page = site.games["zip"].pages["old"]
    assert (page.draw, page.start, page.won, page.timer) == (["keys", "drag", "taps"], [], [], [])


def test_the_page_of_an_unknown_generation_is_the_first() -> None:
    game = load(SELECTORS).site("linkedin").games["zip"]
    assert game.page(None) is game.page("ember") is game.pages["ember"]
    assert game.page("sdui") is game.pages["sdui"]


def test_an_unknown_site_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ConfigInvalid, match=r"there is no site 'linkdin' in the selectors: did you mean 'linkedin'\?"):
        load(SELECTORS).site("linkdin")


# Kept after the check


@pytest.fixture
def state(state: Path) -> Path:
    """The folder of kept selectors, empty; the process remembers none either."""
    loader._selectors.cache_clear()
    return state / "selectors"


def from_the_disk() -> Selectors:
    loader._selectors.cache_clear()
    return load(SELECTORS)


def test_selectors_that_were_checked_are_not_checked_again(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(SELECTORS)
    monkeypatch.setattr(yaml_file, "checked", None)
    assert from_the_disk() == first
    (file,) = state.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_kept_selectors_that_are_damaged_are_checked_anew(state: Path, cut: int) -> None:
    first = load(SELECTORS)
    (file,) = state.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:cut])
    assert from_the_disk() == first
    assert file.read_bytes() == whole


def test_a_kept_file_of_somebody_else_runs_nothing(state: Path, tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "touched",))

    first = load(SELECTORS)
    (file,) = state.iterdir()
    pickled = pickle.dumps(Evil())
    file.write_bytes(hashlib.sha256(pickled).digest() + pickled)
    assert from_the_disk() == first
    assert not (tmp_path / "touched").exists()


def test_a_changed_file_and_a_changed_program_are_checked(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.yaml"
    for number in range(loader.MOST + 2):
        mine.write_text(SELECTORS.read_text(encoding="utf-8") + f"# {number}\n", encoding="utf-8")
        load(mine)
    assert len([*state.iterdir()]) == loader.MOST
    monkeypatch.setattr(loader, "_program", lambda: b"another")
    monkeypatch.setattr(yaml_file, "checked", None)
    with pytest.raises(TypeError):  # the check was asked for
        from_the_disk()


def test_selectors_load_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PLAYER_STATE", str(tmp_path / "file"))
    assert from_the_disk().site("linkedin")


# Refused, with the line

#: What stands in the small file, what takes its place, what is on the line of the error, and what that says.
AT_A_LINE = {
    "an unknown key, with the nearest one": (
        "            draw: [keys]",
        "            drawing: [keys]",
        "drawing:",
        "unknown key 'drawing' in sites.toy.games.zip.pages.old: did you mean 'draw'?",
    ),
    "the first of several unknown keys": (
        "            draw: [keys]",
        "            sketch: [keys]\n            blot: [keys]",
        "sketch:",
        "unknown key 'sketch'",
    ),
    "an unknown key at the top": ("version: 1", "version: 1\nsights: {}", "sights:", "did you mean 'sites'?"),
    "an unknown key in a flow mapping": (
        "{has: .filled}",
        "{has: .filled, patern: x}",
        "patern",
        "did you mean 'pattern'?",
    ),
    "a number for a text": ("en-US", "5", "locale:", "sites.toy.locale: text was expected: quote it"),
    "an empty selector": ('"#grid"', '""', "grid:", "the text is empty"),
    "a list for a mapping": (
        "{attribute: data-index}",
        "[data-index]",
        "index:",
        "sites.toy.games.zip.pages.old.index",
    ),
    "a text for a list": ("[keys]", "keys", "draw:", "a list was expected"),
    "the wrong version": ("version: 1", "version: 2", "version:", "only version 1 is known"),
    "an origin with a path": ("toy.example\n", "toy.example/x\n", "origin:", "should match"),
    "no way to draw": ("[keys]", "[]", "draw:", "at least 1 item"),
    "a sign that is a path alone": ("selector: .won", "path: ^/won", "- as:", "a path alone proves nothing"),
    "a missing key of a game": (
        "            cell: .cell\n",
        "",
        "          old:",
        "sites.toy.games.zip.pages.old lacks the key 'cell'",
    ),
    "a missing key of an item": (
        "      - name: cookies\n        close",
        "      - close",
        "- close",
        "lacks the key 'name'",
    ),
    "a key that comes twice": ("locale: en-US", "locale: en-US\n    locale: fr", "fr", "the key 'locale' comes twice"),
    "a game that comes twice": ("      zip:", "      zip: {}\n      zip:  # 2", "# 2", "the key 'zip' comes twice"),
    "an unknown game, with the nearest one": ("      zip:", "      zipp:", "zipp:", "'zipp': did you mean 'zip'?"),
    "an unknown field of a game": (
        "              filled: {has: .filled}",
        "              filled: {has: .filled}\n              fild: {has: .x}",
        "fild:",
        "Zip knows no field 'fild': did you mean 'filled'?",
    ),
    "a field that the game needs": (
        "              filled: {has: .filled}\n",
        "",
        "read:",
        "Zip needs the field 'filled' in 'read'",
    ),
    "an unknown name of a value": (
        "walls: {all: {right: .right}}",
        "walls: {all: {rigth: .right}}",
        "walls:",
        "Zip knows no walls 'rigth': did you mean 'right'?",
    ),
    "a name that is no number": (
        "number: {text: .number}",
        "number: {first: {one: .one}}",
        "number:",
        "Zip knows no number 'one': 1 to K, each once",
    ),
    "a number without its group": (
        "    generations:",
        "    saves:\n      - {url: a, won: b, answer: c,\n         number: d}\n    generations:",
        "number: d",
        "sites.toy.saves.0.number: a pattern with one group, the number, was expected",
    ),
    "a bad regex": ("^/login", "^/(login", "signin:", "signin: not a regular expression: missing )"),
    "a list that is not closed": ("en-US", "[en-US", "timezone:", "not YAML: expected ',' or ']'"),
    "a tab": ("    timezone", "\ttimezone", "\ttimezone", "not YAML: found character '\\t'"),
    "a second document": ("version: 1", "--- 1\n--- 2\nversion: 1", "--- 2", "not YAML: but found another document"),
    "an alias of nothing": ("en-US", "*locale", "locale:", "not YAML: aliases are not taken"),
    "a tag of its own": ("en-US", "!locale en", "locale:", "not YAML: could not determine a constructor"),
    "`no`, which is false in YAML 1.1": ("en-US", "no", "locale:", "sites.toy.locale: text was expected: quote it"),
    "`on`, which is true in YAML 1.1": (
        '"#grid"',
        "on",
        "grid:",
        "sites.toy.games.zip.pages.old.grid.0: text was expected: quote it",
    ),
    "a number as a name": ("      old: b", "      7: b", "7: b", "a key must be text: quote it"),
    "`no` as a name": ("      old: b", "      no: b", "no: b", "a key must be text: quote it"),
    "a list as a name": ("      old: b", "      [a, b]: b", "[a, b]: b", "a key must be text: quote it"),
    "a mapping as a name": ("      old: b", "      {a: b}: b", "{a: b}: b", "a key must be text: quote it"),
    "a list as a name, in a line of its own": ("      old: b", "      ? [a]\n      : b", "? [a]", "a key must be text"),
    "a key that is needed, misspelt": (
        "            grid:",
        "            gird:",
        "gird:",
        "unknown key 'gird' in sites.toy.games.zip.pages.old: did you mean 'grid'?",
    ),
    "an alias": (
        "locale: en-US\n    timezone: UTC",
        "locale: &l en-US\n    timezone: *l",
        "timezone:",
        "not YAML: aliases are not taken",
    ),
    "a day that there is not": ("en-US", "2026-13-46", "locale:", "not YAML: month must be in 1..12"),
    "a word tagged as a number": ("en-US", "!!int en", "locale:", "not YAML: invalid literal"),
    "a control character": ("en-US", "en\x1bUS", "locale:", "not YAML: special characters are not allowed"),
    "a time zone that there is not": ("UTC", "Mars/Olympus", "timezone:", "no time zone 'Mars/Olympus'"),
    "a version that only equals one": ("version: 1", "version: 1.0", "version:", "a whole number was expected"),
    "a version that is true": ("version: 1", "version: true", "version:", "a whole number was expected"),
    "a version that is true in YAML 1.1": ("version: 1", "version: yes", "version:", "a whole number was expected"),
}
#: What takes the place of the reading of `filled`, on whose line the error is.
READ_WRONG = {
    "a field read in two ways": ("{has: .a, text: .b}", "not in 2"),
    "a field read in no way": ("{}", "not in 0"),
    "a pattern without a text": ("{stroke: .a, pattern: b}", "goes with 'attribute'"),
    "a pattern beside a reading": ("{has: {text: a}, pattern: b}", "'pattern' goes with a selector under 'has'"),
    "areas as a condition": ("{has: {areas: {has: .a}}}", "a reading of a field only"),
    "none beside another reading": ("{any: [{none: true}, {has: .filled}]}", "'none' stands alone"),
    "no selector and no reading": ("{has: [a]}", "has: text was expected: quote it"),
    "a pseudo-element's text": ("{text: .a, pseudo: '::after'}", "goes with 'property'"),
    "a pseudo-element that there is not": ("{property: color, pseudo: '::first'}", "'::before' or '::after'"),
    "a rim of what has no sides": ("{has: .a, rim: true}", "'rim' goes with 'all', 'borders' or 'bars'"),
    "an element in a cell and over it": ("{has: .a, in: b, over: c}", "leave one of them"),
    "borders of no measure": ("{borders: {within: b}}", "one of them"),
    "a name for what is true or false": (
        "{first: {full: .filled}}",
        "Zip knows no filled 'full': true or false, as 'has' gives them",
    ),
    "none for a field that the game needs": ("none", "Zip is not read with 'filled' as none: it may lack walls only"),
}
#: A key that the page has besides, on whose line the error is.
ADDED = {
    "a place without a column": ("place: {row: {text: b}}", "pages.old.place lacks the key 'col'"),
    "a mark twice in the cycle of right clicks": ("cycle: {right: [a, b, a]}", "the mark 'a' comes twice"),
    "a step that fills in and chooses": (
        "start: [{selector: b}, {selector: a, fill: x, choose: y}]",
        "leave one of them out",
    ),
    "a step that presses Enter without a text": ("start: {selector: a, enter: true}", "'enter' goes with 'fill'"),
    "a cycle of one": ("cycle: [a]", "cycle"),
    "a cycle of a game without marks": (
        "cycle: [empty, filled]",
        "Zip is not played by clicks through marks: leave 'cycle' out",
    ),
}
AT_A_LINE |= {name: ("{has: .filled}", reading, "filled:", said) for name, (reading, said) in READ_WRONG.items()}
AT_A_LINE |= {
    name: ("            draw:", f"            {added}\n            draw:", f"{added.partition(':')[0]}:", said)
    for name, (added, said) in ADDED.items()
}


@pytest.mark.parametrize(("old", "new", "sign", "said"), AT_A_LINE.values(), ids=AT_A_LINE)
def test_what_is_refused_is_named_with_its_line(tmp_path: Path, old: str, new: str, sign: str, said: str) -> None:
    text = changed(old, new)
    refused = refusal(tmp_path, text)
    line, _, problem = refused.partition(":")
    assert line == str(line_of(text, sign)), refused
    assert said in problem


def test_messages_name_the_file_that_is_in_use(tmp_path: Path) -> None:
    error = PageNotUnderstood("mend 'grid' in selectors.yaml")
    assert str(error) == "mend 'grid' in selectors.yaml"
    mine = tmp_path / "mine.yaml"
    mine.write_text(TINY)
    load(mine)
    assert str(error) == "mend 'grid' in mine.yaml"
    assert str(PageNotUnderstood("/a/selectors.yaml:1: no")) == "/a/selectors.yaml:1: no", "a path is what it is"


def test_an_unknown_mark_is_named_with_those_there_are(tmp_path: Path) -> None:
    shipped = SELECTORS.read_text(encoding="utf-8")
    refused = refusal(tmp_path, shipped.replace("queen: .cell-input--queen", "queem: .cell-input--queen"))
    assert "Queens knows no mark 'queem': did you mean 'queen'? (one of cross, empty, queen)" in refused


def of_queens(words: str) -> str:
    """Return the selectors of the pages of another make, with more words for that of Queens."""
    shipped = (REPLICA / "other" / "selectors.yaml").read_text(encoding="utf-8")
    return shipped.replace(
        "            pace: {cell: 350}\n", f"            pace: {{cell: 350}}\n            {words}\n", 1
    )


def test_an_unknown_mark_in_a_cycle_is_named(tmp_path: Path) -> None:
    text = of_queens("cycle: [empty, crown]")
    refused = refusal(tmp_path, text)
    assert refused.startswith(f"{line_of(text, 'crown')}: ")
    assert refused.endswith("Queens knows no mark 'crown': did you mean 'cross'? (one of cross, empty, queen)")


def test_an_unknown_mark_in_a_cycle_is_named_where_the_page_says_the_marks_too(tmp_path: Path) -> None:
    """Queens has no other marks, whatever the page calls them."""
    queens = "zip:\n        url: https://toy.example/zip/", "queens:\n        url: https://toy.example/zip/"
    text = changed("number: {text: .number}", "region: {text: .r}", changed(*queens))
    text = changed("walls: {all: {right: .right}}", "locked: none", text)
    text = changed("filled: {has: .filled}", "mark: {attribute: data-mark}", text)
    text = changed("draw: [keys]", "cycle: [empty, quen]", text)
    assert "Queens knows no mark 'quen': did you mean 'queen'?" in refusal(tmp_path, text)
    changed_back = changed("quen]", "queen]", text)
    (tmp_path / "good.yaml").write_text(changed_back, encoding="utf-8")
    assert load(tmp_path / "good.yaml").site("toy").game("queens").page("old").read["locked"].is_none


NO_MAPPING = {"nothing": "", "comments only": "# sites\n", "a list": "[1]", "a word": "sites", "null": "~"}


@pytest.mark.parametrize("content", NO_MAPPING.values(), ids=NO_MAPPING)
def test_a_file_without_a_mapping_is_refused_at_its_first_line(tmp_path: Path, content: str) -> None:
    assert refusal(tmp_path, content).startswith("1: the file:")


# Hostile and broken files


def test_a_python_tag_does_not_execute(tmp_path: Path) -> None:
    sign = tmp_path / "executed"
    text = changed("en-US", f"!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path [{sign}]]")
    assert refusal(tmp_path, text).startswith("5: not YAML: could not determine a constructor")
    assert not sign.exists()


def test_aliases_that_would_blow_up_are_refused_before_they_do(tmp_path: Path) -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    assert "aliases" in refusal(tmp_path, bomb)


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    room = MAX_SETTINGS_BYTES - len(TINY.encode())
    file = tmp_path / "large.yaml"
    file.write_text(TINY + "#" * room, encoding="utf-8")
    assert load(file).site("toy").locale == "en-US"
    assert "too long" in refusal(tmp_path, TINY + "#" * (room + 1))
    assert "too long" in refusal(tmp_path, b"\xff" * (MAX_SETTINGS_BYTES + 1))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end here")
def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    with pytest.raises(ConfigInvalid, match="/dev/zero can't be read: it is a device"):
        load(Path("/dev/zero"))


@pytest.mark.parametrize("content", [TINY.encode() + b"\xff", TINY.encode("utf-16")], ids=["a stray byte", "UTF-16"])
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path, content: bytes) -> None:
    assert refusal(tmp_path, content) == " not UTF-8 text"


DEEP = {
    "lists": "[" * 20_000,
    "mappings": "{a: " * 20_000,
    "blocks": "".join(f"{' ' * n}a:\n" for n in range(600)),
    "a number of 5000 digits": changed("version: 1", f"version: {'9' * 5000}"),
}


@pytest.mark.parametrize("content", DEEP.values(), ids=DEEP)
@pytest.mark.full
def test_endless_nesting_and_endless_numbers_are_refused(tmp_path: Path, content: str) -> None:
    refusal(tmp_path, content)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match=f"{tmp_path} can't be read: ") as caught:
        load(tmp_path)
    assert caught.value.code == 78
    with pytest.raises(InputMissing, match=r"missing\.yaml is not there"):
        load(tmp_path / "missing.yaml")


# Any junk anywhere


LINES = SELECTORS.read_text(encoding="utf-8").splitlines()
SCRAPS = st.sampled_from(
    ["no", "~", "2026-08-06", "0x1f", "1e3", ".nan", "---", "...", "[a", "*a", "&a", "!x", "!!set {a}", "<<: {a: b}"]
) | st.sampled_from([*"[]{}'\"|>%@`", "- x", "? x", "# x", ": ", "\x00", "\x85", "\ufeff", "\t"])


FOLDER = Path()


@pytest.fixture(autouse=True)
def _folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    global FOLDER  # noqa: PLW0603  # Hypothesis wants no fixture that lasts as long as one test
    FOLDER = tmp_path_factory.mktemp("any")


@pytest.mark.full
@settings(max_examples=10)  # each is a whole file
@given(where=st.sampled_from(list(nodes(SHIPPED))), junk=JUNK | st.just(DELETED))
def test_junk_or_nothing_in_place_of_any_node_is_taken_or_refused_in_one_line(where: Where, junk: Any) -> None:
    is_taken_or_refused(FOLDER, json.dumps(put(SHIPPED, where, junk)))


@given(
    at=st.sampled_from([number for number, line in enumerate(LINES) if line.strip() and line.lstrip()[0] != "#"]),
    how=st.sampled_from(["value", "line", "indented", "doubled", "deleted"]),
    scrap=SCRAPS,
)
@pytest.mark.full
@pytest.mark.more
def test_a_scrap_in_any_line_is_taken_or_refused_in_one_line(at: int, how: str, scrap: str) -> None:
    line = LINES[at]
    new = {
        "value": [f"{line.partition(': ')[0]}: {scrap}"],
        "line": [scrap],
        "indented": [f" {line}"],
        "doubled": [line, line],
        "deleted": [],
    }[how]
    is_taken_or_refused(FOLDER, "\n".join([*LINES[:at], *new, *LINES[at + 1 :]]))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("cycle: [empty, queen, queen]", "the mark 'queen' comes twice in 'cycle'"),
        ("cycle: {click: [empty, queen], double: quen}", "Queens knows no mark 'quen'"),
        ("switches: [{name: a, press: {selector: b}}, {name: a, press: {selector: c}}]", "the name 'a' is taken"),
    ],
)
def test_marks_and_switches_are_told_apart(tmp_path: Path, more: str, said: str) -> None:
    assert said in refusal(tmp_path, of_queens(more))


def test_the_lists_beside_the_grid_are_checked(tmp_path: Path) -> None:
    shipped = SELECTORS.read_text(encoding="utf-8")
    other = shipped.replace("              words:\n", "              wrods:\n")
    assert "Wend knows no list 'wrods': did you mean 'words'?" in refusal(tmp_path, other)
    start = shipped.index("            # The rows of the words")
    end = shipped.index("            draw: [drag, keys]\n            already:")
    assert "Wend needs the list 'words' in 'beside'" in refusal(tmp_path, shipped[:start] + shipped[end:])


def test_a_cycle_of_words_that_the_page_itself_says_is_taken(tmp_path: Path) -> None:
    shipped = SELECTORS.read_text(encoding="utf-8")
    start = shipped.index("      tango:")
    at = shipped.index("              mark:", start)
    end = shipped.index("\n              locked:", at)
    said = "              mark: {attribute: aria-label}"
    head, tail = shipped[:start], shipped[start:at] + said + shipped[end:]
    file = tmp_path / "tango.yaml"
    file.write_text(
        head + tail.replace("            read:", "            cycle: [empty, lion, tiger]\n            read:", 1)
    )
    page = next(iter(load(file).site("linkedin").games["tango"].pages.values()))
    assert page.cycle is not None
    assert page.cycle.inputs == {"click": ["empty", "lion", "tiger"]}


def with_lists(tmp_path: Path, lists: str, change: tuple[str, str] = ("", "")) -> Path:
    """Return a copy of the shipped file with `lists`, and with one text put for another."""
    file = tmp_path / "lists.yaml"
    text = SELECTORS.read_text(encoding="utf-8")
    text = text.replace(*change, 1) if change[0] else text
    file.write_text(text.replace("version: 1\n", f"version: 1\nlists:\n{lists}", 1), encoding="utf-8")
    return file


def test_a_list_by_name_is_replaced_or_extended_by_the_file(tmp_path: Path) -> None:
    shipped = load(SELECTORS)
    changed = load(with_lists(tmp_path, "  won-words: [$won-words, hotovo]\n  lost-words: [$bad]\n  bad: [vedle]\n"))
    assert shipped.learn is not None
    assert changed.learn is not None
    assert changed.learn.won == [*shipped.learn.won, "hotovo"]
    assert changed.learn.lost == ["vedle"]
    assert changed.sites == shipped.sites


@pytest.mark.parametrize(
    ("lists", "change", "said"),
    [
        (
            "  mine: []\n",
            ("$won-words", "$won-word"),
            r":\d+: there is no list 'won-word': did you mean 'won-words'\?$",
        ),
        ("  mine: [$nothing]\n", ("", ""), r"lists\.yaml:\d+: there is no list 'nothing'"),
        ("  one: [$two]\n  two: [$one]\n", ("", ""), r"lists\.yaml:\d+: the list '(one|two)' is in itself$"),
        ("  - one\n", ("", ""), r"lists\.yaml:\d+: lists by their names were expected in 'lists'$"),
        (
            "  mine: []\n",
            ("- $layers", "- $layers\n      - {nam: x}"),
            r":\d+: .*'nam' in sites\.linkedin\.overlays\.8",
        ),
    ],
)
def test_a_wrong_list_by_name_is_reported_with_its_line(
    tmp_path: Path, lists: str, change: tuple[str, str], said: str
) -> None:
    with pytest.raises(ConfigInvalid, match=said):
        load(with_lists(tmp_path, lists, change))


def test_the_marks_of_each_kind_of_click_are_taken_and_a_list_is_of_clicks(tmp_path: Path) -> None:
    def inputs(words: str) -> Any:
        file = tmp_path / "queens.yaml"
        file.write_text(of_queens(words))
        clicks = load(file).site("other").games["queens"].pages["page"].cycle
        return clicks and clicks.inputs

    assert inputs("switches: []") is None
    assert inputs("cycle: [empty, queen]") == {"click": ["empty", "queen"]}
    assert inputs("cycle: {click: [empty, queen], double: queen}") == {
        "double": ["queen"],
        "click": ["empty", "queen"],
    }
    assert inputs("cycle: {right: [empty, cross], click: queen}") == {"click": ["queen"], "right": ["empty", "cross"]}


@pytest.mark.parametrize(
    ("site", "game"), [(site, game) for site, of in load(SELECTORS).sites.items() for game in of.games]
)
def test_the_values_of_a_page_are_what_is_set_under_the_keys_of_the_file(site: str, game: str) -> None:
    for page in load(SELECTORS).sites[site].games[game].pages.values():
        assert page.values({"draw", "cycle"}) == page.model_dump(
            exclude_none=True, exclude={"draw", "cycle"}, by_alias=True
        )
