// @ts-check
// The account that the page shows. If it shows both, "guest" counts.

import { target, site } from "./dom.js";

/** @type {() => "guest" | "member" | null} */
export const account = () => (site.guest.some(target) ? "guest" : site.member.some(target) ? "member" : null);
