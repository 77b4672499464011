"""The JSON Schema of selectors.yaml, for editors.

`python -m player.browser.selectors.json_schema > selectors.schema.json` makes it anew.
It is that of the models, where a page may leave any key to what it inherits.
"""

import json
import sys
from typing import Any

from player.browser.selectors.readings import EVERY, READINGS
from player.browser.selectors.schema import Selectors

_INHERITED = {"anyOf": [{"$ref": "#/$defs/PageSelectors"}, {"type": "null"}]}
#: Of the items of a list: the name of a list whose items it stands for.
_LIST_NAME = {"type": "string", "pattern": r"^\$[\w-]+$"}


def text() -> str:
    """Return the schema as it stands in selectors.schema.json."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_lasting(_as_it_stands())}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _as_it_stands() -> dict[str, Any]:
    """Return the models' schema with the keys of the file that are gone once pages have inherited."""
    schema = Selectors.model_json_schema()
    page, game, site = (schema["$defs"][name] for name in ("PageSelectors", "GameSelectors", "SiteSelectors"))
    del page["required"]
    fields = page["properties"]["read"]
    fields["additionalProperties"] = _or_null(fields["additionalProperties"])
    page["properties"] = {name: _or_null(part) for name, part in page["properties"].items()}
    builds = {"type": "object", "additionalProperties": _INHERITED}
    schema["$defs"]["SiteDefaults"] = {**page, "properties": {**page["properties"], "pages": builds}}
    game["properties"]["defaults"] = _INHERITED
    site["properties"]["defaults"] = _or_null({"$ref": "#/$defs/SiteDefaults"})
    site["properties"]["like"] = {"type": "string", "minLength": 1}
    site["required"] = ["origin", "games"]  # the others may come from the site that it is like
    reading = schema["$defs"]["Reading"]
    schema["$defs"]["Reading"] = {"anyOf": [_kind(name, reading) for name in READINGS]}
    schema["properties"]["lists"] = {"type": "object", "additionalProperties": {"type": "array"}}
    return schema


def _kind(name: str, reading: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one kind of readings, of that of all."""
    parts = reading["properties"]
    kind = {name: parts[name]["anyOf"][0], **{key: parts[key] for key in (*EVERY, *READINGS[name])}}
    return {**reading, "description": parts[name]["description"], "properties": kind, "required": [name]}


def _or_null(part: dict[str, Any]) -> dict[str, Any]:
    null = {"type": "null"}
    return part if null in part.get("anyOf", ()) else {"anyOf": [part, null]}


def _lasting(schema: Any) -> Any:
    """Return `schema` without what is of no use in an editor, and with the names of lists."""
    if isinstance(schema, list):
        return [_lasting(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "items" in schema and schema["items"].get("type") != "string":
        schema = {**schema, "items": {"anyOf": [schema["items"], _LIST_NAME]}} if schema["items"] else schema
    return {
        key: _lasting(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str)) and key not in {"default", "propertyNames"}
    }


if __name__ == "__main__":
    sys.stdout.write(text())
