"""The doctor: what a page shows of the selectors, what is wrong with them, and repairs."""
