"""Commands about boards, without a page: solve, generate."""

import sys

import click

from player.commands import say
from player.errors import CannotWrite
from player.options import NAME, GameName, HowHard


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
@click.option("--size", type=int, help="Rows and columns.  [default: one of the usual, as often as on the site]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same boards.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many, all different.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes make them.")
@click.option(
    "--difficulty",
    type=HowHard(),
    metavar="LEVEL|N",
    help="Only boards of which all follows at once (easy), or with looking ahead from each cell to a contradiction "
    "(medium), or not even so (hard); or those that take N rounds of looking ahead, or more.",
)
@click.option("--walls/--no-walls", default=True, show_default=True, help="Whether a Zip board may have walls.")
@click.option(
    "--stars",
    type=click.IntRange(1, 3),
    default=1,
    show_default=True,
    help="Of a Queens board: 2 or 3 are Star Battle.",
)
def generate(
    game: str, size: int | None, seed: int, count: int, jobs: int, difficulty: str | None, *, walls: bool, stars: int
) -> int:
    """Print new boards of GAME, each with exactly one solution, as JSON Lines.

    Board 1, 2, 3, ... of a seed are the same on every machine, however many --jobs make them.
    """
    import json
    from contextlib import closing
    from itertools import islice

    from player.generate import maker, stream
    from player.signals import watch

    if stars > 1 and game != "queens":
        raise click.BadParameter(f"{game} has no stars: --stars goes with queens")
    (smallest, largest), step = maker(game, stars).sizes, maker(game, stars).step
    if size is not None and not smallest <= size <= largest:
        kind = f"{game} boards of {stars} stars" if stars > 1 else f"{game} boards"
        raise click.BadParameter(f"{kind} are made in sizes from {smallest} to {largest}, not {size}")
    if size is not None and (size - smallest) % step:
        raise click.BadParameter(f"{game} boards are made in even sizes, not {size}")
    options = {"walls": walls} if game == "zip" else {"stars": stars}
    with watch(), closing(stream(game, size, seed, wanted=difficulty, jobs=jobs, **options)) as boards:
        for board in islice(boards, count):
            click.echo(json.dumps(board))
    return 0
