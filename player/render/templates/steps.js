// @ts-check
// One step at a time, by the buttons, the slider, the arrow keys, or a click on a step's line.
const figures = [...document.querySelectorAll("figure")];
const list = /** @type {HTMLElement} */ (document.querySelector("ol"));
const lines = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("ol a"))];
const slider = /** @type {HTMLInputElement} */ (document.querySelector("input"));
/** @type {(wanted: number) => void} */
const show = (wanted) => {
  const now = Math.max(0, Math.min(wanted, figures.length - 1));
  figures.forEach((figure, i) => { figure.hidden = i !== now; });
  lines.forEach((line, i) => line.toggleAttribute("aria-current", i === now - 1));
  const line = lines[now - 1];
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;  // the page itself stays where it is
  slider.value = String(now);
  history.replaceState(null, "", `#step-${now}`);
};
/** @type {(number: number) => () => void} */
const by = (number) => () => show(Number(slider.value) + number);
slider.max = String(figures.length - 1);
slider.addEventListener("input", by(0));
document.querySelector("#back")?.addEventListener("click", by(-1));
document.querySelector("#on")?.addEventListener("click", by(1));
lines.forEach((line, i) => line.addEventListener("click", (click) => { click.preventDefault(); show(i + 1); }));
document.addEventListener("keydown", ({ key, target }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
  if (step && target !== slider) show(Number(slider.value) + step);
});
document.body.classList.add("stepping");
for (const figure of figures) figure.removeAttribute("id");  // nothing to jump to
show(Number(location.hash.replace("#step-", "")) || 0);
