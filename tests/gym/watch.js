// What the gym adds to each page, as a function of its configuration: it counts trusted inputs, and reports what the
// page's own round makes of them. It runs first, and keeps what it needs of the page.
(({ secret }) => {
  document.currentScript.remove();
  const { encodeURIComponent, JSON: { stringify } } = window;
  const ask = window.fetch.bind(window);
  const from = String(Math.random());
  let [number, inputs, ours] = [0, 0, true];
  let last = -Infinity;
  // Nothing is posted: a page that sends something after a press is one that careful players leave alone.
  const report = (what) => {
    last = performance.now();
    const told = stringify({ secret, from, number: (number += 1), inputs, ...what });
    ask(`/gym/report?${encodeURIComponent(told)}`, { keepalive: true }).catch(() => null);
  };

  // Most inputs are told of by the next position.
  for (const kind of ["pointerdown", "keydown"]) {
    addEventListener(kind, (event) => {
      if (!event.isTrusted) return;
      inputs += 1;
      if (performance.now() > last + 100) report({});
    }, true);
  }

  const watched = (Round) => {
    const { play, win, appearInStages } = Round.prototype;
    Object.assign(Round.prototype, {
      play(position) {
        if (position !== this.position && !this.over) report({ position, ours });
        play.call(this, position);
      },
      win() {
        report({ won: true, ours });
        win.call(this);
      },
      // Until the last stage, another board is shown, or a part of ours.
      appearInStages(whole, stages) {
        ours = stages.length === 0;
        appearInStages.call(this, whole, stages);
      },
    });
    return Round;
  };
  let made;
  Object.defineProperty(window, "Round", { configurable: true, get: () => made, set: (Round) => { made = watched(Round); } });
  window.gym?.({ report, watched });
})
