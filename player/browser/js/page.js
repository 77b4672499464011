// Part of `look(ask)`, `examine(ask)` and `keep(ask)`: the generation of the page, its board, and the signs that it
// shows.

// The generation is known by its selectors; if none matches, by the grid that is found. If several match, the one whose
// board takes input counts.
const told = Object.entries(site.generations).filter(([, selector]) => all(selector).length > 0).map(([name]) => name);
const sections = (ask.as ? [ask.as] : told).map((name) => ask.pages[name]).filter(Boolean);
const likely = sections.length ? sections : [Object.values(ask.pages).find((one) => boardsOn(one).length) ?? Object.values(ask.pages)[0]];
const boards = chosenOf(apart(likely.flatMap(boardsOn)));
const page = boards[0]?.page ?? likely[0];
const board = boards.length === 1 ? boards[0] : null;
const generation = told.find((name) => ask.pages[name] === page) ?? told[0] ?? null;

const holds = (sign) => documents.some((document) =>
  (sign.path === undefined || new RegExp(sign.path).test(document.location.pathname))
  && (sign.alert === undefined || ask.alerts.some((said) => said.includes(sign.alert)))
  && (sign.cells === undefined || (board && board.cells.every((cell) => matches(cell, sign.cells))))
  && (sign.selector === undefined || [...document.querySelectorAll(sign.selector)].some((element) => visible(element)
    && (!sign.text.length || sign.text.some((text) => words(element).includes(text)))
    && !sign.not_text.some((text) => words(element).includes(text)))));
const sign = (signs) => signs.find(holds)?.as;
