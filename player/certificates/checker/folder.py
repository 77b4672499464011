"""The folder of a certificate: the names of its files, the manifest, and ways to read them with bounds."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import count
from pathlib import Path
from typing import Any

from player.errors import CertificateError, InputMissing

MANIFEST = "manifest.json"
FORMULA, EXCLUDED, PROOF = "formula.cnf", "excluded.cnf", "proof.drup"
SOLUTION = "solution.json"
#: The files that every certificate has beside the manifest.
FILES = (FORMULA, SOLUTION, EXCLUDED, PROOF)

SCHEMA = 2
#: A proof in another form, which a certificate may have too.
LRAT = "proof.lrat"
#: The longest file that is read, and its longest line, in bytes.
MAX_BYTES = 300_000_000
MAX_LINE_BYTES = 1_000_000
#: The longest JSON: its values take many times its memory.
MAX_JSON_CHARACTERS = 4_000_000
#: The deepest nesting of JSON.
MAX_DEPTH = 20
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')


def manifest_in(folder: Path) -> dict[str, Any]:
    """Return the manifest; raise InputMissing if it lacks, CertificateError if it is malformed, or of another schema.

    It has what the check does not need: the name, the encoding, the claim, the version.
    """
    data = json_of(folder, MANIFEST)
    if (schema := data.get("schema")) != SCHEMA:
        raise CertificateError(
            f"{MANIFEST} is of schema {schema!r:.20}, and certificates of schema {SCHEMA} are checked: "
            "make the certificate again"
        )
    return data


@contextmanager
def _opened(folder: Path, name: str) -> Iterator[BufferedReader]:
    """Open a file of the certificate; raise InputMissing if that fails, CertificateError if it is too long."""
    try:
        if (folder / name).exists() and not (folder / name).is_file():
            raise InputMissing(f"{name} in the certificate {folder} is no regular file: make the certificate again")
        with (folder / name).open("rb") as file:
            if os.fstat(file.fileno()).st_size > MAX_BYTES:
                raise CertificateError(f"{name} is longer than the {MAX_BYTES} bytes that are read")
            yield file
    except FileNotFoundError:
        raise InputMissing(f"{name} is not in the certificate {folder}") from None
    except OSError as error:
        raise InputMissing(f"{name} in the certificate {folder} can't be read: {error.strerror}") from None


def bytes_of(folder: Path, name: str) -> bytes:
    """Return the content of a file of the certificate, as `_opened` opens it."""
    with _opened(folder, name) as file:
        return file.read(MAX_BYTES)


def lines_of(folder: Path, name: str) -> Iterator[str]:
    """Yield the lines of a file, with their ends, as they are read; they must be ASCII."""
    with _opened(folder, name) as file:
        for number in count(1):
            line = file.readline(MAX_LINE_BYTES + 1)
            if not line:
                return
            if len(line) > MAX_LINE_BYTES:
                raise CertificateError(f"{name} line {number} is longer than the {MAX_LINE_BYTES} bytes that are read")
            if not line.isascii():
                raise CertificateError(f"{name} is not ASCII text: line {number} has another character")
            yield line.decode("ascii")


def whole(name: str, line: str) -> str:
    """Return a line without its end; raise CertificateError if it has none."""
    if not line.endswith("\n"):
        raise CertificateError(f"{name} is cut off: its last line does not end")
    return line[:-1]


def json_of(folder: Path, name: str) -> dict[str, Any]:
    """Return the JSON object in a file; raise CertificateError if it is none, or too long."""
    with _opened(folder, name) as file:
        content = file.read(MAX_JSON_CHARACTERS + 1)
    if len(content) > MAX_JSON_CHARACTERS:
        raise CertificateError(f"{name} is longer than the {MAX_JSON_CHARACTERS} bytes of JSON that are read")
    if not content.isascii():
        raise CertificateError(f"{name} is not ASCII text")
    data = value_in(name, content.decode("ascii"))
    if not isinstance(data, dict):
        raise CertificateError(f"{name} is no JSON object")
    return data


def value_in(name: str, text: str) -> Any:
    """Return the JSON value in `text`; raise CertificateError if it is none, or nested more deeply than any board."""
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
        if depth > MAX_DEPTH:
            raise CertificateError(f"{name} is nested too deeply")
    try:
        return json.loads(text)
    except ValueError:  # also of digits without end
        raise CertificateError(f"{name} is not JSON") from None
