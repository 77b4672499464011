"""Damage done to real pages and to our own, and what becomes of the board.

It is read right, refused, read as another with the very same solution (a wall is gone that nobody needs), or wrong:
read as another board, and playable. `python -m tests.mutations [GAME]...` prints the table for every page, and with
`--realistic` that of the kinds of tests.realistic.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from playwright.sync_api import BrowserContext, Page, sync_playwright  # noqa: TID251  # the damage is done in a DOM

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.offline import sources as offline
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.errors import PlayerError, Unavailable
from player.files import BOARDS, REPLICA, SELECTORS
from player.games import GAMES
from player.games.snapshot import Snapshot
from player.games.tango.board import SYMBOLS
from player.games.tango.play import other
from player.proof import prove
from tests.support.games.shared import ON_SITE
from tests.support.seen import board_of

Verdict = Literal["right", "refused", "same solution", "wrong"]
Fate = TypeVar("Fate", bound=str)

SHARED = Path(__file__).parents[1].parent / "shared"

#: Games that the site has in one build only.
ONLY: dict[str, str] = json.loads((REPLICA / "linkedin" / "routes.json").read_text(encoding="utf-8"))["only"]

#: Damage that takes away one kind of attribute, and nothing else: such pages should still be read.
DROPS = (
    "id", "class", "style", "role", "tabindex", "title", "aria-label", "aria-disabled", "aria-pressed",
    "aria-describedby", "data-cell-idx", "data-testid", "data-cell-content", "data-trail-grid", "data-shape",
)  # fmt: skip

#: What labels are in other languages: a few of their words, and none that is known of the site.
LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "German": {
        "Empty cell of color": "Leeres Feld der Farbe", "Queen of color": "Dame der Farbe", "Cross of color": "Kreuz der Farbe",
        "row": "Zeile", "Row": "Zeile", "column": "Spalte", "Number": "Zahl", "Sun": "Sonne", "Moon": "Mond", "Empty": "Leer",
        "Equal": "Gleich", "Cross": "Kreuz", "Queen": "Dame", "freeform clue": "Hinweis beliebig", "square clue": "Hinweis Quadrat",
        "wide rectangle clue": "Hinweis breit", "tall rectangle clue": "Hinweis hoch", "cells": "Felder", "cell": "Feld",
    },
    "French": {
        "Empty cell of color": "Case vide de couleur", "Queen of color": "Reine de couleur", "Cross of color": "Croix de couleur",
        "row": "ligne", "Row": "Ligne", "column": "colonne", "Number": "Nombre", "Sun": "Soleil", "Moon": "Lune", "Empty": "Vide",
        "Equal": "Égal", "Queen": "Reine", "freeform clue": "indice libre", "square clue": "indice carré",
        "wide rectangle clue": "indice large", "tall rectangle clue": "indice haut", "cells": "cases", "cell": "case",
    },
    "Spanish": {
        "Empty cell of color": "Celda vacía de color", "Queen of color": "Reina de color", "Cross of color": "Cruz de color",
        "row": "fila", "Row": "Fila", "column": "columna", "Number": "Número", "Sun": "Sol", "Moon": "Luna", "Empty": "Vacía",
        "Equal": "Igual", "Cross": "Cruz", "Queen": "Reina", "freeform clue": "pista libre", "square clue": "pista cuadrada",
        "wide rectangle clue": "pista ancha", "tall rectangle clue": "pista alta", "cells": "celdas", "cell": "celda",
    },
    "Japanese": {
        "Empty cell of color": "空のマス、色は", "Queen of color": "クイーン、色は", "Cross of color": "バツ、色は", "row": "行",
        "Row": "行", "column": "列", "Number": "数字", "Sun": "太陽", "Moon": "月", "Empty": "空", "Equal": "等しい", "Cross": "バツ",
        "Queen": "クイーン", "freeform clue": "自由なヒント", "square clue": "正方形のヒント", "wide rectangle clue": "横長のヒント",
        "tall rectangle clue": "縦長のヒント", "cells": "マス", "cell": "マス",
    },
}  # fmt: skip

#: Parts of class names that readings are built on.
WORDS = ("wall", "filled", "prefilled", "content", "border", "edge", "locked", "path", "segment", "cell-color", "input")


def _labels(table: Mapping[str, str]) -> str:
    """Put other words into the labels and titles."""
    return f"""const words = {json.dumps(table)};
        const swap = (text) => Object.entries(words).reduce((now, [from, to]) => now.replaceAll(from, to), text);
        for (const e of all) {{
            if (e.ariaLabel) e.ariaLabel = swap(e.ariaLabel);
            if (e.localName === 'title') e.textContent = swap(e.textContent);
        }}"""


def _renamed(word: str) -> str:
    """Give each class that has `word` in its name another name."""
    return f"""all.forEach((e) => [...e.classList].filter((name) => name.includes({word!r}))
        .forEach((name) => e.classList.replace(name, 'x' + btoa(name).replaceAll('=', ''))));"""


#: Without what a clue of Patches is called.
_UNNAMED = (
    "if (shapes.length) all.forEach((e) => ['data-shape', 'aria-label'].forEach((name) => e.removeAttribute(name)));"
)
_HASH = "all.forEach((e) => e.setAttribute('class', [...e.classList].map((name) => 'x' + btoa(name)).join(' ')));"
#: As the site names them since October 2026: three letters in common, and three letters or digits more.
_PREFIX = """const known = new Map();
    const of = (name) => known.get(name) ?? known.set(name, 'bgh' + ((known.size + 7) * 7919 % 46656).toString(36).padStart(3, '0')).get(name);
    all.forEach((e) => {
        e.setAttribute('class', [...e.classList].map(of).join(' '));
        if (e.style) [...e.style].filter((name) => name.startsWith('--')).forEach((name) => {
            e.style.setProperty('--' + of(name), e.style.getPropertyValue(name)); e.style.removeProperty(name);
        });
    });"""

#: Each is the body of a JavaScript function of `grid`, its `cells` and `walls`, and `all` from the body down.
DAMAGE: Mapping[str, str] = {
    "nothing": "",
    **{f"{name} dropped": f"all.forEach((element) => element.removeAttribute('{name}'));" for name in DROPS},
    "size dropped": "[...grid.style].filter((name) => name.startsWith('--')).forEach((name) => grid.style.removeProperty(name));",
    "classes re-hashed": _HASH,
    "classes and sizes re-hashed with one prefix": _PREFIX,
    "one class renamed everywhere": """const name = cells.at(-1).classList[0];
        all.forEach((e) => e.classList.contains(name) && e.classList.replace(name, 'renamed'));""",
    "labels in Italian": """all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel.replace(/^Number /, 'Numero ')
        .replace(/Empty cell of color (.*), row (.*), column (.*)/, 'Cella vuota di colore $1, riga $2, colonna $3')
        .replace(/Queen of color (.*), row (.*), column (.*)/, 'Regina di colore $1, riga $2, colonna $3')));""",
    "labels in Turkish": """all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel.replace(/^Number (.*)/, '$1 numara')
        .replace(/Empty cell of color (.*), row (.*), column (.*)/, '$1 renkte boş hücre, $2. satır, $3. sütun')
        .replace(/Queen of color (.*), row (.*), column (.*)/, '$1 renkte vezir, $2. satır, $3. sütun')));""",
    **{f"labels in {language}": _labels(table) for language, table in LANGUAGES.items()},
    "labels and titles dropped": "all.forEach((e) => { e.removeAttribute('aria-label'); e.removeAttribute('title'); e.localName === 'title' && e.remove(); });",
    "labels and test ids dropped": "all.forEach((e) => { e.removeAttribute('aria-label'); e.removeAttribute('data-testid'); });",
    "labels in German, classes re-hashed": _labels(LANGUAGES["German"]) + _HASH,
    "labels dropped, classes re-hashed with one prefix": "all.forEach((e) => e.removeAttribute('aria-label'));"
    + _PREFIX,
    "labels dropped, classes re-hashed": "all.forEach((e) => e.removeAttribute('aria-label'));" + _HASH,
    "labels in Japanese, test ids dropped": _labels(LANGUAGES["Japanese"])
    + "all.forEach((e) => e.removeAttribute('data-testid'));",
    **{f"classes with {word!r} in them renamed": _renamed(word) for word in WORDS},
    "classes of walls renamed, classes of content too": _renamed("wall") + _renamed("content"),
    "classes of walls dropped": "all.forEach((e) => [...e.classList].filter((name) => name.includes('wall')).forEach((name) => e.classList.remove(name)));",
    "one class of a wall renamed": "const wall = all.find((e) => /wall-/.test(e.className)); wall && wall.setAttribute('class', wall.className.replace(/wall-/, 'w-'));",
    "grid wrapped": "const wrap = document.createElement('div'); grid.before(wrap); wrap.append(grid);",
    "cells re-nested": """cells.forEach((cell) => {
        const wrap = document.createElement('div'); wrap.style.display = 'contents'; cell.before(wrap); wrap.append(cell);
    });""",
    "cell contents re-nested": """cells.forEach((cell) => {
        const wrap = document.createElement('div'); wrap.append(...cell.childNodes); cell.append(wrap);
    });""",
    "small decoy before": "const copy = grid.cloneNode(true); [...copy.children].slice(4).forEach((e) => e.remove()); grid.before(copy);",
    "large decoy after": "const copy = grid.cloneNode(true); copy.append(...grid.cloneNode(true).children); grid.after(copy);",
    "cells shuffled": "cells.sort((a, b) => (a.dataset.cellIdx * 7919) % 101 - (b.dataset.cellIdx * 7919) % 101); grid.append(...cells);",
    "numbers of two cells swapped": "[cells[3].dataset.cellIdx, cells[8].dataset.cellIdx] = [cells[8].dataset.cellIdx, cells[3].dataset.cellIdx];",
    "one cell dropped": "cells[5].remove();",
    "last row dropped": "cells.slice(-cols).forEach((cell) => cell.remove());",
    "cells doubled": "cells.forEach((cell) => cell.after(cell.cloneNode(true)));",
    "one class of a region changed": "const [a] = classes(0, /cell-color/), [b] = classes(-1, /cell-color/); a && cells[0].classList.replace(a, b);",
    "one colour of a region changed": "cells[0].dataset.frozen = cells.at(-1).dataset.frozen; place(cells[0], 0);",
    "one label of a region changed": """cells[0].ariaLabel?.includes('color') && (cells[0].ariaLabel =
        cells[0].ariaLabel.replace(/color .*, row/, cells.at(-1).ariaLabel.match(/color .*, row/)[0]));""",
    "two colours merged": """const [a] = classes(0, /cell-color/), [b] = classes(-1, /cell-color/);
        a && cells.forEach((cell) => cell.classList.replace(a, b));""",
    "two labels merged": """const [a, b] = [cells[0], cells.at(-1)].map((cell) => cell.ariaLabel?.match(/color .*, row/)?.[0]);
        a && cells.forEach((cell) => (cell.ariaLabel = cell.ariaLabel.replace(a, b)));""",
    "one number blanked": "text(/^[2-9]$/, (node) => node.data = '');",
    "one number changed": "text(/^2$/, (node) => node.data = '99');",
    "all numbers blanked": "cells.forEach((cell) => { if (cell.textContent.trim()) cell.textContent = ''; });",
    "one side of a wall dropped": "walls.find(({ side }) => side === 'left')?.drop();",
    "walls to the left dropped": "walls.filter(({ side }) => side === 'left').forEach(({ drop }) => drop());",
    "one wall dropped": "walls.filter(({ side }) => side === 'down' || side === 'up').slice(0, 1).forEach(({ drop }) => drop());",
    "all walls dropped": "walls.forEach(({ drop }) => drop());",
    "wall added on the rim": "add('left', cells[0]);",
    "walls in three columns dropped": "walls.filter(({ cell }) => [0, 1, 2].includes(cells.indexOf(cell) % cols)).forEach(({ drop }) => drop());",
    "one digit given no more": "cells.find((cell) => cell.matches('.sudoku-cell-prefilled'))?.classList.remove('sudoku-cell-prefilled');",
    "all digits given no more": "cells.forEach((cell) => cell.classList.remove('sudoku-cell-prefilled'));",
    "an empty cell given": """cells.find((cell) => cell.matches('.sudoku-cell') && !cell.textContent.trim())
        ?.classList.add('sudoku-cell-prefilled');""",
    "all cells given": "cells.forEach((cell) => cell.matches('.sudoku-cell') && cell.classList.add('sudoku-cell-prefilled'));",
    "wall added on one side": "add('left', cells.find((cell, i) => i % cols && !walls.some((wall) => wall.cell === cell)));",
    "labels in Portuguese": """all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel
        .replace(/^Row (.*), column (\\d+)/, 'Linha $1, coluna $2').replace('freeform clue', 'pista de forma livre')
        .replace('square clue', 'pista de quadrado').replace('tall rectangle clue', 'pista de retângulo vertical')
        .replace('wide rectangle clue', 'pista de retângulo horizontal').replace(/ cells?$/, ' células')));""",
    "one shape changed": "shapes[0] && (shapes[0].dataset.shape = shapes[0].dataset.shape.endsWith('_SQUARE') ? 'x_UNKNOWN' : 'x_SQUARE');",
    "one shape unknown": "shapes[0] && (shapes[0].dataset.shape = 'x_ROUND');",
    "one label of a shape changed": "relabel(/, \\w+ ?\\w* clue/, ', square clue');",
    "one label of an area changed": "relabel(/, \\d+ cells?/, ', 1 cell');",
    "one label of an area dropped": "relabel(/, \\d+ cells?/, '');",
    "all labels of areas dropped": "cells.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel.replace(/, \\d+ cells?$/, '')));",
    "one label of a clue dropped": "relabel(/, .* clue.*/, '');",
    "one clue dropped": "shapes[0]?.closest('[role=\"button\"]')?.replaceChildren();",
    "one clue and its label dropped": """const gone = shapes[0]?.closest('[role="button"]');
        gone && (gone.replaceChildren(), gone.ariaLabel = gone.ariaLabel.replace(/, .* clue.*/, ''));""",
    "one clue moved": "shapes[0] && cells.find((cell) => !cell.children.length).append(...shapes[0].closest('[role=\"button\"]').children);",
    "one label swapped with the next": "shapes[0] && ([cells[0].ariaLabel, cells[1].ariaLabel] = [cells[1].ariaLabel, cells[0].ariaLabel]);",
    "one cell in a region": """const plain = cells.find((cell) => shapes[0] && !cell.children.length);
        plain && (plain.ariaLabel += ', in region with clue at ' + shapes[0].closest('[role="button"]').ariaLabel.match(/row \\d+, column \\d+/i)[0].toLowerCase());""",
    "one letter dropped": "text(/^\\p{L}$/u, (node) => node.data = '');",
    "one letter doubled": "text(/^\\p{L}$/u, (node) => node.data += node.data);",
    "one letter in a cell of its own text": "text(/^\\p{L}$/u, (node) => node.parentElement.replaceWith(node));",
    "letters in small letters": "holes.length && cells.forEach((cell) => cell.querySelectorAll('span').forEach((e) => (e.textContent = e.textContent.toLowerCase())));",
    "one hole not marked": "holes[0]?.removeAttribute('data-cell-is-hole');",
    "no hole marked": "holes.forEach((hole) => hole.removeAttribute('data-cell-is-hole'));",
    "a letter marked as a hole": "holes.length && cells.find((cell) => !holes.includes(cell)).setAttribute('data-cell-is-hole', 'true');",
    "a hole with a letter": "holes[0]?.insertAdjacentHTML('beforeend', '<span>E</span>');",
    "one row of words dropped": "wordRows[1]?.remove();",
    "one row of words doubled": "wordRows[1]?.after(wordRows[1].cloneNode(true));",
    "one row of words hidden": "wordRows[1]?.setAttribute('style', 'display: none');",
    "the rows of words in another order": "wordRows.forEach((row) => row.parentElement.prepend(row));",
    "one slot dropped": "wordRows[0]?.querySelector('[data-testid*=\"slot-\"]').remove();",
    "one slot in another row": "wordRows.length && wordRows[1].firstElementChild.append(wordRows[0].querySelector('[data-testid*=\"slot-\"]'));",
    "one row done": "wordRows[0]?.setAttribute('data-locked', 'true');",
    "one cell locked": "holes.length && cells.find((cell) => !holes.includes(cell)).setAttribute('data-cell-is-locked', 'true');",
    "no row of words": "wordRows.forEach((row) => row.remove());",
    "one sign dropped": "signs[0]?.remove();",
    "all signs dropped": "signs.forEach((sign) => sign.remove());",
    "one sign of no kind": "signs[0]?.querySelector('svg').removeAttribute('aria-label'); signs[0]?.querySelector('svg').setAttribute('data-testid', 'edge-other');",
    "one label of a sign changed": "signs[0]?.querySelector('svg').setAttribute('aria-label', 'Less');",
    "one test id of a sign changed": "signs[0]?.querySelector('[data-testid]')?.setAttribute('data-testid', 'edge-less');",
    "a sign moved into its cell": "if (signs[0]) { signs[0].dataset.frozen = rules.length; freeze(signs[0], 'position: absolute; left: 4px; top: 4px;'); }",
    "one class of a sign changed": "signs[0]?.setAttribute('class', 'lotka-cell-edge');",
    "one symbol's label changed": "symbols[0]?.setAttribute('aria-label', 'Heels');",
    "the symbols' labels swapped": """symbols.forEach((symbol) =>
        (symbol.ariaLabel = { Sun: 'Moon', Moon: 'Sun' }[symbol.ariaLabel] ?? symbol.ariaLabel));""",
    "one symbol dropped": "symbols[0]?.remove();",
    "one given cell unlocked": "given[0]?.setAttribute('aria-disabled', 'false');",
    "no class for what is locked": "given.forEach((cell) => cell.classList.remove('lotka-cell--locked'));",
    "containers renamed": """for (let e = grid.parentElement; e !== document.body; e = e.parentElement) {
        for (const name of ['id', 'class', 'data-testid', 'role', 'aria-label']) if (e.hasAttribute(name)) e.setAttribute(name, 'renamed');
    }""",
    "cells in rows": """for (let at = 0; at < cells.length; at += cols) {
        const row = document.createElement('div'); row.role = 'row'; cells[at].before(row); row.append(...cells.slice(at, at + cols));
    }""",
    "cells are buttons": """cells.forEach((cell) => {
        const button = document.createElement('button');
        for (const { name, value } of cell.attributes) button.setAttribute(name, value);
        button.append(...cell.childNodes); cell.replaceWith(button);
    });""",
    "cells are gridcells": "grid.role = 'grid'; cells.forEach((cell) => (cell.role = 'gridcell'));",
    "cells numbered from 1": "cells.forEach((cell, i) => (cell.dataset.cellIdx = i + 1));",
    "cells numbered by columns": "cells.forEach((cell, i) => (cell.dataset.cellIdx = (i % cols) * (cells.length / cols) + Math.floor(i / cols)));",
    "labels on a child": """cells.forEach((cell) => {
        if (!cell.ariaLabel) return;
        const child = document.createElement('span'); child.ariaLabel = cell.ariaLabel; child.role = 'img';
        cell.removeAttribute('aria-label'); cell.append(child);
    });""",
    "labels with hard spaces": "all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel.replaceAll(' ', '\\u00a0')));",
    "labels in capitals": "all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel.toUpperCase()));",
    "numbers in other elements": """cells.forEach((cell) => [...cell.querySelectorAll('*')].concat(cell)
        .forEach((e) => [...e.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).forEach((node) => {
            const [outer, inner] = ['b', 'i'].map((name) => document.createElement(name));
            node.replaceWith(outer); outer.append(inner); inner.append(node);
        })));""",
    "numbers in other digits": """cells.forEach((cell) => [...cell.querySelectorAll('*')].concat(cell)
        .forEach((e) => [...e.childNodes].filter((node) => node.nodeType === 3)
            .forEach((node) => (node.data = node.data.replace(/\\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))))));""",
    "hidden words in each cell": """cells.forEach((cell, i) => cell.insertAdjacentHTML('beforeend',
        `<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Cell ${i + 1}</span>`));""",
    "board scaled": """const wrap = document.createElement('div'); wrap.style.cssText = 'transform: scale(0.8); transform-origin: top left';
        grid.before(wrap); wrap.append(grid);""",
    "board zoomed": "const wrap = document.createElement('div'); wrap.style.zoom = 1.25; grid.before(wrap); wrap.append(grid);",
    "board mirrored": "const wrap = document.createElement('div'); wrap.style.transform = 'scaleX(-1)'; grid.before(wrap); wrap.append(grid);",
    "board turned": "const wrap = document.createElement('div'); wrap.style.transform = 'rotate(90deg)'; grid.before(wrap); wrap.append(grid);",
    "board moved by half a pixel": """const wrap = document.createElement('div'); wrap.style.transform = 'translate(0.5px, 0.5px) scale(1.013)';
        grid.before(wrap); wrap.append(grid);""",
    "sticky header over the first row": """document.body.insertAdjacentHTML('beforeend', `<header style="position: fixed; z-index: 999; left: 0; right: 0;
        top: 0; height: ${Math.max(0, grid.getBoundingClientRect().top) + unit / 2}px; background: white">Games</header>`);
        document.body.style.paddingBottom = '1500px';""",
    "cells pulse": "rules.push('@keyframes pulse { 50% { opacity: 0.6 } } [data-cell-idx] { animation: pulse 1s infinite }');",
    "page from right to left": "document.documentElement.dir = 'rtl';",
    "board late": """const late = document.createElement('template'); late.id = 'late'; late.content.append(...grid.childNodes);
        const script = document.createElement('script'); grid.dataset.late = ''; document.body.append(late, script);
        script.textContent = `setTimeout(() => document.querySelector('[data-late]').append(document.querySelector('#late').content), 150)`;""",
    "colours, their classes and labels dropped": """cells.forEach((cell) => cell.removeAttribute('aria-label'));
        cells.forEach((cell) => {
        [...cell.classList].filter((name) => name.includes('color')).forEach((name) => cell.classList.remove(name));
        freeze(cell, 'background: white');
    });""",
    "clues drawn as SVG, without names": """shapes.forEach((shape) => {
        const kind = shape.dataset.shape;
        const [w, h] = kind.endsWith('HORIZONTAL_RECT') ? [36, 24] : kind.endsWith('VERTICAL_RECT') ? [24, 36] : [30, 30];
        const dash = kind.endsWith('UNKNOWN') ? 'stroke="black" stroke-dasharray="2 2"' : '';
        shape.insertAdjacentHTML('beforebegin', `<svg style="position: absolute; left: 0; top: 0" width="${unit}" height="${unit}">
            <rect x="${(unit - w) / 2}" y="${(unit - h) / 2}" width="${w}" height="${h}" fill="teal" ${dash}></rect></svg>`);
        shape.replaceWith(...shape.childNodes);
    });"""
    + _UNNAMED,
    "freeform clues as crosses, without names": """shapes.forEach((shape) => {
        const boxed = (w, h) => `position: absolute; width: ${w}px; height: ${h}px; left: ${(unit - w) / 2}px; top: ${(unit - h) / 2}px`;
        const kind = shape.dataset.shape;
        const box = kind.endsWith('_UNKNOWN') || kind.endsWith('HORIZONTAL_RECT') ? [36, 24] : kind.endsWith('VERTICAL_RECT') ? [24, 36] : [30, 30];
        if (kind.endsWith('_UNKNOWN')) shape.insertAdjacentHTML('afterend', `<div style="${boxed(24, 36)}; background: teal"></div>`);
        freeze(shape, boxed(...box) + '; inset: auto; background: teal; border: 0');
        shape.style.cssText = boxed(...box) + '; background: teal; border: 0';
    });"""
    + _UNNAMED,
}

#: What comes before the damage. What the styles say of the grid is written down under names that nobody else has, so
#: that it survives whatever is dropped; scripts and overlays are gone.
FREEZE = """
    const groups = Map.groupBy(document.querySelectorAll('[data-cell-idx]'), (cell) => cell.parentElement);
    const [grid, cells] = [...groups].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const cols = Number(grid.style.getPropertyValue('--cols')) || Math.sqrt(cells.length);
    const all = [...grid.querySelectorAll('*')];
    for (let element = grid; element; element = element.parentElement) all.push(element);
    const classes = (index, pattern) => [...cells.at(index).classList].filter((name) => pattern.test(name));
    const text = (pattern, change) => {
        const walker = document.createTreeWalker(grid, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) if (pattern.test(walker.currentNode.data.trim())) return change(walker.currentNode);
    };
    const shapes = [...grid.querySelectorAll('[data-shape]')];
    const holes = cells.filter((cell) => cell.dataset.cellIsHole);
    const wordRows = [...document.querySelectorAll('[data-testid^="wend-word-list-row-"]')];
    const relabel = (pattern, other) => {
        const cell = cells.find((one) => pattern.test(one.ariaLabel ?? '') && !(one.ariaLabel ?? '').includes('color'));
        if (cell) cell.ariaLabel = cell.ariaLabel.replace(pattern, other);
    };
    const styled = document.styleSheets.length > 0;
    const unit = styled ? cells[0].getBoundingClientRect().width : 60;
    const rules = [];
    const freeze = (element, css, pseudo = '') => {
        element.dataset.frozen ??= rules.length;
        rules.push(`[data-frozen="${element.dataset.frozen}"]${pseudo} { ${css} }`);
    };
    // What the styles say of a cell and of all in it, where the page has styles.
    const LOOKS = ['display', 'box-sizing', 'position', 'top', 'left', 'width', 'height', 'translate', 'background-color', 'color',
        'font-weight', 'font-size', 'line-height', 'text-align', 'place-items', 'place-content', 'flex-direction', 'box-shadow', 'margin', 'fill', 'stroke', 'stroke-width', 'd', 'pointer-events', 'z-index', 'content', 'opacity',
        ...['top', 'right', 'bottom', 'left'].flatMap((side) => ['width', 'style', 'color'].map((of) => `border-${side}-${of}`))];
    const BARE = new Set(['pointer-events: auto', 'display: block', 'position: static', 'opacity: 1', 'z-index: auto', 'd: none', 'translate: none']);
    const looks = (style) => LOOKS.map((name) => `${name}: ${style.getPropertyValue(name)}`).filter((one) => !BARE.has(one)).join('; ');
    for (const element of styled ? cells.flatMap((cell) => [cell, ...cell.querySelectorAll('*')]) : []) {
        freeze(element, looks(getComputedStyle(element)));
        for (const pseudo of ['::before', '::after']) {
            const style = getComputedStyle(element, pseudo);
            if (!['none', 'normal'].includes(style.content)) freeze(element, looks(style), pseudo);
        }
    }
    const SIDES = { up: 'top', down: 'bottom', left: 'left', right: 'right' };
    const walls = [];
    const part = (element) => ({ element, drop: () => element.remove(), copy: (to) => to.append(element.cloneNode(true)) });
    for (const cell of cells) {
        for (const element of cell.querySelectorAll('*')) {
            const named = element.className.match?.(/trail-cell-wall--(left|right|up|down)\\b/)?.[1];
            if (named) walls.push({ cell, side: named, ...part(element) });
            const style = getComputedStyle(element, '::after');
            const thick = Object.keys(SIDES).filter((side) => parseFloat(style[`border-${SIDES[side]}-width`]) >= 6);
            if (style.content === 'none' || thick.length === 0) continue;
            freeze(element, 'position: absolute; inset: 0;');
            const borders = thick.map((side) => `border-${SIDES[side]}: 8px solid;`).join(' ');
            freeze(element, `content: ''; position: absolute; inset: 0; ${borders}`, '::after');
            if (thick.length === 1) walls.push({ cell, side: thick[0], ...part(element) });
        }
        for (const [side, name] of Object.entries(SIDES)) {
            const wall = `sudoku-cell-wall-${name}`;
            const [drop, copy] = [() => cell.classList.remove(wall), (to) => to.classList.add(wall)];
            if (cell.classList.contains(wall)) walls.push({ cell, side, drop, copy });
        }
    }
    const given = cells.filter((cell) => cell.querySelector('[aria-label="Sun"], [aria-label="Moon"]'));
    const symbols = given.map((cell) => cell.querySelector('[aria-label="Sun"], [aria-label="Moon"]'));
    const signs = [...grid.querySelectorAll('[aria-label="Equal"], [aria-label="Cross"]')].map((sign) => sign.parentElement);
    for (const sign of signs) {
        const cell = sign.closest('[data-cell-idx]');
        const [a, b] = [cell, sign].map((element) => element.getBoundingClientRect());
        if (Math.abs(a.right - b.left) > a.width || Math.abs(a.bottom - b.top) > a.height) continue;
        const isRight = sign.matches('.lotka-cell-edge--right') || b.right > a.right + 1;
        freeze(sign, `position: absolute; translate: none; width: 18px; height: 18px; ${isRight
            ? `left: ${unit - 9}px; top: ${unit / 2 - 9}px;` : `left: ${unit / 2 - 9}px; top: ${unit - 9}px;`}`);
    }
    for (const cell of signs.length ? cells : []) {
        const symbol = cell.firstElementChild;
        freeze(symbol, `position: absolute; left: ${unit / 2 - 14}px; top: ${unit / 2 - 14}px; width: 28px; height: 28px;`);
    }
    const colours = cells.map((cell) => getComputedStyle(cell).backgroundColor);
    const place = (cell, i) => freeze(cell, `position: absolute; overflow: hidden; width: ${unit}px; height: ${unit}px;
        left: ${unit * (i % cols)}px; top: ${unit * Math.floor(i / cols)}px;`);
    cells.forEach((cell, i) => { place(cell, i); freeze(cell, `background-color: ${colours[i]};`); });
    freeze(grid, `position: relative; width: ${unit * cols}px; height: ${unit * cells.length / cols}px;`);
    const add = (side, cell) => {
        const like = walls.find((wall) => wall.side === side);
        if (like) like.copy(cell);
    };
    document.querySelectorAll('script, iframe, link, style, .artdeco-modal-overlay, .artdeco-hoverable-content')
        .forEach((element) => element.remove());
