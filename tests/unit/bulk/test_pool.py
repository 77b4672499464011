import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children

import pytest

from player.bulk import MAX_BATCHES_PER_SLOT, ordered
from player.errors import BoardError, Unavailable
from tests.support.processes import own_process


@pytest.fixture(autouse=True)
def _no_worker_is_left() -> Iterator[None]:
    yield
    assert active_children() == []


def square(number: int) -> int:
    return number * number


def uneven(number: int) -> int:
    """The first items take far longer than the others."""
    return sum(range(200_000 if number < 4 else 10)) * 0 + number


def picky(number: int) -> int:
    if number == 5:
        raise BoardError("5 is not to be had")
    return number


def deadly(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def interrupted(number: int) -> int:
    """Send SIGINT to every process of the command, as Ctrl-C in a terminal does."""
    os.kill(os.getpid(), signal.SIGINT)
    return number


@pytest.mark.parametrize("batch", [1, 7, 1000])
@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.full
def test_results_come_in_the_order_of_their_items(jobs: int, batch: int) -> None:
    assert list(ordered(uneven, range(60), jobs, batch)) == list(range(60))


def test_there_may_be_fewer_items_than_jobs() -> None:
    assert list(ordered(square, [], 2)) == []
    assert list(ordered(square, [3], 2)) == [9]


def test_one_job_is_no_process_of_its_own() -> None:
    assert list(ordered(own_process, [0], 1)) == [os.getpid()]
    assert os.getpid() not in set(ordered(own_process, range(4), 2))


def test_items_are_taken_only_as_far_ahead_as_the_window_reaches() -> None:
    taken = []

    def endless() -> Iterator[int]:
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    with closing(ordered(square, endless(), 2, 3)) as squares:
        assert [next(squares) for _ in range(10)] == [square(number) for number in range(10)]
        assert len(taken) <= 10 + 2 * MAX_BATCHES_PER_SLOT * 2 * 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_is_raised_in_its_place_after_the_results_before_it(jobs: int) -> None:
    results = ordered(picky, range(10), jobs)
    assert [next(results) for _ in range(5)] == list(range(5))
    with pytest.raises(BoardError, match="5 is not to be had"):
        next(results)


def test_a_killed_worker_is_an_error_and_not_a_hang() -> None:
    with pytest.raises(Unavailable, match=r"a worker process was killed, .*: try fewer --jobs"):
        list(ordered(deadly, range(10), 2))


def test_ctrl_c_is_the_parents_to_hear() -> None:
    assert list(ordered(interrupted, range(4), 2)) == list(range(4))


ORPHANS = """
import os, signal, sys
from player.bulk import ordered
from tests.support.processes import own_process
results = ordered(own_process, iter(int, 1), 3)
print(*{next(results) for _ in range(60)}, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_with_a_parent_that_was_killed() -> None:
    """The pipe to us is open as long as any of them lives."""
    ended = subprocess.run([sys.executable, "-c", ORPHANS], capture_output=True, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert ended.stdout
    assert ended.stderr == b""
