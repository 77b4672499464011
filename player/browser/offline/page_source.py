"""What can take the place of the network."""

from pathlib import Path
from typing import Protocol

from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # web drives the browser


class Pages(Protocol):
    """Pages of one site that are served from this machine."""

    @property
    def source(self) -> Path:
        """Where they are."""

    @property
    def ours(self) -> bool:
        """Whether all that is served was written by us."""

    def as_guest(self) -> "Pages":
        """The same as guests get it."""

    def has(self, game: str) -> bool:
        """Whether there is a page of `game`."""

    def saved(self, game: str) -> Path | None:
        """The file that the page of `game` was saved to, where nothing more will come to it."""

    def require(self, game: str) -> None:
        """Raise InputMissing where there is none."""

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer every request of `context`, or of one page, or abort it."""
