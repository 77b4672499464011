"""The only door to YAML: loads selectors.yaml, with errors that name file, line and nearest key, and changes it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # noqa: TID251  # this is the door
from pydantic import ValidationError

from player.browser.selectors.extractors import CONDITIONS
from player.browser.selectors.schema import PARTS, PageSelectors, Selectors
from player.errors import SELECTORS_FILE, ConfigInvalid, InputMissing, nearest
from player.games import GAMES

#: Far beyond any honest file; checked before the parser sees it.
MAX_BYTES = 200_000


def load(path: Path) -> Selectors:
    """The checked contents of a selectors file; ConfigInvalid where it is not one."""
    try:
        with path.open("rb") as file:  # what never ends is not read to its end
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputMissing(f"the selectors file {path} is not there: check the path") from None
    except OSError as error:
        raise ConfigInvalid(f"the selectors file {path} can't be read: {error.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise ConfigInvalid(f"{path}: too long for a selectors file (at most {MAX_BYTES} bytes)")
    try:
        tree, data = _parsed(raw.decode())
    except UnicodeDecodeError:
        raise ConfigInvalid(f"{path}: not UTF-8 text") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise ConfigInvalid(f"{path}:{_place(error, raw)}") from None
    try:
        selectors = Selectors.model_validate(data)
    except ValidationError as error:
        # A misspelt key is missing under its right name too: the misspelling is what helps.
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        raise ConfigInvalid(f"{path}:{_line(tree, first['loc'])}: {_said(first)}") from None
    for where, problem in _game_problems(selectors):
        raise ConfigInvalid(f"{path}:{_line(tree, where)}: {problem}")
    SELECTORS_FILE.set(path.name)
    return selectors


# Changes


def as_yaml(changes: dict[str, Any]) -> str:
    """A part of a selectors file, ready to be pasted."""
    return yaml.safe_dump(changes, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


def with_changes(path: Path, changes: Mapping[str, Any]) -> str:
    """The text of the selectors file at `path` with the values in `changes`; all else stays, comments too.

    `changes` is a part of the file: of its mappings, those that the file has are gone into, and all other values are
    put in the place of what is there, each on one line.
    """
    text = path.read_text(encoding="utf-8")
    tree, _ = _parsed(text)
    assert isinstance(tree, yaml.MappingNode)
    for start, end, new in sorted(_edits(tree, changes), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _edits(node: yaml.MappingNode, changes: Mapping[str, Any], inside: str = "") -> Iterator[tuple[int, int, str]]:
    """Where to put what: from and to which character; `inside` is the key that `node` stands under."""
    there = {key.value: (key, value) for key, value in node.value}
    for name, new in changes.items():
        if name not in there:
            first = node.value[0][0].start_mark
            yield first.index, first.index, f"{name}: {_flow(new)}\n{' ' * first.column}"
            continue
        key, value = there[name]
        if isinstance(value, yaml.MappingNode) and (name in _WHOLES or inside in _BY_NAME):
            yield from _edits(value, new, name)
        else:
            yield key.end_mark.index, _end(value), f": {_flow(new)}"


#: Keys with parts by names of their own under them; keys of which single entries change.
_BY_NAME = {"sites", "games", "pages"}
_WHOLES = {*_BY_NAME, "read", "generations"}


def _flow(value: Any) -> str:
    """`value` on one line."""
    return yaml.safe_dump([value], sort_keys=False, allow_unicode=True, width=10**6, default_flow_style=True)[1:-2]


def _end(node: yaml.Node) -> int:
    """Where the text of `node` ends; of a block, PyYAML marks the next thing."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(last, tuple) else last)


# The file


