"""The entry point: all commands in one group, and the mapping of errors to exit codes."""

import errno
import os
import signal
import sys
from collections import UserDict
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from player import __version__
from player.cli import reported, say
from player.cli.command import COMPLETE_VARIABLE, Group, option
from player.cli.options import json_option
from player.days import use_locale
from player.errors import USAGE, Bug, CannotWrite, PlayerError, Unavailable
from player.secrets import scrubbed_output

#: Errors of writing to a full disk, a closed pipe or a closed stream.
_OUTPUT_LOST = {errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF}
_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE}


#: The commands in groups, each with its module and what it does: a module is imported when a command of it is used.
_GROUPS = {
    "Play": {
        "play": ("play", "Play games of the day, and report each verdict"),
        "demo": ("play", "Play for an audience, with the reasons"),
        "nightly": ("nightly", "Play each game once a day, and write a report"),
        "schedule": ("nightly", "Run nightly every day, by systemd, cron, ..."),
        "replay": ("play", "Play the games of a run.zip again, offline"),
    },
    "Boards": {
        "solve": ("boards", "Solve boards in files, with a proof"),
        "read": ("read", "Print the board of a page, picture or screen"),
        "draw": ("draw", "Draw a board and its solution"),
        "generate": ("boards", "Make new boards, each with one solution"),
        "certify": ("boards", "Write or check proofs for others"),
        "encode": ("boards", "Write a board's formula for other solvers"),
        "decode": ("boards", "Check the answer of another solver"),
        "nqueens": ("nqueens", "Place N queens on N x N squares"),
    },
    "Learn and fix": {
        "explain": ("draw", "Explain a solution step by step"),
        "coach": ("draw", "Watch you play, and name the next step"),
        "doctor": ("doctor", "Check the selectors on a page, and repair them"),
        "learn": ("doctor", "Write selectors for an unknown page"),
        "record": ("record", "Record the pages of the day for tests"),
        "fixture": ("record", "Manage recordings of pages for tests"),
    },
    "History": {
        "history": ("history", "Print streaks, wins and times"),
        "archive": ("history", "Build a site of the history, with its boards"),
    },
    "Set up": {
        "setup": ("doctor", "Find a browser that starts, or install one"),
        "login": ("session", "Sign in in a window, and save the session"),
        "logout": ("session", "Remove the saved session"),
        "whoami": ("session", "Print the account that the site recognises"),
        "games": ("catalogue", "List the games, and what each has"),
        "sites": ("catalogue", "List the sites, their hosts and games"),
        "selectors": ("catalogue", "Say where the selectors are, or copy them"),
        "config": ("config", "Show the defaults that you have set"),
        "completion": ("completion", "Print the completion script of a shell"),
        "man": ("completion", "Print the manual page"),
    },
}
_COMMANDS = {name: place for group in _GROUPS.values() for name, place in group.items()}
_WIDTH = max(map(len, _COMMANDS))


class LazyCommands(UserDict[str, Any]):
    """The commands by name, from their modules and summaries: each is imported when it is used."""

    def __getitem__(self, name: str) -> click.Command:
        """Return the command of a name."""
        module, summary = self.data[name]
        command: click.Command = getattr(import_module(f"player.cli.{module}"), name)
        command.short_help = summary
        return command


class Commands(Group):
    """All commands; `--version` takes the place of one, and `--json` says how it is printed."""

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in their groups, without importing them."""
        for title, group in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{_WIDTH}}", summary) for name, (_, summary) in group.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Print the versions if they are asked for, else run the command."""
        json_target = ctx.params.pop("json_target")
        if not ctx.params.pop("version"):
            if json_target:
                raise click.UsageError("--json before a command goes with --version: write it after the command", ctx)
            return super().invoke(ctx)
        if json_target != "-":
            click.echo(f"player, version {__version__}")
        if json_target is None:
            return 0
        from player.doctor.environment import versions

        return reported(json_target, versions(), 0)


@click.group(
    cls=Commands,
    commands=LazyCommands(_COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"]},
    examples="""
    player play zip --offline replica      # our own page of Zip; no network
    player play                            # all games of the day, as a guest
    player explain zip --steps 1           # a hint for the board of the day
    """,
    epilog="`player COMMAND --help` shows examples and the options of a command.",
)
@option("--version", is_flag=True, help="Show the version and exit.")
@json_option("With --version: append the versions of all parts to FILE as a line of JSON.")
def cli() -> None:
    """Play LinkedIn's daily logic games: read the page, prove the solution, play it, read the verdict.

    LinkedIn's terms forbid automation. --offline replica plays our own pages and needs no network.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the `player` command: every error becomes one line and an exit code."""
    use_locale()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  # until we end
        getattr(sys, name).reconfigure(errors="replace")
    code = 0
    try:
        with scrubbed_output():
            code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except OSError as error:  # standard output is full, or nobody reads it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE and hasattr(signal, "SIGPIPE"):  # end as other tools do
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGPIPE)
        if error.errno != errno.EPIPE and code != CannotWrite.exit_code:  # else it was said
            say(f"the output can't be written: {error.strerror}")
        code = CannotWrite.exit_code
    try:
        sys.stderr.flush()
    except OSError:  # Python would try again at its end, and give its own exit code for it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    sys.exit(code)


def _run(arguments: Sequence[str]) -> int:
    if os.environ.get(COMPLETE_VARIABLE):
        from player.cli.completion import answer

        return answer(cli)
    try:
        return int(cli.main(list(arguments), prog_name="player", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return USAGE
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "player"
        near = getattr(error, "possibilities", None)  # of an unknown name, the most similar one first
        message = f"{error.message.rstrip('.')}: did you mean {near[0]!r}?" if near else error.format_message()
        say(f"{' '.join(message.split())} (see `{command} --help`)")
        return USAGE
    except PlayerError as error:
        say(str(error))
        return error.code
    except SystemExit:  # click's own answer to a pipe that nobody reads
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
    except (KeyboardInterrupt, click.Abort):
        say("stopped by SIGINT")
        return 130
    except Exception as error:  # noqa: BLE001  # any other error is one line, too
        return _report(error)


def _report(error: Exception) -> int:
    """Report an unexpected error; return its exit code. Raise it again if the output is lost, or for a traceback."""
    number = error.errno if isinstance(error, OSError) else None
    if number in _OUTPUT_LOST or os.environ.get("PLAYER_DEBUG"):
        raise error
    if number in _OUT_OF_FILES:
        say(f"{os.strerror(errno.EMFILE)}: type `ulimit -n 1024`")
        return Unavailable.exit_code
    say(str(Bug(error)))
    return Bug.exit_code
