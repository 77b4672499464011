// A page of the replica as a change of the site would have it, and playable: the replica's own round plays in a document
// that is never shown; what that shows is changed anew after each input, and the page takes over what differs.
// `change` is a function in text that changes the document of its realm, `engine` the script that starts the round.
window.gym = ({ report, watched }) => {
  delete window.gym;
  const { game, pristine, engine, change, names } = CHANGED;
  const places = new Map();
  const CELL = "gym";

  const tree = (root) => [...root.querySelectorAll("*")].flatMap((one) =>
    [one, ...(one.shadowRoot ? tree(one.shadowRoot) : []), ...(one.localName === "template" ? tree(one.content) : [])]);

  /** Write a document of this window's size, and return what `then` makes of it before anyone sees it. */
  function isolated(html, then) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `position: fixed; left: 0; top: 0; border: 0; width: ${innerWidth}px; height: ${innerHeight}px`;
    document.documentElement.append(frame);
    frame.contentDocument.open();
    frame.contentDocument.write(html);
    frame.contentDocument.close();
    try {
      return then(frame.contentWindow);
    } finally {
      frame.remove();
    }
  }

  const started = isolated(pristine, (inner) => {
    let round;
    const { attach } = inner;
    watched(inner.Round);
    inner.onTrusted = (type, handle) => document.addEventListener(type, (event) => event.isTrusted && handle(event));
    inner.cellUnder = (_, event) => placeOf(event);
    inner.skins[game].focused = false;
    for (const [name, value] of Object.entries({ sessionStorage, TextEncoder })) {
      Object.defineProperty(inner, name, { value }); // a frame that is gone has none
    }
    inner.attach = () => (round = attach());
    inner.eval(engine);
    inner.overlays.modalIsOpen = () => false;
    inner.document.querySelectorAll(".artdeco-modal-overlay, .artdeco-hoverable-content").forEach((one) => one.remove());
    inner.document.querySelectorAll("body > [aria-hidden]").forEach((one) => one.removeAttribute("aria-hidden"));
    inner.document.body.classList.remove("artdeco-modal-is-open");
    inner.document.querySelectorAll("script").forEach((one) => one.remove());
    return { inner, round, page: inner.document };
  });
  const { inner, round, page } = started;

  /** The page as it is changed; its cells have their numbers in an attribute of ours. */
  function shown() {
    for (const cell of inner.cellsOf(round.grid)) cell.setAttribute(CELL, inner.numberOf(cell));
    const html = isolated(`<!DOCTYPE html>${page.documentElement.outerHTML}`, (copy) => {
      const before = new Set(copy.document.querySelectorAll(`[${CELL}]`));
      copy.eval(`(${change})()`);
      return withoutCopies(copy.document, before);
    });
    return names.length ? renamed(html) : html;
  }

  function withoutCopies(changed, before) {
    const numbered = Map.groupBy(tree(changed).filter((one) => one.hasAttribute(CELL)), (one) => one.getAttribute(CELL));
    for (const group of numbered.values()) {
      const real = group.find((one) => before.has(one)) ?? group[0];
      for (const one of group) if (one !== real) one.removeAttribute(CELL);
    }
    if (numbered.size !== before.size) report({ error: `${numbered.size} of ${before.size} cells can be played` });
    return changed.documentElement.outerHTML;
  }

  // As tests.support.deploys renames: each class and custom property has another name.
  const known = new Map();
  const other = (name) => known.get(name) ?? known.set(name, names[known.size]).get(name);
  const renamed = (html) => html
    .replace(/(<[^<>]*?\s)class="([^"]*)"/g, (_, start, classes) => `${start}class="${classes.trim().split(/\s+/).map(other).join(" ")}"`)
    .replace(/--([a-zA-Z_][\w-]*)(?=\s*[:),])/g, (_, name) => `--${other(name)}`);

  function remember(root) {
    for (const one of tree(root)) {
      if (one.hasAttribute(CELL)) places.set(one, Number(one.getAttribute(CELL)));
      one.removeAttribute(CELL);
    }
  }

  /** The number of the cell that an event hits: its own, or that under what lies over the board. */
  function placeOf(event) {
    const path = event.composedPath?.() ?? []; // what is no event is an element with the focus: keys need a pointer here
    const { clientX: x, clientY: y } = event;
    const cell = path.find((one) => places.has(one)) ?? [...places.keys()].find((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return x >= left && x < right && y >= top && y < bottom;
    });
    return cell ? places.get(cell) : null;
  }

  /** Make `old` like `made`, and touch nothing that is alike. */
  function morph(old, made) {
    if (old.nodeType !== made.nodeType || old.nodeName !== made.nodeName || !old.shadowRoot !== !made.shadowRoot) {
      old.replaceWith(made);
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== made.data) old.data = made.data;
      return;
    }
    for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (made.shadowRoot) children(old.shadowRoot, made.shadowRoot);
    children(old, made);
  }

  function children(old, made) {
    const [before, after] = [[...old.childNodes], [...made.childNodes]];
    before.slice(after.length).forEach((one) => one.remove());
    after.forEach((one, i) => (i < before.length ? morph(before[i], one) : old.append(one)));
  }

  let waiting = false;
  function render() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const next = Document.parseHTMLUnsafe(`<!DOCTYPE html>${shown()}`);
      const store = next.querySelector("template#later"); // what came late has come
      [...(store?.content.children ?? [])].forEach((one, n) => next.querySelector(`[data-later="${n}"]`).replaceWith(one));
      store?.remove();
      places.clear();
      morph(document.documentElement, next.documentElement);
      remember(document);
    });
  }

  const { choose } = inner.skins[game];
  if (choose) inner.skins[game].choose = (...given) => { choose(...given); render(); };
  round.later = (then, after = 0) => setTimeout(() => { then(); render(); }, round.faults.delay + after);
  round.win = async () => {
    round.over = true;
    report({ won: true, ours: true });
    sessionStorage.setItem(`replica.won.${game}`, round.seconds());
    const { save, results } = inner.generation;
    const { url, body } = (inner.replica.member && save?.({ game, seconds: round.seconds() })) || {};
    if (url) await fetch(url, { method: "POST", body: JSON.stringify(body) }).catch(() => null);
    setTimeout(() => location.assign(results(game)), 100);
  };
  document.write(shown());
  remember(document);
};
