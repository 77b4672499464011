// The realistic kinds, by name: the games that can have it (all, if none is named), the change, and in `shows` what the
// changed page has and the page before it has not: an expression of `page`, its elements in all open shadow roots.

const KINDS = {};
let group = "";
const about = (name) => { group = name; };
const kind = (name, change, shows, ...games) => { KINDS[name] = { group, change, shows: String(shows), games }; };

// Labels, titles, texts and all other words of the page, in the grammar of each language
about("words");

const LANGUAGES = {
  German: ["de", [
    [/Empty cell of color (.*), row (\d+), column (\d+)/, "Leeres Feld der Farbe $1, Zeile $2, Spalte $3"],
    [/Queen of color (.*), row (\d+), column (\d+)/, "Dame der Farbe $1, Zeile $2, Spalte $3"],
    [/Cross of color (.*), row (\d+), column (\d+)/, "Kreuz der Farbe $1, Zeile $2, Spalte $3"], [/in drawn region/, "im gezeichneten Bereich"],
    [/in region with clue at row (\d+), column (\d+)/, "im Bereich mit Hinweis in Zeile $1, Spalte $2"],
    [/Soft Blue/, "Zartblau"], [/Peach Orange/, "Pfirsichorange"], [/Lime Yellow/, "Limettengelb"], [/Number (\d+)/, "Zahl $1"],
    [/Row (\d+), column (\d+)/, "Zeile $1, Spalte $2"], [/freeform clue/, "Hinweis für beliebige Form"], [/square clue/, "Hinweis für Quadrat"],
    [/wide rectangle clue/, "Hinweis für breites Rechteck"], [/tall rectangle clue/, "Hinweis für hohes Rechteck"], [/(\d+) cells?/, "$1 Felder"],
    [/^Sun$/, "Sonne"], [/^Moon$/, "Mond"], [/^Empty$/, "Leer"], [/^Equal$/, "Gleich"], [/^Cross$/, "Kreuz"], [/^Queen$/, "Dame"],
    [/Gameboard/, "Spielfeld"], [/Press enter to gameboard/, "Zum Spielfeld mit Eingabe"], [/^\s*Undo\s*$/, "Rückgängig"], [/^\s*Hint\s*$/, "Tipp"], [/^\s*Clear\s*$/, "Leeren"], [/^\s*Settings\s*$/, "Einstellungen"], [/^\s*How to play\s*$/, "Spielanleitung"]], /Zeile|Zahl|Sonne|Spielfeld|Rückgängig|Tipp/],
  French: ["fr", [
    [/Empty cell of color (.*), row (\d+), column (\d+)/, "Case vide de couleur $1, ligne $2, colonne $3"],
    [/Queen of color (.*), row (\d+), column (\d+)/, "Reine de couleur $1, ligne $2, colonne $3"],
    [/Cross of color (.*), row (\d+), column (\d+)/, "Croix de couleur $1, ligne $2, colonne $3"], [/in drawn region/, "dans la région dessinée"],
    [/in region with clue at row (\d+), column (\d+)/, "dans la région avec indice à la ligne $1, colonne $2"],
    [/Soft Blue/, "bleu doux"], [/Peach Orange/, "orange pêche"], [/Lime Yellow/, "jaune citron vert"], [/Number (\d+)/, "Numéro $1"],
    [/Row (\d+), column (\d+)/, "Ligne $1, colonne $2"], [/freeform clue/, "indice de forme libre"], [/square clue/, "indice carré"],
    [/wide rectangle clue/, "indice rectangle large"], [/tall rectangle clue/, "indice rectangle haut"], [/(\d+) cells?/, "$1 cases"],
    [/^Sun$/, "Soleil"], [/^Moon$/, "Lune"], [/^Empty$/, "Vide"], [/^Equal$/, "Égal"], [/^Cross$/, "Croix"], [/^Queen$/, "Reine"],
    [/Press enter to gameboard/, "Appuyez sur Entrée pour le plateau"], [/Gameboard/, "Plateau de jeu"], [/^\s*Undo\s*$/, "Annuler"], [/^\s*Hint\s*$/, "Indice"], [/^\s*Clear\s*$/, "Effacer"], [/^\s*Settings\s*$/, "Paramètres"], [/^\s*How to play\s*$/, "Comment jouer"]], /igne|Numéro|Soleil|lateau|Annuler|Indice/],
  Spanish: ["es", [
    [/Empty cell of color (.*), row (\d+), column (\d+)/, "Celda vacía de color $1, fila $2, columna $3"],
    [/Queen of color (.*), row (\d+), column (\d+)/, "Reina de color $1, fila $2, columna $3"],
    [/Cross of color (.*), row (\d+), column (\d+)/, "Cruz de color $1, fila $2, columna $3"], [/in drawn region/, "en la región dibujada"],
    [/in region with clue at row (\d+), column (\d+)/, "en la región con pista en la fila $1, columna $2"],
    [/Soft Blue/, "azul suave"], [/Peach Orange/, "naranja melocotón"], [/Lime Yellow/, "amarillo lima"], [/Number (\d+)/, "Número $1"],
    [/Row (\d+), column (\d+)/, "Fila $1, columna $2"], [/freeform clue/, "pista de forma libre"], [/square clue/, "pista cuadrada"],
    [/wide rectangle clue/, "pista de rectángulo ancho"], [/tall rectangle clue/, "pista de rectángulo alto"], [/(\d+) cells?/, "$1 celdas"],
    [/^Sun$/, "Sol"], [/^Moon$/, "Luna"], [/^Empty$/, "Vacía"], [/^Equal$/, "Igual"], [/^Cross$/, "Cruz"], [/^Queen$/, "Reina"],
    [/Press enter to gameboard/, "Pulsa Intro para ir al tablero"], [/Gameboard/, "Tablero"], [/^\s*Undo\s*$/, "Deshacer"], [/^\s*Hint\s*$/, "Pista"], [/^\s*Clear\s*$/, "Borrar"], [/^\s*Settings\s*$/, "Ajustes"], [/^\s*How to play\s*$/, "Cómo jugar"]], /ila|Número|Sol|ablero|Deshacer|Pista/],
  Japanese: ["ja", [
    [/Empty cell of color (.*), row (\d+), column (\d+)/, "$2行$3列、色は$1、空のマス"],
    [/Queen of color (.*), row (\d+), column (\d+)/, "$2行$3列、色は$1、クイーン"],
    [/Cross of color (.*), row (\d+), column (\d+)/, "$2行$3列、色は$1、バツ"], [/in drawn region/, "描いた領域の中"],
    [/in region with clue at row (\d+), column (\d+)/, "$1行$2列のヒントの領域の中"],
    [/Soft Blue/, "ソフトブルー"], [/Peach Orange/, "ピーチオレンジ"], [/Lime Yellow/, "ライムイエロー"], [/Number (\d+)/, "数字$1"],
    [/Row (\d+), column (\d+)/, "$1行$2列"], [/freeform clue/, "自由な形のヒント"], [/square clue/, "正方形のヒント"],
    [/wide rectangle clue/, "横長のヒント"], [/tall rectangle clue/, "縦長のヒント"], [/(\d+) cells?/, "$1マス"], [/, /g, "、"],
    [/^Sun$/, "太陽"], [/^Moon$/, "月"], [/^Empty$/, "空"], [/^Equal$/, "等しい"], [/^Cross$/, "バツ"], [/^Queen$/, "クイーン"],
    [/Press enter to gameboard/, "Enterキーで盤面へ"], [/Gameboard/, "盤面"], [/^\s*Undo\s*$/, "元に戻す"], [/^\s*Hint\s*$/, "ヒント"], [/^\s*Clear\s*$/, "クリア"], [/^\s*Settings\s*$/, "設定"], [/^\s*How to play\s*$/, "遊び方"]], /行|数字|太陽|盤面|元に戻す|ヒント/],
};
// A board of words is another one in another language.
const LABELLED = ["queens", "zip", "tango", "mini-sudoku", "patches"];
for (const [name, [lang, table, words]] of Object.entries(LANGUAGES)) {
  kind(`words in ${name}`, () => translated(lang, table), `document.documentElement.lang === ${JSON.stringify(lang)}
    && page.concat(document.body).some((e) => ${words}.test(e.ariaLabel ?? "") || ${words}.test(e.title ?? "") || ${words}.test(e.textContent))`, ...LABELLED);
}
kind("words in German, hashed classes", () => { translated(...LANGUAGES.German); rehash(); },
  () => document.documentElement.lang === "de" && page.every((e) => /^(_\w+)?$/.test(e.classList[0] ?? "")), ...LABELLED);
