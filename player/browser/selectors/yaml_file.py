"""The only door to YAML: checks a selectors file, with errors that name file, line and nearest key, and changes it.

In a list of the file, `$name` stands for the items of the list of that name: of the file's own `lists`, or of
lists.yaml beside this module.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml  # noqa: TID251  # this is the door
from pydantic import ValidationError

from player.browser.selectors.defaults import QUICK_LOADER, Place, origins, resolved
from player.browser.selectors.problems import FIELDS, game_problems, inherited_problems, said
from player.browser.selectors.schema import Selectors
from player.errors import ConfigInvalid, did_you_mean
from player.files import regular
from player.render import visible


def checked(raw: bytes, path: Path) -> Selectors:
    """Return the contents `raw` of the file at `path`; raise ConfigInvalid where it is no selectors file."""
    try:
        tree = _with_lists(_composed(raw.decode()))
        data = None if tree is None else _Loader("").construct_document(tree)
    except UnicodeDecodeError:
        raise ConfigInvalid(f"{path}: not UTF-8 text") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise ConfigInvalid(f"{path}:{_place(error, raw)}") from None
    try:
        for where, problem in inherited_problems(data):
            raise ConfigInvalid(f"{path}:{_line(tree, where)}: {problem}")
        selectors = Selectors.model_validate(resolved(data, FIELDS))
    except ValidationError as error:
        where, problem = said(error)
        raise ConfigInvalid(f"{path}:{_line(tree, _origin(tree, where))}: {problem}") from None
    for where, problem in game_problems(selectors):
        raise ConfigInvalid(f"{path}:{_line(tree, _origin(tree, where))}: {problem}")
    return selectors


# Changes


def as_yaml(changes: dict[str, Any]) -> str:
    """A part of a selectors file, ready to be pasted."""
    return _dumped(changes, 110, flow=None)


class _Dumper(yaml.SafeDumper):
    """A writer of each value where it stands: aliases are not taken."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002  # PyYAML's name
        """Return True for all values."""
        return True


def _dumped(value: Any, width: int, *, flow: bool | None) -> str:
    """Return `value` as YAML, with escapes if it has characters that change what others show."""
    for plain in (True, False):
        text = yaml.dump(
            value, None, _Dumper, sort_keys=False, allow_unicode=plain, width=width, default_flow_style=flow
        )
        if visible(text) == text:
            break
    return text


#: A comment in a line of its own. In a text of several lines, a selector may begin with the same sign, without a space.
_COMMENT = re.compile(r"(?m)^ *(# .*)$")


def with_changes(path: Path, changes: Mapping[str, Any]) -> str:
    """The text of the selectors file at `path` with the values in `changes`; all else stays, comments too.

    `changes` is a part of the file: of its mappings, those that the file has are gone into, and all other values are
    put in the place of what is there, each on one line. What a page inherits is not there: a change to it becomes an
    entry of the page, and no other page is changed.
    """
    text = regular(path).read_text(encoding="utf-8")
    tree = yaml.compose(text, Loader=_Loader)
    assert isinstance(tree, yaml.MappingNode)
    for start, end, new in sorted(_edits(tree, changes), reverse=True):
        line = text.rfind("\n", 0, start) + 1
        indent = re.match(" *", text[line:])
        comments = "".join(f"{indent and indent[0]}{one}\n" for one in _COMMENT.findall(text[start:end]))
        text = text[:line] + comments + text[line:start] + new + text[end:]
    return text


def _edits(node: yaml.MappingNode, changes: Mapping[str, Any], inside: str = "") -> Iterator[tuple[int, int, str]]:
    """Yield the edits of the text: start, end and new text; `inside` is the key of `node`."""
    there = {key.value: (key, value) for key, value in node.value}
    for name, new in changes.items():
        if not there:
            yield node.start_mark.index, node.end_mark.index, flow(dict(changes))
            return
        if name not in there:
            first = node.value[0][0].start_mark
            between = ", " if node.flow_style else f"\n{' ' * first.column}"
            yield first.index, first.index, f"{name}: {flow(new)}{between}"
            continue
        key, value = there[name]
        if isinstance(value, yaml.MappingNode) and (name in _WHOLES or inside in _BY_NAME):
            yield from _edits(value, new, name)
        else:
            yield key.end_mark.index, _end(value), f": {flow(new)}"


def end_of(text: str, place: Sequence[str]) -> tuple[int, int] | None:
    """Return where the entries of the mapping at `place` end in `text`, and their column; None if there is none such.

    `text` is that of a selectors file, and the mapping is written in lines.
    """
    node = _at(yaml.compose(text, Loader=_Loader), tuple(place))
    if not isinstance(node, yaml.MappingNode) or node.flow_style or not node.value:
        return None
    return _end(node), int(node.value[0][0].start_mark.column)


#: Keys with parts by names of their own under them; keys of which single entries change.
_BY_NAME = {"sites", "games", "pages"}
_WHOLES = {*_BY_NAME, "read", "generations"}


def flow(value: Any) -> str:
    """Return `value` as YAML on one line."""
    return _dumped([value], 10**6, flow=True)[1:-2]


