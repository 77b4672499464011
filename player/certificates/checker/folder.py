"""The folder of a certificate: the names of its files, the manifest, and ways to read them within bounds."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

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


class Files(NamedTuple):
    """The contents of the files of a certificate by their names, and the folder that they are from."""

    folder: Path
    contents: Mapping[str, bytes]


def files_in(folder: Path) -> Files:
    """Return the files of a certificate, as far as they are there.

    Raise InputMissing if one can't be read, CertificateError if it is too long.
    """
    there = [name for name in (MANIFEST, *FILES, LRAT) if (folder / name).exists()]
    return Files(folder, {name: _content(folder, name) for name in there})


def _content(folder: Path, name: str) -> bytes:
    try:
        if not (folder / name).is_file():
            raise InputMissing(f"{name} in the certificate {folder} is no regular file: make the certificate again")
        with (folder / name).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputMissing(f"{name} in the certificate {folder} can't be read: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise CertificateError(f"{name} is longer than the {MAX_BYTES} bytes that are read")
    return content


def manifest_in(files: Files) -> dict[str, Any]:
    """Return the manifest; raise InputMissing if it lacks, CertificateError if it is malformed, or of another schema.

    It has what the check does not need: the name, the encoding, the claim, the version.
    """
    data = json_of(files, MANIFEST)
    if (schema := data.get("schema")) != SCHEMA:
        raise CertificateError(
            f"{MANIFEST} is of schema {schema!r:.20}, and certificates of schema {SCHEMA} are checked: "
            "make the certificate again"
        )
    return data


def _bytes_of(files: Files, name: str) -> bytes:
    if name not in files.contents:
        raise InputMissing(f"{name} is not in the certificate {files.folder}")
    return files.contents[name]


def lines_of(files: Files, name: str) -> Iterator[str]:
    """Yield the lines of a file, with their ends, as they are read; they must be ASCII."""
    stream = BytesIO(_bytes_of(files, name))
    for number, line in enumerate(iter(partial(stream.readline, MAX_LINE_BYTES + 1), b""), start=1):
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


def json_of(files: Files, name: str) -> dict[str, Any]:
    """Return the JSON object in a file; raise CertificateError if it is none, or too long."""
    content = _bytes_of(files, name)
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
