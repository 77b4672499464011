"""The meaning of a server's answers, and of the browser's errors if there is none."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from player.browser.page.connection import failure, refusal, retry_after, spoken
from player.errors import Denied, NoNetwork, Throttled, Unavailable

URL = "https://games.example/zip/"


@pytest.mark.parametrize(
    ("status", "headers", "code", "said"),
    [
        (429, {}, 75, "answers 429, too many requests: try again later"),
        (429, {"retry-after": "120"}, 75, "try again in 120 seconds"),
        (429, {"retry-after": "7200"}, 75, "try again in 120 minutes"),
        (429, {"retry-after": "soon"}, 75, "try again later"),
        (999, {}, 77, "answers 999, request denied: the site asks for a person"),
        (451, {}, 77, "not shown here for legal reasons"),
        (401, {}, 77, "answers 401: type `player login`"),
        (403, {"cf-mitigated": "challenge"}, 77, "answers 403, with a challenge"),
        (404, {}, 76, "fix --url"),
        (410, {}, 76, "fix --url"),
        (407, {}, 75, "the proxy requires authentication"),
        (503, {"retry-after": "3600"}, 75, "answers 503: try again in 60 minutes"),
    ],
)
def test_an_answer_that_will_not_change_soon_is_reported_at_once(
    status: int, headers: dict[str, str], code: int, said: str
) -> None:
    refused = refusal(URL, status, headers)
    assert refused is not None
    assert refused.code == code
    assert said in str(refused)


@pytest.mark.parametrize(
    ("status", "headers"), [(500, {}), (502, {}), (503, {}), (503, {"retry-after": "2"}), (408, {})]
)
def test_an_answer_that_may_change_soon_is_worth_another_request(status: int, headers: dict[str, str]) -> None:
    assert refusal(URL, status, headers) is None


def test_a_date_to_come_back_at_is_a_wait() -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(minutes=30), usegmt=True)
    wait = retry_after({"retry-after": then})
    assert wait is not None
    assert 1_790 < wait <= 1_800
    assert isinstance(refused := refusal(URL, 429, {"retry-after": then}), Throttled)
    assert "try again in 30 minutes" in str(refused)


@pytest.mark.parametrize("said", ["", "later", "-5", "1e9", "99999999999999999999", "Mon, 99 Foo 2026 00:00:00 GMT"])
def test_a_wait_that_cannot_be_read_is_none(said: str) -> None:
    assert retry_after({"retry-after": said}) is None


def test_a_date_that_is_over_is_no_wait() -> None:
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (5, "5 seconds"),
        (121, "3 minutes"),
        (3_600, "60 minutes"),
        (7_201, "3 hours"),
        (259_200, "3 days"),
    ],
)
def test_a_wait_is_written_in_plain_words(seconds: float, words: str) -> None:
    assert spoken(seconds) == words


@pytest.mark.parametrize(
    ("message", "kind", "said"),
    [
        ("net::ERR_NAME_NOT_RESOLVED at https://x", NoNetwork, "there is no network: games.example is not found"),
        ("net::ERR_INTERNET_DISCONNECTED at https://x", NoNetwork, "there is no network: games.example is not reached"),
        ("net::ERR_CONNECTION_REFUSED at https://x", Unavailable, "games.example refuses the connection"),
        ("net::ERR_CONNECTION_RESET at https://x", Unavailable, "games.example closed the connection"),
        ("net::ERR_CERT_DATE_INVALID at https://x", Unavailable, "games.example has no valid certificate"),
        ("Page.goto: Timeout 20000ms exceeded.", Unavailable, "games.example did not answer in time"),
        ("net::ERR_SOMETHING_NEW at https://x?secret", Unavailable, "net::ERR_SOMETHING_NEW at https://x"),
    ],
)
def test_what_the_browser_says_of_the_network_becomes_a_sentence(
    message: str, kind: type[Unavailable], said: str
) -> None:
    lost = failure(URL, message)
    assert type(lost) is kind
    assert str(lost).startswith(said)
    assert "?" not in str(lost).removeprefix(said).replace("(is the clock right?)", "")


def test_a_denial_says_that_no_other_game_needs_to_be_tried() -> None:
    assert isinstance(refused := refusal(URL, 999, {}), Denied)
    assert refused.of_site
