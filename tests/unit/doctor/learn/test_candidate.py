"""Readings that are derived from others."""

import pytest

from player.browser.selectors.readings import as_reading
from player.doctor.learn.table import Reading, at_start

COVERED = {"covered": ".sun"}


@pytest.mark.parametrize(
    ("marks", "reading"),
    [
        ([".sun", ".moon"], ".sun, .moon"),
        ([COVERED], COVERED),
        ([COVERED, ".moon"], {"all": {"given 0": COVERED, "given 1": ".moon"}}),
    ],
    ids=["selectors", "one reading", "a reading and a selector"],
)
def test_what_is_there_at_the_start_is_any_of_the_marks_in_the_first_look(
    marks: list[str | Reading], reading: str | Reading
) -> None:
    found = at_start(marks)
    assert found == {"has": reading, "once": True}
    as_reading(found)
