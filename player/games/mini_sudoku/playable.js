// @ts-check
// Sudoku, played: numbers are entered into cells, and judged by the replica's engine.
window.playables["mini-sudoku"] = ({ box: [high, wide], givens }) => {
  const engine = window.engines["mini-sudoku"];
  const size = givens.length;
  /** @type {number[]} */
  const all = givens.flat();
  const boxes = all.map((_, i) => Math.floor(Math.floor(i / size) / high) * size + Math.floor((i % size) / wide));
  const numbers = [...new Set(boxes)];
  const board = { size, boxes, digits: all.map((digit) => (digit ? String(digit) : "")), given: all.map(Boolean) };
  const symbols = all.slice(0, size).map((_, i) => String(i + 1));
  return {
    rows: size,
    cols: size,
    symbols,
    help: [
      "Choose a cell, and enter a number by its key or a button; Delete takes it away.",
      ...(size > 9 ? ["Numbers from 10 on have the keys from A on."] : []),
    ],
    start: () => engine.start(board),
    won: (position) => engine.won(board, position),
    set(position, cell, symbol = "") {
      if (board.given[cell]) return position;
      if (!symbol) return { ...position, digits: position.digits.with(cell, "") };
      return engine.move(board, { ...position, at: cell }, { kind: "buttons", text: symbol });
    },
    says(position, cell) {
      const kind = board.given[cell] ? ", given" : "";
      const wrong = engine.wrong(board, position.digits).has(cell) ? ", twice in a row, column or box" : "";
      return `box ${numbers.indexOf(boxes[cell]) + 1}, ${position.digits[cell] || "empty"}${kind}${wrong}`;
    },
    figures(position) {
      const wrong = engine.wrong(board, position.digits);
      return all.flatMap((given, at) => {
        const text = position.digits[at];
        if (wrong.has(at)) return [{ kind: given ? "doubt" : "number wrong", text: given ? "" : text, at }];
        return given || !text ? [] : [{ kind: "number", text, at }];
      });
    },
  };
};
