"""Names in a selectors file: sites, their games and boards, read without the schema, which takes a second to import."""

from collections.abc import Mapping
from pathlib import Path

import yaml  # noqa: TID251  # the loader's own checks are left out on purpose: completion has to be quick

from player.files import regular

#: Far beyond any honest selectors file; checked before a parser sees it.
MAX_BYTES = 200_000

#: The parser in C, if PyYAML has it: 4 ms in place of 240.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def boards_of_sites(path: Path) -> dict[str, dict[str, list[str]]]:
    """Return the names of the boards of each game, by site and game; nothing if the file can't be read."""
    try:
        with regular(path).open("rb") as file:
            text = file.read(MAX_BYTES + 1)[:MAX_BYTES]
        tree = yaml.compose(text.decode(), Loader=_LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError):
        return {}
    return {
        site: {game: list(_entries(_entries(about).get("boards"))) for game, about in _at(parts, "games").items()}
        for site, parts in _at(tree, "sites").items()
    }


def _at(node: yaml.Node | None, key: str) -> Mapping[str, yaml.Node]:
    return _entries(_entries(node).get(key))


def _entries(node: yaml.Node | None) -> Mapping[str, yaml.Node]:
    """Return what a mapping has by name; nothing of another node."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {key.value: value for key, value in pairs if isinstance(key, yaml.ScalarNode)}
