"""Pages in files that `player.read` refuses before it starts a browser."""

from pathlib import Path

import pytest

import player

PAGE = "<!doctype html><title>t</title>"
#: Files of a folder, what is read in it, and of which game; then the error and its words.
REFUSED: dict[str, tuple[dict[str, str], str, str | None, type[player.PlayerError], str]] = {
    "of no known game": ({"mine.html": PAGE}, "mine.html", None, player.ArgumentInvalid, "does not say which game"),
    "of another address": (
        {"mine.html": f"<!-- saved from url=(0019)https://none.example/ -->{PAGE}"},
        *("mine.html", None, player.ArgumentInvalid, "is the address of no game"),
    ),
    "not there": ({}, "mine.html", "zip", player.InputMissing, r"mine\.html is not there"),
    "no HTML": ({"zip.html": "text"}, "zip.html", None, player.InputMissing, "is no HTML page"),
    "of several games": (
        {"zip.html": PAGE, "tango.html": PAGE},
        *("", None, player.ArgumentInvalid, "several pages"),
    ),
    "a folder of others": ({"zip.html": PAGE}, "", "tango", player.InputMissing, "no page of tango is in"),
    "an empty folder": ({}, "", None, player.InputMissing, "no page of a game is in"),
    "a recording without a page": (
        {"linkedin/zip/2026-11-20/meta.json": "{}"},
        *("linkedin/zip/2026-11-20", None, player.InputMissing, "holds no page"),
    ),
    "a recording elsewhere": ({"meta.json": "{}"}, "", None, player.ArgumentInvalid, "name the game"),
    "no HAR": ({"x.har": "{}"}, "x.har", None, player.BoardError, "is no HAR"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_page_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    files, source, game, kind, said = REFUSED[name]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(kind, match=said) as caught:
        player.read(tmp_path / source, game)
    assert "\n" not in str(caught.value)


def test_a_page_of_a_site_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "zip.html").write_text(PAGE, encoding="utf-8")
    with pytest.raises(player.ArgumentInvalid, match="there is no site 'nope'"):
        player.read(tmp_path / "zip.html", site="nope")
