"""What a server's answer, or the lack of one, means for whoever asked for a page."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from player.errors import Denied, NoNetwork, PageNotUnderstood, PlayerError, SignInNeeded, Throttled, Unavailable

SIGN_IN = "type `player login`, and play --as member"

#: Seconds that are waited for a server that says when it is back; a longer wait is reported.
SHORT = 5.0

_NO_NETWORK = re.compile(
    r"ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE"
    r"|NETWORK_ACCESS_DENIED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|PROXY_CONNECTION_FAILED)"
)
#: What the browser's other errors mean, by words in them.
_ERRORS = {
    r"ERR_CONNECTION_REFUSED": "{host} refuses the connection",
    r"ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED)": "{host} broke the connection off",
    r"ERR_(EMPTY_RESPONSE|INVALID_RESPONSE|INVALID_HTTP_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
    r"|ERR_(HTTP2|QUIC)_\w+": "{host} sent no whole answer",
    r"ERR_(CONNECTION_)?TIMED_OUT|Timeout \d+ms exceeded": "{host} did not answer in time",
    r"ERR_CERT_\w+|ERR_SSL_\w+|ERR_BAD_SSL\w*": "{host} shows no valid certificate (is the clock right?)",
    r"ERR_TOO_MANY_REDIRECTS": "{host} leads from page to page in a circle",
    r"ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_\w+": "the proxy does not let {host} be reached",
}


def refusal(url: str, status: int, headers: Mapping[str, str]) -> PlayerError | None:
    """Why there is no use in asking for `url` again soon, None where there is."""
    wait, what = patience(headers), f"{url} answers {status}"
    again = "try again later" if wait is None else f"try again in {spoken(wait)}"
    match status:
        case HTTPStatus.TOO_MANY_REQUESTS:
            return Throttled(f"{what}, too many requests: {again}", wait)
        case 999:  # no standard's: a site says so to whom it takes for a robot
            return Denied(f"{what}, request denied: the site wants a person: {SIGN_IN}{_after(wait)}")
        case HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS:
            refused: PlayerError = Denied(f"{what}, not shown here for legal reasons: ask the site")
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            challenge = ", with a challenge for a person" if headers.get("cf-mitigated") == "challenge" else ""
            refused = SignInNeeded(f"{what}{challenge}: {SIGN_IN}")
        case HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
            refused = NoNetwork(f"{what}, the proxy wants to know who asks: sign in to the proxy")
        case HTTPStatus.NOT_FOUND | HTTPStatus.GONE:
            refused = PageNotUnderstood(f"{what}: mend 'url' in selectors.yaml")
        case _:
            return Throttled(f"{what}: {again}", wait) if wait is not None and wait > SHORT else None
    return refused


def failure(url: str, message: str) -> PlayerError:
    """What the browser's `message` says of `url`, which it did not get."""
    host = urlsplit(url).hostname or url
    if _NO_NETWORK.search(message):
        name = "NAME" in message or "DNS" in message
        return NoNetwork(f"there is no network: {host} is not {'found' if name else 'reached'}")
    for words, means in _ERRORS.items():
        if re.search(words, message):
            return Unavailable(means.format(host=host))
    return Unavailable(message.splitlines()[0].split("?")[0])


def patience(headers: Mapping[str, str]) -> float | None:
    """The seconds that Retry-After asks to wait, None where it asks for nothing that can be read."""
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
    """A length of time in words, rounded up."""
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds > 2 * length:
            return f"{-(-seconds // length):.0f} {unit}s"
    number = -(-seconds // 1)
    return f"{number:.0f} second{'' if number == 1 else 's'}"


def _after(wait: float | None) -> str:
    return "" if wait is None else f", in {spoken(wait)}"
