// What a board that is played on a page of the archive consists of: `playable.js` in a game's folder makes it from the
// public format, and `assets/play.js` does the rest. Cells are numbered row by row from 0.

/** Something drawn over the picture of the board; `kind` is its class in `archive.css`. */
interface Figure {
  kind: string;
  /** A path around the middle of a cell that is 60 units wide. */
  path?: string;
  text?: string;
  at?: number;
  /** A line through the middles of cells. */
  line?: number[];
  /** A rectangle of cells: top, left, height, width. */
  box?: number[];
  /** The colour of a line or a rectangle, as a number; colours repeat. */
  colour?: number;
}

/** A thing that is being drawn, from its first cell on, and the position meanwhile. */
interface Stroke<Position, Trace> {
  position: Position;
  trace: Trace;
}

interface Drawing<Position, Trace> {
  /** Begin on a cell; null if nothing can begin there. */
  begin(position: Position, cell: number): Stroke<Position, Trace> | null;
  /** Go on to a cell; null if that is not possible. */
  extend(position: Position, trace: Trace, cell: number): Stroke<Position, Trace> | null;
  finish(position: Position, trace: Trace): Position;
  figures(trace: Trace): Figure[];
  /** Take away what lies on a cell, where that is a move of its own. */
  remove?(position: Position, cell: number): Position;
}

interface Playable<Position = any, Trace = any> {
  rows: number;
  cols: number;
  /** How the board is played with keys and fingers, a sentence each. */
  help: string[];
  start(): Position;
  won(position: Position): boolean;
  /** What a cell shows, in words. */
  says(position: Position, cell: number): string;
  figures(position: Position): Figure[];
  /** What is beside the board, in words. */
  beside?(position: Position): string;
  /** The next mark of a cell, or with a symbol that one; "" takes the mark away. */
  set?(position: Position, cell: number, symbol?: string): Position;
  /** The symbols that can be entered, if a cell has no order of marks to go through. */
  symbols?: string[];
  draw?: Drawing<Position, Trace>;
}

interface Window {
  /** By game: the board in the public format, and the hashes of its words if they are known, as a playable; or why not. */
  playables: Record<string, (data: any, accepted: string[] | null) => Playable | string>;
  engines: any;
  kinds: any;
  replica: any;
}
