"""Dialogs over the board: closed in eight languages, and by nothing that does more than close."""

import json
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.messages import LOOK, observe_request
from player.browser.selectors.schema import SiteSelectors
from tests.support.replica import Opener, played

pytestmark = pytest.mark.full

BOARD = """<body class="ember-application" style="margin: 0"><section data-trail-grid="true">
<div class="trail-grid" style="display: grid; grid-template: repeat(4, 60px) / repeat(4, 60px)">{}</div></section>
<style>.over {{ position: fixed; inset: 0; background: #fff }} .box {{ width: 260px; background: #ccc }}</style>
<div id="dialogs"></div></body>"""
CELLS = "".join(
    f'<div data-cell-idx="{i}" class="trail-cell"><div class="trail-cell-border"></div>'
    f'<div class="trail-cell-content">{ {0: 1, 15: 2}.get(i, "") }</div></div>'
    for i in range(16)
)

#: Words of a cookie wall, what accepts it, and what rejects it.
COOKIES = {
    "en": ("We use cookies.", "Accept all", ["Reject all", "Only necessary cookies", "Continue without accepting"]),
    "de": ("Wir verwenden Cookies.", "Alle akzeptieren", ["Alle ablehnen", "Nur notwendige", "Ohne Zustimmung weiter"]),
    "fr": ("Nous utilisons des cookies.", "Tout accepter", ["Tout refuser", "Continuer sans accepter"]),
    "es": ("Usamos cookies.", "Aceptar todas", ["Rechazar todas", "Solo necesarias"]),
    "pt": ("Usamos cookies.", "Aceitar tudo", ["Rejeitar tudo", "Apenas os necessários", "Recusar"]),
    "it": ("Usiamo i cookie.", "Accetta tutto", ["Rifiuta tutto", "Solo i necessari", "Continua senza accettare"]),
    "tr": ("Çerezler kullanıyoruz.", "Tümünü kabul et", ["Tümünü reddet", "YALNIZCA GEREKLİ"]),  # noqa: RUF001  # Turkish letters
    "nl": ("Wij gebruiken cookies.", "Alles accepteren", ["Alles weigeren", "Alleen noodzakelijke cookies"]),
}
CLOSING = {
    "en": ["Close", "OK.", "GOT IT!", " Dismiss ", "Not now", "No, thanks", "Skip", "Continue", "Play"],
    "in signs": ["×", "✕", "✖", "X", "x"],  # noqa: RUF001  # a sign
    "de": ["SCHLIESSEN", "Schließen", "Verstanden", "Nicht jetzt", "Nein, danke", "Überspringen", "Weiter", "Spielen"],
    "fr": ["Fermer", "J’ai compris", "Pas maintenant", "Non merci", "Passer", "Continuer"],  # noqa: RUF001  # as typeset
    "es": ["Cerrar", "Entendido", "Ahora no", "No, gracias", "Omitir", "Continuar", "Aceptar"],
    "pt": ["Fechar", "Entendi", "Agora não", "Não, obrigado", "Pular", "Continuar"],
    "it": ["Chiudi", "Ho capito", "Non ora", "No, grazie", "Salta", "Continua"],
    "tr": ["Kapat", "ANLADIM", "Tamam", "Şimdi değil", "Hayır, teşekkürler", "ATLA", "Devam et"],  # noqa: RUF001  # Turkish letters
    "nl": ["Sluiten", "Begrepen", "Niet nu", "Nee, bedankt", "Overslaan", "Doorgaan", "Oké"],
}
#: Ways to write a layer around its contents, and a button around its words.
LAYERS = (
    '<div class="over"><div class="box">{}</div></div>',
    '<div class="over"></div><div role="dialog" class="box" style="position: absolute; top: 9px">{}</div>',
    '<div class="over artdeco-modal-overlay"><div role="dialog" class="box artdeco-modal">{}</div></div>',
    '<dialog data-show class="box">{}</dialog>',
    '<div aria-modal="true" class="over"><section><header style="position: absolute">{}</header></section></div>',
)
BUTTONS = (
    "<button {good}>{text}</button>",
    '<div role="button" {good}><span>{text}</span></div>',
    "<a {good}>{text}</a>",
    '<input type="button" value="{text}" {good}>',
    '<button aria-label="{text}" {good}><svg width="16" height="16"></svg></button>',
    '<button title="{text}" {good}><i>&#9733;</i></button>',
)


@pytest.fixture
def board(page: Page) -> Page:
    page.set_content(BOARD.format(CELLS))
    return page


def pressed(page: Page, site: SiteSelectors, dialogs: str | None = None) -> str | None:
    """The `data-it` of what would be pressed to close `dialogs`, "" where it has none; None where nothing would be."""
    show = """html => {
        if (html !== null) document.querySelector('#dialogs').innerHTML = html;
        document.querySelectorAll('dialog[data-show]').forEach((dialog) => dialog.showModal());
    }"""
    page.evaluate(show, dialogs)
    ask = {**observe_request(site, site.games["zip"]), "still": False, "until": None, "expect": None, "arriving": False}
    look: dict[str, Any] = json.loads(page.evaluate(LOOK, ask))
    if look["what"] != "overlay":
        assert look["what"] == "grid"
        return None
    at = "({ x, y }) => document.elementFromPoint(x, y).closest('[data-it]')?.dataset.it ?? ''"
    return str(page.evaluate(at, look["point"]))


def button(text: str, it: str, number: int = 0) -> str:
    return BUTTONS[number % len(BUTTONS)].format(text=escape(text), good=f'data-it="{it}"')


