"""Game pages that are opened with a session; the page itself shows if it is honoured."""

from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardOrWin
from player.errors import SignInNeeded


class MemberPage(GamePage):
    """A game's page for a member; SignInNeeded if the site serves the guest's page."""

    def open(self) -> BoardOrWin:
        """Open the page as GamePage does; SignInNeeded if it is a guest's."""
        look = super().open()
        if look.account == "guest":
            raise SignInNeeded("the session is not honoured, the page is a guest's: type `player login`")
        return look
