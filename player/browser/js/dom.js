// Second part of every function that runs in a page, after shown.js: the page's documents and elements, in all frames.
// `ask` is one object for all polls of a wait.
const { site } = ask;

// A document that is still being parsed has half a board, and its buttons do nothing yet. A document in an invisible
// frame is not part of the page.
const documents = [];
const hasRoom = (frame) => {
  const area = seenIn(frame);
  return area !== null && Math.min(frame.clientWidth, frame.clientHeight) >= LEAST && isArea(meet(area, frame.getBoundingClientRect()));
};
const enter = (document) => {
  if (!document?.body || document.readyState === "loading") return;
  documents.push(document);
  for (const frame of document.querySelectorAll(site.frame)) if (hasRoom(frame)) enter(frame.contentDocument);
};
enter(document);

const all = (selector) => documents.flatMap((document) => [...document.querySelectorAll(selector)]);
const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
const matches = (element, selector) => element.matches(selector) || element.querySelector(selector) !== null;

// A text without case, accents, punctuation and extra spaces; punctuation stays if there is nothing else.
const folded = (text) => {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ı/g, "i").replace(/ß/g, "ss");
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || plain.trim();
};

// The names of an element: its text, label, title, or the value of a button.
const namesOf = (element) => [words(element), ...["aria-label", "title"].map((name) => element.getAttribute(name)),
  element.localName === "input" ? element.value : null].filter((name) => name?.trim()).map(folded);

// True if a name contains one of the phrases, starting at a word.
const speaksOf = (name, phrases) => phrases.some((phrase) => ` ${name}`.includes(` ${folded(phrase)}`));

const isNamed = (element, { text, words: phrases, not_words: others, bare }) => {
  if (!text.length && !phrases.length && !others.length && !bare) return true;
  const names = namesOf(element);
  if (names.some((name) => speaksOf(name, others)) || (bare && words(element))) return false;
  const wanted = text.map(folded);
  return (!text.length && !phrases.length) || names.some((name) => wanted.includes(name) || speaksOf(name, phrases));
};

// The matches of a target, in document order.
const targets = (wanted) => (wanted ? all(wanted.selector).filter((element) => isNamed(element, wanted) && visible(element)) : []);
const target = (wanted) => targets(wanted)[0];

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

// The centre of an element in the top window's pixels, and whether a click there reaches it through all frames.
const point = (element, reaches = (hit) => element.contains(hit)) => {
  let { x, y } = middle(element);
  let free = reaches(element.ownerDocument.elementFromPoint(x, y));
  for (let frame = element.ownerDocument.defaultView.frameElement; frame; frame = frame.ownerDocument.defaultView.frameElement) {
    const around = frame.getBoundingClientRect();
    x += around.left + frame.clientLeft;
    y += around.top + frame.clientTop;
    free &&= frame.ownerDocument.elementFromPoint(x, y) === frame;
  }
  return { x, y, free };
};

const outside = ({ x, y }) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;

// The points of some elements. If one is outside the window, `whole` is scrolled into it first, unless `ask.still`.
const pointsOf = (elements, whole, reaches) => {
  const look = () => elements.map((element) => point(element, reaches?.(element)));
  const points = look();
  if (ask.still || !points.some(outside)) return points;
  whole.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return look();
};