@pytest.mark.parametrize("language", CLOSING)
def test_what_closes_a_dialog_is_pressed(board: Page, site: SiteSelectors, language: str) -> None:
    for number, text in enumerate(CLOSING[language]):
        contents = f"<p>Bla bla 123.</p><button>Bla</button>{button(text, 'closes', number)}"
        assert pressed(board, site, LAYERS[number % len(LAYERS)].format(contents)) == "closes", text


@pytest.mark.parametrize("language", COOKIES)
def test_cookies_are_rejected_and_accepted_only_where_they_cannot_be(
    board: Page, site: SiteSelectors, language: str
) -> None:
    about, accepts, rejects = COOKIES[language]
    for number, reject in enumerate(rejects):
        contents = f"<p>{about}</p>{button(accepts, 'accepts', number)}{button(reject, 'rejects', number + 1)}"
        assert pressed(board, site, LAYERS[number % len(LAYERS)].format(contents)) == "rejects", reject
    assert pressed(board, site, LAYERS[0].format(f"<p>{about}</p>{button(accepts, 'accepts')}")) == "accepts"
    assert pressed(board, site, LAYERS[0].format(f"<p>Bla bla.</p>{button(accepts, 'accepts')}<a>Bla</a>")) is None


@pytest.mark.parametrize(
    "contents",
    [
        "<p>Sign in to go on.</p><button>Continue</button><button>Join</button>",
        '<p>Our news by mail</p><input type="email"><button>OK</button>',
        "<p>Use a hint?</p><button>OK</button><button>Maybe</button>",
        "<p>The board will be cleared.</p><button>Continue</button><button>What</button>",
        "<p>Show the solution?</p><button>OK</button><button>Nope</button>",
        "<p>Wirklich zurücksetzen?</p><button>Weiter</button><button>Bla</button>",
        "<p>Subscribe</p><button>Subscribe</button><button>Share</button><button>Close and share</button>",
        "<button disabled>Close</button>",
        '<button style="visibility: hidden">Close</button>',
    ],
)
def test_what_does_more_than_close_is_not_pressed(board: Page, site: SiteSelectors, contents: str) -> None:
    assert pressed(board, site, LAYERS[0].format(contents)) is None


def test_icons_of_several_kinds_close(board: Page, site: SiteSelectors) -> None:
    svg = '<svg width="16" height="16"></svg>'
    icons = (
        f'<button class="modal__Close-btn" data-it="x">{svg}</button>',
        f'<button data-testid="dialog-close" data-it="x">{svg}</button>',
        f'<button data-it="x"><span class="close-icon">{svg}</span></button>',
    )
    for icon in icons:
        assert pressed(board, site, LAYERS[2].format(f"<p>Bla</p><button>Subscribe</button>{icon}")) == "x", icon


def test_a_dialog_in_another_document_is_closed_and_the_frame_of_the_board_is_none(
    page: Page, site: SiteSelectors
) -> None:
    inner = BOARD.format(CELLS)
    page.set_content(f"""<div style="position: fixed; inset: 0"><button>Close</button>
        <iframe srcdoc="{escape(inner)}" style="width: 500px; height: 500px"></iframe></div>
        <style>.over {{ position: fixed; inset: 0; background: #fff }}</style><div id="dialogs"></div>""")
    page.frames[1].wait_for_selector("[data-cell-idx]")
    assert pressed(page, site, LAYERS[0].format("<p>Bla</p><button>Subscribe</button>")) is None
    assert pressed(page, site, LAYERS[0].format('<p>Bla</p><button data-it="top">OK</button>')) == "top"
    wall = escape('<p>We use cookies</p><button style="position: absolute; inset: 0">Reject all</button>')
    style = "position: fixed; inset: 0; width: 100%; height: 100%"
    framed = f'<iframe data-it="framed" style="{style}" srcdoc="{wall}"></iframe>'
    page.evaluate("html => { document.querySelector('#dialogs').innerHTML = html }", framed)
    page.frames[-1].wait_for_selector("button")
    assert pressed(page, site) == "framed"


def test_what_covers_nothing_stays_and_of_a_stack_the_top_is_closed(board: Page, site: SiteSelectors) -> None:
    aside = '<div role="dialog" style="position: fixed; top: 500px"><button data-it="aside">Close</button></div>'
    assert pressed(board, site, aside) is None
    assert pressed(board, site, aside + LAYERS[0].format("<button>Subscribe</button>")) is None
    stack = [LAYERS[0].format(f'<p>Bla</p><button data-it="{name}">Close</button>') for name in ("lower", "upper")]
    assert pressed(board, site, "".join(stack)) == "upper"
    assert pressed(board, site, aside + stack[0]) == "lower"


STACKED = """() => addEventListener('load', () => {
    const board = () => document.querySelector('[data-cell-idx]');
    const add = (name) => {
        const layer = document.createElement('div');
        layer.style = 'position: fixed; inset: 0; z-index: 999; background: #fff';
        layer.innerHTML = '<p>Bla</p><button>Got it!</button>';
        layer.querySelector('button').onclick = () => layer.remove();
        document.body.append(layer);
    };
    const timer = setInterval(() => {
        if (!board()) return;
        clearInterval(timer);
        ['a', 'b', 'c'].forEach(add);
        setTimeout(() => add('late'), 300);
        addEventListener('mousedown', function again({ target }) {
            if (!target.closest('[data-cell-idx]')) return;
            removeEventListener('mousedown', again, true);
            add('between');
        }, true);
    }, 20);
})"""


@pytest.mark.parametrize(("game", "generation"), [("queens", "ember"), ("tango", "sdui")])
def test_a_game_is_won_under_three_dialogs_and_two_that_come_later(
    open_replica: Opener, page: Page, game: str, generation: str
) -> None:
    page.add_init_script(f"({STACKED})()")
    result = played(game, open_replica(game, generation=generation))
    assert (result.outcome, result.confirmed) == ("solved", "results")
