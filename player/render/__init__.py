"""Pictures and text: terminal, scenes and their writers, HTML pages, styles."""

#: The name of the environment variable that asks for patterns beside colours. It stands here because `--help` shows it.
PATTERNS_VARIABLE = "PLAYER_PATTERNS"