kind("words in Japanese, no test ids", () => { translated(...LANGUAGES.Japanese); untested(); },
  () => document.documentElement.lang === "ja" && !document.querySelector("[data-testid]"), ...LABELLED);
kind("no labels", () => unnamed(),
  () => !page.some((e) => e.matches("[data-cell-idx], [data-cell-idx] *") && e.ariaLabel), "queens", "tango", "patches");

// Names
about("names");

const outside = () => { const line = []; for (let e = grid.parentElement; e && e !== document.body; e = e.parentElement) line.push(e); return line; };
kind("containers renamed", () => outside().forEach((e, n) => {
  for (const name of ["id", "data-testid", "class"]) if (e.hasAttribute(name)) e.setAttribute(name, `box-${n}`);
}), () => Boolean(document.querySelector("#box-0, .box-0, [data-testid=box-0], .box-1, [data-testid=box-1]")));
kind("grid renamed", () => {
  for (const name of ["id", "data-testid", "class"]) if (grid.hasAttribute(name)) grid.setAttribute(name, "puzzle-field");
  [grid, ...outside()].forEach((e) => ["data-trail-grid", "data-sudoku-grid"].forEach((name) => e.removeAttribute(name)));
}, () => Boolean(document.querySelector(".puzzle-field, #puzzle-field, [data-testid=puzzle-field]")));
kind("grid and containers renamed", () => { KINDS["containers renamed"].change(); KINDS["grid renamed"].change(); },
  () => Boolean(document.querySelector(".puzzle-field, #puzzle-field, [data-testid=puzzle-field]") && document.querySelector("#box-0, .box-0, [data-testid=box-0], .box-1, [data-testid=box-1]")));
kind("number attribute renamed", () => moveAttribute("data-cell-idx", "data-index"), () => Boolean(document.querySelector("[data-index]")));
kind("all data attributes renamed", () => {
  const names = new Set(everything().flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith("data-") && name !== "data-frozen"));
  names.forEach((name) => moveAttribute(name, name.replace("data-", "data-qa-")));
}, () => Boolean(document.querySelector("[data-qa-cell-idx]")));
kind("test ids dropped", untested, () => !document.querySelector("[data-testid]"), "sdui");
kind("classes hashed", rehash, () => page.every((e) => /^(_[a-z0-9]{1,7})?$/.test(e.classList[0] ?? "")));
kind("classes of one prefix", () => reclass(prefixed), () => page.every((e) => /^(gfl[a-z0-9]{2,3})?$/.test(e.classList[0] ?? "")));
kind("classes of one prefix, no test ids, no labels", () => {
  reclass(prefixed);
  untested();
  unnamed();
}, () => page.every((e) => /^(gfl[a-z0-9]{2,3})?$/.test(e.classList[0] ?? "") && !e.dataset.testid) && !page.some((e) => e.matches("[data-cell-idx] *, [data-cell-idx]") && e.ariaLabel));
kind("classes hashed, no test ids", () => { rehash(); untested(); },
  () => !document.querySelector("[data-testid]") && page.every((e) => /^(_[a-z0-9]{1,7})?$/.test(e.classList[0] ?? "")));
kind("classes hashed, no test ids, no labels", () => {
  rehash(); untested();
  unnamed();
}, () => !document.querySelector("[data-testid]") && page.every((e) => /^(_[a-z0-9]{1,7})?$/.test(e.classList[0] ?? "")) && !page.some((e) => e.matches("[data-cell-idx] *, [data-cell-idx]") && e.ariaLabel));
kind("classes of CSS modules", () => reclass((name) => `Board_${name.replace(/[-_]+/g, "").slice(0, 6)}__${hashed(name).slice(1, 6)}`),
  () => page.some((e) => /^Board_/.test(e.getAttribute("class") ?? "")));
kind("classes of utilities", () => all.forEach((e) => e.setAttribute("class", "relative flex p-0 m-0")),
  () => page.some((e) => e.getAttribute("class") === "relative flex p-0 m-0"));
kind("classes with a new prefix", () => reclass((name) => `g2-${name}`), () => page.some((e) => /^g2-/.test(e.getAttribute("class") ?? "")));
kind("cells without roles and tab stops", () => cells.forEach((cell) => { cell.removeAttribute("role"); cell.removeAttribute("tabindex"); }),
  () => !page.some((e) => e.matches("[data-cell-idx][role], [data-cell-idx][tabindex]")), "queens", "tango", "patches", "wend");
kind("cells are custom elements", () => cells.forEach((cell) => renamedTo(cell, "game-cell")), () => Boolean(document.querySelector("game-cell[data-cell-idx]")));

// Walls
about("walls");

