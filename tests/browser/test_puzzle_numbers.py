"""The number of the puzzle, where the page shows it."""

import pytest
from playwright.sync_api import Page, Route  # noqa: TID251  # browser tests drive a real browser

from player.artifacts.run_log import record
from player.files import REPLICA
from tests.support.replica import SMALL, Opener, played


def show(page: Page, text: str) -> None:
    """Let start screens show `text` in the place of the puzzle's number."""
    script = (REPLICA / "linkedin" / "games.js").read_text(encoding="utf-8")
    changed = script.replace('number ? `NO. ${number}` : ""', repr(text))
    assert changed != script

    def fulfil(route: Route) -> None:
        route.fulfill(body=changed, content_type="text/javascript")

    page.context.route("**/replica/games.js", fulfil)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("NO. 35", 35),
        ("No. 425", 425),
        ("#425", 425),
        ("Puzzle #7", 7),
        ("Zip #719", 719),
        ("Tango #719", None),
        ("#1", None),
        ("425", None),
        ("12-day streak", None),
        ("No. 3 of 40", None),
        ("#1 in your company", None),
        ("Zip #719 and Zip #718", None),
    ],
    ids=str,
)
def test_a_number_counts_if_it_stands_by_itself_or_behind_the_name_of_the_game(
    open_replica: Opener, page: Page, text: str, number: int | None
) -> None:
    opened = open_replica("zip", board=SMALL["zip"], generation="sdui")
    show(page, text)
    opened.open()
    assert opened.reader.number == number


@pytest.mark.full
def test_the_number_is_in_the_record(open_replica: Opener, page: Page) -> None:
    opened = open_replica("zip", board=SMALL["zip"])
    show(page, "NO. 35")
    assert record(played("zip", opened))["number"] == 35


@pytest.mark.full
def test_a_label_with_the_name_of_the_board_begins_with_its_number(open_replica: Opener) -> None:
    assert record(played("mini-sudoku", open_replica("mini-sudoku")))["number"] == 371


@pytest.mark.full
def test_two_numbers_that_disagree_are_none(open_replica: Opener, page: Page) -> None:
    opened = open_replica("mini-sudoku")
    show(page, "NO. 370")
    page.add_init_script("""addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend",
        '<main><p>Mini Sudoku #370</p></main>'))""")
    assert opened.reader.number is None
    played("mini-sudoku", opened)
    assert opened.reader.number is None


@pytest.mark.full
def test_a_number_that_is_not_shown_does_not_count(open_replica: Opener, page: Page) -> None:
    page.add_init_script("""addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend",
        '<main style="visibility: hidden"><p>Zip #370</p></main>'))""")
    assert record(played("zip", open_replica("zip", board=SMALL["zip"])))["number"] is None
