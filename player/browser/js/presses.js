// @ts-check
// What a press on an element does by itself, whatever the page's scripts make of it: nothing, or something that is done
// to no unknown page.

import { flatParent } from "./tree.js";

// A script in an attribute that submits a form.
const SUBMITS = /\bsubmit\s*\(|requestSubmit/i;
const SCRIPTED = ["onclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup"];

// True if a button submits or resets its form, wherever that stands; a form of a dialog only closes it.
/** @type {(element: Element) => boolean} */
const isOfForm = (element) => {
  const { form, type } = /** @type {HTMLButtonElement | HTMLInputElement} */ (element);
  if (!form || !["submit", "image", "reset"].includes(type)) return false;
  const method = element.getAttribute("formmethod") ?? form.getAttribute("method") ?? "";
  return type === "reset" || method.trim().toLowerCase() !== "dialog";
};

// True if a link leads to another address, whatever its query, or to another program, a file or a new window.
/** @type {(element: Element) => boolean} */
const leadsAway = (element) => {
  const href = element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href");
  if (href === null) return false;
  if (["download", "ping"].some((name) => element.hasAttribute(name))) return true;
  const here = element.ownerDocument.location;
  let to;
  try { to = new URL(href, element.baseURI); } catch { return true; }
  if (to.protocol === "javascript:") return SUBMITS.test(decodeURI(to.href));
  return to.origin !== here.origin || to.pathname !== here.pathname || !["", "_self"].includes(element.getAttribute("target") ?? "");
};

/** @type {(element: Element) => boolean} */
const isHarmful = (element) => {
  if (SCRIPTED.some((name) => SUBMITS.test(element.getAttribute(name) ?? ""))) return true;
  if (["button", "input"].includes(element.localName)) return isOfForm(element);
  if (element.localName === "label") {
    const { control } = /** @type {HTMLLabelElement} */ (element);
    return control !== null && control !== undefined && isHarmful(control);
  }
  return ["a", "area"].includes(element.localName) && leadsAway(element);
};

// True if neither an element nor one around it submits a form or leads elsewhere when it is pressed.
/** @type {(element: Element | null) => boolean} */
export const isHarmless = (element) => {
  for (let at = element; at; at = flatParent(at)) if (isHarmful(at)) return false;
  return true;
};