const WALLED = ["zip", "mini-sudoku"];
const THICKNESS = 6;
const bar = ({ i, side }) => {
  const [x, y, x2, y2] = ends({ i, side });
  return side === "right" ? `left: ${x - THICKNESS / 2}px; top: ${y}px; width: ${THICKNESS}px; height: ${y2 - y}px`
    : `left: ${x}px; top: ${y - THICKNESS / 2}px; width: ${x2 - x}px; height: ${THICKNESS}px`;
};
const NAMES = { right: "right", down: "bottom", left: "left", up: "top" };
const overlaid = (markup) => grid.append(drawn(markup, `width="${unit * cols}" height="${unit * rows}" style="position: absolute; left: 0; top: 0; pointer-events: none; overflow: visible"`));
kind("walls as SVG lines", () => {
  undrawn();
  overlaid(once.map((wall) => { const [x1, y1, x2, y2] = ends(wall); return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#111" stroke-width="${THICKNESS}"></line>`; }).join(""));
}, () => Boolean(document.querySelector("svg > line[stroke-width='6']")), ...WALLED);
kind("walls as SVG rectangles", () => {
  undrawn();
  overlaid(once.map((wall) => { const [x1, y1, x2, y2] = ends(wall); return `<rect x="${x1 - 3}" y="${y1 - 3}" width="${x2 - x1 + 6}" height="${y2 - y1 + 6}" fill="#111"></rect>`; }).join(""));
}, () => Boolean(document.querySelector("svg > rect[fill='#111']")), ...WALLED);
kind("walls as one SVG path", () => {
  undrawn();
  overlaid(`<path fill="none" stroke="#111" stroke-width="${THICKNESS}" d="${once.map((wall) => { const [x1, y1, x2, y2] = ends(wall); return `M${x1} ${y1}L${x2} ${y2}`; }).join("")}"></path>`);
}, () => Boolean(document.querySelector("svg > path[stroke-width='6']")), ...WALLED);
kind("walls as inline borders", () => { undrawn(); once.forEach(({ i, side }) => cells[i].style.setProperty(`border-${NAMES[side]}`, "4px solid #111")); },
  () => Boolean(document.querySelector("[style*='4px solid']")), ...WALLED);
kind("walls as inline borders of both cells", () => { undrawn(); closed.forEach((sides, i) => sides.forEach((side) => cells[i].style.setProperty(`border-${NAMES[side]}`, "3px solid #111"))); },
  () => Boolean(document.querySelector("[style*='3px solid']")), ...WALLED);
kind("walls as bars between the cells", () => { undrawn(); once.forEach((wall) => grid.append(make("div", { style: `position: absolute; background: #111; pointer-events: none; ${bar(wall)}` }))); },
  () => Boolean(document.querySelector("div > div[style*='pointer-events: none']")), ...WALLED);
kind("walls as bars in a layer of their own", () => {
  undrawn();
  const layer = make("div", { style: "position: absolute; left: 0; top: 0; pointer-events: none" });
  once.forEach((wall) => layer.append(make("div", { style: `position: absolute; background: #111; ${bar(wall)}` })));
  around(make("div", { style: "position: relative" })).append(layer);
}, () => Boolean(document.querySelector("div[style*='pointer-events: none'] > div[style*='background']")), ...WALLED);
kind("walls as bars in the cells", () => {
  undrawn();
  once.forEach(({ i, side }) => cells[i].append(make("b", { style: `position: absolute; background: #111; ${side === "right" ? "right: -3px; top: 0; width: 6px; height: 100%" : "left: 0; bottom: -3px; height: 6px; width: 100%"}` })));
}, () => Boolean(document.querySelector("b[style*='background']")), ...WALLED);
kind("walls as box shadows", () => {
  undrawn();
  closed.forEach((sides, i) => { if (sides.length) freeze(cells[i], `box-shadow: ${sides.map((side) => `inset ${-4 * SIDE[side][1]}px ${-4 * SIDE[side][0]}px 0 0 #111`).join(", ")}`); });
}, () => page.some((e) => getComputedStyle(e).boxShadow.includes("inset")), ...WALLED);
kind("walls as outer box shadows", () => {
  undrawn();
  once.forEach(({ i, side }, n) => { const both = once.filter((wall) => wall.i === i);
    freeze(cells[i], `box-shadow: ${both.map((wall) => (wall.side === "right" ? "5px 0 0 0 #111" : "0 5px 0 0 #111")).join(", ")}; z-index: 1`); });
}, () => page.some((e) => e.matches("[data-cell-idx]") && /5px 0px 0px|0px 5px 0px/.test(getComputedStyle(e).boxShadow)), ...WALLED);
kind("walls as pseudo-elements", () => {
  undrawn();
  once.forEach(({ i, side }) => (side === "right" ? freeze(cells[i], "content: ''; position: absolute; background: #111; right: -3px; top: 0; width: 6px; height: 100%; z-index: 2", "::after")
    : freeze(cells[i], "content: ''; position: absolute; background: #111; left: 0; bottom: -3px; height: 6px; width: 100%; z-index: 2", "::before")));
}, () => page.some((e) => ["::before", "::after"].some((pseudo) => getComputedStyle(e, pseudo).backgroundColor === "rgb(17, 17, 17)")), ...WALLED);
kind("walls as backgrounds", () => {
  undrawn();
  closed.forEach((sides, i) => { if (sides.length) freeze(cells[i], `background-image: ${sides.map(() => "linear-gradient(#111, #111)").join(", ")};
    background-position: ${sides.map((side) => NAMES[side]).join(", ")}; background-repeat: no-repeat;
    background-size: ${sides.map((side) => (SIDE[side][0] ? "100% 5px" : "5px 100%")).join(", ")}`); });
}, () => page.some((e) => getComputedStyle(e).backgroundImage.includes("gradient")), ...WALLED);
const COMPASS = { right: "east", down: "south", left: "west", up: "north" };
kind("walls by other words", () => {
  undrawn();
  closed.forEach((sides, i) => sides.forEach((side) => { cells[i].classList.add(`barrier-${COMPASS[side]}`); freeze(cells[i], `border-${NAMES[side]}: 4px solid #111`); }));
}, () => Boolean(document.querySelector(".barrier-east")), ...WALLED);
kind("walls in an attribute", () => {
  undrawn();
  closed.forEach((sides, i) => { if (sides.length) { cells[i].dataset.walls = sides.map((side) => COMPASS[side][0]).join(""); sides.forEach((side) => freeze(cells[i], `border-${NAMES[side]}: 4px solid #111`)); } });
}, () => Boolean(document.querySelector("[data-walls]")), ...WALLED);
kind("boxes apart by gaps", () => {
  undrawn();
  const [high, wide] = truth.box;
  const lines = (count, each) => [...Array(count).keys()].map((n) => `${unit}px${n % each === each - 1 && n < count - 1 ? " 10px" : ""}`).join(" ");
  freeze(grid, `grid-template: ${lines(rows, high)} / ${lines(cols, wide)}; width: max-content; height: max-content;`);
  cells.forEach((cell, i) => freeze(cell, `grid-row: ${rowOf(i) + Math.floor(rowOf(i) / high) + 1}; grid-column: ${colOf(i) + Math.floor(colOf(i) / wide) + 1}`));
}, () => page.some((e) => getComputedStyle(e).gridTemplateColumns.includes("10px")), "mini-sudoku");

// Numbers
about("numbers");

const NUMBERED = ["zip", "mini-sudoku", "patches"];
const digitsFrom = (zero) => (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
kind("numbers in other elements", () => renumber((text) => make("b", {}, make("i", {}, text))), () => Boolean(document.querySelector("b > i")), ...NUMBERED);
kind("numbers as alt", () => renumber((text) => make("img", { alt: text, src: numeral(text), width: 28, height: 28 })), () => Boolean(document.querySelector("img[alt]:not([alt=''])")), ...NUMBERED);
kind("numbers as title", () => renumber((text) => make("span", { title: text, style: `display: inline-block; width: 28px; height: 28px; background: url('${numeral(text)}')` })), () => page.some((e) => /^\d+$/.test(e.title)), ...NUMBERED);
kind("numbers as SVG text", () => renumber((text) => drawn(`<text x="14" y="20" text-anchor="middle" font-size="18">${text}</text>`, 'width="28" height="28" viewBox="0 0 28 28"')), () => Boolean(document.querySelector("svg > text")), ...NUMBERED);
kind("numbers as SVG title", () => renumber((text) => drawn(`<title>${text}</title><path d="M6 6h16v16z"></path>`, 'width="28" height="28" viewBox="0 0 28 28" role="img"')), () => page.some((e) => e.localName === "title" && e.parentElement.localName === "svg" && /^\d+$/.test(e.textContent)), ...NUMBERED);
kind("numbers in labels only", () => renumber((text) => make("i", { role: "img", "aria-label": text, style: `display: inline-block; width: 28px; height: 28px; background: url('${numeral(text)}')` })), () => page.some((e) => e.localName === "i" && /^\d+$/.test(e.ariaLabel ?? "")), ...NUMBERED);
kind("numbers in a label's phrase", () => renumber((text) => make("i", { role: "img", "aria-label": `Number ${text}`, style: `display: inline-block; width: 28px; height: 28px; background: url('${numeral(text)}')` })), () => page.some((e) => e.localName === "i" && /^Number \d+$/.test(e.ariaLabel ?? "")), ...NUMBERED);
kind("numbers in the label of the cell", () => renumber((text, parent) => {
  const cell = parent.closest("[data-cell-idx]");
  cell.ariaLabel = `${cell.ariaLabel ? `${cell.ariaLabel}, ` : ""}number ${text}`;
  return make("i", { "aria-hidden": "true", style: `display: inline-block; width: 28px; height: 28px; background: url('${numeral(text)}')` });
}), () => page.some((e) => e.matches("[data-cell-idx]") && /number \d+$/.test(e.ariaLabel ?? "")), ...NUMBERED);
kind("numbers in a phrase", () => renumber((text) => make("small", {}, `Number ${text}`)), () => page.some((e) => /^Number \d+$/.test(e.textContent)), ...NUMBERED);
kind("numbers twice", () => renumber((text) => make("span", {}, make("span", { "aria-hidden": "true" }, text), make("span", { style: spoken("") }, `Number ${text}`))), () => page.some((e) => /^\d+Number \d+$/.test(e.textContent)), ...NUMBERED);
for (const [name, zero] of [["Arabic-Indic", 0x660], ["Devanagari", 0x966], ["full-width", 0xff10]]) {
  kind(`numbers in ${name} digits`, () => renumber((text) => digitsFrom(zero)(text)), `page.some((e) => /[\\u{${zero.toString(16)}}-\\u{${(zero + 9).toString(16)}}]/u.test(e.textContent))`, ...NUMBERED);
}
kind("numbers in CSS content", () => renumber((text) => { const element = make("i"); freeze(element, `content: "${text}"`, "::before"); return element; }), () => page.some((e) => /^"\d+"$/.test(getComputedStyle(e, "::before").content)), ...NUMBERED);
kind("numbers in CSS content of an attribute", () => renumber((text) => { const element = make("i", { "data-value": text }); freeze(element, "content: attr(data-value)", "::before"); return element; }), () => Boolean(document.querySelector("i[data-value]")), ...NUMBERED);
kind("digits in inputs", () => {
  for (const cell of cells) {
    const [node] = leaves(cell).filter(isNumber);
    const holder = node?.parentElement ?? cell.firstElementChild ?? cell;
    holder.replaceChildren(make("input", { value: node?.data.trim() ?? "", inputmode: "numeric", style: "width: 24px", ...(node && { readonly: "" }) }));
  }
}, () => Boolean(document.querySelector("[data-cell-idx] input[readonly]")), "mini-sudoku");

// Symbols and signs
about("symbols, signs, letters");

const EMOJI = { sun: "☀️", moon: "🌙", equal: "=", cross: "×" };
const SPOKEN = { sun: "Sun", moon: "Moon", equal: "Equal", cross: "Cross" };
const image = (what, attributes) => make("img", { width: 28, height: 28, src: picture(INK[what]), ...attributes });
kind("symbols as emoji", () => symbolsAs((what) => make("span", {}, EMOJI[what])), () => page.some((e) => /^[☀🌙]/u.test(e.textContent.trim())), "tango");
kind("symbols as labelled emoji", () => symbolsAs((what) => make("span", { role: "img", "aria-label": SPOKEN[what] }, EMOJI[what])), () => page.some((e) => e.role === "img" && /^[☀🌙]/u.test(e.textContent.trim())), "tango");
kind("symbols as text", () => symbolsAs((what) => make("span", {}, SPOKEN[what])), () => page.some((e) => /^(Sun|Moon)$/.test(e.textContent.trim()) && e.localName === "span"), "tango");
kind("symbols as images", () => symbolsAs((what) => image(what, { alt: SPOKEN[what] })), () => Boolean(document.querySelector("img[alt=Sun], img[alt=Moon]")), "tango");
kind("symbols as unnamed images", () => symbolsAs((what) => image(what, { alt: "" })), () => Boolean(document.querySelector("img[alt='']")), "tango");
kind("symbols as backgrounds", () => symbolsAs((what) => make("i", { style: `${MIDDLE} background: url("${picture(INK[what])}")` })), () => page.some((e) => e.localName === "i" && getComputedStyle(e).backgroundImage !== "none"), "tango");
kind("symbols as named backgrounds", () => symbolsAs((what) => make("i", { class: `icon icon-${what}`, style: `${MIDDLE} background: url("${picture(INK[what])}")` })), () => Boolean(document.querySelector(".icon")), "tango");
kind("symbols as unnamed SVGs", () => symbolsAs((what) => drawn(INK[what], 'viewBox="0 0 28 28"')), () => page.some((e) => e.matches("[data-cell-idx] circle[fill='#f5b334'], [data-cell-idx] path[fill='#4c8cec']")), "tango");
kind("symbols of a sprite", () => {
  const sprite = drawn(`<symbol id="i-sun" viewBox="0 0 28 28">${INK.sun}</symbol><symbol id="i-moon" viewBox="0 0 28 28">${INK.moon}</symbol>`, 'style="display: none"');
  symbolsAs((what) => drawn(`<use href="#i-${what}"></use>`, 'viewBox="0 0 28 28"'));
  document.body.prepend(sprite);
}, () => Boolean(document.querySelector("use")), "tango");
kind("symbols in CSS content", () => symbolsAs((what) => { const e = make("i"); freeze(e, `content: "${EMOJI[what]}"`, "::before"); return e; }), () => page.some((e) => /[☀🌙]/u.test(getComputedStyle(e, "::before").content)), "tango");
kind("symbols as colours", () => symbolsAs((what) => make("i", { style: `${MIDDLE} border-radius: 50%; background: ${what === "sun" ? "#f5b334" : "#4c8cec"}` })), () => page.some((e) => e.localName === "i" && /245, 179, 52|76, 140, 236/.test(getComputedStyle(e).backgroundColor)), "tango");
kind("signs as text", () => signsAs((what) => make("span", {}, EMOJI[what])), () => page.some((e) => /^[=×]$/.test(e.textContent.trim())), "tango");
kind("signs as other text", () => signsAs((what) => make("span", {}, what === "equal" ? "🟰" : "✖")), () => page.some((e) => /^[✖🟰]$/u.test(e.textContent.trim())), "tango");
kind("signs as images", () => signsAs((what) => image(what, { alt: SPOKEN[what] })), () => Boolean(document.querySelector("img[alt=Equal], img[alt=Cross]")), "tango");
kind("signs as unnamed SVGs", unnamedSigns, () => !page.some((e) => e.matches('[data-cell-idx] [aria-label="Equal"], [data-cell-idx] [aria-label="Cross"]')), "tango");
kind("signs in CSS content", () => signsAs((what) => { const e = make("i"); freeze(e, `content: "${EMOJI[what]}"`, "::before"); return e; }), () => page.some((e) => /[=×]/.test(getComputedStyle(e, "::before").content)), "tango");
kind("signs in a layer of their own", () => {
  const layer = make("div", { style: "position: absolute; left: 0; top: 0; pointer-events: none" });
  const base = grid.getBoundingClientRect();
  signs.forEach((sign) => {
    const box = sign.getBoundingClientRect();
    sign.dataset.frozen = `sign${rules.length}`;
    freeze(sign, `position: absolute; translate: none; width: 18px; height: 18px; left: ${box.left + box.width / 2 - base.left - 9}px; top: ${box.top + box.height / 2 - base.top - 9}px`);
    layer.append(sign);
  });
  grid.append(layer);
}, () => page.some((e) => e.matches("div:not([data-cell-idx]) > div > svg") && !e.closest("[data-cell-idx]") && e.closest("[style*='pointer-events: none']")), "tango");
const queens = () => [...grid.querySelectorAll('svg[aria-label="Queen"]')];
kind("queens as emoji", () => queens().forEach((queen) => queen.replaceWith(make("span", {}, "👑"))), () => page.some((e) => e.textContent.trim() === "👑"), "queens of ember");
kind("queens as images", () => queens().forEach((queen) => queen.replaceWith(make("img", { alt: "Queen", width: 24, height: 24, src: picture(INK.moon) }))), () => Boolean(document.querySelector("img[alt=Queen]")), "queens of ember");
kind("regions by walls only", () => {
  undrawn();
  cells.forEach((cell) => { freeze(cell, "background: white"); cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ","); [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name)); });
  if (cells[0].dataset.testid) reclass((name) => "cell", cells);
  closed.forEach((sides, i) => sides.forEach((side) => freeze(cells[i], `border-${NAMES[side]}: 3px solid #111`)));
}, () => !page.some((e) => e.matches("[data-cell-idx]") && (/color/.test(e.ariaLabel) || /color/.test(e.className))), "queens");
kind("regions by pictures", () => {
  cells.forEach((cell, i) => {
    const region = truth.regions[rowOf(i)][colOf(i)];
    freeze(cell, `background: white url("${picture(`<circle cx="14" cy="14" r="${region + 3}" fill="none" stroke="#111"/>`)}") repeat`);
    cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ",");
    [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name));
  });
  if (cells[0].dataset.testid) reclass((name) => "cell", cells);
}, () => page.some((e) => e.matches("[data-cell-idx]") && getComputedStyle(e).backgroundImage.includes("svg")), "queens");
kind("regions in an attribute", () => {
  cells.forEach((cell, i) => {
    cell.dataset.region = truth.regions[rowOf(i)][colOf(i)];
    cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ",");
    [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name));
  });
}, () => Boolean(document.querySelector("[data-region]")), "queens");
kind("regions in inline colours", () => {
  cells.forEach((cell, i) => { cell.style.backgroundColor = `hsl(${truth.regions[rowOf(i)][colOf(i)] * 37} 70% 75%)`; cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ",");
    [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name)); });
}, () => page.some((e) => e.matches("[data-cell-idx]") && e.style?.backgroundColor), "queens");
kind("regions in the colour of an inner element", () => {
  cells.forEach((cell, i) => {
    cell.prepend(make("i", { style: `position: absolute; inset: 1px; background: hsl(${truth.regions[rowOf(i)][colOf(i)] * 37} 70% 75%)` }));
    freeze(cell, "background: white"); cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ",");
    [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name));
  });
}, () => Boolean(document.querySelector("[data-cell-idx] > i")), "queens");
const SHAPE = (shape) => ({ UNKNOWN: "any", SQUARE: "square", HORIZONTAL_RECT: "wide", VERTICAL_RECT: "tall" })[shape.dataset.shape.replace(/^.*?_/, "")];
// The clue's number may stand in what draws its shape.
const reshaped = (change) => {
  unshaped();
  shapes.forEach((shape) => {
    const inner = [...shape.childNodes].filter((node) => node.textContent.trim());
    if (shape.nextElementSibling) freeze(shape.nextElementSibling, "background: none !important; border: 0 !important");
    shape.replaceWith(change(shape), ...(inner.length ? [make("div", { style: "position: absolute; inset: 0; display: grid; place-items: center" }, ...inner)] : []));
  });
};
const unshaped = () => cells.forEach((cell) => cell.ariaLabel && (cell.ariaLabel = cell.ariaLabel.replace(/, [a-z ]+ clue/, "")));
kind("shapes by outlines only", () => { unshaped(); shapes.forEach((shape) => shape.removeAttribute("data-shape")); }, () => !document.querySelector("[data-shape]"), "patches");
kind("shapes as text", () => reshaped((shape) => make("small", {}, { any: "?", square: "□", wide: "▭", tall: "▯" }[SHAPE(shape)])), () => page.some((e) => /^[□▭▯?]$/.test(e.textContent.trim())), "patches");
kind("shapes as images", () => reshaped((shape) => make("img", { alt: { any: "Any shape", square: "Square", wide: "Wide rectangle", tall: "Tall rectangle" }[SHAPE(shape)], width: 12, height: 12, src: picture(INK.sun) })), () => Boolean(document.querySelector("img[alt='Any shape'], img[alt=Square]")), "patches");
kind("shapes by other words", () => { unshaped(); shapes.forEach((shape) => { shape.dataset.kind = SHAPE(shape); shape.removeAttribute("data-shape"); }); }, () => Boolean(document.querySelector("[data-kind]")), "patches");
kind("shapes as SVG", () => reshaped((shape) => {
  const [w, h] = { any: [30, 30], square: [30, 30], wide: [40, 24], tall: [24, 40] }[SHAPE(shape)];
  const dashes = SHAPE(shape) === "any" ? 'stroke-dasharray="3 3"' : "";
  return drawn(`<rect x="${(unit - w) / 2}" y="${(unit - h) / 2}" width="${w}" height="${h}" rx="4" fill="#9cc" stroke="#355" ${dashes}></rect>`,
    `style="position: absolute; left: 0; top: 0" width="${unit}" height="${unit}"`);
}), () => Boolean(document.querySelector("svg > rect")) && !document.querySelector("[data-shape]"), "patches");
const letters = (change) => leaves().filter(isLetter).forEach((node) => node.replaceWith(change(node.data.trim())));
kind("letters in other elements", () => letters((text) => make("b", {}, make("i", {}, text))), () => Boolean(document.querySelector("b > i")), "wend");
kind("letters as SVG text", () => letters((text) => drawn(`<text x="14" y="20" text-anchor="middle">${text}</text>`, 'width="28" height="28"')), () => Boolean(document.querySelector("svg > text")), "wend");
kind("letters as alt", () => letters((text) => make("img", { alt: text, style: "width: 100%; height: 24px", src: numeral(text) })), () => Boolean(document.querySelector("img[alt]")), "wend");
kind("letters in labels only", () => letters((text) => make("i", { role: "img", "aria-label": text, style: `display: inline-block; width: 100%; height: 24px; background: url('${numeral(text)}')` })), () => page.some((e) => /^\p{L}$/u.test(e.ariaLabel ?? "")), "wend");
kind("letters in CSS content", () => letters((text) => { const e = make("i"); freeze(e, `content: "${text}"`, "::before"); return e; }), () => page.some((e) => /^"\p{L}"$/u.test(getComputedStyle(e, "::before").content)), "wend");
kind("small letters in capitals by style", () => letters((text) => { const e = make("b", {}, text.toLowerCase()); freeze(e, "text-transform: uppercase"); return e; }), () => page.some((e) => e.localName === "b" && getComputedStyle(e).textTransform === "uppercase"), "wend");
kind("holes not marked", () => holes.forEach((hole) => hole.removeAttribute("data-cell-is-hole")), () => !document.querySelector("[data-cell-is-hole]"), "wend");
kind("holes left out", () => { cells.forEach((cell, i) => freeze(cell, `grid-area: ${rowOf(i) + 1} / ${colOf(i) + 1}`)); holes.forEach((hole) => hole.remove()); }, () => !document.querySelector("[data-cell-is-hole]"), "wend");
kind("rows of words renamed", () => beside.forEach((e) => e.dataset.testid && (e.dataset.testid = e.dataset.testid.replace("wend-word-list", "answers"))), () => Boolean(document.querySelector("[data-testid^=answers]")), "wend");
kind("rows of words in a list", () => wordRows.forEach((row) => renamedTo(row, "li")), () => Boolean(document.querySelector("li[data-testid^='wend-word-list-row']")), "wend");

