"""The play of one game on its page: the walk to a verdict, the moves, and the result."""
