"""The words for a page's verdict."""

import json
from typing import get_args

from player.browser.page.observation import Verdict
from player.browser.selectors.controls import Sign


def test_each_sign_in_selectors_yaml_is_a_verdict() -> None:
    assert {*get_args(Sign.model_fields["proves"].annotation), "none"} == {*Verdict}


def test_a_verdict_is_its_word_in_json() -> None:
    assert json.dumps([*Verdict]) == '["results", "banner", "board", "none"]'