// Structure
about("structure");

const rebuilt = () => cells.splice(0, cells.length, ...cells.map((cell) => [...grid.querySelectorAll("[data-cell-idx]")].find((one) => one.dataset.cellIdx === cell.dataset.cellIdx)));
kind("board in a shadow root", () => {
  const host = make("game-board"); grid.before(host); rooted(host, grid);
}, () => page.some((e) => e.shadowRoot?.querySelector("[data-cell-idx]")));
kind("board in nested shadow roots", () => {
  const host = make("game-app"); const inner = make("game-board"); grid.before(host); rooted(inner, grid); rooted(host, inner);
}, () => page.some((e) => e.localName === "game-board" && e.shadowRoot && e.getRootNode() !== document));
kind("each cell in a shadow root", () => cells.forEach((cell) => {
  const inside = [...cell.childNodes];
  rooted(cell, ...inside);
}), () => page.some((e) => e.matches("[data-cell-idx]") && e.shadowRoot));
kind("each cell a custom element with a shadow root", () => cells.forEach((cell) => {
  const host = renamedTo(cell, "game-cell");
  rooted(host, ...host.childNodes);
}), () => page.some((e) => e.localName === "game-cell" && e.shadowRoot));
kind("board in a scroller", () => around(make("div", { style: "height: 260px; overflow: auto; position: relative" })), () => page.some((e) => /auto/.test(getComputedStyle(e).overflowY) && e.querySelector("[data-cell-idx]") && e.scrollHeight > e.clientHeight));
kind("board in a sideways scroller", () => around(make("div", { style: "width: 250px; overflow: auto; position: relative" })), () => page.some((e) => /auto/.test(getComputedStyle(e).overflowX) && e.querySelector("[data-cell-idx]") && e.scrollWidth > e.clientWidth));
kind("page in a scroller", () => {
  const all = make("div", { style: "position: fixed; inset: 0; overflow: auto" }, ...document.body.childNodes);
  document.body.append(all); all.prepend(make("div", { style: "height: 900px" }));
}, () => page.some((e) => getComputedStyle(e).position === "fixed" && e.scrollHeight > e.clientHeight + 500));
kind("board in a frame", () => {
  const frame = make("iframe", { style: "width: 800px; height: 800px; border: 0" });
  grid.before(frame);
  const lines = outside().map((e) => e.cloneNode(false)).reduceRight((outer, e) => { outer.append(e); return e; }, make("div"));
  const top = lines; top.append(grid);
  let root = top; while (root.parentElement) root = root.parentElement;
  frame.dataset.late = "";
  roots.push({ append: (style) => frame.setAttribute("srcdoc", `<!DOCTYPE html><html><head>${style.outerHTML}</head><body class="${document.body.className}">${root.innerHTML}</body></html>`) });
}, () => Boolean(document.querySelector("iframe[srcdoc]")), "queens", "zip", "tango", "mini-sudoku", "patches");
kind("rows with display contents", () => rowsOf().forEach((row) => { const wrap = make("div", { role: "row", style: "display: contents" }); row[0].before(wrap); wrap.append(...row); }),
  () => page.some((e) => e.role === "row" && e.style.display === "contents"));
