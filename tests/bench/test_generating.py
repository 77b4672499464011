"""The cost of generating a board, twenty of each size, and of loading a list of words, in ms of the processor."""

from statistics import median
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from player.boards.generation import generate
from player.games import word_lists

SIZES = {
    "queens": (8, 9, 11, 14, 20),
    "zip": (7, 8, 9, 10, 12),
    "tango": (6, 8),
    "mini-sudoku": (6, 9),
    "patches": (6, 8),
}


@pytest.mark.parametrize(("name", "size"), [(name, size) for name, sizes in SIZES.items() for size in sizes])
def test_make_a_board(benchmark: BenchmarkFixture, name: str, size: int) -> None:
    benchmark.group = f"make a board: {name} {size}x{size}"
    times = sorted(_time(name, size, seed) for seed in range(1, 21))
    benchmark.extra_info.update({"median_ms": median(times), "max_ms": times[-1]})
    benchmark(generate, name, size, 1)
    print(f"\n{name} {size}x{size}: median {median(times):.1f} ms, max {times[-1]:.0f} ms")


@pytest.mark.parametrize(
    ("name", "size", "options"), [("zip", 16, {"walls": True}), ("queens", 25, {"stars": 6})], ids=str
)
def test_make_a_largest_board(
    benchmark: BenchmarkFixture, name: str, size: int, options: dict[str, bool | int]
) -> None:
    benchmark.group = f"make a board: {name} {size}x{size}"
    times = sorted(_time(name, size, seed, **options) for seed in range(1, 11))
    benchmark.extra_info.update({"median_ms": median(times), "max_ms": times[-1]})
    benchmark.pedantic(generate, (name, size, 1), options, rounds=1)  # type: ignore[no-untyped-call]
    print(f"\n{name} {size}x{size}, ten boards: median {median(times):.0f} ms, max {times[-1]:.0f} ms")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt"])
def test_load_a_list(language: str) -> None:
    times = []
    for _ in range(5):
        word_lists._from_package.cache_clear()
        start = process_time()
        word_lists.list_for(language)
        times.append(1000 * (process_time() - start))
    print(f"\n{language}: median {median(times):.0f} ms, max {max(times):.0f} ms")


def _time(name: str, size: int, seed: int, **options: bool | int) -> float:
    start = process_time()
    generate(name, size, seed, **options)
    return 1000 * (process_time() - start)