"""
FROZEN = "document.head.append(Object.assign(document.createElement('style'), { textContent: rules.join(' ') }));"


@dataclass(frozen=True)
class Source:
    """A page that shows a known board: one captured at `path`, or our own of a `generation`."""

    game: str
    board: dict[str, Any]
    path: Path | None = None
    generation: str = "ember"

    def __str__(self) -> str:
        return f"{self.game} of {self.path.parent.name}" if self.path else f"{self.game} on {self.generation}"

    def html(self, page: Page, site: SiteSelectors) -> str:
        """The page with its board, as it is before the damage."""
        if self.path:
            return self.path.read_text(encoding="utf-8")
        pages = offline.replica("linkedin", site.origin, self.generation, noStart=True)
        replace(pages, boards={self.game: self.board}).attach(page.context)
        where = f"/games/view/{self.game}/desktop" if self.generation == "ember" else f"/games/{self.game}/"
        page.goto(site.origin + where)
        page.wait_for_selector("[data-cell-idx]")
        page.context.unroute_all()
        page.evaluate(f"() => {{ {FREEZE} {FROZEN} }}")
        return page.content()


def with_solution(board: dict[str, Any]) -> dict[str, Any]:
    """A board with its "solution": those of Wend have it as words and paths."""
    return board if "solution" in board else {**board, "solution": [*zip(board["words"], board["paths"], strict=True)]}


def captures() -> Iterator[Source]:
    for game in ON_SITE:
        file = SHARED / "puzzles" / f"{game}.jsonl"
        lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        known = {board["date"]: with_solution(board) for board in lines}
        for path in sorted((SHARED / "captures").glob(f"*/{game}.html")):
            yield Source(game, known[path.parent.name], path)


def replicas() -> Iterator[Source]:
    for game in ON_SITE:
        board = json.loads((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        for generation in load(SELECTORS).site("linkedin").games[game].pages:
            yield Source(game, board, generation=generation)


def damaged(page: Page, html: str, damage: str) -> str:
    """The page `html` after `damage`."""
    page.set_content(html, wait_until="domcontentloaded")
    page.evaluate(f"() => {{ {FREEZE} {damage} {FROZEN} }}")
    return page.content()


def judge(
    context: BrowserContext, site: SiteSelectors, source: Source, html: str, times: Times = Times(load=4_000, quiet=100)
) -> Verdict:
    """Return the result of reading the page `html`, which showed the board of `source` before it was damaged."""
    with served(context, site, html) as page:
        try:
            return verdict(source, board_of(GamePage(page, site, site.games[source.game], times).open()).snapshot)
        except PlayerError as error:
            if type(error) is Unavailable:  # the page did not load: nothing was read
                raise
            return "refused" if error.code in {65, 76} else "wrong"


def once_loaded(judged: Callable[[], Fate]) -> Fate:
    """Return the result of `judged`; a page that a busy machine did not load is judged again, five times at most."""
    for _ in range(4):
        try:
            return judged()
        except Unavailable as error:
            print(f"again: {error}", file=sys.stderr)
    return judged()


@contextmanager
def served(context: BrowserContext, site: SiteSelectors, html: str) -> Iterator[Page]:
    """A new page of `context`, where each game's address on `site` answers with `html`, and no other one answers."""
    context.route("**/*", lambda route: route.abort())
    context.route(
        f"{site.origin}/games/*/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8")
    )
    page = context.new_page()
    try:
        yield page
    finally:
        page.close()
        context.unroute_all()


