// @ts-check
// An explanation, one step at a time, by buttons or the slider; the list ends with it. Without this all steps are listed.
{
  const place = /** @type {HTMLElement} */ (document.querySelector("#steps"));
  const slider = /** @type {HTMLInputElement} */ (place.querySelector("input"));
  const lines = [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("ol li"))];
  const layers = [.../** @type {NodeListOf<SVGGElement>} */ (place.querySelectorAll("g[data-from]"))];
  const sentence = /** @type {HTMLElement} */ (place.querySelector("[data-sentence]"));
  const first = sentence.textContent ?? "";
  const [back, on] = /** @type {NodeListOf<HTMLButtonElement>} */ (place.querySelectorAll("nav button"));

  /** @type {(wanted: number) => void} */
  function show(wanted) {
    const now = Math.max(0, Math.min(wanted, lines.length));
    for (const layer of layers) {
      const { from, until } = layer.dataset;
      layer.toggleAttribute("data-shown", now >= Number(from) && now < Number(until));
    }
    lines.forEach((line, i) => {
      line.hidden = i >= now;
      if (i === now - 1) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", now ? `step ${now} of ${lines.length}` : "the board as it is given");
    sentence.textContent = now ? `${now}. ${lines[now - 1].textContent?.trim()}` : first;
    back.disabled = now === 0;
    on.disabled = now === lines.length;
  }

  slider.max = String(lines.length);
  slider.addEventListener("input", () => show(Number(slider.value)));
  back.addEventListener("click", () => show(Number(slider.value) - 1));
  on.addEventListener("click", () => show(Number(slider.value) + 1));
  place.classList.add("stepping");
  show(0);
}
