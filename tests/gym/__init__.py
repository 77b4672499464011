"""A public test of players of such games: tasks from a server, and the pages' own verdict as the score."""
