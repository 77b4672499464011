import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from player.boards.board_json import parse
from player.browser.offline.sources import Offline, captured, hashed, kept, replica
from player.browser.page.page_reader import PageCapture
from player.browser.selectors.loader import load
from player.errors import InputMissing
from player.files import BOARDS, SELECTORS
from player.games import GAMES
from tests.support.html_pages import Html
from tests.support.known_boards import entries

HERE = "https://www.linkedin.com"
CAPTURES = Path(__file__).parents[5] / "shared" / "captures"
PAGE = (
    '<!DOCTYPE html>\n<html lang="en"><head><title>Toy</title></head><body class="toy"><p>A board</p></body></html>\n'
)


@pytest.fixture
def toy(tmp_path: Path) -> Offline:
    """A folder with one captured page."""
    (tmp_path / "queens.html").write_text(PAGE, encoding="utf-8")
    return captured("linkedin", HERE, tmp_path)


@pytest.fixture
def ours() -> Offline:
    return replica("linkedin", HERE)


def page(offline: Offline, path: str) -> str:
    answer = offline.answer(HERE + path)
    assert answer is not None
    kind, body = answer
    assert kind == "text/html; charset=utf-8"
    return body.decode()


def configuration_of(html: str) -> Any:
    """Return the configuration that a page's scripts get."""
    (found,) = re.findall(r"<script>window\.replica = (.+?);</script>", html)
    return json.loads(found)


# Pages and assets


@pytest.mark.parametrize("game", ["queens", "zip"])
@pytest.mark.parametrize("end", ["", "/", "?trk=x", "/?trk=x&y=/games/none", "#launch"])
def test_a_page_of_ours_is_found_with_and_without_last_slash_and_query(ours: Offline, game: str, end: str) -> None:
    for path in (f"/games/{game}", f"/games/view/{game}/desktop", f"/games/view/{game}/results"):
        assert configuration_of(page(ours, path + end))["game"] == game


def test_each_step_of_the_way_to_a_game_is_a_page_of_its_own(ours: Offline) -> None:
    steps = [page(ours, path) for path in ("/games/zip/", "/games/view/zip/desktop", "/games/view/zip/results/")]
    assert len({html.split("</script>", 1)[1] for html in steps}) == 3


def test_the_urls_in_selectors_yaml_are_served(ours: Offline) -> None:
    for name, game in load(SELECTORS).site("linkedin").games.items():
        answer = ours.answer(game.url)
        assert answer is not None
        assert configuration_of(answer[1].decode())["game"] == name


@pytest.mark.parametrize("path", ["/games/queens/", "/games/view/zip/desktop", "/games/view/zip/results/"])
def test_every_asset_that_a_page_names_is_served_with_its_type(ours: Offline, path: str) -> None:
    tags = Html(page(ours, path))
    scripts = [tag["src"] for tag in tags.named("script") if "src" in tag]
    styles = [tag["href"] for tag in tags.named("link") if tag["rel"] == "stylesheet"]
    assert scripts
    assert styles
    for name, kind in [(name, "text/javascript") for name in scripts] + [(name, "text/css") for name in styles]:
        answer = ours.answer(f"{HERE}{name}")
        assert answer is not None, name
        assert answer[0] == kind
        assert answer[1] == (ours.folder / str(name).removeprefix("/replica/")).read_bytes()
    assert ours.answer(f"{HERE}/replica/board.css?v=1") == ours.answer(f"{HERE}/replica/board.css")


UNKNOWN = """/ /mynetwork/ /games/queens/more /games/QUEENS/ /games/queens%2f /games/../games/queens/
/games/view/queens/desktop/x /x/games/queens/ /favicon.ico /replica /replica/ /replica/none.css /replica/board"""


def test_a_path_that_no_page_has_is_not_answered(ours: Offline) -> None:
    assert [path for path in ("", *UNKNOWN.split()) if ours.answer(HERE + path)] == []


OUTSIDE = (
    "../x.css ..%2fx.css %2e%2e/x.css ..\\x.css ..%5cx.css ./a.css sub/a.css //x.css a.css/ .hidden a.css%00 ../ .."
)


