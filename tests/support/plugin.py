"""Arguments for a run of pytest with the player's plugin, which an installed player brings along."""

from importlib.metadata import entry_points

_INSTALLED = any(point.value == "logic_games_player_pytest" for point in entry_points(group="pytest11"))
#: For a run with pages: it is not spread over processes, and has the plugin.
WITH_PAGES = ("-p", "no:cacheprovider", "-p", "no:xdist", *(() if _INSTALLED else ("-p", "logic_games_player_pytest")))
#: For a run in this process, which has Playwright's plugin already.
ALONE = (*WITH_PAGES, "-p", "no:playwright")
