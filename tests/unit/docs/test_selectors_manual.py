"""The manual of the selectors file has every key that the file may have."""

import json
import re

from player.browser.selectors.schema import Selectors
from tests.support.documents import ROOT


def test_every_key_and_expectation_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
    schema = json.dumps(Selectors.model_json_schema())
    parts = [Selectors.model_json_schema(), *json.loads(schema)["$defs"].values()]
    keys = {key for part in parts for key in part.get("properties", {})}
    words = {word for group in re.findall(r'"enum": \[([^\]]*)\]', schema) for word in re.findall(r'"([^"]+)"', group)}
    missing = {word for word in keys | words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", manual)}
    assert len(keys) > 50
    assert not missing
