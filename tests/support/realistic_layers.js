// Realistic kinds in which what a cell shows stands elsewhere than in the cell, or only styles and drawings say it.
about("shown in the cells only");

// A layer over the whole grid, in which things lie at the cells' places.
const LAYER = "position: absolute; left: 0; top: 0; pointer-events: none;";
const layerOver = (where = "beside") => {
  const layer = make("div", { class: "overlay", style: `${LAYER} width: ${unit * cols}px; height: ${unit * rows}px` });
  if (where === "inside") { freeze(grid, "position: relative"); grid.append(layer); } else around(make("div", { style: "position: relative; width: max-content" })).append(layer);
  return layer;
};
const at = (i) => `position: absolute; left: ${colOf(i) * unit}px; top: ${rowOf(i) * unit}px; width: ${unit}px; height: ${unit}px; display: grid; place-items: center;`;
// The numbers or letters are taken out of the cells; each is shown by `change` in a layer.
const lifted = (nodes, layer, change = (text) => text) => nodes.forEach((node) => {
  const i = cells.findIndex((cell) => cell.contains(node));
  if (i < 0) return;
  layer.append(make("span", { style: at(i) }, change(node.data.trim(), i)));
  node.remove();
});
const counted = (styles) => renumber((text) => { const e = make("i"); styles(e, text); return e; });
const shownIn = (test) => page.some((e) => e.localName === "i" && test(getComputedStyle(e, "::before").content));
kind("numbers by a counter set in each cell", () => counted((e, text) => { freeze(e, `counter-set: num ${text}`); freeze(e, "content: counter(num)", "::before"); }), () => page.some((e) => /^counter\(/.test(getComputedStyle(e, "::before").content)), ...NUMBERED);
kind("numbers by a counter reset in each cell", () => counted((e, text) => { freeze(e, `counter-reset: num ${text}`); freeze(e, 'content: counter(num) ""', "::after"); }), () => page.some((e) => /^counter\(/.test(getComputedStyle(e, "::after").content)), ...NUMBERED);
kind("numbers by counters that count up", () => {
  freeze(grid, "counter-reset: num");
  let last = 0;
  counted((e, text) => { freeze(e, `counter-increment: num ${Number(text) - last}`); freeze(e, "content: counter(num)", "::before"); last = Number(text); });
}, () => page.some((e) => /^counter\(/.test(getComputedStyle(e, "::before").content)), ...NUMBERED);
kind("numbers with leading zeros", () => renumber((text) => text.padStart(2, "0")), () => page.some((e) => /^0\d$/.test(e.textContent.trim())), ...NUMBERED);
kind("numbers with a full stop", () => renumber((text) => `${text}.`), () => page.some((e) => /^\d+\.$/.test(e.textContent.trim())), ...NUMBERED);
const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"];
kind("numbers by words", () => renumber((text) => make("b", {}, WORDS[text] ?? text)), () => page.some((e) => /^(one|two|three|four)$/.test(e.textContent.trim())), ...NUMBERED);
kind("numbers by ligatures", () => renumber((text) => make("i", { class: "material-icons", style: "font-size: 12px" }, `looks_${{ 1: "one", 2: "two" }[text] ?? text}`)), () => page.some((e) => /^looks_\w+$/.test(e.textContent.trim())), ...NUMBERED);
kind("numbers by other ligatures", () => renumber((text) => make("i", { class: "material-icons", style: "font-size: 12px" }, `counter_${text}`)), () => page.some((e) => /^counter_\d+$/.test(e.textContent.trim())), ...NUMBERED);
const odometer = (text, move) => make("span", { style: "display: inline-flex; height: 20px; overflow: hidden; line-height: 20px; font-size: 16px" },
  ...[...text].map((digit) => make("span", { style: move(digit) }, ...[..."0123456789"].map((one) => make("span", { style: "display: block; height: 20px" }, one)))));
kind("numbers in columns that are moved", () => renumber((text) => odometer(text, (digit) => `display: block; transform: translateY(${-20 * digit}px)`)), () => page.some((e) => e.textContent === "0123456789"), ...NUMBERED);
kind("numbers in columns with a margin", () => renumber((text) => odometer(text, (digit) => `display: block; margin-top: ${-20 * digit}px`)), () => page.some((e) => e.textContent === "0123456789"), ...NUMBERED);
kind("numbers in columns of lines", () => renumber((text) => make("span", { style: "display: inline-flex; height: 20px; overflow: hidden; line-height: 20px; font-size: 16px" },
  ...[...text].map((digit) => make("span", { style: `display: block; white-space: pre; transform: translateY(${-20 * digit}px)` }, [..."0123456789"].join("\n"))))), () => page.some((e) => e.textContent === [..."0123456789"].join("\n")), ...NUMBERED);
kind("numbers digit by digit", () => renumber((text) => make("span", { style: "font-size: 16px" }, ...[...text].map((digit) => make("span", { style: "display: inline-block" }, digit)))), () => page.some((e) => e.style?.fontSize === "16px" && e.firstElementChild?.style?.display === "inline-block"), ...NUMBERED);
const sprite = (name) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${28 * 30}" height="28">${[...Array(30).keys()].map((n) => `<text x="${28 * n + 14}" y="20" text-anchor="middle" font-size="18">${n}</text>`).join("")}</svg>`)}`;
kind("numbers of a sprite", () => renumber((text) => make("i", { style: `display: inline-block; width: 28px; height: 28px; background: url("${sprite()}") -${28 * text}px 0` })), () => page.some((e) => e.localName === "i" && /-\d+px/.test(getComputedStyle(e).backgroundPosition)), ...NUMBERED);
kind("numbers of a sprite by classes", () => renumber((text) => { const e = make("i", { class: `num num-${text}` }); freeze(e, `display: inline-block; width: 28px; height: 28px; background: url("${sprite()}") -${28 * text}px 0`); return e; }), () => Boolean(document.querySelector(".num-3")), ...NUMBERED);
const discs = () => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="56" height="${28 * 15}">${[...Array(30).keys()].map((n) => `<circle cx="${28 * (n % 2) + 14}" cy="${28 * Math.floor(n / 2) + 14}" r="13" fill="#0a2540"/><text x="${28 * (n % 2) + 14}" y="${28 * Math.floor(n / 2) + 19}" text-anchor="middle" font-size="15" font-weight="bold" font-family="Arial" fill="#fff">${n}</text>`).join("")}</svg>`)}`;
kind("numbers on discs of a sprite", () => renumber((text) => make("i", { style: `display: inline-block; width: 28px; height: 28px; background: url("${discs()}") ${-28 * (text % 2)}px ${-28 * Math.floor(text / 2)}px / 56px auto` })), () => page.some((e) => e.localName === "i" && /^56px/.test(getComputedStyle(e).backgroundSize)), ...NUMBERED);
kind("numbers of a picture that is moved", () => renumber((text) => make("span", { style: "display: inline-block; width: 28px; height: 28px; overflow: hidden" }, make("img", { alt: "", src: sprite(), style: `display: block; max-width: none; margin-left: ${-28 * text}px` }))), () => page.some((e) => e.localName === "img" && /^-\d+px/.test(getComputedStyle(e).marginLeft)), ...NUMBERED);
kind("numbers of a sprite of symbols", () => { document.body.prepend(drawn([...Array(30).keys()].map((n) => `<symbol id="n${n}" viewBox="0 0 28 28"><text x="14" y="20" text-anchor="middle" font-size="18">${n}</text></symbol>`).join(""), 'style="display: none"')); renumber((text) => drawn(`<use href="#n${text}"></use>`, 'width="28" height="28"')); }, () => Boolean(document.querySelector('use[href="#n3"]')), ...NUMBERED);
for (const where of ["beside", "inside"]) {
  kind(`numbers in a layer ${where} the grid`, () => { unlabelled(); lifted(leaves().filter(isNumber), layerOver(where)); }, () => page.some((e) => e.matches(".overlay > span") && /^\d+$/.test(e.textContent)), ...NUMBERED);
  kind(`letters in a layer ${where} the grid`, () => lifted(leaves().filter(isLetter), layerOver(where)), () => page.some((e) => e.matches(".overlay > span") && /^\p{L}$/u.test(e.textContent)), "wend");
}
kind("numbers in an SVG over the grid", () => {
  unlabelled();
  const found = leaves().filter(isNumber).map((node) => ({ node, i: cells.findIndex((cell) => cell.contains(node)) })).filter(({ i }) => i >= 0);
  layerOver().append(drawn(found.map(({ node, i }) => `<text x="${(colOf(i) + 0.5) * unit}" y="${(rowOf(i) + 0.5) * unit + 6}" text-anchor="middle" font-size="18">${node.data.trim()}</text>`).join(""), `width="${unit * cols}" height="${unit * rows}" style="overflow: visible"`));
  found.forEach(({ node }) => node.remove());
}, () => page.some((e) => e.matches(".overlay text")), ...NUMBERED);
kind("letters in an SVG over the grid", () => {
  const found = leaves().filter(isLetter).map((node) => ({ node, i: cells.findIndex((cell) => cell.contains(node)) })).filter(({ i }) => i >= 0);
  layerOver().append(drawn(found.map(({ node, i }) => `<text x="${(colOf(i) + 0.5) * unit}" y="${(rowOf(i) + 0.5) * unit + 6}" text-anchor="middle" font-size="18">${node.data.trim()}</text>`).join(""), `width="${unit * cols}" height="${unit * rows}" style="overflow: visible"`));
  found.forEach(({ node }) => node.remove());
}, () => page.some((e) => e.matches(".overlay text")), "wend");
kind("contents in a grid over the grid", () => {
  const layer = layerOver();
  layer.style.cssText += `; display: grid; grid-template: repeat(${rows}, ${unit}px) / repeat(${cols}, ${unit}px)`;
  cells.forEach((cell) => layer.append(make("div", { style: "position: relative; width: 100%; height: 100%; display: grid; place-items: center" }, ...cell.childNodes)));
}, () => Boolean(document.querySelector(".overlay > div")), "tango", "mini-sudoku", "patches", "wend", "zip");
kind("clues in a layer over the grid", () => {
  const layer = layerOver();
  unlabelled(); unshaped();
  shapes.forEach((shape) => {
    const cell = shape.closest("[data-cell-idx]");
    const i = cells.indexOf(cell);
    if (i < 0) return;
    layer.append(make("div", { style: `${at(i)} pointer-events: none` }, ...cell.childNodes));
  });
}, () => Boolean(document.querySelector(".overlay [data-shape]")), "patches");
kind("symbols in a layer over the grid", () => {
  const layer = layerOver();
  symbolsAs((what, cell) => { layer.append(make("div", { style: at(cells.indexOf(cell)) }, image(what, { alt: SPOKEN[what] }))); return make("span", { hidden: "" }); });
}, () => Boolean(document.querySelector(".overlay img[alt]")), "tango");

const signsOver = (change, inside) => {
  const { left, top } = grid.getBoundingClientRect();
  const found = signs.map((sign) => { const box = sign.getBoundingClientRect(); return { x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top, what: sign.querySelector('[aria-label="Equal"]') ? "equal" : "cross" }; });
  signs.forEach((sign) => sign.remove());
  layerOver().append(...(inside ? [drawn(found.map(change).join(""), `width="${unit * cols}" height="${unit * rows}"`)] : found.map(change)));
};
kind("signs as groups of one SVG over the grid", () => signsOver(({ x, y, what }) => `<g transform="translate(${x - 8} ${y - 8}) scale(0.57)">${INK[what]}</g>`, true), () => Boolean(document.querySelector(".overlay > svg > g")), "tango");
kind("signs as SVGs over the grid", () => signsOver(({ x, y, what }) => { const svg = drawn(`<circle cx="14" cy="14" r="13" fill="#fff"></circle>${INK[what]}`, 'viewBox="0 0 28 28" width="18" height="18"'); svg.style.cssText = `position: absolute; left: ${x - 9}px; top: ${y - 9}px`; return svg; }), () => Boolean(document.querySelector(".overlay > svg > circle")), "tango");

// Regions
const nameless = () => cells.forEach((cell) => {
  cell.ariaLabel = (cell.ariaLabel ?? "").replace(/ of color .*?,/, ",");
  [...cell.classList].filter((name) => name.includes("color")).forEach((name) => cell.classList.remove(name));
});
const unregioned = () => { undrawn(); nameless(); if (cells[0].dataset.testid) reclass(() => "cell", cells); };
const regionOf = (i) => truth.regions[rowOf(i)][colOf(i)];
const PALE = (region, light = 78) => `hsl(${region * 360 / rows} 75% ${light}%)`;
const parts = () => [...Array(rows).keys()].map((region) => ({ region, own: cells.map((_, i) => i).filter((i) => regionOf(i) === region) }));
const squares = (own) => own.map((i) => `M${colOf(i) * unit} ${rowOf(i) * unit}h${unit}v${unit}h-${unit}z`).join("");
const behind = (...inner) => { cells.forEach((cell) => freeze(cell, "background: transparent; border: 0.5px solid #0003")); freeze(grid, "background: transparent; position: relative; z-index: 1"); around(make("div", { class: "under", style: "position: relative; width: max-content; height: max-content" })).prepend(...inner); };
kind("regions as SVG paths behind the cells", () => {
  unregioned();
  behind(drawn(parts().map(({ region, own }) => `<path d="${squares(own)}" fill="${PALE(region)}"></path>`).join(""), `width="${unit * cols}" height="${unit * rows}" style="position: absolute; left: 0; top: 0"`));
}, () => document.querySelectorAll(".under > svg > path").length > 3, "queens");
kind("regions as SVG paths over the cells", () => {
  unregioned();
  layerOver().append(drawn(parts().map(({ region, own }) => `<path d="${squares(own)}" fill="${PALE(region, 50)}" opacity="0.5" stroke="#000" stroke-width="2"></path>`).join(""), `width="${unit * cols}" height="${unit * rows}"`));
}, () => document.querySelectorAll(".overlay > svg > path").length > 3, "queens");
kind("regions as SVG rectangles behind the cells", () => {
  unregioned();
  behind(drawn(cells.map((_, i) => `<rect x="${colOf(i) * unit}" y="${rowOf(i) * unit}" width="${unit}" height="${unit}" fill="${PALE(regionOf(i))}"></rect>`).join(""), `width="${unit * cols}" height="${unit * rows}" style="position: absolute; left: 0; top: 0"`));
}, () => document.querySelectorAll(".under > svg > rect").length > 3, "queens");
kind("regions as clipped layers behind the cells", () => {
  unregioned();
  behind(...parts().map(({ region, own }) => make("div", { style: `position: absolute; left: 0; top: 0; width: ${unit * cols}px; height: ${unit * rows}px; background: ${PALE(region)}; clip-path: path("${squares(own)}")` })));
}, () => page.filter((e) => /^path/.test(getComputedStyle(e).clipPath)).length > 3, "queens");
kind("regions as uses of a square behind the cells", () => {
  unregioned();
  behind(drawn(`<defs><rect id="square" width="${unit}" height="${unit}"></rect></defs>${cells.map((_, i) => `<use href="#square" x="${colOf(i) * unit}" y="${rowOf(i) * unit}" fill="${PALE(regionOf(i))}"></use>`).join("")}`, `width="${unit * cols}" height="${unit * rows}" style="position: absolute; left: 0; top: 0"`));
}, () => document.querySelectorAll(".under use").length > 3, "queens");
kind("regions as one picture behind the cells", () => {
  unregioned();
  behind(make("img", { alt: "", style: "position: absolute; left: 0; top: 0", width: unit * cols, height: unit * rows, src: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${unit * cols}" height="${unit * rows}">${parts().map(({ region, own }) => `<path d="${squares(own)}" fill="${PALE(region)}"/>`).join("")}</svg>`)}` }));
}, () => Boolean(document.querySelector(".under > img")), "queens");
kind("regions as boxes behind the cells", () => {
  unregioned();
  behind(...cells.map((_, i) => make("i", { style: `${at(i)} background: ${PALE(regionOf(i))}` })));
}, () => document.querySelectorAll(".under > i").length > 9, "queens");
kind("regions as gradients", () => { unregioned(); cells.forEach((cell, i) => freeze(cell, `background: linear-gradient(135deg, ${PALE(regionOf(i), 84)}, ${PALE(regionOf(i), 70)})`)); }, () => page.some((e) => e.matches("[data-cell-idx]") && getComputedStyle(e).backgroundImage.includes("linear-gradient")), "queens");
kind("regions as turned gradients", () => { unregioned(); cells.forEach((cell, i) => freeze(cell, `background: linear-gradient(${45 * (i % 8)}deg, ${PALE(regionOf(i), 82)}, ${PALE(regionOf(i), 76)})`)); }, () => page.some((e) => e.matches("[data-cell-idx]") && getComputedStyle(e).backgroundImage.includes("linear-gradient")), "queens");
kind("regions in chequered shades", () => { unregioned(); cells.forEach((cell, i) => freeze(cell, `background: ${PALE(regionOf(i), (rowOf(i) + colOf(i)) % 2 ? 78 : 73)}`)); }, () => new Set(page.filter((e) => e.matches("[data-cell-idx]")).map((e) => getComputedStyle(e).backgroundColor)).size > 10, "queens");
kind("regions in opacities of one overlay", () => { unregioned(); cells.forEach((cell, i) => { freeze(cell, `background: ${PALE(regionOf(i))}`); cell.prepend(make("i", { style: `position: absolute; inset: 0; background: #000; opacity: ${(rowOf(i) + colOf(i)) % 2 ? 0.02 : 0.07}` })); }); }, () => Boolean(document.querySelector("[data-cell-idx] > i[style*=opacity]")), "queens");

// Walls of one drawing
const wallsDrawn = (markup) => `<svg xmlns="http://www.w3.org/2000/svg" width="${unit * cols}" height="${unit * rows}" viewBox="0 0 ${unit * cols} ${unit * rows}">${markup}</svg>`;
kind("walls as uses of a line", () => {
  undrawn();
  overlaid(`<defs><line id="across" x1="0" y1="0" x2="${unit}" y2="0" stroke="#111" stroke-width="${THICKNESS}"></line><line id="along" x1="0" y1="0" x2="0" y2="${unit}" stroke="#111" stroke-width="${THICKNESS}"></line></defs>${once.map((wall) => { const [x, y] = ends(wall); return `<use href="#${wall.side === "right" ? "along" : "across"}" x="${x}" y="${y}"></use>`; }).join("")}`);
}, () => Boolean(document.querySelector("use[href='#along']")), ...WALLED);
kind("walls as turned uses of a rectangle", () => {
  undrawn();
  overlaid(`<defs><g id="wall"><rect x="0" y="-3" width="${unit}" height="6" fill="#111"></rect></g></defs>${once.map((wall) => { const [x, y] = ends(wall); return `<use xlink:href="#wall" href="#wall" transform="translate(${x} ${y})${wall.side === "right" ? " rotate(90)" : ""}"></use>`; }).join("")}`);
}, () => Boolean(document.querySelector("use[href='#wall']")), ...WALLED);
kind("walls as uses of a symbol", () => {
  undrawn();
  overlaid(`<symbol id="bar" viewBox="0 0 60 6"><path d="M0 0H60V6H0z" fill="#111"></path></symbol>${once.map((wall) => { const [x, y] = ends(wall); return `<use href="#bar" x="0" y="-3" width="${unit}" height="6" transform="translate(${x} ${y})${wall.side === "right" ? " rotate(90)" : ""}"></use>`; }).join("")}`);
}, () => Boolean(document.querySelector("use[href='#bar']")), ...WALLED);
const ONE_PICTURE = () => once.map((wall) => { const [x1, y1, x2, y2] = ends(wall); return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#111" stroke-width="${THICKNESS}"/>`; }).join("");
kind("walls as one picture", () => { undrawn(); layerOver().append(make("img", { alt: "", width: unit * cols, height: unit * rows, src: `data:image/svg+xml,${encodeURIComponent(wallsDrawn(ONE_PICTURE()))}` })); }, () => Boolean(document.querySelector(".overlay > img")), ...WALLED);
kind("walls as one background", () => { undrawn(); layerOver().style.background = `url("data:image/svg+xml,${encodeURIComponent(wallsDrawn(ONE_PICTURE()))}")`; }, () => Boolean(document.querySelector(".overlay[style*=background]")), ...WALLED);

// Lengths of words in words
const told = (change) => wordRows.forEach((row) => {
  const count = row.querySelectorAll('[data-testid^="wend-word-list-slot-"]').length;
  row.replaceChildren(make("span", { class: "length" }, change(count)));
});
kind("lengths in words", () => told((n) => `${n} letters`), () => page.some((e) => /^\d+ letters$/.test(e.textContent)), "wend");
kind("lengths in brackets", () => told((n) => `(${n})`), () => page.some((e) => /^\(\d+\)$/.test(e.textContent)), "wend");
kind("lengths as underscores", () => told((n) => Array(n).fill("_").join(" ")), () => page.some((e) => /^_( _)+$/.test(e.textContent)), "wend");
kind("lengths as dots", () => told((n) => "•".repeat(n)), () => page.some((e) => /^•+$/.test(e.textContent)), "wend");

// Copies
const copied = (css) => { const i = cells.findIndex((cell) => cell.textContent.trim()); const box = i < 0 ? 0 : i; const copy = cells[box].cloneNode(true); copy.removeAttribute("id"); copy.classList.add("copy"); copy.removeAttribute("data-frozen"); copy.setAttribute("style", `${at(box)} z-index: 3; outline: 2px solid blue; box-sizing: border-box; ${css}`); freeze(grid, "position: relative"); grid.append(copy); return copy; };
kind("a copy of the focused cell", () => copied(""), () => document.querySelectorAll(".copy").length === 1);
kind("a copy of the focused cell that takes no clicks", () => copied("pointer-events: none"), () => document.querySelectorAll(".copy").length === 1);
kind("a copy of the focused cell without contents", () => copied("pointer-events: none").replaceChildren(), () => document.querySelectorAll(".copy").length === 1);
kind("a copy of the focused cell beside the grid", () => { const copy = copied("pointer-events: none"); layerOver().append(copy); }, () => document.querySelectorAll(".overlay > .copy").length === 1);

// The whole board as one SVG: its cells are rectangles, in groups that keep their numbers or not
const GLYPH = {
  zip: (i) => { const n = truth.numbers.findIndex(([row, col]) => row === rowOf(i) && col === colOf(i)); return n < 0 ? "" : `<circle cx="30" cy="30" r="20" fill="#111"/><text x="30" y="37" text-anchor="middle" font-size="20" fill="#fff">${n + 1}</text>`; },
  "mini-sudoku": (i) => { const n = truth.givens[rowOf(i)][colOf(i)]; return n ? `<text x="30" y="38" text-anchor="middle" font-size="24">${n}</text>` : ""; },
  queens: () => "",
  tango: (i) => { const given = truth.givens.find(([row, col]) => row === rowOf(i) && col === colOf(i)); return given ? `<g transform="translate(16 16)">${INK[given[2]]}</g>` : ""; },
  wend: (i) => { const letter = truth.grid[rowOf(i)][colOf(i)]; return letter === "." ? "" : `<text x="30" y="38" text-anchor="middle" font-size="24">${letter}</text>`; },
};
const painted = (isNumbered) => {
  const scale = `scale(${unit / 60})`;
  const square = (i) => `fill="${game === "queens" ? PALE(regionOf(i)) : "#fff"}" stroke="#bbb" stroke-width="1"`;
  const body = isNumbered
    ? cells.map((_, i) => `<g data-cell-idx="${i}" tabindex="0" transform="translate(${colOf(i) * unit} ${rowOf(i) * unit}) ${scale}"><rect width="60" height="60" ${square(i)}/>${GLYPH[game](i)}</g>`).join("")
    : cells.map((_, i) => `<rect x="${colOf(i) * unit}" y="${rowOf(i) * unit}" width="${unit}" height="${unit}" ${square(i)}/>`).join("")
      + cells.map((_, i) => `<g transform="translate(${colOf(i) * unit} ${rowOf(i) * unit}) ${scale}">${GLYPH[game](i)}</g>`).join("");
  const lines = game === "zip" || game === "mini-sudoku" ? once.map((wall) => { const [x1, y1, x2, y2] = ends(wall); return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#111" stroke-width="6"/>`; }).join("") : "";
  const marks = game === "tango" ? truth.edges.map(([[r1, c1], [r2, c2], what]) => `<svg x="${(c1 + c2 + 1) / 2 * unit - 8}" y="${(r1 + r2 + 1) / 2 * unit - 8}" width="16" height="16" viewBox="0 0 28 28">${INK[what]}</svg>`).join("") : "";
  grid.replaceWith(drawn(body + lines + marks, `class="board" width="${unit * cols}" height="${unit * rows}" tabindex="0" style="cursor: pointer"`));
};
const PAINTED = ["zip", "mini-sudoku", "queens", "wend", "tango"];
kind("the whole board as one SVG", () => painted(true), () => Boolean(document.querySelector("svg.board > g[data-cell-idx]")), ...PAINTED);
kind("the whole board as one SVG without numbering", () => painted(false), () => document.querySelectorAll("svg.board > rect").length > 9, ...PAINTED);