kind("cells in wrappers of their own", () => cells.forEach((cell) => { const wrap = make("div", { class: "slot" }); cell.before(wrap); wrap.append(cell); }), () => Boolean(document.querySelector(".slot > [data-cell-idx]")));
kind("cells in wrappers with display contents", () => cells.forEach((cell) => { const wrap = make("div", { class: "slot", style: "display: contents" }); cell.before(wrap); wrap.append(cell); }), () => Boolean(document.querySelector(".slot > [data-cell-idx]")));
kind("rows as flex boxes", () => { freeze(grid, "display: block"); rowsOf().forEach((row) => { const wrap = make("div", { style: "display: flex" }); row[0].before(wrap); wrap.append(...row); }); }, () => page.some((e) => e.style?.display === "flex" && e.querySelectorAll(":scope > [data-cell-idx]").length === e.children.length && e.children.length));
kind("columns as flex boxes", () => {
  freeze(grid, "display: flex");
  const columns = [...Array(cols).keys()].map((col) => make("div", { class: "column" }, ...cells.filter((_, i) => colOf(i) === col)));
  grid.prepend(...columns);
}, () => Boolean(document.querySelector(".column > [data-cell-idx]")));
kind("a table", () => {
  const table = make("table", { style: "border-collapse: collapse; border-spacing: 0; line-height: 1" }, make("tbody", {}, ...rowsOf().map((row) => make("tr", {}, ...row))));
  cells.forEach((cell) => { const td = renamedTo(cell, "td"); td.style.padding = "0"; });
  freeze(grid, "display: block"); freeze(table, "");
  grid.prepend(table);
  table.querySelectorAll("td").forEach((td) => (td.style.display = "table-cell"));
}, () => Boolean(document.querySelector("tr > td[data-cell-idx]")));
kind("the grid is a table", () => {
  const rest = [...grid.childNodes].filter((one) => !cells.includes(one));
  grid.replaceChildren(make("tbody", {}, ...rowsOf().map((row) => make("tr", {}, ...row.map((cell) => { const td = make("td", { style: "padding: 0; display: table-cell" }); for (const { name, value } of cell.attributes) name !== "style" && td.setAttribute(name, value); td.append(...cell.childNodes); return td; })))));
  grid.querySelector("tbody").append(...rest.filter((one) => one.nodeType === 1));
  freeze(grid, "display: table; border-spacing: 0; border-collapse: collapse; line-height: 1");
  renamedTo(grid, "table");
}, () => Boolean(document.querySelector("table > tbody > tr > td[data-cell-idx]")));
kind("cells are buttons", () => cells.forEach((cell) => renamedTo(cell, "button")), () => Boolean(document.querySelector("button[data-cell-idx]")));
kind("buttons in the cells", () => cells.forEach((cell) => { const button = make("button", { style: "position: absolute; inset: 0; border: 0; padding: 0; background: none; width: 100%; height: 100%" }, ...cell.childNodes); cell.append(button); }), () => Boolean(document.querySelector("[data-cell-idx] > button")));
kind("cells are list items", () => { cells.forEach((cell) => renamedTo(cell, "li")); freeze(grid, "padding: 0; margin: 0; list-style: none"); renamedTo(grid, "ul"); }, () => Boolean(document.querySelector("ul > li[data-cell-idx]")));
kind("a grid of rows and gridcells", () => { grid.role = "grid"; rowsOf().forEach((row) => { const wrap = make("div", { role: "row", style: "display: contents" }); row[0].before(wrap); wrap.append(...row); row.forEach((cell) => (cell.role = "gridcell")); }); }, () => Boolean(document.querySelector("[role=grid] > [role=row] > [role=gridcell]")));
kind("cells in reverse order", () => { cells.forEach((cell, i) => (cell.style.order = i)); [...cells].reverse().forEach((cell) => grid.append(cell)); }, () => page.some((e) => e.matches("[data-cell-idx]") && Number(e.style.order) > Number(e.nextElementSibling?.style.order || 0) && e.nextElementSibling));
kind("cells placed by transforms", () => { freeze(grid, "display: block"); cells.forEach((cell, i) => { cell.style.cssText += `; position: absolute; left: 0; top: 0; transform: translate(${unit * colOf(i)}px, ${unit * rowOf(i)}px)`; }); }, () => page.some((e) => e.matches("[data-cell-idx]") && /translate/.test(e.style?.transform ?? "")));
kind("cells apart by gaps", () => freeze(grid, "gap: 8px; width: max-content; height: max-content"), () => page.some((e) => getComputedStyle(e).columnGap === "8px" && e.querySelector("[data-cell-idx]")));
kind("contents in one more element", () => cells.forEach((cell) => { const wrap = make("div", { class: "inner" }, ...cell.childNodes); cell.append(wrap); }), () => Boolean(document.querySelector("[data-cell-idx] > .inner")));
kind("no sizes on the grid", () => [grid, ...outside()].forEach((e) => [...e.style].filter((name) => name.startsWith("--")).forEach((name) => e.style.removeProperty(name))),
  () => !page.some((e) => /--/.test(e.getAttribute("style") ?? "") && e.querySelector("[data-cell-idx='15']")));

