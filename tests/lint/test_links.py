"""The links and paths in the README and the docs lead somewhere."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.support.documents import DOCUMENTS, README, ROOT

_LINK = re.compile(r'\[[^\]]*\]\(([^)\s]+)\)|<img src="([^"]+)"')
_PATH = re.compile(r"(?<![\w./-])(?:player|tests|fixtures|docs|\.ci)/[\w./-]*\w|(?<![\w./-])(?:player|tests)(?:/\w+)+/")
#: Words in capitals stand for a name of the reader's choice; docs/add-a-game.md makes the game latin.
_PLACEHOLDER = re.compile(r"\b(?:SITE|GAME|NAME|DATE|latin)\b")


def test_every_link_leads_somewhere() -> None:
    for document, target in ((page, target) for page in DOCUMENTS for target in _links(page)):
        path, _, anchor = target.partition("#")
        there = document.parent / path if path else document
        assert there.exists(), f"{document.name}: {target}"
        assert not anchor or anchor in _anchors(there), f"{document.name}: {target}"


def test_every_path_is_in_the_repository() -> None:
    for document in DOCUMENTS:
        text = re.sub(r"\]\([^)]*\)|https?://\S+", "", document.read_text(encoding="utf-8"))
        for path in {path for path in _PATH.findall(text) if not _PLACEHOLDER.search(path)}:
            assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), f"{document.name}: {path}"


def test_the_readme_leads_to_every_page() -> None:
    linked = {(README.parent / target.partition("#")[0]).resolve() for target in _links(README)}
    assert {page.resolve() for page in DOCUMENTS} - linked == {README.resolve()}


def test_the_map_has_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*`) \|", text.partition("## The map")[2].partition("\n## ")[0], re.MULTILINE)
    names = set(chain.from_iterable(re.findall(r"`([^`]+)`", row) for row in rows))
    assert all((ROOT / "player" / name).exists() for name in names), names
    there = {f"{path.name}/" for path in (ROOT / "player").iterdir() if (path / "__init__.py").exists()}
    there |= {path.name for path in (ROOT / "player").glob("[!_]*.py")}
    assert there <= names


def test_the_import_rules_are_those_that_are_linted() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    said = text.partition("## Import rules")[2].partition("\n    ")[2].partition("\n\n")[0].splitlines()
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    linted = [set(re.findall(r"\w+", layer)) for layer in layers if layer != "__main__"]
    assert [set(re.findall(r"\w+", line)) for line in said] == linted


def test_the_code_cites_chapters_that_there_are() -> None:
    for file in sorted((ROOT / "player").rglob("*.py")):
        cited = re.findall(r'(docs/[\w-]+\.md)(?:, "([^"]+)")?', " ".join(file.read_text(encoding="utf-8").split()))
        for path, chapter in cited:
            assert (ROOT / path).is_file(), f"{file}: {path}"
            assert not chapter or _slug(chapter) in _anchors(ROOT / path), f"{file}: {chapter}"


def _links(document: Path) -> Iterator[str]:
    for link, image in _LINK.findall(document.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", link or image):
            yield link or image


def _anchors(document: Path) -> set[str]:
    return {_slug(title) for title in re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)}


def _slug(title: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