def verdict(source: Source, snapshot: Snapshot) -> Verdict:
    """Return what was read of the board of `source`; raise the errors of reading and proving a board."""
    game = GAMES[source.game]
    board = game.play.read(snapshot)
    unknown = {"givens"} if source.game == "queens" else set[str]()  # guests are given some
    shown = game.board.to_json(board)
    if getattr(game.play.state(snapshot), "words", SYMBOLS) != SYMBOLS:  # nothing says which of the symbols is which
        shown = _named_alike(shown, source.board)
    read = {key: value for key, value in shown.items() if key not in unknown}
    if read == {key: source.board[key] for key in read}:
        return "right"
    proof = prove(game, board)
    return "same solution" if game.board.solution_to_json(proof.solution) == source.board["solution"] else "wrong"


def _named_alike(shown: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return the Tango board `shown` with its symbols exchanged if the first one is the other in `board`."""
    if not shown["givens"] or shown["givens"][0] in board["givens"]:
        return shown
    return {**shown, "givens": [[row, col, other(symbol)] for row, col, symbol in shown["givens"]]}


def without_each_attribute(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> dict[str, Verdict]:
    """Return the results of reading `source` without one kind of attribute, for each kind."""
    html = source.html(page, site)
    kinds = (*DROPS, "size")
    return {kind: judge(context, site, source, damaged(page, html, DAMAGE[f"{kind} dropped"])) for kind in kinds}


@contextmanager
def tab() -> Iterator[tuple[Page, BrowserContext, SiteSelectors]]:
    """A page of a browser without a network, its context, and the selectors of the site."""
    site = load(SELECTORS).site("linkedin")
    with sync_playwright() as playwright:
        browser, _ = launch(playwright, BrowserOptions(offline=True))
        context = browser.new_context(**context_arguments(site))
        yield context.new_page(), context, site
        browser.close()


def pages_of(games: Collection[str]) -> dict[str, list[Source]]:
    """Return the pages of `games`, or of all if it is empty, by the name of their table."""
    found = {"captured pages": captures(), "replica": replicas()}
    return {name: [one for one in sources if not games or one.game in games] for name, sources in found.items()}


def main(games: Collection[str] = ()) -> None:
    """Damage the pages of `games`, or of all, and print what came of it."""
    with tab() as (page, context, site):
        for name, sources in pages_of(games).items():
            table: dict[str, Counter[str]] = {damage: Counter() for damage in DAMAGE}
            for source in sources:
                html = source.html(page, site)
                for damage, script in DAMAGE.items():
                    changed = damaged(page, html, script)
                    verdict = once_loaded(partial(judge, context, site, source, changed))
                    table[damage][verdict] += 1
                    if verdict == "wrong":
                        print(f"WRONG: {damage}: {source}", flush=True)
            print_table(name, table)


def print_table(name: str, table: Mapping[str, Counter[str]]) -> None:
    dropped = [f"{name} dropped" for name in (*DROPS, "size")]
    print_rows(name, table, {"all": list(table), "one attribute dropped": dropped})


def print_rows(
    name: str,
    table: Mapping[str, Counter[str]],
    totals: Mapping[str, Collection[str]],
    verdicts: Sequence[str] = get_args(Verdict),
) -> None:
    """`table`, and under it the sum of the rows of each of `totals`."""
    print(f"\n{name:<58}" + "".join(f"{verdict:>15}" for verdict in verdicts))
    for damage, counts in table.items():
        print(f"{damage:<58}" + "".join(f"{counts[verdict]:>15}" for verdict in verdicts))
    for title, chosen in totals.items():
        total = sum((table[damage] for damage in chosen), Counter())
        print(f"{title:<58}" + "".join(f"{total[verdict]:>15}" for verdict in verdicts))


if __name__ == "__main__":
    if "--realistic" in sys.argv:
        from tests import realistic  # it imports this module

        realistic.main([name for name in sys.argv[1:] if name != "--realistic"])
    else:
        main(sys.argv[1:])