// Numbering of the cells
about("numbering of the cells");

kind("cells numbered from 1", () => { cells.forEach((cell, i) => (cell.dataset.cellIdx = i + 1)); samples.forEach((cell) => (cell.dataset.cellIdx = Number(cell.dataset.cellIdx) + 1)); }, () => !document.querySelector('[data-cell-idx="0"]') && Boolean(document.querySelector('[data-cell-idx="1"]')));
kind("cells numbered by columns", () => cells.forEach((cell, i) => (cell.dataset.cellIdx = colOf(i) * rows + rowOf(i))), () => { const cells = page.filter((e) => e.matches("[data-cell-idx]")); return cells[1].getBoundingClientRect().left > cells[0].getBoundingClientRect().left && cells[1].dataset.cellIdx !== "1"; });
kind("cells not numbered", () => everything().forEach((e) => { e.removeAttribute("data-cell-idx"); if (cells.includes(e)) { e.removeAttribute("data-testid"); e.removeAttribute("id"); e.removeAttribute("aria-describedby"); } }), () => !document.querySelector("[data-cell-idx]"));
kind("cells by row and column", () => { cells.forEach((cell, i) => { cell.dataset.row = rowOf(i); cell.dataset.col = colOf(i); cell.removeAttribute("data-cell-idx"); }); samples.forEach((one) => one.removeAttribute("data-cell-idx")); }, () => Boolean(document.querySelector("[data-row]")) && !document.querySelector("[data-cell-idx]"));
kind("cells by chess names", () => { cells.forEach((cell, i) => { cell.id = `${String.fromCharCode(97 + colOf(i))}${rowOf(i) + 1}`; cell.removeAttribute("data-cell-idx"); }); samples.forEach((one) => one.removeAttribute("data-cell-idx")); }, () => Boolean(document.querySelector("#a1")) && !document.querySelector("[data-cell-idx]"));
kind("cells by a name with row and column", () => { cells.forEach((cell, i) => { cell.id = `cell-${rowOf(i) + 1}-${colOf(i) + 1}`; cell.removeAttribute("data-cell-idx"); }); samples.forEach((one) => one.removeAttribute("data-cell-idx")); }, () => Boolean(document.querySelector("#cell-1-1")) && !document.querySelector("[data-cell-idx]"));

// Twins, and other lattices beside
about("twins and other grids");

const twin = () => { const copy = grid.cloneNode(true); copy.querySelectorAll("[id]").forEach((e) => e.removeAttribute("id")); return copy; };
kind("hidden twin of a narrow screen", () => grid.before(make("div", { class: "mobile", style: "display: none" }, twin())), () => document.querySelectorAll(".mobile [data-cell-idx='0']").length > 0);
kind("invisible twin behind", () => { const copy = make("div", { class: "ghost", "aria-hidden": "true", style: "position: absolute; opacity: 0; pointer-events: none" }, twin()); grid.before(copy); }, () => Boolean(document.querySelector(".ghost [data-cell-idx]")));
kind("visible twin as a preview", () => around(make("div")).after(make("aside", { style: "zoom: 0.3; pointer-events: none" }, twin())), () => Boolean(document.querySelector("aside [data-cell-idx]")));
kind("a calendar beside", () => document.body.append(make("table", { class: "calendar" }, ...[0, 1, 2, 3, 4].map((week) => make("tr", {}, ...[...Array(7).keys()].map((day) => make("td", { style: "width: 40px; height: 40px" }, `${week * 7 + day + 1}`)))))), () => Boolean(document.querySelector(".calendar td")));
kind("keys of a keyboard beside", () => document.body.append(make("div", { class: "keys", style: "display: grid; grid-template-columns: repeat(3, 60px)" }, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => make("button", { style: "width: 60px; height: 60px" }, `${n}`)))), () => Boolean(document.querySelector(".keys button")));

// Late parts
about("late parts");

