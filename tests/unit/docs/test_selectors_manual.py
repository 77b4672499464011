"""The manual of the selectors file has every key that the file may have, and every field with its values."""

import json
import re
from itertools import product

from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors
from player.files import SELECTORS
from player.games import GAMES
from player.games.fields import Field, Kind
from player.games.grid import SIDES
from tests.support.documents import ROOT

#: The games that a site of the file has: a new one is in the manual when it has a page.
PLAYED = {
    name: game for name, game in GAMES.items() if any(name in site.games for site in load(SELECTORS).sites.values())
}
#: The witnesses of a cell's place, which are the same for all games that have them.
PLACE = {"row", "column"}


def allowed(known: Field) -> str:
    """Return the allowed values of a field."""
    names = {Kind.FLAG: ("true", "false"), Kind.SIDES: tuple(SIDES)}.get(known.kind, known.names)
    shown = ", or ".join(part for part in (", ".join(f"`{name}`" for name in names), known.others) if part)
    return f"{shown}; or `none`" if known.none else shown


def test_every_key_and_expectation_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    schema = json.dumps(Selectors.model_json_schema())
    parts = [Selectors.model_json_schema(), *json.loads(schema)["$defs"].values()]
    keys = {key for part in parts for key in part.get("properties", {})}
    words = {word for group in re.findall(r'"enum": \[([^\]]*)\]', schema) for word in re.findall(r'"([^"]+)"', group)}
    missing = {word for word in keys | words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", manual)}
    assert len(keys) > 50
    assert not missing


def test_the_table_of_rules_is_that_of_the_games() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    for name, game in PLAYED.items():
        for rule, known in game.rules.items():
            default = f"`{known.default}`".lower() if known.is_flag else known.default
            allowed = "`true`, `false`" if known.is_flag else f"1 to {known.most}"
            assert f"| `{rule}` | {name} | {known.says} | {allowed} | {default} |" in manual


def test_the_table_of_fields_is_that_of_the_games() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| (?:{'|'.join(GAMES)}) \|.*$", manual, re.MULTILINE)
    assert rows == [
        f"| {name} | {field if known.witness else f'**{field}**'} | {known.says} | {allowed(known)} |"
        for name, game in PLAYED.items()
        for field, known in game.play.ALLOWED.items()
        if field not in PLACE
    ]


def test_the_fields_of_a_place_are_one_row() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    places = {name: fields for name, game in PLAYED.items() if PLACE & (fields := game.play.ALLOWED).keys()}
    row = "| row, column | the row, the column that a label names | numbers from 0 or 1 |"
    assert f"| {', '.join(places)} {row}" in manual
    for field, fields in product(sorted(PLACE), places.values()):
        known = fields[field]
        assert (known.witness, known.says) == (True, f"the {field} that a label names")
        assert allowed(known) == "numbers from 0 or 1"
