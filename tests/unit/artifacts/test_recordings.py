"""A run.zip read back, however it was made, and recordings made of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from player.artifacts import recordings
from player.artifacts.recordings import Archive, Seen, of_archive, open_archive, see, snapshot_of
from player.errors import BoardError, CannotCreate, CannotWrite, InputMissing
from player.files import new_folder
from player.games import queens
from player.proof import prove
from player.secrets.values import Secrets
from tests.support.games.queens import queens_page
from tests.support.paper import QUEENS
from tests.support.traces import zipped

SNAPSHOT = queens_page(QUEENS).snapshot
SEEN = Seen(0, "board", SNAPSHOT, QUEENS, prove(queens.GAME, QUEENS).solution)
TOLD = {"outcome": "unreadable", "exit": 76, "generation": "ember", "path": "/games/view/queens/desktop"}
ABOUT = {"schema": 1, "site": "toy", "puzzle_day": "2026-11-20", "replica": True, "games": {"queens": TOLD}}
PAGE = b"<body><p>board</p><script>alert(1)</script></body>"
FILES = {
    "run.json": json.dumps(ABOUT).encode(),
    "queens/result.json": b"{}",
    "queens/page.html": PAGE,
    "queens/snapshot.json": json.dumps({"game": "queens", **SNAPSHOT.to_json()}).encode(),
}


def write(tmp_path: Path, files: Mapping[str, bytes]) -> Path:
    path = tmp_path / "run.zip"
    path.write_bytes(zipped(files))
    return path


def archive(tmp_path: Path, leave_out: str = "", **about: Any) -> Archive:
    files = {**FILES, "run.json": json.dumps({**ABOUT, **about}).encode()}
    return open_archive(write(tmp_path, {name: content for name, content in files.items() if name != leave_out}))


def test_an_archive_gives_back_what_was_packed(tmp_path: Path) -> None:
    found = archive(tmp_path)
    assert (found.site, found.day, found.replica) == ("toy", "2026-11-20", True)
    assert set(found.games["queens"]) == {"result.json", "page.html", "snapshot.json"}
    assert found.choose([], "page.html") == found.choose(["queens"], "page.html") == ["queens"]
    page = found.page("queens")
    assert (page.html, page.path, page.generation) == (
        "<body><p>board</p></body>",
        "/games/view/queens/desktop",
        "ember",
    )


def bad_zips() -> dict[str, tuple[bytes, str]]:
    def with_run(**about: Any) -> bytes:
        return zipped({**FILES, "run.json": json.dumps({**ABOUT, **about}).encode()})

    return {
        "no zip": (b"hello", "is no zip"),
        "half a zip": (zipped(FILES)[:-40], "is no zip"),
        "a damaged member": (zipped(FILES).replace(b"board", b"bored", 1), "is no zip"),
        "no run.json": (zipped({"queens/page.html": PAGE}), "no run.json"),
        "a run.json that is no JSON": (zipped({**FILES, "run.json": b"{"}), "not of this player"),
        "a list": (zipped({**FILES, "run.json": b"[]"}), "not of this player"),
        "not text": (zipped({**FILES, "run.json": b"\xff"}), "not of this player"),
        "another schema": (with_run(schema=2), "not of this player"),
        "a site out of the folder": (with_run(site="../x"), "not of this player"),
        "a day out of the folder": (with_run(puzzle_day="../../x"), "not of this player"),
        "games that are none": (with_run(games=["queens"]), "not of this player"),
        "a game that is a word": (with_run(games={"queens": "won"}), "not of this player"),
        "a way out": (zipped({**FILES, "../x.html": b""}), "invalid name ('../x.html')"),
        "an absolute name": (zipped({**FILES, "/etc/x.html": b""}), "invalid name"),
        "a deep name": (zipped({**FILES, "queens/a/b.html": b""}), "invalid name"),
        "a name with a drive": (zipped({**FILES, "c:\\x.html": b""}), "invalid name"),
        "too many": (zipped({**FILES, **{f"queens/{'a' * n}.txt": b"" for n in range(1, 501)}}), "too big"),
        "too big": (zipped({**FILES, "queens/big.bin": bytes(recordings.MAX_MEMBER_BYTES + 1)}), "too big"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", bad_zips())
def test_what_is_no_run_zip_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    content, said = bad_zips()[name]
    (tmp_path / "run.zip").write_bytes(content)
    with pytest.raises(BoardError) as caught:
        open_archive(tmp_path / "run.zip")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("path", "said"), [("none.zip", "is not there"), ("", "is a folder: name the run.zip in it")])
def test_a_file_that_is_not_there_is_missing(tmp_path: Path, path: str, said: str) -> None:
    with pytest.raises(InputMissing, match=said):
        open_archive(tmp_path / path)


@pytest.mark.parametrize(
    ("names", "leave_out", "said"),
    [
        (["zip"], "", "holds no zip: one of queens"),
        (["queens"], "queens/page.html", "holds no page.html of Queens: its run ended"),
        ([], "queens/page.html", "holds no page.html: its run ended"),
    ],
)
def test_a_game_that_is_not_in_it_is_missing(tmp_path: Path, names: list[str], leave_out: str, said: str) -> None:
    with pytest.raises(InputMissing, match=said):
        archive(tmp_path, leave_out).choose(names, "page.html")


# What is seen


def test_a_snapshot_is_read_and_proved_by_the_rules_of_today() -> None:
    assert see("queens", snapshot_of(FILES["queens/snapshot.json"])) == SEEN
    assert see("queens", None) == Seen(0, "already")


def test_what_refuses_a_snapshot_is_seen_too() -> None:
    cells = [{**cell, "region": "A"} for cell in SNAPSHOT.cells]
    refused = see("queens", snapshot_of(json.dumps({**SNAPSHOT.to_json(), "cells": cells}).encode()))
    assert (refused.exit, refused.outcome, refused.board) == (65, "refused", None)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rows": 1, "cols": 1, "cells": []}', '{"rows": "x"}'])
def test_a_snapshot_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BoardError, match=r"snapshot\.json was not written"):
        snapshot_of(text.encode())


# Recordings


def test_a_recording_of_our_own_page_holds_everything(tmp_path: Path) -> None:
    files = of_archive(archive(tmp_path), "queens", SEEN).files(Secrets(), with_page=True)
    assert set(files) == {"meta.json", "snapshot.json", "board.json", "page.html"}
    assert json.loads(files["board.json"]) == {
        **queens.board.to_json(QUEENS),
        "solution": [[0, 1], [1, 3], [2, 0], [3, 2]],
    }
    assert b"script" not in files["page.html"]
    meta = json.loads(files["meta.json"])
    assert (meta["date"], meta["generation"], meta["expected"]) == (
        "2026-11-20",
        "ember",
        {"exit": 0, "outcome": "board"},
    )


def test_a_page_of_the_real_site_is_kept_only_when_asked_for(tmp_path: Path) -> None:
    theirs = of_archive(archive(tmp_path, replica=False), "queens", SEEN)
    assert "page.html" not in theirs.files(Secrets(), with_page=False)
    assert "page.html" in theirs.files(Secrets(), with_page=True)


def test_a_refused_page_that_may_not_be_kept_leaves_nothing_to_record(tmp_path: Path) -> None:
    theirs = of_archive(archive(tmp_path, replica=False), "queens", Seen(76, "unreadable"))
    with pytest.raises(InputMissing, match="add --with-page"):
        theirs.files(Secrets(), with_page=False)
    assert set(theirs.files(Secrets(), with_page=True)) == {"meta.json", "page.html"}


def test_no_recording_is_ever_written_over(tmp_path: Path) -> None:
    folder = recordings.place_for(tmp_path, "toy", "queens", "2026-11-20")
    assert folder == tmp_path / "toy" / "queens" / "2026-11-20"
    new_folder(folder, {"meta.json": b"{}"}, what="the recording")
    with pytest.raises(CannotCreate, match=r"there is a recording in .*: remove it first"):
        recordings.place_for(tmp_path, "toy", "queens", "2026-11-20")


def test_a_recording_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CannotCreate, match="can't be made"):
        new_folder(tmp_path / "file" / "x", {}, what="the recording")
    with pytest.raises(CannotWrite, match="can't be written"):
        new_folder(tmp_path / "x", {"meta.json": b"{}", "no/folder": b""}, what="the recording")
    assert not (tmp_path / "x").exists()
