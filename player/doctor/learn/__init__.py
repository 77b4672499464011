"""Learning a page that no selector describes: from its board-like structures to a section of selectors.yaml."""
