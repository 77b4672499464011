"""The values of a saved session, and the last look at everything that is kept of a run: none of them may be in it."""

import base64
import html
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

#: Shorter values (a flag, a language) stand in any page.
SHORTEST = 6


@dataclass(frozen=True, slots=True)
class Secrets:
    """The values of a session in all the forms in which they may turn up."""

    forms: frozenset[bytes] = frozenset()

    def are_in(self, name: str, content: bytes) -> bool:
        """Whether the file of that name holds a value; the members of a zip are looked into."""
        if any(form in content for form in self.forms):
            return True
        return name.endswith(".zip") and bool(self.forms) and any(map(self.are_in, *_members(content)))


def secrets_of(session: Path | None) -> Secrets:
    """The values of the cookies and of the local storage in a storage state saved by Playwright."""
    return secrets_in(state_in(session))


def secrets_in(state: Mapping[str, Any]) -> Secrets:
    """The values in a storage state."""
    return Secrets(frozenset(form for value in values_in(state) for form in forms(value)))


def state_in(session: Path | None) -> dict[str, Any]:
    """A storage state as it was saved; a guest's is empty."""
    state: dict[str, Any] = json.loads(session.read_text(encoding="utf-8")) if session else {}
    return state


def values_in(state: Mapping[str, Any]) -> Iterator[str]:
    stored = [item for origin in state.get("origins", []) for item in origin.get("localStorage", [])]
    for item in [*state.get("cookies", []), *stored]:
        value = str(item.get("value", ""))
        for form in {value, value.strip('"')}:
            if len(form) >= SHORTEST:
                yield form


def forms(value: str) -> Iterator[bytes]:
    yield from (
        form.encode(errors="replace") for form in (value, quote(value), quote(value, safe=""), quote_plus(value))
    )
    yield html.escape(value).encode(errors="replace")
    yield json.dumps(value)[1:-1].encode()
    yield json.dumps(value)[1:-1].replace("/", r"\/").encode()
    data = value.encode(errors="replace")
    for encode, before in product((base64.b64encode, base64.urlsafe_b64encode), range(3)):  # it may stand amid others
        yield encode(bytes(before) + data)[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]


def _members(content: bytes) -> tuple[list[str], list[bytes]]:
    """Names and contents of a zip's members."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            return [*names, ""], [*(archive.read(name) for name in names), "\n".join(names).encode()]
    except (zipfile.BadZipFile, zlib.error):
        return [], []
