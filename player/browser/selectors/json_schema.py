"""The JSON Schema of selectors.yaml, for editors.

`python -m player.browser.selectors.json_schema > selectors.schema.json` makes it anew.
The types are those of the file as it stands, where a page may leave any key to what it inherits.
"""

import json
import sys
from typing import Any

from player.browser.selectors.base import Part, Text
from player.browser.selectors.named_boards import GameParts
from player.browser.selectors.readings import Readings
from player.browser.selectors.schema import Alternatives, LearnWords, PageParts, SiteParts


class PageSection(PageParts):
    """A page as it stands in the file, or defaults of pages: any key may be left to what is inherited."""

    grid: Alternatives | None = None
    cell: Alternatives | None = None
    read: dict[Text, Readings] = {}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        schema: dict[str, Any] = handler(core_schema)
        parts = handler.resolve_ref_schema(schema)["properties"]
        for name in set(parts).difference({"pages"}):
            if {"type": "null"} not in parts[name].get("anyOf", ()):
                parts[name] = {"anyOf": [parts[name], {"type": "null"}]}
        fields = parts["read"]["anyOf"][0]
        fields["additionalProperties"] = {"anyOf": [fields["additionalProperties"], {"type": "null"}]}
        return schema


class SiteDefaults(PageSection):
    """Defaults of all pages of a site, and in `pages` of those of one generation."""

    pages: dict[Text, PageSection] = {}


class GameSection(GameParts):
    """A game as it stands in the file."""

    defaults: PageSection | None = None
    pages: dict[Text, PageSection]


class SiteSection(SiteParts):
    """A site as it stands in the file."""

    like: Text | None = None
    defaults: SiteDefaults | None = None
    games: dict[Text, GameSection]

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        schema: dict[str, Any] = handler(core_schema)
        parts = handler.resolve_ref_schema(schema)
        parts["required"] = [name for name in parts["required"] if name in {"origin", "games"}]  # others from `like`
        return schema


class SelectorsFile(Part):
    """The selectors file as it stands, before pages inherit."""

    version: int
    lists: dict[Text, list[Any]] = {}
    learn: LearnWords | None = None
    sites: dict[Text, SiteSection]


#: Of the items of a list: the name of a list whose items it stands for.
_LIST_NAME = {"type": "string", "pattern": r"^\$[\w-]+$"}


def text() -> str:
    """Return the schema as it stands in selectors.schema.json."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_lasting(SelectorsFile.model_json_schema())}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _lasting(schema: Any) -> Any:
    """Return `schema` without what is of no use in an editor and differs between pydantic's versions."""
    if isinstance(schema, list):
        return [_lasting(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if len(schema.get("allOf", ())) == 1:
        return _lasting(schema["allOf"][0])
    if "items" in schema and schema["items"].get("type") != "string":
        schema = {**schema, "items": {"anyOf": [schema["items"], _LIST_NAME]}} if schema["items"] else schema
    return {
        key: _lasting(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "enum" and "const" in schema)
        and key not in {"default", "propertyNames"}
    }


if __name__ == "__main__":
    sys.stdout.write(text())
