// The last part of `census(ask)`: what a page has that selectors could be made of, and what looks like its board.
const SMALLEST = 9;
const elements = all("*");
const told = (element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value.slice(0, 200)]));
const tag = (element) => element.localName;

// The elements that carry numbers 0, 1, 2, ... in one attribute, each once, in the closest ancestor that holds them all.
const numberedIn = (list) => {
  const last = list.reduce((best, one) => (one.number > best.number ? one : best));
  for (let around = last.element.parentElement; around; around = around.parentElement) {
    const inside = list.filter(({ element }) => around.contains(element));
    const numbers = new Set(inside.map(({ number }) => number));
    if (numbers.size === last.number + 1) return inside.length === numbers.size ? inside.map(({ element }) => element) : null;
  }
  return null;
};

const numbered = () => {
  const lists = new Map();
  for (const element of elements) {
    for (const { name, value } of element.attributes) {
      const [, prefix, digits] = value.match(/^([^\d]{0,40})(\d{1,4})$/) ?? [];
      if (digits === undefined) continue;
      const key = JSON.stringify([name, prefix]);
      if (!lists.has(key)) lists.set(key, []);
      lists.get(key).push({ element, number: Number(digits) });
    }
  }
  return [...lists].filter(([, list]) => list.length >= SMALLEST)
    .map(([key, list]) => ({ numbered: JSON.parse(key), cells: numberedIn(list) })).filter(({ cells }) => cells);
};

const siblings = () => elements.filter((parent) => parent.childElementCount >= SMALLEST).map((parent) => {
  const kinds = Map.groupBy([...parent.children].filter(visible), tag);
  return { numbered: null, cells: [...kinds.values()].sort((a, b) => b.length - a.length)[0] ?? [] };
});

// A board is drawn as rows and columns of boxes of one size, with none missing.
const isLattice = (cells) => {
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const near = (a, b) => Math.abs(a - b) <= 0.2 * b;
  if (!boxes.every(({ width, height }) => width && near(width, boxes[0].width) && near(height, boxes[0].height))) return false;
  const { rows, cols } = layout(cells);
  return rows > 2 && cols > 2 && rows * cols === cells.length;
};

const groups = [...numbered(), ...siblings()].filter(({ cells }) => cells.length >= SMALLEST && isLattice(cells));
const group = groups.reduce((best, one) => (one.cells.length > (best?.cells.length ?? 0) ? one : best), null);

const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
const gridOf = (cells) => ancestors(cells[0].parentElement).find((around) => cells.every((cell) => around.contains(cell)));
const step = (element) => `${tag(element)}:nth-child(${[...element.parentElement.children].indexOf(element) + 1})`;
const path = (element) => (element.parentElement ? `${path(element.parentElement)} > ${step(element)}` : tag(element));
const describe = (element) => ({ tag: tag(element), attributes: told(element), text: words(element).slice(0, 200) });
const describeCell = (cell) => ({ ...describe(cell), inner: [...cell.querySelectorAll("*")].slice(0, 16).map(describe) });

const values = {};
for (const element of elements) {
  for (const { name, value } of element.attributes) {
    const seen = (values[name] ??= new Set());
    if (seen.size < 500) for (const one of name === "class" ? element.classList : [value.slice(0, 200)]) seen.add(one);
  }
}

return JSON.stringify({
  attributes: Object.fromEntries(Object.entries(values).map(([name, seen]) => [name, [...seen]])),
  board: group && {
    numbered: group.numbered,
    path: path(gridOf(group.cells)),
    around: ancestors(gridOf(group.cells)).map(describe),
    cells: group.cells.map(describeCell),
  },
});
