// @ts-check
// One step at a time, by the buttons, the slider, the arrow keys, or a link to it; the browser's Back goes to the one before.
/** @type {(selector: string) => HTMLElement} */
const part = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const figures = [...document.querySelectorAll("figure")];
const [sentence, list] = [part("#sentence"), part(".steps")];
const lines = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("ol a"))];
const [back, slider, on] = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("nav > *")]);
const last = figures.length - 1;
/** @type {() => number} */
const linked = () => Number(location.hash.replace("#step-", "")) || 0;
/** @type {(wanted: number, way?: "pushState" | "replaceState") => void} */
const show = (wanted, way) => {
  const now = Math.max(0, Math.min(wanted, last));
  figures.forEach((figure, i) => { figure.hidden = i !== now; });
  lines.forEach((line, i) => { if (i === now - 1) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current"); });
  const caption = /** @type {HTMLElement} */ (figures[now].querySelector("figcaption p"));
  sentence.replaceChildren(...[...caption.childNodes].map((node) => node.cloneNode(true)));
  const line = lines[now - 1];
  list.scrollTop = line ? line.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;  // the page itself stays where it is
  slider.value = String(now);
  slider.setAttribute("aria-valuetext", `${now} of ${last}`);
  [back.disabled, on.disabled] = [now === 0, now === last];
  if (way && now !== linked()) history[way](null, "", `#step-${now}`);
};
/** @type {(number: number) => void} */
const by = (number) => show(Number(slider.value) + number, "pushState");
slider.max = String(last);
slider.addEventListener("input", () => show(Number(slider.value), "replaceState"));
back.addEventListener("click", () => by(-1));
on.addEventListener("click", () => by(1));
addEventListener("hashchange", () => show(linked()));
addEventListener("popstate", () => show(linked()));
document.addEventListener("keydown", (press) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[press.key];
  if (!step || press.target === slider || press.altKey || press.ctrlKey || press.metaKey) return;
  press.preventDefault();
  by(step);
});
document.body.classList.add("stepping");
for (const figure of figures) figure.removeAttribute("id");  // nothing to jump to
show(linked());
