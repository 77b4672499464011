"""The folder of an archive: it writes what changed, and touches nobody else's files."""

import json
import os
import stat
from pathlib import Path

import pytest

from player.errors import CannotCreate
from player.nightly.archive.folder import MANIFEST, ArchiveFolder, files_of


def made(root: Path, *, publish: bool = False, **files: str) -> ArchiveFolder:
    """Build an archive whose pages are named by `files`."""
    names = {f"{name}.html": text for name, text in files.items()}
    folder = ArchiveFolder(root, publish=publish)
    folder.plan(names)
    for name, text in names.items():
        folder.put(name, text.encode())
    folder.prune(names)
    folder.save()
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_second_build_writes_only_what_changed_and_removes_what_is_gone(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    made(root, one="1", two="2", three="3")
    before = (root / "one.html").stat()
    again = made(root, one="1", two="other")
    assert (again.written, again.unchanged, again.removed) == (1, 1, 1)
    assert (root / "one.html").stat().st_mtime_ns == before.st_mtime_ns
    assert (root / "one.html").stat().st_ino == before.st_ino
    assert files_of(root) == {"one.html", "two.html"}
    assert not (root / "three.html").exists()


def test_a_page_that_was_lost_or_changed_is_written_again(tmp_path: Path) -> None:
    made(tmp_path / "a", one="1", two="2")
    (tmp_path / "a" / "one.html").unlink()
    (tmp_path / "a" / "two.html").write_text("changed")
    assert made(tmp_path / "a", one="1", two="2").written == 2


def test_a_removed_page_that_somebody_has_changed_stays(tmp_path: Path) -> None:
    made(tmp_path / "a", one="1", two="2")
    (tmp_path / "a" / "two.html").write_text("my notes")
    again = made(tmp_path / "a", one="1")
    assert (again.kept, again.removed) == (["two.html"], 0)
    assert (tmp_path / "a" / "two.html").read_text() == "my notes"
    assert files_of(tmp_path / "a") == {"one.html"}


def test_other_files_in_the_folder_stay(tmp_path: Path) -> None:
    made(tmp_path / "a", one="1")
    (tmp_path / "a" / "CNAME").write_text("example.org")
    made(tmp_path / "a", two="2")
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["CNAME", MANIFEST, "two.html"]


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    made(tmp_path, one="1")
    (tmp_path / "two.html").write_text("mine")
    with pytest.raises(CannotCreate, match=r"two\.html was not made by `player archive`: move it away"):
        made(tmp_path, one="1", two="2")
    assert (tmp_path / "two.html").read_text() == "mine"


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear")
    with pytest.raises(CannotCreate, match=r"has files that no archive made, such as thesis\.tex"):
        ArchiveFolder(tmp_path, publish=False)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotCreate, match="can't be an archive: Not a directory"):
        ArchiveFolder(tmp_path / "file", publish=False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is damaged"),
        ("[]", "is damaged"),
        ('{"player_archive": 1, "files": {"../thesis.tex": {}}}', "is damaged"),
        ('{"player_archive": 1, "files": {"/etc/hosts": {}}}', "is damaged"),
        ('{"player_archive": 1, "files": {"index.html": 3}}', "is damaged"),
        ('{"player_archive": 2, "files": {}}', "of a newer player"),
    ],
)
def test_a_list_that_is_not_ours_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(CannotCreate, match=says):
        ArchiveFolder(tmp_path, publish=False)


@pytest.mark.skipif(os.name != "posix", reason="links and permissions are POSIX")
def test_no_link_leads_a_build_to_another_place(tmp_path: Path) -> None:
    made(tmp_path / "a", one="1")
    (tmp_path / "thesis").write_text("dear")
    (tmp_path / "a" / "one.html").unlink()
    (tmp_path / "a" / "one.html").symlink_to(tmp_path / "thesis")
    with pytest.raises(CannotCreate, match=r"one\.html is a link to another place"):
        made(tmp_path / "a", one="2")
    assert (tmp_path / "thesis").read_text() == "dear"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
def test_a_private_archive_is_its_owners_alone_and_a_published_one_is_not(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    mask = os.umask(0o022)
    try:
        made(root, one="1")
        assert (mode(root), mode(root / "one.html"), mode(root / MANIFEST)) == (0o700, 0o600, 0o600)
        assert made(root, publish=True, one="1").written == 1
        assert (mode(root), mode(root / "one.html"), mode(root / MANIFEST)) == (0o755, 0o644, 0o644)
        made(root, one="1")
        assert (mode(root), mode(root / "one.html"), mode(root / MANIFEST)) == (0o700, 0o600, 0o600)
    finally:
        os.umask(mask)


def test_the_pages_of_a_build_that_was_killed_are_known_to_the_next(tmp_path: Path) -> None:
    killed = ArchiveFolder(tmp_path / "a", publish=False)
    killed.plan(["one.html", "two.html"])
    killed.put("one.html", b"1")  # and no list is written after that
    made(tmp_path / "a", two="2")
    assert files_of(tmp_path / "a") == {"two.html"}
    assert not (tmp_path / "a" / "one.html").exists()


def test_what_a_build_that_was_killed_had_begun_to_write_goes(tmp_path: Path) -> None:
    made(tmp_path, one="1")
    for name in (".one.html.hn9c5s92", f".{MANIFEST}.abcd_123", ".two.html.hn9c5s92", ".one.html.swp"):
        (tmp_path / name).write_text("half")
    made(tmp_path, one="1")
    assert {path.name for path in tmp_path.glob(".*")} == {".two.html.hn9c5s92", ".one.html.swp"}


def test_a_page_is_made_anew_if_its_source_differs(tmp_path: Path) -> None:
    folder = ArchiveFolder(tmp_path / "a", publish=False)
    folder.plan(["one.html"])
    assert not folder.has("one.html", "digest")
    folder.put("one.html", b"1", "digest")
    folder.save()
    again = ArchiveFolder(tmp_path / "a", publish=False)
    assert again.has("one.html", "digest")
    assert not again.has("one.html", "another")
    (tmp_path / "a" / "one.html").write_text("2")
    assert not again.has("one.html", "digest")
    assert json.loads((tmp_path / "a" / MANIFEST).read_text())["files"]["one.html"]["source"] == "digest"
