"""Refusals of a page: what it lacks, and answers of servers that stop the run."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from player.browser.page.observation import BoardSeen, NothingSeen, Observation, SeveralBoardsSeen
from player.errors import Denied, NoNetwork, PageNotUnderstood, PlayerError, SignInNeeded, Throttled, Unavailable

if TYPE_CHECKING:
    from player.browser.selectors.schema import GameSelectors


SIGN_IN = "type `player login`, and play --as member"

#: Longest wait that a server may ask for, in seconds; a longer one is reported instead.
MAX_RETRY_AFTER_S = 5.0

_NO_NETWORK = re.compile(
    r"ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE"
    r"|NETWORK_ACCESS_DENIED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|PROXY_CONNECTION_FAILED)"
)
#: Messages for the browser's other errors, by pattern.
_ERRORS = {
    r"ERR_CONNECTION_REFUSED": "{host} refuses the connection",
    r"ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED)": "{host} closed the connection",
    r"ERR_(EMPTY_RESPONSE|INVALID_RESPONSE|INVALID_HTTP_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
    r"|ERR_(HTTP2|QUIC)_\w+": "{host} sent an incomplete answer",
    r"ERR_(CONNECTION_)?TIMED_OUT|Timeout \d+ms exceeded": "{host} did not answer in time",
    r"ERR_CERT_\w+|ERR_SSL_\w+|ERR_BAD_SSL\w*": "{host} has no valid certificate (is the clock right?)",
    r"ERR_TOO_MANY_REDIRECTS": "{host} redirects in a circle",
    r"ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_\w+": "the proxy does not reach {host}",
}


def refusal(url: str, status: int, headers: Mapping[str, str]) -> PlayerError | None:
    """Return the error for an answer after which retrying soon is useless; None if a retry makes sense."""
    wait, what = patience(headers), f"{url} answers {status}"
    again = "try again later" if wait is None else f"try again in {spoken(wait)}"
    match status:
        case HTTPStatus.TOO_MANY_REQUESTS:
            return Throttled(f"{what}, too many requests: {again}", wait)
        case 999:  # not a standard code: the answer of some sites to supposed robots
            return Denied(f"{what}, request denied: the site asks for a person: {SIGN_IN}{_after(wait)}")
        case HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS:
            refused: PlayerError = Denied(f"{what}, not shown here for legal reasons: ask the site")
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            challenge = ", with a challenge" if headers.get("cf-mitigated") == "challenge" else ""
            refused = SignInNeeded(f"{what}{challenge}: {SIGN_IN}")
        case HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
            refused = NoNetwork(f"{what}, the proxy requires authentication: sign in to the proxy")
        case HTTPStatus.NOT_FOUND | HTTPStatus.GONE:
            refused = PageNotUnderstood(f"{what}: fix --url, or 'url' in selectors.yaml")
        case _:
            return Throttled(f"{what}: {again}", wait) if wait is not None and wait > MAX_RETRY_AFTER_S else None
    return refused


def failure(url: str, message: str) -> PlayerError:
    """Return the error for the browser's `message` about `url`, which did not load."""
    host = urlsplit(url).hostname or url
    if _NO_NETWORK.search(message):
        name = "NAME" in message or "DNS" in message
        return NoNetwork(f"there is no network: {host} is not {'found' if name else 'reached'}")
    for words, means in _ERRORS.items():
        if re.search(words, message):
            return Unavailable(means.format(host=host))
    return Unavailable(message.splitlines()[0].split("?")[0])


def patience(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the Retry-After header asks to wait; None if it is absent or invalid."""
    said = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d*)?", said):
        return float(said)
    try:
        at = parsedate_to_datetime(said)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def spoken(seconds: float) -> str:
    """Return a duration in words, rounded up."""
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds > 2 * length:
            return f"{-(-seconds // length):.0f} {unit}s"
    number = -(-seconds // 1)
    return f"{number:.0f} second{'' if number == 1 else 's'}"


def _after(wait: float | None) -> str:
    return "" if wait is None else f", in {spoken(wait)}"


def not_understood(
    look: Observation, game: "GameSelectors", elsewhere: Collection[str], path: str, seconds: float
) -> PageNotUnderstood:
    """Return the error that names the missing part of the board in `look`, after `seconds` of waiting.

    The fields read `elsewhere` may be missing.
    """
    if isinstance(look, SeveralBoardsSeen):
        return undecided(look, path)
    if isinstance(look, BoardSeen) and look.covered:
        return PageNotUnderstood("something covers the board that no overlay in selectors.yaml names: fix 'overlays'")
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        chains = game.page(look.generation).read
        expected = "; ".join(f"{name!r} ({', '.join(chains[name].expect)})" for name in missing if name in chains)
        return PageNotUnderstood(
            f"on {path} no alternative in selectors.yaml reads what is expected of {expected}: fix 'read'"
        )
    if isinstance(look, NothingSeen) and look.lesson:
        return PageNotUnderstood(
            f"the board on {path} is a lesson's, not the game's: finish or skip the lesson in a browser, then try again"
        )
    found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
    return PageNotUnderstood(
        f"no board on {path} within {seconds:g} s: a grid with cells was expected (matches: {found}; "
        f"frames looked into: {', '.join(look.paths)}): fix selectors.yaml"
    )


def awaited(look: Observation, elsewhere: Collection[str], path: str) -> str:
    """Describe the part of the board that `look`, at the page on `path`, still lacks."""
    if isinstance(look, BoardSeen) and look.covered:
        return f"something covers the board on {path}"
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        return f"the board on {path} shows no {' and no '.join(missing)} yet"
    if not look.paths:
        return f"{path} is still loading"
    return f"{path} shows no board yet"


def undecided(look: SeveralBoardsSeen, path: str) -> PageNotUnderstood:
    """Return the error for several boards in `look`, none of which is known to take input."""
    found = "; ".join(f"{cells} cells in {way}" for cells, way in look.boards)
    return PageNotUnderstood(
        f"{len(look.boards)} boards are visible on {path}, and nothing on the page tells which one takes input: "
        f"{found}: close the others, or let 'grid' in selectors.yaml find just the one"
    )
