// With dom.js one function, `clock(ask)`: the page's own timer in seconds once it says `ask.least`, as JSON; null before
// that, so that it serves as the condition of a wait. A timer that stands still is waited for no longer than `ask.most`
// seconds; where there is none, `ask.rest` seconds go by in its place.

const seconds = (text) => {
  const told = text.match(/^(?:(\d+):)?(\d+):(\d\d)$/);
  return told && 3600 * (told[1] ?? 0) + 60 * told[2] + Number(told[3]);
};
const timer = ask.timer.flatMap(all).filter(visible).map((element) => seconds(words(element)))
  .find((told) => told !== null) ?? null;

const waited = ask.began !== undefined;
ask.began ??= performance.now();
const gone = (performance.now() - ask.began) / 1000;
const done = timer === null ? gone >= ask.rest : timer >= ask.least || gone >= ask.most;
return done ? JSON.stringify({ timer, waited }) : null;
