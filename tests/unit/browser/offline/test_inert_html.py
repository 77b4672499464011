"""A policy keeps the scripts of a saved page from running; its markup stays."""

import pytest

from player.browser.offline.captured_pages import contents, inert

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
