"""The archive: a static site of the history, with a calendar, and a page for each board on which it can be played."""
