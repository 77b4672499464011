"""Pictures and text: terminal, scenes and their writers, HTML pages, styles."""
