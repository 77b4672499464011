"""The verdict of a page, and the witnesses of a win that is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The page's own statement that a game is won, by the sign that proves it; the words of the result records."""

    RESULTS = "results"
    BANNER = "banner"
    BOARD = "board"
    NONE = "none"
    """The page does not say that it is won."""


class Witness(StrEnum):
    """The word of a witness of a saved win, as in the result records."""

    CONFIRMED = "confirmed"
    REFUSED = "refused"
    """It says that the win is not saved."""
    UNANSWERED = "unanswered"
    """The save was sent, and no answer came."""
    UNCLEAR = "unclear"
    """It is not understood."""
    NONE = "none"
    """The page sent no save."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The witnesses of a saved win: the page's sign, the answer to its save, and a fresh load.

    `reload` is None if no fresh load was asked for. `why` is the reason of a witness that does not confirm.
    """

    page: bool
    request: Witness = Witness.NONE
    reload: Witness | None = None
    why: str = ""

    @property
    def refused(self) -> bool:
        """True if a witness says that the win is not saved."""
        return Witness.REFUSED in {self.request, self.reload}

    @property
    def doubtful(self) -> bool:
        """True if a witness contradicts, or if the fresh load that was asked for does not confirm."""
        if self.reload is None:
            return self.refused or self.request is Witness.UNANSWERED
        return self.refused or self.reload is not Witness.CONFIRMED

    def to_json(self) -> dict[str, bool | str | None]:
        """Return the three witnesses for a record."""
        return {"page": self.page, "request": self.request, "reload": self.reload}


_REQUEST: Mapping[str, str] = {
    Witness.CONFIRMED: "the answer to its save confirms it",
    Witness.REFUSED: "its save, or the answer to it, says that it is not saved",
    Witness.UNANSWERED: "no answer to its save came",
    Witness.UNCLEAR: "the answer to its save is not understood",
    Witness.NONE: "the page sent no save",
}
_RELOAD: Mapping[str, str] = {
    Witness.CONFIRMED: "a fresh load shows the results",
    Witness.REFUSED: "a fresh load says that it is not saved",
    Witness.UNCLEAR: "a fresh load does not show the results",
}


def saved_in_words(saved: object) -> str:
    """Return what a record's `saved` says of the request and the fresh load, for people; empty if it says nothing."""
    if not isinstance(saved, Mapping):
        return ""
    words = (_REQUEST.get(str(saved.get("request"))), _RELOAD.get(str(saved.get("reload"))))
    return ", ".join(filter(None, words))
