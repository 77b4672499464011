// @ts-check
// Zip, played: the path is drawn from its end on, and judged by the replica's engine.
window.playables.zip = ({ rows, cols, numbers, walls = [] }) => {
  const engine = window.engines.zip;
  const number = (/** @type {number[]} */ [row, col]) => row * cols + col;
  const shown = Array(rows * cols).fill(0);
  numbers.forEach((/** @type {number[]} */ cell, /** @type {number} */ i) => { shown[number(cell)] = i + 1; });
  /** @type {number[][]} */
  const pairs = walls.map((/** @type {number[][]} */ [a, b]) => [number(a), number(b)]);
  const board = { rows, cols, numbers: shown, walls: new Set(pairs.map(([a, b]) => engine.between(a, b))) };
  const SIDES = { above: -cols, below: cols, "on the left": -1, "on the right": 1 };

  /** @type {(cell: number) => string[]} */
  const wallsOf = (cell) => Object.entries(SIDES).filter(([, step]) => board.walls.has(engine.between(cell, cell + step)))
    .map(([side]) => `a wall ${side}`);

  /** @type {(path: number[], from: number, to: number) => {position: number[], trace: number} | null} */
  function led(path, from, to) {
    const position = engine.move(board, path, from === to ? { kind: "taps", cell: to } : { kind: "drag", from, to });
    return position.at(-1) === to ? { position, trace: to } : null;
  }

  return {
    rows,
    cols,
    help: [
      "Drag a finger or the mouse from the end of the path; a tap on a cell of the path takes back what follows it.",
      "By keys: Enter on the end of the path, arrows to draw, Enter to leave off.",
    ],
    start: () => engine.start(board),
    won: (path) => engine.won(board, path),
    says(path, cell) {
      const at = path.indexOf(cell);
      const place = at < 0 ? "free" : at === path.length - 1 ? `end of the path, step ${at + 1}` : `on the path, step ${at + 1}`;
      return [...(shown[cell] ? [`number ${shown[cell]}`] : []), place, ...wallsOf(cell)].join(", ");
    },
    figures: (path) => [
      { kind: "path", line: path },
      ...path.filter((/** @type {number} */ cell) => shown[cell]).flatMap((/** @type {number} */ cell) => [
        { kind: "disc", path: "M-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0z", at: cell },
        { kind: "number", text: String(shown[cell]), at: cell },
      ]),
      { kind: "end", path: "M-22 0a22 22 0 1 0 44 0a22 22 0 1 0-44 0z", at: path.at(-1) },
    ],
    draw: {
      begin: (path, cell) => led(path, cell, cell),
      extend: led,
      finish: (path) => path,
      figures: () => [],
    },
  };
};
