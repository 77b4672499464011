"""Folders of saved pages: which file is the page of which game, and what is refused before a browser starts."""

from pathlib import Path

import pytest

from player.browser.offline.captured_pages import contents, document, inert, page_of, require_pages
from player.errors import InputMissing

BOARD = "<!DOCTYPE html><body><div data-cell-idx=0></div><p>Zürich</p></body>"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("queens.html", "queens"),
        ("Zip _ LinkedIn.htm", "zip"),
        ("Mini Sudoku | LinkedIn.html", "mini-sudoku"),
        ("mini-sudoku-2026-08-12.html", "mini-sudoku"),
        ("tango (1).HTML", "tango"),
    ],
)
def test_a_page_is_known_by_the_game_that_its_name_begins_with(tmp_path: Path, name: str, game: str) -> None:
    (tmp_path / name).write_text(BOARD, encoding="utf-8")
    (tmp_path / "zipper.html").write_text(BOARD, encoding="utf-8")
    require_pages(tmp_path)
    assert page_of(tmp_path, game).name == name


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], r"no page of a game is in \S+: each is named after its game: queens.html, zip.html"),
        (["pinpoint.html", "notes.txt"], r"no page of a game is in \S+ \(there is pinpoint.html\)"),
        (["2026-08-12/queens.html", "2026-08-13/zip.html"], r"folders of pages \(2026-08-12, 2026-08-13\): name one"),
    ],
)
def test_a_folder_without_a_page_of_a_game_is_refused(tmp_path: Path, names: list[str], message: str) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BOARD, encoding="utf-8")
    with pytest.raises(InputMissing, match=message) as refused:
        require_pages(tmp_path)
    assert refused.value.code == 66


def test_several_pages_of_one_game_are_refused(tmp_path: Path) -> None:
    for name in ("queens.html", "queens (1).html", "zip.html"):
        (tmp_path / name).write_text(BOARD, encoding="utf-8")
    assert page_of(tmp_path, "zip").name == "zip.html"
    with pytest.raises(InputMissing, match=r"several pages of Queens \(queens \(1\).html, queens.html\): keep one"):
        page_of(tmp_path, "queens")
    with pytest.raises(InputMissing, match=r"tango\.html is not there"):
        page_of(tmp_path, "tango")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "no HTML page"),
        (b"\x1f\x8b\x08<div>\0", "no HTML page"),
        (b'{"game": "zip"}', "no HTML page"),
        (b"From: <Saved by Blink>\r\nContent-Type: multipart/related\r\n\r\n<html>", "web archive"),
    ],
)
def test_a_file_that_is_no_html_page_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "zip.html").write_bytes(data)
    with pytest.raises(InputMissing, match=message):
        document(tmp_path / "zip.html", "data-cell-idx")


@pytest.mark.parametrize(
    ("encoding", "head"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", ""),
        ("iso-8859-1", '<meta charset="iso-8859-1">'),
        ("utf-8", "<meta charset=x>"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_names(tmp_path: Path, encoding: str, head: str) -> None:
    (tmp_path / "zip.html").write_bytes((head + BOARD).encode(encoding))
    assert "Zürich" in document(tmp_path / "zip.html", "data-cell-idx").html


def test_the_frame_with_the_board_is_played_and_no_file_elsewhere(tmp_path: Path) -> None:
    folder, beside = tmp_path / "saved", tmp_path / "saved" / "zip_files"
    beside.mkdir(parents=True)
    (tmp_path / "elsewhere.html").write_text(2 * BOARD, encoding="utf-8")
    (beside / "inner.html").write_text(BOARD, encoding="utf-8")
    (beside / "outer.html").write_text(
        '<iframe src="inner.html"></iframe><iframe src="outer.html"></iframe>', encoding="utf-8"
    )
    (folder / "zip.html").write_text(
        '<iframe src="../elsewhere.html"></iframe><iframe src="https://a.example/"></iframe>'
        '<iframe src="./zip_files/outer.html?x#y"></iframe>',
        encoding="utf-8",
    )
    found = document(folder / "zip.html", "data-cell-idx")
    assert (found.html, found.folder) == (BOARD, beside.resolve())


# Inert pages


POLICY = '<meta http-equiv="Content-Security-Policy" content="'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<meta http-equiv="Content-Security-Policy" content="x"><meta name="a">', '<meta name="a">'),
        ("<META HTTP-EQUIV=refresh content=1>", ""),
        ('<link rel="stylesheet" integrity="sha256-x" href="a.css">', '<link rel="stylesheet"  href="a.css">'),
        ('<p class="a &amp; b" hidden>c</p>', '<p class="a &amp; b" hidden>c</p>'),
    ],
)
def test_what_forbids_our_scripts_is_taken_out_and_the_rest_stays(before: str, after: str) -> None:
    assert inert(f"<html><head></head>{before}").endswith(f"<html><head></head>{after}")


@pytest.mark.parametrize("start", ["", "<!DOCTYPE html>", "\n<!-- saved -->\n<!doctype html>"])
def test_the_policy_comes_first_and_our_scripts_last(start: str) -> None:
    page = inert(f"{start}<script>open()</script><p>b", "<script>ours()</script>")
    assert page.startswith(start + POLICY)
    assert page.endswith('<script>open()</script><p>b<script nonce="player">ours()</script>')


def test_tags_in_scripts_and_comments_do_not_count() -> None:
    page = "<p data-a><!-- <p data-a> --><script>'<p data-a>'</script><iframe src=b></iframe>"
    assert contents(page, "data-a") == (3, 1, [{"src": "b"}])
