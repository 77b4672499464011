"""The size of `player/`: files, lines, and lines of code (no blank lines, comments and docstrings); CI prints it."""

import ast
import io
import sys
import tokenize
from pathlib import Path

_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> int:
    """Return the number of lines of `text` that hold code."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            first = node.body[0]
            docstrings.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for one in tokens if one.type not in _LAYOUT for line in range(one.start[0], one.end[0] + 1)}
    return len(lines - docstrings)


def main() -> None:
    """Print the size."""
    texts = {path: path.read_text(encoding="utf-8") for path in Path("player").rglob("*.py")}
    short = sum(len(text.splitlines()) < 40 and path.name != "__init__.py" for path, text in texts.items())
    lines = sum(len(text.splitlines()) for text in texts.values())
    code = sum(map(code_lines, texts.values()))
    sys.stdout.write(f"player: {len(texts)} files, {short} under 40 lines, {lines} lines, {code} lines of code\n")


if __name__ == "__main__":
    main()
