"""The folder of a certificate: the names of its files, the manifest, and the checksums."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from player.errors import CertificateError, InputMissing

MANIFEST = "manifest.json"
FORMULA, EXCLUDED, PROOF = "formula.cnf", "excluded.cnf", "proof.drup"
SOLUTION, MODEL = "solution.json", "model.txt"
#: The files that the manifest has checksums of.
FILES = (FORMULA, SOLUTION, MODEL, EXCLUDED, PROOF)

SCHEMA = 1
#: The longest file that is read, in bytes.
MAX_BYTES = 300_000_000
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
    data = object_in(MANIFEST, text_in(MANIFEST, bytes_of(folder, MANIFEST)))
    if data.get("schema") != SCHEMA:
        raise CertificateError(f"{MANIFEST} is not of a certificate with schema {SCHEMA}, the one that is checked")
    kinds = {"game": str, "board": dict, "counts": dict, "sha256": dict}
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind):
            raise CertificateError(f"{MANIFEST} lacks {key!r}, or it is no {kind.__name__}")
    if data["board"].get("game") != data["game"]:
        raise CertificateError(f"{MANIFEST} has a board of another game than {data['game']!r:.40}")
    return Manifest(data["game"], data["board"], data["counts"], data["sha256"], data)


def bytes_of(folder: Path, name: str) -> bytes:
    """Return the content of a file of the certificate; raise InputMissing if it can't be read."""
    try:
        with (folder / name).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputMissing(f"{name} is not in the certificate {folder}") from None
    except OSError as error:
        raise InputMissing(f"{name} in the certificate {folder} can't be read: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise CertificateError(f"{name} is longer than the {MAX_BYTES} bytes that are read")
    return content


def text_in(name: str, content: bytes) -> str:
    """Return the text of a file, which must be ASCII."""
    try:
        return content.decode("ascii")
    except UnicodeDecodeError as error:
        raise CertificateError(f"{name} is not ASCII text: byte {error.start + 1} is none of its characters") from None


def object_in(name: str, text: str) -> dict[str, Any]:
    """Return the JSON object in `text`; raise CertificateError if it is none."""
    data = value_in(name, text)
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
