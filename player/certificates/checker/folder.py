"""The folder of a certificate: the names of its files, and strict readers of them within bounds.

A formula is DIMACS with the meanings of the variables in comments, a proof DRUP.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from player.errors import CertificateError, InputMissing, short

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


# Formulas and proofs

Clause = tuple[int, ...]

#: The most variables: the memory of the check grows with them.
MAX_VARIABLES = 5_000_000

_LITERAL = "-?[1-9][0-9]{0,8}"
CLAUSE = re.compile(rf"(?:{_LITERAL} )*0")
_HEADER = re.compile(r"p cnf (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})")
_MEANING = re.compile(r"c ([1-9][0-9]{0,8}) = (\S.*)")
_COMMENT = "c "
_BOARD = "c board: "


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula; `meanings[i]` is that of variable i + 1, of those that are not auxiliary.

    `board` is the board's JSON.
    """

    variables: int
    clauses: Sequence[Clause]
    meanings: tuple[str, ...]
    board: Any


def formula_in(lines: Iterable[str]) -> Formula:
    """Return the formula in the lines of formula.cnf; raise CertificateError if it is malformed."""
    meanings, parts = list[tuple[str, str]](), list[str]()

    def take(line: str) -> None:
        if match := _MEANING.fullmatch(line):
            meanings.append((match[1], match[2]))
        elif line.startswith(_BOARD):
            parts.append(line.removeprefix(_BOARD))

    variables, body = _read(FORMULA, lines, take)
    clauses, texts = [*body], tuple(text for _, text in meanings)
    if not 0 < len(meanings) <= variables or any(int(of) != number for number, (of, _) in enumerate(meanings, start=1)):
        raise CertificateError(f"{FORMULA} does not give each variable one meaning, 'c 1 = ...', 'c 2 = ...', in order")
    if len(set(texts)) != len(texts):
        raise CertificateError(f"{FORMULA} gives two variables one meaning")
    board = "".join(parts)
    if not 0 < len(board) <= MAX_JSON_CHARACTERS:
        raise CertificateError(f"{FORMULA} does not have the board as JSON in comments, 'c board: ...'")
    return Formula(variables, clauses, texts, value_in(f"the board in {FORMULA}", board))


def excluded_in(lines: Iterable[str], formula: Formula) -> Clause:
    """Return the last clause in the lines of excluded.cnf; raise CertificateError if the others are not `formula`."""
    variables, body = _read(EXCLUDED, lines, lambda _line: None)
    if variables != formula.variables:
        raise CertificateError(f"{EXCLUDED} has {variables} variables, {FORMULA} has {formula.variables}")
    last, number, known = None, 0, len(formula.clauses)
    for number, clause in enumerate(body, start=1):
        last = clause
        if number <= known and clause != formula.clauses[number - 1]:
            words = short(" ".join(map(str, (*clause, 0))))
            raise CertificateError(f"{EXCLUDED} differs from {FORMULA} in clause {number}: {words}")
    if last is None or number != known + 1:
        raise CertificateError(f"{EXCLUDED} has {number} clauses, not the {known} of {FORMULA} and 1")
    return last


def _read(name: str, lines: Iterable[str], take: Callable[[str], None]) -> tuple[int, Iterator[Clause]]:
    """Return the number of variables, and the clauses, as many as the header says; `take` gets the comments."""
    numbered = ((number, whole(name, line)) for number, line in enumerate(lines, start=1))
    header = ""
    for _, line in numbered:
        if not line.startswith(_COMMENT):
            header = line
            break
        take(line)
    match = _HEADER.fullmatch(header)
    if not match:
        raise CertificateError(f"{name} has {short(header)} where 'p cnf VARIABLES CLAUSES' was expected")
    variables, wanted = map(int, match.groups())
    if variables > MAX_VARIABLES:
        raise CertificateError(f"{name} has {variables} variables: at most {MAX_VARIABLES} are checked")
    return variables, _clauses(name, numbered, variables, wanted, take)


def _clauses(
    name: str, numbered: Iterable[tuple[int, str]], variables: int, wanted: int, take: Callable[[str], None]
) -> Iterator[Clause]:
    found = 0
    for number, line in numbered:
        if line.startswith(_COMMENT):
            take(line)
            continue
        if not CLAUSE.fullmatch(line):
            raise CertificateError(f"{name} line {number} is no clause: {short(line)}")
        clause = tuple(map(int, line.split()[:-1]))
        found += 1
        if clause and max(*clause, -min(clause)) > variables:
            raise CertificateError(f"{name}: clause {found} has a variable beyond the {variables} of its header")
        yield clause
    if found != wanted:
        raise CertificateError(f"{name} has {found} clauses, its header says {wanted}")


def steps_in(lines: Iterable[str]) -> Iterator[tuple[bool, Clause]]:
    """Yield the steps of a DRUP proof: True and a clause that is added, False and one that is deleted.

    Raise CertificateError if it is malformed, or does not end with the empty clause.
    """
    ended = number = 0
    for number, raw in enumerate(lines, start=1):
        line = whole(PROOF, raw)
        if ended:
            raise CertificateError(f"{PROOF} goes on after the empty clause on line {ended}")
        added = not line.startswith("d ")
        words = line if added else line[2:]
        if not CLAUSE.fullmatch(words):
            raise CertificateError(f"{PROOF} line {number} is no step of a proof: {short(line)}")
        if added and words == "0":
            ended = number
        yield added, tuple(map(int, words.split()[:-1]))
    if not number:
        raise CertificateError(f"{PROOF} is cut off: it is empty")
    if not ended:
        raise CertificateError(f"{PROOF} does not end with the empty clause: it is cut off, or proves nothing")
