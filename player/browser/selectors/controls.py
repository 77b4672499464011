"""Elements of a page beside its board: controls that are pressed, layers over the board, and signs of a win."""

import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from player.browser.selectors.base import Part, Regex, Text, or_one
from player.browser.selectors.readings import CellReading
from player.errors import did_you_mean


class Target(Part):
    """A visible element of the page: a selector, and the words that its name must have or lack."""

    selector: Text
    text: list[Text] = []
    words: list[Text] = []
    not_words: list[Text] = []
    bare: bool = False


class Start(Target):
    """A step that begins the game; with `stays` its target is there during the game too.

    The target is clicked, or gets the text to `fill` in and maybe the key Enter, or the option to `choose`.
    """

    stays: bool = False
    fill: Text | None = None
    enter: bool = False
    choose: Text | None = None

    @model_validator(mode="after")
    def _is_one_input(self) -> Self:
        if self.fill is not None and self.choose is not None:
            raise ValueError("'fill' is for a field and 'choose' for a list of options: leave one of them out")
        if self.enter and self.fill is None:
            raise ValueError("'enter' goes with 'fill'")
        return self


class Overlay(Part):
    """Anything that may cover the board. A `layer` is recognised, and closed, by its words."""

    name: Text
    close: Target
    layer: bool = False
    about: list[Text] = []
    not_about: list[Text] = []
    without: Text | None = None
    only: bool = False
    unless: Text | None = None

    @model_validator(mode="after")
    def _tells_of_a_layer(self) -> Self:
        if not self.layer and (self.about or self.not_about or self.without or self.only or self.unless):
            raise ValueError("'about', 'not_about', 'without', 'only' and 'unless' go with 'layer: true'")
        return self


def _known(overlays: list[Overlay]) -> list[Overlay]:
    names = [overlay.name for overlay in overlays]
    for overlay in overlays:
        if overlay.unless is not None and overlay.unless not in names:
            raise ValueError(f"'unless' names no overlay beside it: {did_you_mean(overlay.unless, names)}")
    return overlays


Overlays = Annotated[list[Overlay], AfterValidator(_known)]


#: A sign in a picture that is no word: a shade lies on the board.
SHADED = "shaded"


class Sign(Part):
    """A sign that the game is won: it holds if all that it lists holds."""

    proves: Literal["results", "banner", "board"] = Field(alias="as")
    path: Regex | None = None
    selector: Text | None = None
    text: list[Text] = []
    not_text: list[Text] = []
    cells: Text | None = None
    alert: Text | None = None
    title: Text | None = None
    picture: Annotated[str, StringConstraints(pattern=rf"^([A-Z][A-Za-z ]{{3,19}}|{SHADED})$")] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        found = (self.selector, self.cells, self.alert, self.title, self.picture)
        if found == (None,) * len(found):
            raise ValueError(
                "a sign needs a 'selector', 'cells', 'alert', 'title' or 'picture': a path alone proves nothing"
            )
        if self.picture is not None and (self.path is not None or any(found[:-1])):
            raise ValueError("a 'picture' is a sign by itself: leave the rest of this sign out")
        return self


def _of_one_group(pattern: str) -> str:
    if re.compile(pattern).groups != 1:
        raise ValueError("a pattern with one group, the number, was expected")
    return pattern


NumberPattern = Annotated[Regex, AfterValidator(_of_one_group)]


class ShownNumber(Part):
    """A text of the page that is the number of the puzzle: the group of `pattern` on the texts that `selector` finds.

    Case does not matter. `{page}` in the pattern is the last part of the address of the game's page, as words.
    """

    selector: Text
    pattern: NumberPattern


Regexes = Annotated[list[Regex], BeforeValidator(or_one, json_schema_input_type=Regex | list[Regex])]


class Save(Part):
    """The request by which a page saves a win, and what its answer says.

    `url` is found in the path and query, `request` in the address or the body. `won` and `lost` tell in a request or an
    answer whether the game is won, `number` the puzzle. A saved win has all of `answer` in its answer, and nothing of
    `refused`. `{path}` stands for the path of the game's page.
    """

    method: Literal["POST", "PUT", "PATCH"] = "POST"
    url: Regex
    request: Regexes = []
    won: Regex
    lost: Regex | None = None
    number: NumberPattern | None = None
    answer: Annotated[Regexes, Field(min_length=1)]
    refused: list[Regex] = []


class Switch(Part):
    """A setting that must be off before the first move, and the target that switches it off."""

    name: Text
    press: Target


class Buttons(Part):
    """The buttons that enter digits, and the reading of what each enters."""

    selector: Text
    says: CellReading
