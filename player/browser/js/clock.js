// With dom.js, the function `clock(ask)`: the page's own timer in seconds as JSON, once it has reached `ask.least`;
// before that null, so that it can be polled. The wait for a timer that stands still ends at `ask.most` seconds;
// without a timer, after `ask.rest` seconds.

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
