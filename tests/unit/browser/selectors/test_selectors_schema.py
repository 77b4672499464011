"""The JSON Schema with which editors complete and check selectors.yaml."""

import json
from typing import Any

import jsonschema
import pytest
import yaml  # noqa: TID251  # the schema is for the file as it stands

from player.browser.selectors.json_schema import text
from player.browser.selectors.readings import READINGS
from player.files import SELECTORS

SCHEMA = json.loads(text())
FILE = SELECTORS.with_name("selectors.schema.json")


def shipped() -> Any:
    return yaml.safe_load(SELECTORS.read_text(encoding="utf-8"))


def problems(data: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


def test_the_schema_is_current() -> None:
    said = "run: python -m player.browser.selectors.json_schema > selectors.schema.json"
    assert json.loads(FILE.read_text(encoding="utf-8")) == SCHEMA, said


def test_the_head_of_the_file_names_the_schema() -> None:
    first = SELECTORS.read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# yaml-language-server: $schema={FILE.name}"


@pytest.mark.full
def test_the_shipped_file_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert problems(shipped()) == []


BROKEN: dict[str, dict[str, Any]] = {
    "an unknown key": {"gird": "#a"},
    "a reading in two ways": {"index": {"attribute": "a", "text": "b"}},
    "a reading in no way": {"index": {"pattern": "(a)"}},
    "an option of another reading": {"read": {"walls": {"has": ".a", "rim": True}}},
    "an expectation that there is not": {"read": {"walls": {"any": [{"has": ".a"}], "expect": ["all"]}}},
    "a way to draw that there is not": {"draw": ["swipe"]},
}


@pytest.mark.parametrize("place", ["page", "defaults of a generation"])
@pytest.mark.parametrize("section", BROKEN.values(), ids=BROKEN)
@pytest.mark.full
def test_what_the_player_refuses_an_editor_marks(section: dict[str, Any], place: str) -> None:
    data = shipped()
    site = data["sites"]["linkedin"]
    (site["games"]["zip"] if place == "page" else site["defaults"])["pages"]["ember"].update(section)
    assert len(problems(data)) == 1


@pytest.mark.full
def test_one_may_stand_for_a_list_and_null_takes_back_what_is_inherited() -> None:
    data = shipped()
    data["sites"]["linkedin"]["games"]["zip"]["pages"]["ember"].update(grid="#a", timer=".b", start=None)
    data["sites"]["linkedin"]["games"]["queens"]["pages"]["ember"]["read"].update(row=None, locked={"has": ".l"})
    assert problems(data) == []


def test_each_reading_is_described() -> None:
    described = [kind["description"] for kind in SCHEMA["$defs"]["Reading"]["anyOf"]]
    assert len(set(described)) == len(READINGS) == 19
