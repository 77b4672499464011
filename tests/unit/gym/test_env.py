"""Without Gymnasium, its environments are refused in one line."""

import importlib
import sys

import pytest

from player.errors import NotInstalled


def test_the_environments_need_gymnasium_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "tests.gym.env", raising=False)
    with pytest.raises(NotInstalled, match="gymnasium is not installed: pip install gymnasium"):
        importlib.import_module("tests.gym.env")
