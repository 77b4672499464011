"""A page that is opened with a session: who it takes us for is told by the page."""

from player.browser.page.game_page import GamePage
from player.browser.page.observation import Look
from player.errors import SignInNeeded


class MemberPage(GamePage):
    """A game's page as a member gets it; SignInNeeded where it is a guest's."""

    def open(self) -> Look:
        look = super().open()
        if look.account == "guest":
            raise SignInNeeded("the session is not honoured, the page is a guest's: type `player login`")
        return look
