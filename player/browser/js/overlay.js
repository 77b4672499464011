// @ts-check
// Shows `ask.slide` in place of the previous one; answers the rectangle of its caption.
// The element is in the top layer, above any dialog, and a sibling of the body, where pages do not look; its content is
// in a closed shadow root. Style sheets are constructed, so that no content security policy blocks them.

/** @import { Box, OverlayRequest, SvgElement } from "./messages.js" */
/** @typedef {{host: HTMLElement, layer: SVGElement, pointer: SVGElement, words: HTMLElement, chapter: HTMLElement, caption: HTMLElement}} Parts */

const { slide } = /** @type {OverlayRequest} */ (ask);
const STYLE = `
  div.words { position: fixed; box-sizing: border-box; min-height: 150px; padding: 12px 18px 14px; border-radius: 14px; color: #fff;
    background: #101a33; border: 2px solid #fff; box-shadow: 0 4px 18px rgb(0 0 0 / 45%); font: 500 23px/1.3 system-ui, sans-serif; }
  div.words b { display: inline-block; margin-bottom: 6px; padding: 1px 10px; border-radius: 8px; color: #101a33; background: #ffd54a;
    font-size: 20px; }
  div.words p { margin: 0; }
  div.words.long p { font-size: 20px; }
  svg { position: fixed; left: 0; top: 0; width: 100%; height: 100%; }
  text { font-family: system-ui, sans-serif; }
  svg > .pointer { transition: transform 0.15s ease-in-out; }`;
const HOST = { all: "initial", display: "block", position: "fixed", inset: "0", width: "100%", height: "100%", margin: "0",
  padding: "0", border: "0", background: "transparent", overflow: "hidden", "pointer-events": "none", "z-index": "2147483647" };
const POINTER = "M0 0 L0 27 L6.5 21 L11 31 L15.5 29 L11 19.5 L20 19.5 Z";

/** @type {(name: string, attributes?: Record<string, string | number>, text?: string) => SVGElement} */
const svg = (name, attributes = {}, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
};

/** @type {(element: SvgElement) => SVGElement} */
const drawn = ({ name, attributes, text, children }) => {
  const element = svg(name, attributes, text);
  element.append(...children.map(drawn));
  return element;
};

/** @type {() => Parts} */
const made = () => {
  const host = document.createElement("player-overlay");
  for (const [name, value] of Object.entries(HOST)) host.style.setProperty(name, value, "important");
  host.setAttribute("aria-hidden", "true");
  host.popover = "manual";
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const [canvas, layer, pointer] = [svg("svg"), svg("g"), svg("g", { class: "pointer" })];
  pointer.append(svg("path", { d: POINTER, fill: "#000", stroke: "#fff", "stroke-width": 2.5, "stroke-linejoin": "round" }));
  canvas.append(layer, pointer);
  const [words, chapter, caption] = ["div", "b", "p"].map((name) => document.createElement(name));
  words.className = "words";
  words.append(chapter, caption);
  root.append(canvas, words);
  return { host, layer, pointer, words, chapter, caption };
};

// The caption's place: below or above `clear`, else beside it, else at the edge with more room; all of it in the window.
/** @type {(parts: Parts, clear: Box | null) => void} */
const place = ({ words, caption }, clear) => {
  /** @type {(width: number, left: number, top: (height: number) => number) => void} */
  const set = (width, left, top) => {
    Object.assign(words.style, { width: `${width}px`, left: `${Math.min(Math.max(8, left), innerWidth - width - 8)}px` });
    caption.style.fontSize = "";
    for (const size of [20, 18, 16, 14, 12]) if (words.offsetHeight > innerHeight - 16) caption.style.fontSize = `${size}px`;
    words.style.top = `${Math.max(8, Math.min(top(words.offsetHeight), innerHeight - words.offsetHeight - 8))}px`;
  };
  const width = Math.min(innerWidth - 16, Math.max(640, clear ? clear[2] : 0));
  set(width, 8, () => 8);
  const needed = words.offsetHeight + 20;
  if (!clear) return set(width, (innerWidth - width) / 2, (height) => innerHeight - height - 16);
  const [x, y] = [clear[0] + clear[2] / 2, clear[1] + clear[3] / 2];
  const [above, below] = [clear[1], innerHeight - clear[1] - clear[3]];
  if (below >= needed) return set(width, x - width / 2, () => clear[1] + clear[3] + 14);
  if (above >= needed) return set(width, x - width / 2, (height) => above - height - 14);
  const [before, after] = [clear[0], innerWidth - clear[0] - clear[2]];
  const beside = Math.min(Math.max(before, after), 520) - 24;
  if (beside < 256) return set(width, x - width / 2, () => below >= above ? innerHeight : 8);
  return set(beside, after >= before ? clear[0] + clear[2] + 12 : before - beside - 12, (height) => y - height / 2);
};

/** @type {(shown: Parts) => void} */
const show = (shown) => {
  shown.layer.replaceChildren(...slide.drawing.map(drawn));
  shown.pointer.style.display = slide.pointer ? "" : "none";
  if (slide.pointer) shown.pointer.style.transform = `translate(${slide.pointer[0]}px, ${slide.pointer[1]}px)`;
  shown.chapter.textContent = slide.chapter;
  shown.caption.textContent = slide.caption;
  shown.words.classList.toggle("long", slide.caption.length > 180);
  place(shown, slide.clear);
};

export const answer = () => {
  globalThis.playerOverlay ??= made();
  const shown = globalThis.playerOverlay;
  if (!shown.host.isConnected) document.documentElement.append(shown.host);
  else shown.host.hidePopover();
  shown.host.showPopover();  // anew: above a dialog that was opened since
  show(shown);
  const { x, y, width, height } = shown.words.getBoundingClientRect();
  return JSON.stringify([x, y, width, height]);
};
