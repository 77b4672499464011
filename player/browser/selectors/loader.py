"""The selectors of a file. Those that were checked are kept in the state folder: a play does not check them again."""

import pickle
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from pydantic import VERSION, BaseModel

from player import __version__
from player.browser.selectors.schema import Selectors
from player.errors import SELECTORS_FILE, PlayerError
from player.files import ensure_folder, regular, settings_in, state_folder, write_atomic

#: The most files that are kept: those of the shipped selectors, of a user's own, and of some older versions.
MOST = 8
_DIGEST = sha256().digest_size


def load(path: Path) -> Selectors:
    """The checked contents of a selectors file; ConfigInvalid where it is not one."""
    selectors = _selectors(settings_in(path, "selectors file"), path)
    SELECTORS_FILE.set(path.name)
    return selectors


@lru_cache(maxsize=4)
def _selectors(raw: bytes, path: Path) -> Selectors:
    """Return the selectors in the contents `raw` of the file at `path`; raise ConfigInvalid where they are none.

    A session of several boards, and a repair, load the same file again and again.
    """
    found = _kept(raw)
    if found is None:
        from player.browser.selectors.yaml_file import checked  # noqa: PLC0415  # only of a file that changed

        found = checked(raw, path)
        _keep(raw, found)
    return found


# Selectors that are kept


class _Unpickler(pickle.Unpickler):
    """Make the models of selectors, and nothing else: a file that somebody else wrote can't run anything."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the model `name` of `module`; raise UnpicklingError for all else."""
        if module.startswith("player.browser.selectors."):
            found = super().find_class(module, name)
            if isinstance(found, type) and issubclass(found, BaseModel):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of selectors")


def _kept(raw: bytes) -> Selectors | None:
    """Return the selectors of a file with the contents `raw`, if they were kept and are whole; else None."""
    with suppress(OSError, PlayerError, pickle.UnpicklingError):
        data = regular(_file(raw)).read_bytes()
        if sha256(data[_DIGEST:]).digest() == data[:_DIGEST]:
            found = _Unpickler(BytesIO(data[_DIGEST:])).load()
            return found if isinstance(found, Selectors) else None
    return None


def _keep(raw: bytes, selectors: Selectors) -> None:
    """Keep the checked `selectors` of a file with the contents `raw`, and the newest others. Errors are ignored: they
    are checked again next time.
    """
    pickled = pickle.dumps(selectors)
    with suppress(OSError, PlayerError):
        file = _file(raw)
        write_atomic(file, sha256(pickled).digest() + pickled, durable=False)
        for old in sorted(file.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-MOST]:
            old.unlink()


def _file(raw: bytes) -> Path:
    """Return the place of the selectors with the contents `raw`, as this program checks them."""
    return ensure_folder(state_folder() / "selectors") / sha256(raw + _program()).hexdigest()


@cache
def _program() -> bytes:
    """Return the digest of what checks selectors: our version and pydantic's, and the files of this folder."""
    files = sorted(file for file in Path(__file__).parent.iterdir() if file.is_file())
    return sha256(b"".join([f"{__version__} {VERSION}".encode(), *(file.read_bytes() for file in files)])).digest()
