// @ts-check
// A board that is played on its page, with keys, mouse or fingers: a grid over the picture, judged by the replica's engines.
{
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const COLOURS = 8;
  const SVG = "http://www.w3.org/2000/svg";
  const place = /** @type {HTMLElement} */ (document.querySelector("#play"));
  const { game, board, accepted, margin } = JSON.parse(document.querySelector("#board")?.textContent ?? "null");
  /** @type {(selector: string) => HTMLElement} */
  const part = (selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
  const picture = /** @type {SVGSVGElement} */ (place.querySelector("svg"));

  /** @type {<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string>) => HTMLElementTagNameMap[K]} */
  function element(name, attributes) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  /** @type {(name: string, attributes: Record<string, string | number>) => SVGElement} */
  function drawn(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  }

  const found = window.playables[game]?.(board, accepted) ?? "this page has no rules for it";
  if (typeof found === "string") part("[data-reason]").textContent = `This board can't be played here: ${found}.`;
  else play(found);

  /** @type {(it: Playable) => void} */
  function play(it) {
    const { rows, cols } = it;
    const CELL = (picture.viewBox.baseVal.width - 2 * margin) / cols;
    let position = it.start();
    /** @type {any[]} */
    let past = [];
    /** @type {{trace: any, pointer: boolean} | null} */
    let stroke = null;
    let over = false;
    /** @type {number | null} */
    let began = null;
    let focused = 0;

    const marks = drawn("svg", { viewBox: picture.getAttribute("viewBox") ?? "", "aria-hidden": "true", class: "marks" });
    const grid = element("div", { role: "grid", "aria-label": place.dataset.label ?? game, "aria-describedby": "help" });
    const cells = Array.from({ length: rows * cols }, () => element("div", { role: "gridcell", tabindex: "-1" }));
    for (let row = 0; row < rows; row += 1) {
      const line = element("div", { role: "row" });
      line.append(...cells.slice(row * cols, row * cols + cols));
      grid.append(line);
    }
    const { width, height } = picture.viewBox.baseVal;
    grid.style.inset = `${(100 * margin) / height}% ${(100 * margin) / width}%`;
    grid.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${cols}, 1fr)`;
    grid.classList.toggle("draws", Boolean(it.draw));
    part(".board").style.setProperty("--least", `${cols}`);
    part(".board").append(marks, grid);
    picture.setAttribute("aria-hidden", "true");
    part("#help").textContent = it.help.join(" ");

    /** @type {(cell: number) => number[]} */
    const middle = (cell) => [margin + CELL * ((cell % cols) + 0.5), margin + CELL * (Math.floor(cell / cols) + 0.5)];
    /** @type {(cell: number) => string} */
    const named = (cell) => `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}: ${it.says(position, cell)}`;
    /** @type {(text: string) => void} */
    const say = (text) => { part("#message").textContent = text; };

    /** @type {(figure: Figure) => SVGElement} */
    function shape({ kind, path, text, at = 0, line, box, colour = 0 }) {
      const hue = `${kind} colour-${colour % COLOURS}`;
      if (line) return drawn("polyline", { class: hue, points: line.map((cell) => middle(cell).join(",")).join(" ") });
      if (box) {
        const [top, left, high, wide] = box.map((length) => length * CELL);
        return drawn("rect", { class: hue, x: margin + left + 2, y: margin + top + 2, width: wide - 4, height: high - 4, rx: 6 });
      }
      const [x, y] = middle(at);
      if (path) return drawn("path", { class: kind, d: path, transform: `translate(${x} ${y})` });
      const written = drawn("text", { class: kind, x, y });
      written.textContent = text || "!";
      return written;
    }

    /** The time since the first move; a new start sets it to 0. */
    function tick() { part("#clock").textContent = time(began === null ? 0 : Date.now() - began); }
    setInterval(() => { if (!over && began !== null) tick(); }, 1000);

    function show() {
      const figures = [...it.figures(position), ...(stroke ? (it.draw?.figures(stroke.trace) ?? []) : [])];
      marks.replaceChildren(...figures.map(shape));
      cells.forEach((cell, i) => {
        cell.ariaLabel = named(i);
        cell.tabIndex = i === focused ? 0 : -1;
      });
      part("#beside").textContent = it.beside?.(position) ?? "";
      /** @type {HTMLButtonElement} */ (part("#undo")).disabled = !past.length;
    }

    /** @type {(next: any, says: string) => void} */
    function become(next, says) {
      began ??= Date.now();
      if (next !== position) past.push(position);
      position = next;
      over = it.won(position);
      tick();
      if (over) stroke = null;
      show();
      place.classList.toggle("won", over);
      say(over ? `Solved, in ${time(Date.now() - began)}. Well done.` : says);
    }

    /** @type {(ms: number) => string} */
    function time(ms) {
      const seconds = Math.round(ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }

    /** @type {(cell: number) => void} */
    function focus(cell) {
      cells[focused].tabIndex = -1;
      focused = cell;
      cells[cell].tabIndex = 0;
      cells[cell].focus({ preventScroll: stroke?.pointer ?? false });
    }

    /** @type {(cell: number, symbol?: string) => void} */
    function set(cell, symbol) {
      if (over || !it.set || (symbol === undefined && it.symbols)) return;
      const next = it.set(position, cell, symbol);
      become(next, next === position ? "This cell stays as it is." : "");
      if (!over && next !== position) say(named(cell));
    }

    /** @type {(cell: number, pointer: boolean) => boolean} */
    function begin(cell, pointer) {
      const first = over ? null : it.draw?.begin(position, cell);
      if (!first) return false;
      stroke = { trace: first.trace, pointer };
      become(first.position, pointer ? "" : "Drawing: arrows go on, Enter ends, Escape gives up.");
      return true;
    }

    /** @type {(cell: number) => boolean} */
    function extend(cell) {
      const next = stroke && it.draw?.extend(position, stroke.trace, cell);
      if (!stroke || !next) return false;
      stroke.trace = next.trace;
      become(next.position, stroke.pointer ? "" : named(cell));
      return true;
    }

    function finish() {
      if (!stroke || !it.draw) return;
      const next = it.draw.finish(position, stroke.trace);
      const says = it.beside && next === position ? "That is no word of this board." : "";
      stroke = null;
      become(next, says);
      if (!over && !says) say(named(focused));
    }

    /** @type {(cell: number) => void} */
    function remove(cell) {
      if (over) return;
      if (it.symbols) set(cell, "");
      else if (it.draw?.remove) become(it.draw.remove(position, cell), "");
      if (!over) say(named(cell));
    }

    function undo() {
      stroke = null;
      if (!past.length) return;
      const before = past.pop();
      position = before;
      become(before, "Taken back.");
    }

    function clear() {
      stroke = null;
      began = null;
      past = [];
      position = it.start();
      over = false;
      tick();
      place.classList.remove("won");
      show();
      say("The board is as it was at the start.");
    }

    /** @type {(event: Event) => number} */
    const cellOf = ({ target }) => cells.indexOf(/** @type {HTMLDivElement} */ (target));

    grid.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell < 0 || cell === focused) return;
      cells[focused].tabIndex = -1;
      focused = cell;
      cells[cell].tabIndex = 0;
    });

    grid.addEventListener("keydown", (event) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey) {
        if (key === "z") undo();
        else return;
      } else if (event.altKey) return;
      else if (key in STEPS) walk(STEPS[/** @type {keyof typeof STEPS} */ (key)]);
      else if (key === "Home" || key === "End") focus(focused - (focused % cols) + (key === "Home" ? 0 : cols - 1));
      else if (key === "Enter" || key === " ") enter();
      else if (key === "Escape" && stroke) giveUp();
      else if (key === "Backspace" || key === "Delete") remove(focused);
      else if (it.symbols?.includes(String(Number.parseInt(key, 36))) && key.length === 1) set(focused, String(Number.parseInt(key, 36)));
      else return;
      event.preventDefault();
    });

    /** @type {(step: number[]) => void} */
    function walk([down, right]) {
      const [row, col] = [Math.floor(focused / cols) + down, (focused % cols) + right];
      if (row < 0 || col < 0 || row >= rows || col >= cols) return;
      const to = row * cols + col;
      if (!stroke) focus(to);
      else if (extend(to)) focus(to);
      else say(`Not to ${named(to)}.`);
    }

    function enter() {
      if (over) return;
      if (stroke) finish();
      else if (!it.draw) set(focused);
      else if (!begin(focused, false)) say(`Nothing can begin at ${named(focused)}.`);
    }

    function giveUp() {
      stroke = null;
      show();
      say("Given up.");
    }

    grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell < 0) return;
      focus(cell);
      if (!it.draw) set(cell);
    });

    if (it.draw) followPointer(it.draw);

    /** @type {(draw: Drawing<any, any>) => void} */
    function followPointer(draw) {
      let pressed = -1;
      let last = -1;
      grid.addEventListener("pointerdown", (event) => {
        pressed = last = cellOf(event);
        if (pressed < 0 || !event.isPrimary || event.button) return;
        event.preventDefault();
        stroke = null;
        grid.setPointerCapture(event.pointerId);
        begin(pressed, true);
        focus(pressed);
      });
      grid.addEventListener("pointermove", (event) => {
        if (!stroke?.pointer) return;
        const under = cells.indexOf(/** @type {HTMLDivElement} */ (document.elementFromPoint(event.clientX, event.clientY)));
        if (under >= 0 && under !== last && extend(under)) last = under;
      });
      grid.addEventListener("pointerup", () => {
        if (stroke?.pointer) finish();
        else if (pressed >= 0 && !over && draw.remove && last === pressed) remove(pressed);
        pressed = -1;
      });
      grid.addEventListener("pointercancel", () => {
        if (stroke?.pointer) giveUp();
        pressed = -1;
      });
    }

    for (const symbol of it.symbols ?? []) {
      const button = element("button", { type: "button" });
      button.textContent = symbol;
      button.addEventListener("click", () => set(focused, symbol));
      part("#symbols").append(button);
    }
    part("#symbols").hidden = !it.symbols;
    const even = [7, 6, 5, 4, 3].find((keys) => (it.symbols ?? []).length % keys === 0) ?? 6; // no row with fewer keys
    part("#symbols").style.setProperty("--keys", `${even}`);
    part("#undo").addEventListener("click", undo);
    part("#clear").addEventListener("click", clear);
    part("#controls").hidden = false;
    show();
  }
}
