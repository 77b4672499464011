// One function, `pace(ask)`: an answer once `ask.rest` milliseconds have gone by in the page, null before that,
// so that it serves as the condition of a wait.
ask.began ??= performance.now();
return performance.now() - ask.began >= ask.rest ? "{}" : null;