class _Loader(yaml.SafeLoader):
    """YAML without what is nobody's wish here: the last of two equal keys wins, aliases blow a small file up."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.get_event().start_mark  # type: ignore[no-untyped-call]  # PyYAML's stubs
            raise yaml.MarkedYAMLError(problem="aliases are not taken: write it out", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not (isinstance(key, yaml.ScalarNode) and key.tag == "tag:yaml.org,2002:str"):
                raise yaml.MarkedYAMLError(problem="a key must be text: quote it", problem_mark=key.start_mark)
            if key.value in seen:
                raise yaml.MarkedYAMLError(problem=f"the key {key.value!r} comes twice", problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except ValueError as error:  # a date that there is not, say
            raise yaml.MarkedYAMLError(problem=str(error), problem_mark=node.start_mark) from None


def _parsed(text: str) -> tuple[yaml.Node | None, Any]:
    """The nodes, which know their lines, and the data."""
    loader = _Loader(text)
    try:
        tree = loader.get_single_node()
        return tree, None if tree is None else loader.construct_document(tree)
    finally:
        loader.dispose()


def _place(error: yaml.YAMLError | RecursionError, raw: bytes) -> str:
    if isinstance(error, yaml.MarkedYAMLError):
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return f"{line}: not YAML: {error.problem}"
    if isinstance(error, yaml.reader.ReaderError):
        return f"{raw.decode()[: error.position].count(chr(10)) + 1}: not YAML: {error.reason}"
    return "1: not YAML: nested too deeply"


def _line(node: yaml.Node | None, where: Sequence[str | int]) -> int:
    """The line of the key or item that `where` leads to, or of the nearest one around it that the file has."""
    if node is None:
        return 1
    line = node.start_mark.line + 1
    for step in where:
        if step in CONDITIONS:
            continue
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(step)), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line


_WANTED = {
    "dict_type": "a mapping of keys was expected",
    "model_type": "a mapping of keys was expected",
    "list_type": "a list was expected",
    "string_type": "text was expected: quote it",
    "int_type": "a whole number was expected",
    "string_too_short": "the text is empty",
}


def _said(error: Any) -> str:
    """One of pydantic's findings in our words."""
    where = [str(step) for step in error["loc"] if step not in CONDITIONS]
    *around, key = where or [""]
    place = ".".join(around) or "the file"
    if error["type"] == "extra_forbidden":
        return f"unknown key {key!r} in {place}: {nearest(key, _keys_in(around))}"
    if error["type"] == "missing":
        return f"{place} lacks the key {key!r}"
    message = _WANTED.get(error["type"], str(error["msg"]).removeprefix("Value error, "))
    return f"{'.'.join(where) or 'the file'}: {message}"


def _keys_in(place: Sequence[str]) -> set[str]:
    """The keys that may stand at `place`."""
    part = next((PARTS[step] for step in reversed(place) if step in PARTS), Selectors)
    return {info.alias or name for name, info in part.model_fields.items()}


def _game_problems(selectors: Selectors) -> Iterator[tuple[list[str], str]]:
    """What only the games know: which there are, and the fields they need of a cell."""
    for site, parts in selectors.sites.items():
        for name, part in parts.games.items():
            where = ["sites", site, "games", name]
            if name not in GAMES:
                yield where, f"unknown game {name!r}: {nearest(name, GAMES)}"
                continue
            known = GAMES[name].play.FIELDS | GAMES[name].play.WITNESSES
            for generation, page in part.pages.items():
                there = [*where, "pages", generation]
                if parts.generations and generation not in parts.generations:
                    yield there, f"unknown generation {generation!r}: {nearest(generation, parts.generations)}"
                for field in page.read:
                    if field not in known:
                        yield [*there, "read", field], f"{name} reads no field {field!r}: {nearest(field, known)}"
                if missing := GAMES[name].play.FIELDS.difference(page.read):
                    yield [*there, "read"], f"{name} needs the field {min(missing)!r} in 'read'"
                yield from _value_problems(name, page, there)


def _value_problems(name: str, page: PageSelectors, there: list[str]) -> Iterator[tuple[list[str], str]]:
    """Names of values that the game has not: `read` would never tell what it needs."""
    for field, known in GAMES[name].play.VALUES.items():
        chain = page.read.get(field)
        readings = chain.any if chain else []
        named = {value for one in readings for names in (one.first, one.all, one.unless) for value in names or ()}
        for value in sorted(named - known):
            yield [*there, "read", field], f"{name} knows no {field} {value!r}: {_meant(value, known)}"
    yield from _cycle_problems(name, page, [*there, "cycle"])
    covers = [part.name for part in page.overlays]
    for number, switch in enumerate(page.switches):  # what was pressed last is known by its name
        if switch.name in covers:
            yield [*there, "switches", str(number), "name"], f"the name {switch.name!r} is taken: use another"
        covers.append(switch.name)


def _cycle_problems(name: str, page: PageSelectors, there: list[str]) -> Iterator[tuple[list[str], str]]:
    """Find what is wrong with the marks in `cycle`: `read` calls them by these names, or by words of the page."""
    mark = GAMES[name].play.MARK
    known = GAMES[name].play.VALUES.get(mark, frozenset())
    if page.cycle and not known:
        yield there, f"{name} is not played by clicks through marks: leave 'cycle' out"
    named = all(reading.first or reading.all for reading in (page.read[mark].any if mark in page.read else ()))
    for number, value in enumerate(page.cycle or []):
        if value in (page.cycle or [])[:number]:
            yield there, f"the mark {value!r} comes twice in 'cycle': nothing would tell which of the two is shown"
        if known and named and value not in known:
            yield there, f"{name} knows no mark {value!r}: {_meant(value, known)}"


def _meant(value: str, known: Collection[str]) -> str:
    """The nearest of a few names, and all of them: the nearest by its letters need not be the one that was meant."""
    hint, every = nearest(value, known), f"one of {', '.join(sorted(known))}"
    return hint if hint == every else f"{hint} ({every})"