const holders = (nodes) => [...new Set(nodes.map((node) => (node.parentElement.matches("[data-cell-idx]") ? null : node.parentElement)).filter(Boolean))];
kind("numbers late", () => late(holders(leaves().filter(isNumber)), 600), () => Boolean(document.getElementById("later")?.content.children.length), ...NUMBERED);
kind("numbers very late", () => late(holders(leaves().filter(isNumber)), 2000), () => Boolean(document.getElementById("later")?.content.children.length), ...NUMBERED);
const WALL_PARTS = () => [...new Set(walls.map(({ element }) => element))];
kind("walls late", () => late(WALL_PARTS(), 800), () => Boolean(document.getElementById("later")?.content.children.length), "zip");
kind("walls very late", () => late(WALL_PARTS(), 1800), () => Boolean(document.getElementById("later")?.content.children.length), "zip");
kind("signs late", () => late(signs, 800), () => Boolean(document.getElementById("later")?.content.children.length), "tango");
kind("signs very late", () => late(signs, 1800), () => Boolean(document.getElementById("later")?.content.children.length), "tango");
kind("letters late", () => late(holders(leaves().filter(isLetter)), 700), () => Boolean(document.getElementById("later")?.content.children.length), "wend");
kind("cells late", () => late([grid], 1200), () => Boolean(document.getElementById("later")?.content.children.length));
kind("regions late", () => {
  cells.forEach((cell) => { cell.dataset.was = cell.className; });
  const names = [...new Set(cells.flatMap((cell) => [...cell.classList].filter((name) => name.includes("color"))))];
  cells.forEach((cell) => { cell.dataset.label = cell.ariaLabel; cell.ariaLabel = ""; names.forEach((name) => cell.classList.remove(name)); cell.style.background = "white"; });
  scripted(`setTimeout(() => document.querySelectorAll("[data-was]").forEach((cell) => { cell.className = cell.dataset.was; cell.ariaLabel = cell.dataset.label; cell.style.removeProperty("background"); }), 800)`);
}, () => page.some((e) => e.dataset?.was !== undefined && e.style.background === "white"), "queens");

// Badges, ordinals and counters in the cells
about("badges and ordinals");

const corner = (text, css = "") => make("sup", { class: "badge", style: `position: absolute; left: 2px; top: 1px; font-size: 9px; line-height: 1; ${css}` }, text);
kind("ordinals in the cells", () => cells.forEach((cell, i) => cell.append(corner(`${i + 1}`))), () => document.querySelectorAll("[data-cell-idx] .badge").length > 9);
kind("ordinals before the contents", () => cells.forEach((cell, i) => cell.prepend(corner(`${i + 1}`))), () => document.querySelectorAll("[data-cell-idx] > .badge:first-child").length > 9);
kind("chess names in the cells", () => cells.forEach((cell, i) => cell.append(corner(`${String.fromCharCode(65 + colOf(i))}${rowOf(i) + 1}`))), () => document.querySelectorAll("[data-cell-idx] .badge").length > 9);
kind("a badge in one cell", () => cells[7].append(corner("3", "background: red; color: white; border-radius: 9px")), () => document.querySelectorAll(".badge").length === 1);
kind("a new badge in one cell", () => cells[4].append(corner("NEW")), () => document.querySelectorAll(".badge").length === 1);
kind("spoken places in the cells", () => cells.forEach((cell, i) => cell.append(make("span", { style: spoken("") }, `Row ${rowOf(i) + 1}, column ${colOf(i) + 1}`))), () => document.querySelectorAll("[data-cell-idx] > span[style*='clip-path']").length > 9);
kind("ordinals, classes hashed", () => { cells.forEach((cell, i) => cell.prepend(corner(`${i + 1}`))); rehash(); }, () => document.querySelectorAll("[data-cell-idx] > sup").length > 9 && !document.querySelector(".badge"));

// Games resumed: some cells are filled in, and what is locked or given has another name
about("resumed games and locks");

const KEPT = () => {
  const first = (value) => (game === "zip" ? null : value);
  if (game === "tango") {
    const samples = Object.fromEntries(symbols.map((one) => [kindOf(one), one.closest('[data-testid^="cell-"]:not([data-cell-idx])') ?? one]));
    let left = 2;
    cells.forEach((cell, i) => {
      const what = truth.solution[rowOf(i)][colOf(i)];
      const empty = cell.querySelector('svg[aria-label="Empty"]');
      if (!left || !empty || !samples[what]) return;
      (empty.closest('[data-testid^="cell-"]:not([data-cell-idx])') ?? empty).replaceWith(samples[what].cloneNode(true));
      left -= 1;
    });
  }
  if (game === "mini-sudoku") {
    let left = 2;
    cells.forEach((cell, i) => {
      if (!left || cell.textContent.trim()) return;
      (cell.querySelector(".sudoku-cell-content") ?? cell).append(`${truth.solution[rowOf(i)][colOf(i)]}`);
      left -= 1;
    });
  }
};
kind("resumed", () => { KEPT(); grid.dataset.resumed = ""; }, () => Boolean(document.querySelector("[data-resumed]")), "tango", "mini-sudoku");
const isGiven = (i) => (game === "tango" ? truth.givens.some(([row, col]) => row * cols + col === i) : truth.givens[rowOf(i)][colOf(i)] > 0);
const unlocked = (cell) => {
  for (const e of [cell, ...cell.querySelectorAll("*")]) {
    e.removeAttribute("aria-disabled");
    [...e.classList].filter((name) => /locked|prefilled/.test(name)).forEach((name) => e.classList.remove(name));
  }
  if (cell.dataset.testid) cell.className = "cell";
};
kind("resumed, locks renamed", () => { KEPT(); cells.forEach((cell, i) => { unlocked(cell); cell.dataset.fixed = isGiven(i); }); }, () => Boolean(document.querySelector("[data-fixed=true]")), "tango", "mini-sudoku");
kind("resumed, locks as another class", () => { KEPT(); cells.forEach((cell, i) => { unlocked(cell); cell.classList.toggle("is-clue", isGiven(i)); }); }, () => Boolean(document.querySelector(".is-clue")), "tango", "mini-sudoku");
kind("resumed, locks read-only", () => { KEPT(); cells.forEach((cell, i) => { unlocked(cell); cell.setAttribute("aria-readonly", isGiven(i)); }); }, () => Boolean(document.querySelector("[aria-readonly=true]")), "tango", "mini-sudoku");
kind("resumed, locks by their look", () => { KEPT(); cells.forEach((cell, i) => { unlocked(cell); freeze(cell, `background-color: ${isGiven(i) ? "#e0ddd4" : "white"}; cursor: ${isGiven(i) ? "default" : "pointer"}`); }); }, () => page.some((e) => getComputedStyle(e).backgroundColor === "rgb(224, 221, 212)"), "tango", "mini-sudoku");
kind("locks renamed", () => cells.forEach((cell, i) => { unlocked(cell); cell.dataset.fixed = isGiven(i); }), () => Boolean(document.querySelector("[data-fixed=true]")), "tango", "mini-sudoku");
kind("paths under other names", () => {
  for (const e of grid.querySelectorAll("*")) {
    [...e.classList].filter((name) => /filled|segment/.test(name)).forEach((name) => e.classList.replace(name, `walked-${name.length}`));
    if (e.dataset.testid === "filled-cell") e.dataset.testid = "walked";
    if (e.ariaPressed) { e.ariaSelected = e.ariaPressed; e.removeAttribute("aria-pressed"); }
  }
}, () => Boolean(document.querySelector("[class*=walked], [aria-selected]")), "zip");

// Looks
about("looks");