def test_no_asset_is_fetched_from_outside_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    routes = {"pages": {}, "captured": {"at": "", "styles": [], "scripts": []}, "assets": "/replica/", "locked": {}}
    (folder / "routes.json").write_text(json.dumps(routes), encoding="utf-8")
    for file in ("x.css", "site/a.css", "site/.hidden", "site/sub/a.css"):
        (tmp_path / file).write_text("secret", encoding="utf-8")
    toy = Offline(HERE, folder)
    assert toy.answer(f"{HERE}/replica/a.css") == ("text/css", b"secret")
    assert [name for name in (*OUTSIDE.split(), "a.css\0") if toy.answer(f"{HERE}/replica/{name}")] == []


def test_the_folders_absolute_path_does_not_lead_into_it(ours: Offline) -> None:
    assert ours.answer(f"{HERE}/replica/{ours.folder / 'board.css'}") is None


FOREIGN = """http://www.linkedin.com https://linkedin.com https://www.linkedin.com.evil.example
https://www.linkedin.com:444 https://www.linkedin.com@evil.example https://user@www.linkedin.com
https://evil.example/https://www.linkedin.com //www.linkedin.com file:// data:text/html,https://www.linkedin.com"""


def test_a_foreign_origin_is_not_answered(ours: Offline) -> None:
    for origin in ("", *FOREIGN.split()):
        assert ours.answer(f"{origin}/games/queens/") is None, origin
        assert ours.answer(f"{origin}/replica/board.css") is None, origin


# The configuration of the pages


