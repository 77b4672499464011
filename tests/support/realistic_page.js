// What the realistic kinds work on: the page after FREEZE of tests.mutations, and `truth`, the board that it shows.

const { game } = truth;
// FREEZE has taken the page's styles away: what is measured below needs them.
const meanwhile = document.createElement("style");
meanwhile.textContent = rules.join(" ");
document.head.append(meanwhile);
const rows = cells.length / cols;
const SIDE = { right: [0, 1], down: [1, 0], left: [0, -1], up: [-1, 0] };
const rowOf = (i) => Math.floor(i / cols);
const colOf = (i) => i % cols;
const make = (name, attributes = {}, ...inner) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inner);
  return element;
};
const drawn = (markup, attributes = "") => {
  const holder = make("div");
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${markup}</svg>`;
  return holder.firstElementChild;
};
const renamedTo = (element, name) => {
  const other = document.createElement(name);
  for (const { name: key, value } of [...element.attributes]) other.setAttribute(key, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
};

// Cells as most sites lay them out: in the rows and columns of a CSS grid, in the document's order.
const ORDERED = [...cells].sort((a, b) => a.dataset.cellIdx - b.dataset.cellIdx);
cells.splice(0, cells.length, ...ORDERED);
freeze(grid, `display: grid; grid-template: repeat(${rows}, ${unit}px) / repeat(${cols}, ${unit}px); gap: 0; border: 0;
  box-sizing: content-box; background: white; aspect-ratio: auto; overflow: visible;`);
for (const other of [...grid.children].filter((one) => !cells.includes(one))) {
  freeze(other, "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)");
}
for (const cell of cells) freeze(cell, "position: relative; left: auto; top: auto; overflow: visible; box-sizing: border-box;");

// Walls

const isApart = (i, side) => {
  const [row, col] = [rowOf(i) + SIDE[side][0], colOf(i) + SIDE[side][1]];
  if (row < 0 || col < 0 || row >= rows || col >= cols) return false;
  if (game === "mini-sudoku") {
    const [high, wide] = truth.box;
    return Math.floor(row / high) !== Math.floor(rowOf(i) / high) || Math.floor(col / wide) !== Math.floor(colOf(i) / wide);
  }
  const pair = JSON.stringify([[rowOf(i), colOf(i)], [row, col]].sort(([a, b], [c, d]) => a - c || b - d));
  return (truth.walls ?? []).some((wall) => JSON.stringify([...wall].sort(([a, b], [c, d]) => a - c || b - d)) === pair);
};
const regionApart = (i, side) => {
  const [row, col] = [rowOf(i) + SIDE[side][0], colOf(i) + SIDE[side][1]];
  if (row < 0 || col < 0 || row >= rows || col >= cols) return false;
  return truth.regions[row][col] !== truth.regions[rowOf(i)][colOf(i)];
};
const closed = cells.map((_, i) => Object.keys(SIDE).filter((side) => (game === "queens" ? regionApart : isApart)(i, side)));
// Each wall once, from the cell to its left or above it.
const once = closed.flatMap((sides, i) => sides.filter((side) => side === "right" || side === "down").map((side) => ({ i, side })));
const ends = ({ i, side }) => {
  const [x, y] = [colOf(i) * unit, rowOf(i) * unit];
  return side === "right" ? [x + unit, y, x + unit, y + unit] : [x, y + unit, x + unit, y + unit];
};
const undrawn = () => {
  if (game === "queens") {
    for (const line of grid.querySelectorAll('[class*="cell-border"], [class*="corner"]')) line.remove();
    for (const cell of cells) [...cell.children].filter((one) => getComputedStyle(one).borderTopStyle === "solid").forEach((one) => one.remove());
  }
  walls.forEach(({ drop }) => drop());
  if (game === "mini-sudoku") {
    cells.forEach((cell) => freeze(cell, "border: 0.5px solid #0004"));
    cells.forEach((cell) => [...cell.classList].filter((name) => name.includes("border-fix")).forEach((name) => cell.classList.remove(name)));
  }
};

// Numbers and letters

const leaves = (root = grid) => {
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
  return found;
};
const isNumber = (node) => /^\d+$/.test(node.data.trim());
const isLetter = (node) => /^\p{L}$/u.test(node.data.trim());
// What else says the same number: labels.
const unlabelled = () => {
  for (const e of grid.querySelectorAll("[aria-label]")) {
    if (/^(Number )?\d+$/.test(e.ariaLabel)) e.removeAttribute("aria-label");
    else e.ariaLabel = e.ariaLabel.replace(/, \d+ cells?(?=$|,)/, "");
  }
};
const renumber = (change) => {
  unlabelled();
  for (const node of leaves().filter(isNumber)) {
    const text = node.data.trim();
    node.replaceWith(change(text, node.parentElement) ?? "");
  }
};
const picture = (markup) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">${markup}</svg>`)}`;
const numeral = (text) => picture(`<text x="14" y="20" text-anchor="middle" font-size="18">${text}</text>`);
const spoken = (text) => `position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); ${text}`;

// Symbols and signs of Tango

const kindOf = (symbol) => (symbol.ariaLabel === "Sun" ? "sun" : "moon");
const INK = { sun: '<circle cx="14" cy="14" r="9" fill="#f5b334"/>', moon: '<path fill="#4c8cec" d="M17 4a10.500 10.500 0 1 0 8 16a9 9 0 0 1-8-16z"/>',
  equal: '<path stroke="#6b5d3f" stroke-width="3" d="M6 10h16M6 18h16"/>', cross: '<path stroke="#6b5d3f" stroke-width="3" d="M7 7l14 14M21 7L7 21"/>' };
const MIDDLE = "position: absolute; inset: 0; margin: auto; width: 28px; height: 28px; line-height: 28px; text-align: center; font-size: 22px;";
// In every cell another mark, made of its kind: "sun" or "moon"; nothing in the others.
const symbolsAs = (change) => {
  for (const cell of cells) {
    const old = cell.querySelector('svg[aria-label="Sun"], svg[aria-label="Moon"], svg[aria-label="Empty"]');
    const kind = old.ariaLabel === "Empty" ? null : kindOf(old);
    const holder = old.closest('[data-testid^="cell-"]:not([data-cell-idx])') ?? old;
    if (kind === null) holder.remove();
    else {
      const mark = change(kind, cell);
      if (mark.nodeType === 1 && !mark.getAttribute("style")) mark.setAttribute("style", MIDDLE);
      holder.replaceWith(mark);
    }
  }
};
const signsAs = (change) => {
  for (const sign of signs) {
    const kind = sign.querySelector('[aria-label="Equal"]') ? "equal" : "cross";
    sign.replaceChildren(change(kind));
    sign.firstChild.style && (sign.firstChild.style.cssText ||= "display: block; width: 18px; height: 18px; line-height: 18px; text-align: center;");
  }
};
const unnamedSigns = () => document.querySelectorAll('[aria-label="Equal"], [aria-label="Cross"]').forEach((e) => {
  e.removeAttribute("aria-label"); e.removeAttribute("data-testid"); e.querySelector("title")?.remove();
});

// Names

const unnamed = () => all.concat(...document.querySelectorAll("[data-cell-idx], [data-cell-idx] *")).forEach((e) => {
  e.removeAttribute("aria-label");
  e.removeAttribute("aria-describedby");
  if (e.localName === "title") e.remove();
});
const HASHED = new Map();
const hashed = (name) => {
  if (!HASHED.has(name)) HASHED.set(name, `_${(Math.imul(HASHED.size + 7, 2654435761) >>> 0).toString(36)}`);
  return HASHED.get(name);
};
const PREFIXED = new Map();
const prefixed = (name) => {
  if (!PREFIXED.has(name)) PREFIXED.set(name, `gfl${((PREFIXED.size + 7) * 7919 % 46656).toString(36).padStart(3, "0")}`);
  return PREFIXED.get(name);
};
const everything = () => [...document.querySelectorAll("*")];
const reclass = (change, elements = everything()) => elements.forEach((e) => e.getAttribute("class") && e.setAttribute("class", [...e.classList].map(change).join(" ")));
const rehash = () => reclass(hashed);
const untested = () => everything().forEach((e) => {
  e.removeAttribute("data-testid");
  e.id && e.removeAttribute("id");
});
const beside = [...document.querySelectorAll('[data-testid^="wend-word-list"]')];
const moveAttribute = (from, to) => everything().forEach((e) => {
  if (!e.hasAttribute(from)) return;
  e.setAttribute(to, e.getAttribute(from));
  e.removeAttribute(from);
});
// Wrapped around the grid, with nothing between.
const around = (element) => { grid.before(element); element.append(grid); return element; };
const rowsOf = () => [...Array(rows).keys()].map((row) => cells.slice(row * cols, (row + 1) * cols));

// Another word for each that a label, title or text of the page has, in the page's own grammar.
const translated = (lang, table) => {
  document.documentElement.lang = lang;
  const swap = (text) => table.reduce((now, [from, to]) => now.replace(from, to), text);
  for (const e of document.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "alt", "placeholder"]) if (e.getAttribute(name)) e.setAttribute(name, swap(e.getAttribute(name)));
    for (const node of e.childNodes) if (node.nodeType === 3 && /\p{L}{2}/u.test(node.data)) node.data = swap(node.data);
  }
};

// Roots that get the page's styles too, and scripts that run as the page is opened.
const roots = [];
const rooted = (host, ...inner) => {
  const template = make("template", { shadowrootmode: "open" });
  template.content.append(...inner);
  host.prepend(template);
  roots.push(template.content);
  return host;
};
const scripted = (text) => document.body.append(make("script", {}, text));
// What comes late: taken out now, and put back where it was, `ms` after the page is opened.
const late = (elements, ms) => {
  const store = make("template", { id: "later" });
  elements.forEach((element, n) => {
    element.before(make("i", { "data-later": n, hidden: "" }));
    store.content.append(element);
  });
  document.body.append(store);
  scripted(`setTimeout(() => { const store = document.getElementById("later");
    [...store.content.children].forEach((one, n) => document.querySelector('[data-later="' + n + '"]').replaceWith(one)); store.remove(); }, ${ms});`);
};
// Cells of samples beside the board are numbered as its own are.
const samples = [...document.querySelectorAll("[data-cell-idx]")].filter((e) => !cells.includes(e));
