"""Where the files that ship with the player are: in the wheel under player/data, in a checkout at the top level."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

SELECTORS = _ROOT / "selectors.yaml"
REPLICA = _ROOT / "fixtures" / "replica"
BOARDS = _ROOT / "fixtures" / "boards"
#: Where recordings are added: in a checkout only.
RECORDINGS = _ROOT / "fixtures" / "recordings" if (_ROOT / "pyproject.toml").is_file() else None
