"""The only room that knows Playwright: browser, selectors, the page of one game, and pages served offline."""
