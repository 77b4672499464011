"""The two sides of the messages between Python and the page: each type has one name and the same fields on both."""

import dataclasses
import re
from typing import Any, NamedTuple, is_typeddict

import pytest
from pydantic import BaseModel

from player.browser.page import messages
from player.browser.page import page_reader as capture
from player.browser.page import presentation as overlay
from player.browser.page.isolated_world import MODULES
from player.browser.page.messages import INPUT_KEYS
from player.browser.selectors import base, controls, readings, schema
from player.doctor import probe
from player.render import svg

SELECTORS, MESSAGES = ((MODULES / name).read_text(encoding="utf-8") for name in ("selectors.js", "messages.js"))
#: Where a type of the scripts has its class: the first of these that has the name.
PLACES = (messages, capture, probe, schema, readings, controls, base, overlay, svg)


class Field(NamedTuple):
    """A field of a type, and whether a message may lack it."""

    name: str
    optional: bool


def typedefs(text: str) -> dict[str, set[Field]]:
    """The object types of a module, with their fields."""
    found = {}
    for comment in re.findall(r"/\*\*(.*?)\*/", text, re.DOTALL):
        if name := re.search(r"@typedef \{object\} (\w+)", comment):
            fields = re.findall(r"@property \{.*\} (\[)?(\w+)", comment)
            found[name[1]] = {Field(field, bool(mark)) for mark, field in fields}
    return found


def of_python(name: str) -> Any:
    """The class of a type; None if there is none."""
    return next((vars(place)[name] for place in PLACES if name in vars(place)), None)


def fields(kind: Any) -> set[Field]:
    """The fields of a class, as they stand in JSON."""
    if is_typeddict(kind):
        return {Field(name, name in kind.__optional_keys__) for name in kind.__annotations__}
    if hasattr(kind, "_fields"):
        return {Field(name, optional=False) for name in kind._fields}
    if dataclasses.is_dataclass(kind):
        return {Field(one.name, optional=False) for one in dataclasses.fields(kind)}
    assert issubclass(kind, BaseModel)
    # The parts of selectors.yaml are sent without what is None; in responses all is there.
    sent = issubclass(kind, base.Part)
    unsent = INPUT_KEYS if kind is schema.PageSelectors else set()
    return {
        Field(info.alias or name, sent and info.default is None and not info.is_required())
        for name, info in kind.model_fields.items()
        if name not in unsent
    }


#: All parts of selectors.yaml have classes, and so have some messages.
TYPES = typedefs(SELECTORS) | {name: kind for name, kind in typedefs(MESSAGES).items() if of_python(name)}


@pytest.mark.parametrize("name", TYPES)
def test_a_type_of_the_scripts_has_the_fields_of_its_class(name: str) -> None:
    kind = of_python(name)
    assert kind is not None, f"no class is named {name}"
    ours, theirs = fields(kind), TYPES[name]
    assert {field.name for field in ours} == {field.name for field in theirs}
    # A reading has the fields of one of its kinds, and an element has those in it only where it is a cell.
    if name not in {"Reading", "Element"}:
        assert ours == theirs


def test_optional_fields_are_told_from_others() -> None:
    lines = ("@typedef {object} A", "@property {Record<string, {x: number}>} one of these", "@property {string} [two]")
    text = "/**\n" + "".join(f" * {line}\n" for line in lines) + " */"
    assert typedefs(text) == {"A": {Field("one", optional=False), Field("two", optional=True)}}
