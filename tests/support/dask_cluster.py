"""A Dask scheduler and its workers, as processes of the tests on the loopback."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.places import ROOT

#: Prints the number of tasks of a scheduler: as soon as it is 0, or after five seconds.
TASKS = """
import sys
from distributed import Client
async def tasks(dask_scheduler):
    import asyncio
    for _ in range(100):
        if not dask_scheduler.tasks:
            break
        await asyncio.sleep(0.05)
    return len(dask_scheduler.tasks)
with Client(sys.argv[1], timeout=60, set_as_default=False) as client:
    print(client.run_on_scheduler(tasks))
"""


class DaskCluster:
    """A scheduler at `address`, and the workers that were added."""

    def __init__(self, stack: ExitStack, folder: Path, path: tuple[Path, ...]) -> None:
        self._stack, self._folder = stack, folder
        self.workers: list[subprocess.Popen[str]] = []
        self.scheduler = self._start("scheduler", "--port", "0", path=path)
        self.address = self._said(self.scheduler, "Scheduler at:")

    def add(self, *path: Path) -> "subprocess.Popen[str]":
        """Start a worker without a nanny, and wait until the scheduler has it; `path` comes first on its path."""
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", path=path)
        self._said(worker, "Registered to:")
        self.workers.append(worker)
        return worker

    def remove(self, worker: "subprocess.Popen[str]") -> None:
        """Kill a worker."""
        self.workers.remove(worker)
        worker.kill()
        worker.wait()

    def tasks(self) -> int:
        """Return the number of tasks that the scheduler still has after five seconds at most."""
        command = [sys.executable, "-c", TASKS, self.address]
        return int(subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout)

    def _start(self, what: str, *arguments: str, path: tuple[Path, ...] = ()) -> "subprocess.Popen[str]":
        module = f"distributed.cli.dask_{what}"
        common = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments, *common],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**_without_words(), "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))},
        )
        self._stack.callback(_end, process)
        return process

    @staticmethod
    def _said(process: "subprocess.Popen[str]", what: str) -> str:
        assert process.stderr
        said = []
        for line in process.stderr:
            said.append(line)
            if what in line:
                return line.split()[-1]
        raise AssertionError("".join(said))


def _without_words() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != "PLAYER_WORDS"}


def _end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()
    if process.stderr:
        process.stderr.close()


@contextmanager
def dask_cluster(folder: Path, workers: int = 0, path: tuple[Path, ...] = ()) -> Iterator[DaskCluster]:
    """Yield a scheduler, on whose path `path` comes first, with so many workers; all end with this context."""
    with ExitStack() as stack:
        cluster = DaskCluster(stack, folder, path)
        for _ in range(workers):
            cluster.add()
        yield cluster


def older(folder: Path, package: str, version: str) -> Path:
    """Return a folder that, on the path of a process, makes a package report another version."""
    about = folder / f"{package}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n", encoding="utf-8")
    return folder


def without_player(folder: Path) -> Path:
    """Return a folder that, on the path of a process, makes it have no player."""
    package = folder / "without" / "player"  # not in `folder`, in which the processes run
    package.mkdir(parents=True)
    line = "raise ModuleNotFoundError(\"No module named 'player'\", name='player')\n"
    (package / "__init__.py").write_text(line, encoding="utf-8")
    return package.parent
