"""The cost of loading a list of words, in milliseconds of the processor: the median of five loads."""

from statistics import median
from time import process_time

import pytest

from player.games import word_lists
from player.games.word_lists import list_for


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt"])
def test_load_a_list(language: str) -> None:
    times = [_time(language) for _ in range(5)]
    print(f"\n{language}: median {median(times):.0f} ms, max {max(times):.0f} ms")


def _time(language: str) -> float:
    word_lists._from_package.cache_clear()
    start = process_time()
    list_for(language)
    return 1000 * (process_time() - start)
