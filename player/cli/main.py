"""The entry point: all commands in one group, and the mapping of errors to exit codes."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from player import __version__
from player.cli import say
from player.cli.completion import VARIABLE, answer
from player.days import use_locale
from player.errors import USAGE, Bug, CannotWrite, PlayerError
from player.secrets import scrubbed_output

#: Errors of writing to a full disk, a closed pipe or a closed stream.
_OUTPUT_LOST = {errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF}


#: The modules with the commands whose functions are in them: a module is imported when a command of it is used.
_COMMANDS = {
    "boards": "solve generate encode decode certify",
    "completion": "completion man",
    "demo": "demo",
    "doctor": "doctor learn setup",
    "draw": "draw explain coach",
    "history": "history archive",
    "nightly": "nightly schedule",
    "nqueens": "nqueens",
    "play": "play replay",
    "read": "read",
    "record": "record fixture",
    "session": "login logout whoami",
}
_MODULES = {name: module for module, names in _COMMANDS.items() for name in names.split()}


def _command(name: str) -> click.Command:
    command: click.Command = getattr(import_module(f"player.cli.{_MODULES[name]}"), name)
    return command


class Commands(click.Group):
    """All commands; `--version` takes the place of one, and `--json` says how it is printed."""

    @property
    def commands(self) -> dict[str, click.Command]:
        """All commands by name; this imports the modules of all."""
        return {name: _command(name) for name in _MODULES}

    @commands.setter
    def commands(self, _commands: object) -> None:
        """Leave the commands as they are listed: click sets none."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return the names of the commands, in their order."""
        return sorted(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """Return the command of a name; None if there is none."""
        return _command(cmd_name) if cmd_name in _MODULES else None

    def invoke(self, ctx: click.Context) -> Any:
        """Print the versions if they are asked for, else run the command."""
        as_json = ctx.params.pop("as_json")
        if not ctx.params.pop("version"):
            if as_json:
                raise click.UsageError("--json before a command goes with --version: write it after the command", ctx)
            return super().invoke(ctx)
        if as_json:
            import json

            from player.doctor.environment import versions

            click.echo(json.dumps(versions()))
        else:
            click.echo(f"player, version {__version__}")
        return 0


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.option("--json", "as_json", is_flag=True, help="With --version: the versions of all parts, as a JSON object.")
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
    try:
        with scrubbed_output():
            code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except OSError as error:  # standard output is full, or nobody reads it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = CannotWrite.exit_code
        if error.errno == errno.EPIPE:
            _end_by_sigpipe()
        else:
            say(f"the output can't be written: {error.strerror}")
    sys.exit(code)


def _end_by_sigpipe() -> None:
    """End like other tools if the reader of the output is gone: by SIGPIPE, if the system has it."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)


def _run(arguments: Sequence[str]) -> int:
    if os.environ.get(VARIABLE):
        return answer(cli)
    try:
        return int(cli.main(list(arguments), prog_name="player", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return USAGE
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "player"
        say(f"{' '.join(error.format_message().split())} (see `{command} --help`)")
        return USAGE
    except PlayerError as error:
        say(str(error))
        return error.code
    except SystemExit:  # click's own answer to a pipe that nobody reads
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
    except (KeyboardInterrupt, click.Abort):
        say("stopped by SIGINT")
        return 130
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OUTPUT_LOST:
            raise
        if os.environ.get("PLAYER_DEBUG"):
            raise
        say(str(Bug(error)))
        return Bug.exit_code
