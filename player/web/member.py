"""A page that is opened with a session: who it takes us for is told by the page."""

from player.errors import SignInNeeded
from player.web.look import Look
from player.web.site import GamePage


class MemberPage(GamePage):
    """A game's page as a member gets it; SignInNeeded where it is a guest's."""

    def open(self) -> Look:
        look = super().open()
        if look.account == "guest":
            raise SignInNeeded("the session is not honoured, the page is a guest's: type `player login`")
        return look