@pytest.mark.parametrize("game", ["queens", "zip"])
def test_no_page_of_ours_knows_a_solution(game: str) -> None:
    for _, text in entries((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8")):
        board = parse(text)
        offline = Offline(HERE, replica("linkedin", HERE).folder, boards={game: {**board, "solutions": 1}})
        for path in (f"/games/{game}/", f"/games/view/{game}/desktop", f"/games/view/{game}/results/"):
            html = page(offline, path)
            known = configuration_of(html)
            assert set(known["board"]) == set(GAMES[game].board.to_json(GAMES[game].board.from_json(board)))
            assert json.dumps(board["solution"]) not in html
            assert json.dumps(board["solution"], separators=(",", ":")) not in html
            assert "solution" not in json.dumps(known)


def test_guests_find_some_queens_in_place_and_no_zip_cells(ours: Offline) -> None:
    board = ours.boards["queens"]
    shown = configuration_of(page(ours, "/games/view/queens/desktop"))["board"]
    assert shown["regions"] == board["regions"]
    assert len(shown["givens"]) == 2
    assert all(given in board["solution"] for given in shown["givens"])
    assert "givens" not in configuration_of(page(ours, "/games/view/zip/desktop"))["board"]


def test_the_replica_shows_the_first_of_our_boards(ours: Offline) -> None:
    assert set(ours.boards) == set(GAMES)
    for game, board in ours.boards.items():
        assert board == parse((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        assert ours.has(game)
    assert not ours.has("pinpoint")


def test_a_page_of_a_game_without_a_board_gets_none(ours: Offline) -> None:
    assert configuration_of(page(ours, "/games/pinpoint/")) == {"game": "pinpoint", "board": None, "faults": {}}


def test_guests_get_the_pages_of_their_generation() -> None:
    members = replica("linkedin", "https://www.linkedin.com", "sdui", delay=5)
    guests = members.as_guest()
    assert (members.generation, guests.generation) == ("sdui", "ember")
    assert replace(guests, generation="sdui") == members


def test_faults_reach_the_page() -> None:
    offline = replica("linkedin", HERE, delay=400, tutorial=True)
    assert configuration_of(page(offline, "/games/zip/"))["faults"] == {"delay": 400, "tutorial": True}


@pytest.mark.parametrize("evil", ["</script><img src=x>", "<!--<script>", "</SCRIPT ><img>", "\u2028'\"\\"])
def test_no_text_breaks_out_of_the_script_that_tells_it(evil: str) -> None:
    board = {"game": "zip", "rows": 1, "cols": 2, "numbers": [[0, 0], [0, 1]], "walls": [], "title": evil, evil: 1}
    folder = replica("linkedin", HERE).folder
    html = page(Offline(HERE, folder, boards={"zip": board}, faults={"note": evil}), "/games/zip/")
    plain = page(Offline(HERE, folder), "/games/zip/")
    assert [tag for tag, _ in Html(html).tags] == [tag for tag, _ in Html(plain).tags]
    assert configuration_of(html)["board"]["title"] == configuration_of(html)["faults"]["note"] == evil


# Captured pages


def test_a_captured_page_gets_the_styles_and_engines_and_is_else_as_it_was(toy: Offline) -> None:
    html = page(toy, "/games/view/queens/desktop")
    tags = Html(html)
    scripts = [tag["src"] for tag in tags.named("script") if "src" in tag]
    assert [tag["href"] for tag in tags.named("link")] == [
        "/replica/page.css",
        "/replica/board.css",
        "/replica/queens.css",
    ]
    assert scripts[:2] == ["/replica/cells-queens.js", "/replica/engine-queens.js"]
    assert scripts[-1] == "/replica/attach.js"
    assert html.index("window.replica") < html.index("<title>") < html.index("</head>") < html.index("<link")
    assert html.index("<p>A board</p>") < html.index("</body>") < html.index('<script nonce="player" src')
    added = r"<meta http-equiv.*?>|<script>.*?</script>|<script nonce.*?</script>|<link .*?>"
    assert re.sub(added, "", html, flags=re.DOTALL) == PAGE
    for script in scripts:
        assert toy.answer(f"{HERE}{script}") is not None


def test_a_captured_page_gets_its_game_and_no_board(toy: Offline) -> None:
    assert configuration_of(page(toy, "/games/view/queens/desktop")) == {"game": "queens", "board": None, "faults": {}}


def test_the_pages_around_a_captured_one_are_ours(toy: Offline, ours: Offline) -> None:
    for path in ("/games/queens/", "/games/view/queens/results/"):
        assert page(toy, path).split("</script>", 1)[1] == page(ours, path).split("</script>", 1)[1]
        assert configuration_of(page(toy, path))["board"] is None


def test_a_folder_has_the_games_whose_pages_are_in_it(toy: Offline) -> None:
    assert [game for game in GAMES if toy.has(game)] == ["queens"]
    assert not toy.has("../queens")
    assert toy.answer(f"{HERE}/games/view/zip/desktop") is None


@pytest.mark.parametrize("name", ["missing", "queens.html"])
def test_pages_in_a_folder_that_is_none_are_missing(tmp_path: Path, name: str) -> None:
    (tmp_path / "queens.html").write_text(PAGE, encoding="utf-8")
    with pytest.raises(InputMissing, match="is not a folder: name one that holds") as caught:
        captured("linkedin", HERE, tmp_path / name)
    assert caught.value.code == 66


def test_a_site_without_a_replica_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="no replica of 'toy'"):
        replica("toy", HERE)
    with pytest.raises(InputMissing, match="no replica of 'toy'"):
        captured("toy", HERE, tmp_path)


@pytest.mark.parametrize("game", ["queens", "zip"])
@pytest.mark.full
def test_real_captured_pages_are_served_with_everything_they_had(game: str) -> None:
    files = sorted(CAPTURES.glob(f"*/{game}.html"))
    if not files:
        pytest.skip(f"no captured pages in {CAPTURES}: real pages are other people's data")
    for file in files:
        offline = captured("linkedin", HERE, file.parent)
        assert offline.has(game)
        html = page(offline, f"/games/view/{game}/desktop")
        before, after = Html(file.read_text(encoding="utf-8")).tags, Html(html).tags
        added = [tag for tag in after if tag not in before]
        assert configuration_of(html) == {"game": game, "board": None, "faults": {}}, file
        assert [tag for tag in after if tag in before] == before, file
        put_in = json.loads((offline.folder / "routes.json").read_text(encoding="utf-8"))["ember"]["captured"]
        kinds = ["script", "meta", *["link"] * len(put_in["styles"]), *["script"] * (1 + len(put_in["scripts"]))]
        assert [name for name, _ in added] == kinds, file
        assert ("script", {"nonce": "player", "src": f"/replica/engine-{game}.js"}) in added, file


# Kept pages

EMBER, MEMBER = "/games/view/queens/desktop", "/games/queens/"


def of_a_run(path: str, generation: str | None = None) -> Offline:
    return kept("linkedin", HERE, {"queens": PageCapture(PAGE, path, generation)}, ours=True)


@pytest.mark.parametrize(
    ("path", "generation", "skin"),
    [
        (EMBER, "ember", "ember-queens.js"),
        (EMBER, None, "ember-queens.js"),
        (MEMBER, "sdui", "kept-queens.js"),
        (MEMBER, None, "kept-queens.js"),
        (MEMBER, "ember", "ember-queens.js"),
        (MEMBER, "of tomorrow", "kept-queens.js"),
    ],
)
def test_a_kept_page_is_served_where_it_was_with_an_engine_for_its_build(
    path: str, generation: str | None, skin: str
) -> None:
    offline = of_a_run(path, generation)
    html = page(offline, path)
    scripts = [tag["src"] for tag in Html(html).named("script") if "src" in tag]
    assert f"/replica/{skin}" in scripts
    assert "/replica/kept.js" in scripts
    assert all(offline.answer(f"{HERE}{script}") for script in scripts)
    assert configuration_of(html) == {"game": "queens", "board": None, "faults": {}}


def test_around_a_kept_frame_is_the_page_that_leads_to_it() -> None:
    offline = of_a_run(EMBER, "ember")
    assert "A board" not in page(offline, MEMBER)
    assert "/replica/launch.js" in page(offline, MEMBER)
    assert "/replica/results.js" in page(offline, "/games/view/queens/results/")


@pytest.mark.parametrize("path", ["/preload/", "", "/games/view/zip/desktop"])
def test_a_page_that_was_elsewhere_is_served_at_the_games_own_address(path: str) -> None:
    offline = of_a_run(path)
    assert "A board" in page(offline, MEMBER)
    assert "/replica/results.js" in page(offline, "/games/queens/results/")


def test_a_run_has_the_games_whose_pages_were_kept() -> None:
    offline = of_a_run(EMBER)
    assert [game for game in GAMES if offline.has(game)] == ["queens"]
    assert offline.answer(f"{HERE}/games/zip/") is None
    assert offline.answer(f"{HERE}/games/view/zip/desktop") is None


def test_only_what_we_wrote_is_ours(tmp_path: Path) -> None:
    assert of_a_run(EMBER).ours
    assert replica("linkedin", HERE).ours
    (tmp_path / "queens.html").write_text(PAGE, encoding="utf-8")
    assert not captured("linkedin", HERE, tmp_path).ours


def test_a_page_of_words_gets_hashes_of_the_right_ones_and_no_solution(ours: Offline) -> None:
    board = ours.boards["wend"]
    told = configuration_of(page(ours, "/games/wend/"))["board"]
    assert set(told) == {"game", "grid", "lengths", "accepted"}
    assert told["accepted"] == sorted(hashed(word) for word, _ in board["solution"])
    assert hashed("") == "811c9dc5"
    assert hashed("foobar") == "bf9cf968"
    bare = replace(ours, boards={"wend": {key: board[key] for key in ("game", "grid", "lengths")}})
    assert "accepted" not in configuration_of(page(bare, "/games/wend/"))["board"]


def test_a_board_of_queens_without_a_solution_is_shown_without_givens(ours: Offline) -> None:
    board = {"game": "queens", "regions": [[row] * 4 for row in range(4)]}
    bare = replace(ours, boards={"queens": board})
    assert configuration_of(page(bare, "/games/queens/"))["board"] == {**board, "givens": []}


def test_a_captured_page_gets_the_words_of_its_language(ours: Offline) -> None:
    answer = ours.answer(f"{HERE}/replica/words-en.js")
    assert answer is not None
    assert b" knack " in answer[1]
    assert ours.answer(f"{HERE}/replica/words-xx.js") == ("text/javascript", b"")