def _end(node: yaml.Node) -> int:
    """Return the end of the text of `node`; for a block, PyYAML marks the next token."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(last, tuple) else last)


# The file


#: What may be an anchor, to which aliases lead.
_ANCHOR = re.compile(r"(?:^|[\s,\[{])&\S")


class _Loader(yaml.SafeLoader):
    """A YAML loader that refuses aliases (a small file could blow up) and equal keys (the last would win)."""

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


def _composed(text: str) -> yaml.Node | None:
    """Return the nodes of the file, which know their lines."""
    if not _ANCHOR.search(text):  # without anchors, there are no aliases to refuse
        try:
            return yaml.compose(text, Loader=QUICK_LOADER)
        except yaml.YAMLError:
            pass  # the other parser says it in its words
    return yaml.compose(text, Loader=_Loader)


# Lists by name


class _NoSuchList(yaml.MarkedYAMLError):
    """The file is YAML, but names a list that there is not."""


@lru_cache(maxsize=1)
def _shipped_lists() -> Mapping[str, yaml.Node]:
    tree = _composed(Path(__file__).with_name("lists.yaml").read_text(encoding="utf-8"))
    return {key.value: value for key, value in tree.value} if tree else {}


def _with_lists(tree: yaml.Node | None) -> yaml.Node | None:
    """Return the nodes of a file with the items of each list that a `$name` stands for, and without `lists`."""
    if not isinstance(tree, yaml.MappingNode):
        return tree
    own = next((value for key, value in tree.value if key.value == "lists"), None)
    if own is not None and not isinstance(own, yaml.MappingNode):
        raise _NoSuchList(problem="lists by their names were expected in 'lists'", problem_mark=own.start_mark)
    lists = {key.value: value for key, value in own.value} if own else {}
    for name, value in lists.items():
        _expanded(value, lists, (name,))
    whole = copy(tree)
    whole.value = [(key, _expanded(value, lists)) for key, value in tree.value if key.value != "lists"]
    return whole


#: The lists of a file by name, before those that are shipped.
_Lists = Mapping[str, yaml.Node]


def _expanded(node: yaml.Node, own: _Lists, inside: tuple[str, ...] = (), mark: yaml.Mark | None = None) -> yaml.Node:
    """Return `node` with the items of the lists that it names, all of it at `mark` if one is given.

    `inside` are the names of the lists around it: a list of the file that names itself means the shipped one.
    """
    node = copy(node)
    if mark:
        node.start_mark = node.end_mark = mark
    if isinstance(node, yaml.MappingNode):
        node.value = [tuple(_expanded(part, own, inside, mark) for part in entry) for entry in node.value]
    elif isinstance(node, yaml.SequenceNode):
        node.value = [item for one in node.value for item in _items(one, own, inside, mark)]
    return node


def _items(item: yaml.Node, own: _Lists, inside: tuple[str, ...], mark: yaml.Mark | None) -> Iterator[yaml.Node]:
    """Yield `item`, or the items of the list that it names."""
    if not (isinstance(item, yaml.ScalarNode) and re.fullmatch(r"\$[\w-]+", item.value)):
        yield _expanded(item, own, inside, mark)
        return
    name, mark = item.value[1:], mark or item.start_mark
    shipped = _shipped_lists()
    found = own.get(name) if name not in inside else None
    found = found or shipped.get(name)
    if inside.count(name) > 1 or (found is None and name in inside):
        raise _NoSuchList(problem=f"the list {name!r} is in itself", problem_mark=mark)
    if not isinstance(found, yaml.SequenceNode):
        near = did_you_mean(name, {**own, **shipped})
        raise _NoSuchList(problem=f"there is no list {name!r}: {near}", problem_mark=mark)
    for one in found.value:
        yield from _items(one, own, (*inside, name), mark)


def _place(error: yaml.YAMLError | RecursionError, raw: bytes) -> str:
    if isinstance(error, yaml.MarkedYAMLError):
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return f"{line}: {'' if isinstance(error, _NoSuchList) else 'not YAML: '}{error.problem}"
    if isinstance(error, yaml.reader.ReaderError):
        return f"{raw.decode()[: error.position].count(chr(10)) + 1}: not YAML: {error.reason}"
    return "1: not YAML: nested too deeply"


def _line(node: yaml.Node | None, where: Place) -> int:
    """The line of the key or item that `where` leads to, or of the nearest one around it that the file has."""
    if node is None:
        return 1
    line = node.start_mark.line + 1
    for step in where:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(step)), None)
            if found is None:
                if step in {"any", 0}:  # of a chain of one reading, written as the reading
                    continue
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line


def _origin(tree: yaml.Node | None, place: Place) -> Place:
    """Return where in the file that stands which is at `place` of the resolved data: there, or in defaults."""
    like = _at(tree, (*place[:2], "like")) if len(place) > 2 else None
    return next(
        (one for one, inherited in origins(place, str(like.value) if like else None) if _at(tree, inherited)), place
    )


def _at(node: yaml.Node | None, place: Place) -> yaml.Node | None:
    """Return the node at `place`; None if the file has none there."""
    for step in place:
        entries = node.value if isinstance(node, yaml.MappingNode) else ()
        node = next((value for key, value in entries if key.value == step), None)
    return node
