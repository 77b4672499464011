"""Junk anywhere in selectors.yaml, drawn more often than in the default run.

Only `-m ''` runs it: CI draws forty in the full tests.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.selectors_junk import DELETED, JUNK, SHIPPED, Where, is_taken_or_refused, nodes, put


@pytest.mark.more
def test_junk_in_place_of_any_node_is_taken_or_refused_in_one_line(tmp_path: Path) -> None:
    @settings(max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(where=st.sampled_from(list(nodes(SHIPPED))), junk=JUNK | st.just(DELETED))
    def junk_is_taken_or_refused(where: Where, junk: Any) -> None:
        is_taken_or_refused(tmp_path, json.dumps(put(SHIPPED, where, junk)))

    junk_is_taken_or_refused()
