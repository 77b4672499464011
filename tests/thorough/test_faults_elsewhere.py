"""The rows of the fault table on the generation that the default run leaves out.

CI runs it by itself: `pytest tests/thorough`.
"""

from typing import Any

import pytest

from tests.browser.test_fault_table import is_won, rows
from tests.conftest import Opener


@pytest.mark.parametrize(("generation", "game", "faults"), rows(0))
def test_a_page_of_the_other_generation_is_won_all_the_same(
    open_replica: Opener, generation: str, game: str, faults: dict[str, Any]
) -> None:
    is_won(open_replica, generation, game, faults)
