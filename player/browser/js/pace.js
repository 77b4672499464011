// The function `pace(ask)`: answers once `ask.rest` milliseconds have passed in the page; before that null, so that it
// can be polled.
ask.began ??= performance.now();
return performance.now() - ask.began >= ask.rest ? "{}" : null;
