"""The extra `sight`: OpenCV and numpy, which pictures are read with."""

from importlib.util import find_spec

from player.errors import NotInstalled


def is_installed() -> bool:
    """Return whether the extra is installed."""
    return all(find_spec(name) for name in ("cv2", "numpy"))


def require_installed() -> None:
    """Load the extra and set it up; raise NotInstalled without it."""
    if not is_installed():
        raise NotInstalled.of_extra("sight", "pictures are read with OpenCV")
    import cv2  # noqa: PLC0415  # of the extra

    # Of damaged files, one line of ours is enough. OpenCV 4 and 5 have this function in different places.
    silence = cv2.setLogLevel if hasattr(cv2, "setLogLevel") else cv2.utils.logging.setLogLevel
    silence(0)
    cv2.setNumThreads(1)  # other threads cost more than they gain on pictures of this size
