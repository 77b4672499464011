"""Commands about boards, without a page: solve, generate."""

import sys

import click

from player.commands import say
from player.errors import CannotWrite
from player.options import NAME, GameName


@click.command()
@click.argument("file", type=NAME, metavar="FILE|-")
@click.option(
    "--json", "json_target", type=NAME, metavar="FILE|-", help="Write an object for each board to FILE as JSON Lines."
)
def solve(file: str, json_target: str | None) -> int:
    """Solve the boards in FILE: one board as JSON, or many as JSON Lines.

    Each is proved to have exactly one solution, or said to have none, or two or more.
    """
    from player.records import Records
    from player.show.console import PlainConsole
    from player.solve import solve_all

    with Records(json_target) as records:
        code = solve_all(file, records, PlainConsole(sys.stderr if json_target == "-" else sys.stdout))
    if records.failed:
        say(records.failed)
        return code or CannotWrite.exit_code
    return code


@click.command()
@click.argument("game", type=GameName())
@click.option("--size", type=int, help="Rows and columns.  [default: the middle of the game's sizes]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same board.")
@click.option("--walls/--no-walls", default=True, show_default=True, help="Whether a Zip board may have walls.")
@click.option(
    "--stars",
    type=click.IntRange(1, 3),
    default=1,
    show_default=True,
    help="Of a Queens board: 2 or 3 are Star Battle.",
)
def generate(game: str, size: int | None, seed: int, walls: bool, stars: int) -> int:
    """Print a new board of GAME with exactly one solution, as JSON."""
    import json

    from player.generate import generate as make
    from player.generate import maker

    if stars > 1 and game != "queens":
        raise click.BadParameter(f"{game} has no stars: --stars goes with queens")
    smallest, largest = maker(game, stars).sizes
    size = (smallest + largest) // 2 if size is None else size
    if not smallest <= size <= largest:
        kind = f"{game} boards of {stars} stars" if stars > 1 else f"{game} boards"
        raise click.BadParameter(f"{kind} are made in sizes from {smallest} to {largest}, not {size}")
    if (size - smallest) % maker(game).step:
        raise click.BadParameter(f"{game} boards are made in even sizes, not {size}")
    click.echo(json.dumps(make(game, size, seed, walls=walls, stars=stars)))
    return 0
