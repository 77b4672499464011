"""The only door to YAML: what selectors.yaml may say, and errors that name the file, the line and the nearest key."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml  # noqa: TID251  # this is the door
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from player.errors import ConfigInvalid
from player.games import GAMES
from player.suggest import nearest

#: Far beyond any honest file; checked before the parser sees it.
MAX_BYTES = 200_000


def _regex(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return text


Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Regex = Annotated[Text, AfterValidator(_regex)]
Way = Literal["keys", "drag", "taps"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class Target(_Part):
    selector: Text
    text: list[Text] = []


class Overlay(_Part):
    name: Text
    close: Target


class Sign(_Part):
    proves: Literal["results", "banner", "board"] = Field(alias="as")
    path: Regex | None = None
    selector: Text | None = None
    text: list[Text] = []
    not_text: list[Text] = []
    cells: Text | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.selector is None and self.cells is None:
            raise ValueError("a sign needs a 'selector' or 'cells': a path alone proves nothing")
        return self


_KINDS = ("attribute", "property", "text", "first", "all", "has")


class Reading(_Part):
    attribute: Text | None = None
    pattern: Regex | None = None
    property: Text | None = None
    text: Text | None = None
    first: dict[Text, Text] | None = None
    all: dict[Text, Text] | None = None
    has: Text | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a field is read in one way, one of {', '.join(_KINDS)}, not in {len(kinds)}")
        if self.pattern is not None and self.attribute is None:
            raise ValueError("'pattern' goes with 'attribute'")
        return self


class Size(_Part):
    rows: Reading
    cols: Reading


class GameSelectors(_Part):
    url: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+/\S*$")]
    start: Target | None = None
    overlays: list[Overlay] = []
    grid: Text
    cell: Text
    size: Size
    index: Reading
    read: dict[Text, Reading]
    draw: Annotated[list[Way], Field(min_length=1)] = ["keys", "drag", "taps"]
    won: list[Sign] = []
    already: list[Sign] = []


class SiteSelectors(_Part):
    origin: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+$")]
    locale: Text
    timezone: Text
    signin: Regex | None = None
    generations: dict[Text, Text] = {}
    frame: Text = "iframe"
    overlays: list[Overlay] = []
    won: list[Sign] = []
    already: list[Sign] = []
    games: dict[Text, GameSelectors]


class Selectors(_Part):
    version: Literal[1]
    sites: dict[Text, SiteSelectors]

    def site(self, name: str) -> SiteSelectors:
        if name not in self.sites:
            raise ConfigInvalid(f"selectors.yaml knows no site {name!r}: {nearest(name, self.sites)}")
        return self.sites[name]


def load(path: Path) -> Selectors:
    """The checked contents of a selectors file; ConfigInvalid where it is not one."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigInvalid(f"the selectors file {path} can't be read: {error.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise ConfigInvalid(f"{path}: {len(raw)} bytes are too many for a selectors file (at most {MAX_BYTES})")
    try:
        text = raw.decode()
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        _refuse_oddities(text, tree, path)
        data = yaml.safe_load(text)
    except UnicodeDecodeError:
        raise ConfigInvalid(f"{path}: not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigInvalid(f"{path}:{line}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigInvalid(f"{path}: not YAML: {str(error).splitlines()[0]}") from None
    try:
        selectors = Selectors.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigInvalid(f"{path}:{_line(tree, first['loc'])}: {_said(first)}") from None
    for where, problem in _game_problems(selectors):
        raise ConfigInvalid(f"{path}:{_line(tree, where)}: {problem}")
    return selectors


def _refuse_oddities(text: str, tree: yaml.Node | None, path: Path) -> None:
    """YAML takes the last of two equal keys, and lets aliases blow a small file up: neither is wanted here."""
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
        raise ConfigInvalid(f"{path}: aliases (*name) are not taken: write out what they stand for")
    for mapping in _mappings(tree):
        seen: set[str] = set()
        for key, _ in mapping.value:
            if key.value in seen:
                raise ConfigInvalid(f"{path}:{key.start_mark.line + 1}: the key {key.value!r} comes twice")
            seen.add(str(key.value))


def _mappings(node: yaml.Node | None) -> Iterator[yaml.MappingNode]:
    if isinstance(node, yaml.MappingNode):
        yield node
        for _, value in node.value:
            yield from _mappings(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _mappings(value)


def _line(node: yaml.Node | None, where: Sequence[str | int]) -> int:
    """The line of the key or item that `where` leads to, or of the nearest one around it that the file has."""
    if node is None:
        return 1
    line = node.start_mark.line + 1
    for step in where:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(step)), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line


def _said(error: Any) -> str:
    """One of pydantic's findings in our words."""
    place = ".".join(str(step) for step in error["loc"][:-1]) or "the file"
    key = str(error["loc"][-1]) if error["loc"] else ""
    if error["type"] == "extra_forbidden":
        return f"unknown key {key!r} in {place}: {nearest(key, _KEYS)}"
    if error["type"] == "missing":
        return f"{place} lacks the key {key!r}"
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{'.'.join(str(step) for step in error['loc']) or 'the file'}: {message}"


def _keys(part: type[_Part]) -> set[str]:
    return {info.alias or name for name, info in part.model_fields.items()}


_PARTS: tuple[type[_Part], ...] = (Selectors, SiteSelectors, GameSelectors, Target, Overlay, Sign, Reading, Size)
_KEYS = set[str]().union(*map(_keys, _PARTS))


def _game_problems(selectors: Selectors) -> Iterator[tuple[list[str], str]]:
    """What only the games know: which there are, and the fields they need of a cell."""
    for site, parts in selectors.sites.items():
        for name, part in parts.games.items():
            where = ["sites", site, "games", name]
            if name not in GAMES:
                yield where, f"unknown game {name!r}: {nearest(name, GAMES)}"
                continue
            known = GAMES[name].FIELDS | GAMES[name].WITNESSES
            for field in part.read:
                if field not in known:
                    yield [*where, "read", field], f"{name} reads no field {field!r}: {nearest(field, known)}"
            if missing := GAMES[name].FIELDS.difference(part.read):
                yield [*where, "read"], f"{name} needs the field {min(missing)!r} in 'read'"
