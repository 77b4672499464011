"""The folder of a certificate: the names of its files, the manifest, and the checksums."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from itertools import count
from pathlib import Path
from typing import Any

from player.errors import CertificateError, InputMissing

MANIFEST = "manifest.json"
FORMULA, EXCLUDED, PROOF = "formula.cnf", "excluded.cnf", "proof.drup"
SOLUTION, MODEL = "solution.json", "model.txt"
#: The files that the manifest has checksums of.
FILES = (FORMULA, SOLUTION, MODEL, EXCLUDED, PROOF)

SCHEMA = 1
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


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest: `counts` has variables, named, clauses, cuts and steps; `sha256` the checksum of each file."""

    game: str
    board: Mapping[str, Any]
    counts: Mapping[str, Any]
    sha256: Mapping[str, Any]
    data: Mapping[str, Any]
    """All of it, with what the check does not need: the board's id, the way, the claim, the version."""


def checksum(content: bytes) -> str:
    """Return the SHA-256 of `content` as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest with the checksum of itself, under the key "checksum"."""
    own = {key: value for key, value in data.items() if key != "checksum"}
    return {**own, "checksum": checksum(json.dumps(own, sort_keys=True).encode())}


def manifest_in(folder: Path) -> Manifest:
    """Return the manifest of a certificate; raise InputMissing if it lacks, CertificateError if it is malformed."""
    data = json_of(folder, MANIFEST)
    if data.get("schema") != SCHEMA:
        raise CertificateError(f"{MANIFEST} is not of a certificate with schema {SCHEMA}, the one that is checked")
    kinds = {"game": str, "board": dict, "counts": dict, "sha256": dict}
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind):
            raise CertificateError(f"{MANIFEST} lacks {key!r}, or it is no {kind.__name__}")
    if data["board"].get("game") != data["game"]:
        raise CertificateError(f"{MANIFEST} has a board of another game than {data['game']!r:.40}")
    return Manifest(data["game"], data["board"], data["counts"], data["sha256"], data)


def files_of(folder: Path, manifest: Mapping[str, Any]) -> Sequence[str]:
    """Return the names of the files beside the manifest: the LRAT proof only if it is there, or should be."""
    return (*FILES, LRAT) if LRAT in manifest or (folder / LRAT).exists() else FILES


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


def checksum_of(folder: Path, name: str) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    with _opened(folder, name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
