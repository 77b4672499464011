"""The scripts that run in a page, joined from the modules in js/.

A browser's isolated world takes one function, not modules. A module here uses a small part of the language: each
`import { a, b } from "./c.js";` is one line, and each export is a `const` at the start of a line.
"""

import re
from pathlib import Path

#: The folder of the modules.
MODULES = Path(__file__).parents[1] / "js"
_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+)\.js";$', re.MULTILINE)
#: Comments on lines of their own: half of the text, which each call would send.
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export const (\w+)\b", re.MULTILINE)


def script(name: str) -> str:
    """Return a JavaScript function of `ask` that returns what `answer()` of the module `name` does.

    All that the module imports is evaluated anew in each call, each module once and in a scope of its own.
    """
    joined: dict[str, str] = {}
    _join(name, joined)
    return "(ask) => {\n" + "\n".join(joined.values()) + f"\nreturn {_scope(name)}.answer();\n}}"


def _join(name: str, joined: dict[str, str]) -> None:
    """Add the source of the module `name` to `joined`, after the modules that it imports."""
    source = _COMMENT.sub("", (MODULES / f"{name}.js").read_text(encoding="utf-8"))
    for _, other in _IMPORT.findall(source):
        if other not in joined:
            _join(other, joined)
    exported = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub(r"const \1", _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_scope(found[2])};", source))
    joined[name] = f"const {_scope(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();"


def _scope(name: str) -> str:
    """Return the name of the object that holds a module's exports."""
    return f"$${name}"
