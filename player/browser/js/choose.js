// @ts-check
// Chooses the option of the step `ask.step`, and tells the page, as a person's choice does.

import { target } from "./dom.js";
import { page, request } from "./page.js";
import { optionOf } from "./start.js";

export const answer = () => {
  const step = page.start[request.step ?? 0];
  const list = /** @type {HTMLSelectElement | undefined} */ (step && target(step));
  const option = list && step.choose !== undefined ? optionOf(list, step.choose) : undefined;
  if (!list || !option) return "false";
  list.focus({ preventScroll: true });
  list.value = option.value;
  for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
  return "true";
};
