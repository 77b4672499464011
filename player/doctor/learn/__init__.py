"""Learn a page that no selector describes."""
