// Last part of `census(ask)`: the inventory of a page, from which selectors can be made, and its largest board-like
// structure.
const elements = all("*");
const told = (element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value.slice(0, 200)]));
const tag = (element) => element.localName;
const group = largestLattice();

const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
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
    path: path(group.grid),
    around: ancestors(group.grid).map(describe),
    cells: group.cells.map(describeCell),
  },
});