kind("dark mode", () => {
  document.documentElement.dataset.theme = "dark";
  const dark = (text) => text.replace(/rgba?\((\d+), (\d+), (\d+)/g, (whole, r, g, b) => (Math.max(r, g, b) - Math.min(r, g, b) < 40 ? whole.replace(/\d+, \d+, \d+/, [r, g, b].map((n) => 255 - n).join(", ")) : whole))
    .replace(/#1d1d1d|#111/g, "#eee").replace(/: white/g, ": #1b1b1b");
  rules.forEach((rule, n) => (rules[n] = dark(rule)));
  document.body.style.cssText = "background: #1b1b1b; color: #eee";
}, () => document.documentElement.dataset.theme === "dark" && getComputedStyle(document.body).backgroundColor === "rgb(27, 27, 27)");
kind("dark mode by a filter", () => { document.documentElement.style.filter = "invert(1) hue-rotate(180deg)"; }, () => getComputedStyle(document.documentElement).filter.includes("invert"));
kind("zoomed in", () => { document.documentElement.style.zoom = 1.5; }, () => getComputedStyle(document.documentElement).zoom === "1.5");
kind("zoomed out", () => { document.documentElement.style.zoom = 0.67; }, () => getComputedStyle(document.documentElement).zoom === "0.67");
kind("board scaled", () => around(make("div", { style: "transform: scale(0.75); transform-origin: top left" })), () => page.some((e) => /scale/.test(e.style?.transform ?? "")));
kind("page from right to left", () => { document.documentElement.dir = "rtl"; document.body.removeAttribute("dir"); grid.dir = "ltr"; freeze(grid, "direction: ltr"); }, () => getComputedStyle(document.body).direction === "rtl");
kind("cells with an animation", () => { rules.push("@keyframes breathe { 50% { opacity: 0.7 } }"); cells.forEach((cell) => freeze(cell, "animation: breathe 2s infinite")); }, () => document.getAnimations().length > 3);
kind("round cells", () => cells.forEach((cell) => freeze(cell, "border-radius: 50%; overflow: visible")), () => page.some((e) => e.matches("[data-cell-idx]") && getComputedStyle(e).borderTopLeftRadius === "50%"));
kind("thick lines between all cells", () => cells.forEach((cell) => freeze(cell, "outline: 2px solid #777; outline-offset: -1px")), () => page.some((e) => getComputedStyle(e).outlineWidth === "2px"));

// Kinds that were written when all readings were done, and measured once
about("held out");

const KOREAN = [
  [/Empty cell of color (.*), row (\d+), column (\d+)/, "$2행 $3열, $1색 빈 칸"], [/Cross of color (.*), row (\d+), column (\d+)/, "$2행 $3열, $1색 엑스"], [/Queen of color (.*), row (\d+), column (\d+)/, "$2행 $3열, $1색 퀸"],
  [/Number (\d+)/, "숫자 $1"], [/Row (\d+), column (\d+)/, "$1행 $2열"], [/freeform clue/, "자유형 단서"], [/square clue/, "정사각형 단서"],
  [/wide rectangle clue/, "가로 직사각형 단서"], [/tall rectangle clue/, "세로 직사각형 단서"], [/(\d+) cells?/, "$1칸"], [/^Sun$/, "해"], [/^Moon$/, "달"],
  [/^Empty$/, "빈 칸"], [/^Equal$/, "같음"], [/^Cross$/, "다름"], [/^\s*Undo\s*$/, "실행 취소"], [/^\s*Hint\s*$/, "힌트"]];
kind("words in Korean", () => translated("ko", KOREAN), () => document.documentElement.lang === "ko" && /[가-힣]/.test(document.body.outerHTML), ...LABELLED);
kind("no classes at all", () => everything().forEach((e) => e !== document.body && e.removeAttribute("class")), () => page.every((e) => e === document.body || !e.hasAttribute("class")));
kind("cells by x and y", () => { cells.forEach((cell, i) => { cell.dataset.x = colOf(i); cell.dataset.y = rowOf(i); }); everything().forEach((e) => { e.removeAttribute("data-cell-idx"); if (/^cell-/.test(e.dataset.testid ?? "")) e.removeAttribute("data-testid"); }); },
  () => Boolean(document.querySelector("[data-x]")) && !document.querySelector("[data-cell-idx]"));
kind("numbers in circles", () => renumber((text) => (Number(text) <= 20 ? String.fromCodePoint(0x245f + Number(text)) : text)), () => page.some((e) => /[\u2460-\u2473]/.test(e.textContent)), ...NUMBERED);
kind("numbers in Bengali digits", () => renumber((text) => digitsFrom(0x9e6)(text)), () => page.some((e) => /[\u09e6-\u09ef]/.test(e.textContent)), ...NUMBERED);
kind("numbers in strong elements with a mark", () => renumber((text) => make("strong", { class: "num" }, make("span", { "aria-hidden": "true" }, "№"), ` ${text}`)), () => Boolean(document.querySelector("strong.num")), ...NUMBERED);
kind("walls as dashed borders", () => { undrawn(); closed.forEach((sides, i) => sides.forEach((side) => freeze(cells[i], `border-${NAMES[side]}: 4px dashed #a00`))); }, () => page.some((e) => getComputedStyle(e).borderRightStyle === "dashed"), ...WALLED);
kind("walls as an SVG in each cell", () => {
  undrawn();
  closed.forEach((sides, i) => sides.length && cells[i].append(drawn(sides.map((side) => { const [dy, dx] = SIDE[side]; const at = (d) => unit / 2 * (1 + d);
    return `<line x1="${at(dx || -1)}" y1="${at(dy || -1)}" x2="${at(dx || 1)}" y2="${at(dy || 1)}" stroke="#a00" stroke-width="7"></line>`; }).join(""),
    `style="position: absolute; left: 0; top: 0; overflow: visible; pointer-events: none" width="${unit}" height="${unit}"`)));
}, () => page.some((e) => e.matches("[data-cell-idx] svg > line")), ...WALLED);
kind("walls as rounded bars in the cells", () => { undrawn(); once.forEach(({ i, side }) => cells[i].append(make("u", { style: `position: absolute; border-radius: 5px; background: #b22; ${side === "right" ? "right: -5px; top: 6%; width: 10px; height: 88%" : "left: 6%; bottom: -5px; height: 10px; width: 88%"}` }))); }, () => Boolean(document.querySelector("u[style*='border-radius']")), ...WALLED);
kind("symbols as letters", () => symbolsAs((what) => make("span", {}, what === "sun" ? "S" : "M")), () => page.some((e) => e.localName === "span" && /^[SM]$/.test(e.textContent)), "tango");
kind("symbols as faces of one emoji set", () => symbolsAs((what) => make("span", {}, what === "sun" ? "🌞" : "🌚")), () => page.some((e) => /^[🌞🌚]$/u.test(e.textContent)), "tango");
kind("signs as = and ≠", () => signsAs((what) => make("b", {}, what === "equal" ? "=" : "≠")), () => page.some((e) => /^[=≠]$/.test(e.textContent)), "tango");
kind("signs as badges with a title", () => signsAs((what) => make("i", { title: what === "equal" ? "Equal" : "Cross", style: "display: block; width: 18px; height: 18px; background: #ddd" })), () => page.some((e) => e.localName === "i" && /Equal|Cross/.test(e.title)), "tango");
kind("regions by a class of an inner element", () => {
  cells.forEach((cell, i) => { cell.append(make("em", { class: `area-${truth.regions[rowOf(i)][colOf(i)]}`, style: "position: absolute; inset: 0" })); freeze(cell, "background: white"); cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ","); [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name)); });
  undrawn();
}, () => Boolean(document.querySelector("em[class^=area]")), "queens");
kind("board in a details that is open", () => around(make("details", { open: "" })).prepend(make("summary", {}, "Puzzle")), () => Boolean(document.querySelector("details[open] [data-cell-idx]")));
kind("board in a form with a fieldset", () => { const set = make("fieldset", { style: "border: 0" }); around(set); const form = make("form"); set.before(form); form.append(set); }, () => Boolean(document.querySelector("form > fieldset [data-cell-idx]")));
kind("lines between rows", () => { freeze(grid, "display: block"); rowsOf().forEach((row) => { const wrap = make("div", { style: "display: flex" }); row[0].before(wrap); wrap.append(...row); wrap.after(make("hr", { style: "border: 0; height: 1px; margin: 0; background: #eee" })); }); }, () => document.querySelectorAll("hr").length > 3);
kind("counters of conflicts in the cells", () => cells.forEach((cell) => cell.append(make("sub", { style: "position: absolute; right: 2px; bottom: 1px; font-size: 8px" }, "0"))), () => document.querySelectorAll("[data-cell-idx] sub").length > 9);
kind("tooltips in the cells", () => cells.forEach((cell, i) => { cell.title = `Cell ${i + 1}`; }), () => page.some((e) => e.matches("[data-cell-idx]") && /^Cell \d+$/.test(e.title)));
kind("numbers late, in parts", () => late(holders(leaves().filter(isNumber)).filter((_, n) => n % 2), 900), () => Boolean(document.getElementById("later")?.content.children.length), ...NUMBERED);
