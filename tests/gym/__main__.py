"""A public test of players: `python -m tests.gym` serves tasks, and prints the score at the end.

    python -m tests.gym                                              # serves until Ctrl+C; GET /next gives a task
    python -m tests.gym --baselines --tasks 30                       # three players in one table
    python -m tests.gym --command 'python mybot.py {address} {game}' --tasks 30

See docs/gym.md.
"""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event

from player.errors import ArgumentInvalid
from tests.gym.baselines import program, run, run_baselines
from tests.gym.changed import changes
from tests.gym.score import table
from tests.gym.server import serving
from tests.gym.tasks import GROUPS, Wanted


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    made = argparse.ArgumentParser(prog="python -m tests.gym", description="A test of players, with tasks by HTTP.")
    made.add_argument("--seed", type=int, default=1, help="the seed of the order and the boards [1]")
    made.add_argument("--tasks", type=int, help="the number of tasks for each player")
    made.add_argument("--port", type=int, default=8765, help="0 for any free one [8765]")
    made.add_argument("--baselines", action="store_true", help="let the three baselines play")
    made.add_argument("--command", action="append", default=[], help="a program that plays {address}; may be repeated")
    for name, what in (
        ("game", "a game"),
        ("build", "a build"),
        ("change", f"a change, or one of {', '.join(GROUPS)}"),
    ):
        made.add_argument(f"--{name}", action="append", default=[], help=f"only tasks of {what}; may be repeated")
    made.add_argument("--json", type=Path, help="the file for the score sheet")
    return made


def main() -> int:
    """Serve the gym, or let players play in it; print the score."""
    given = parser().parse_args()
    runs = given.baselines or given.command
    wanted = Wanted(tuple(given.game), tuple(given.build), tuple(given.change))
    if runs and not given.tasks:
        given.tasks = len(GROUPS)
    try:
        wanted.check(changes())
    except ArgumentInvalid as error:
        sys.stderr.write(f"{error}\n")
        return error.code
    with serving(given.seed, changes(), given.tasks, given.port, wanted) as gym, suppress(KeyboardInterrupt):
        sys.stderr.write(f"tasks: {gym.address}/next?player=NAME, score: {gym.address}/score.html\n")
        if given.baselines:
            run_baselines(gym, lambda line: sys.stderr.write(f"{line}\n"))
        for command in given.command:
            run(gym, command, program(command), lambda line: sys.stderr.write(f"{line}\n"))
        if not runs:
            Event().wait()
    found = gym.score()
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    sys.stdout.write(f"{table(found)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
