"""The command that reads boards: of a game's page, of pictures, or on the screen."""

import click

from player.cli.completion import game_or_file
from player.cli.options import SIGHT
from player.cli.page_options import READ_AS, PageOptions, page_options
from player.cli.param_types import NAME, GameName
from player.cli.screen import NamesUnlessScreen, one_game, read_screen, require_only, screen_options
from player.playing.rules import Sight


@click.command()
@click.argument(
    "names", nargs=-1, cls=NamesUnlessScreen, required=True, metavar="GAME|FILE...", shell_complete=game_or_file
)
@click.option("--image", is_flag=True, help="Read pictures: each FILE, of any game or of the GAME that is named too.")
@click.option("--json", "json_target", type=NAME, metavar="FILE|-", help="With --image: append the lines to FILE.")
@click.option("--no-proof", is_flag=True, help="Accept a board that has not exactly one solution.")
@page_options
@SIGHT
@READ_AS
@screen_options
def read(
    names: tuple[str, ...],
    where: PageOptions,
    deadline: float,
    sight: Sight,
    image: bool,
    json_target: str | None,
    no_proof: bool,
    screen: bool,
    window: str | None,
) -> int:
    """Print the board of GAME as JSON, with the number of its solutions; do not touch the board.

    The number is 0, 1, or 2 for several. Unless it is 1, the exit code is 65: the page shows no puzzle, or was misread.

    With --image, print a line for each picture FILE (PNG, JPEG or WebP; - is standard input): its game, board, number
    of solutions and confidence, or an error. A doubtful picture is refused. The exit code is that of the worst one.

    With --screen, read the board that the screen shows, of any game or of the GAME that is named.
    """
    from player.deadlines import watch

    if screen:
        require_only("no_proof")
        return read_screen(one_game([_game(name) for name in names]), window, deadline, no_proof=no_proof)
    if window is not None:
        raise click.UsageError("--window goes with --screen")
    if image:
        with watch(deadline):
            return _read_pictures(names, json_target or "-", no_proof=no_proof)
    if json_target:
        raise click.UsageError("--json goes with --image: the board of a page is printed")
    if len(names) > 1:
        raise click.UsageError(f"one GAME is read at a time, not {len(names)}: --image reads several pictures")
    with watch(deadline):
        return _read_page(_game(names[0]), where, sight, no_proof=no_proof)


def _game(name: str) -> str:
    """Return the game of that name; raise UsageError if there is none."""
    return str(GameName().convert(name, None, click.get_current_context()))


def _read_page(game: str, where: PageOptions, sight: Sight, *, no_proof: bool) -> int:
    import json

    from player.cli.source import on_page
    from player.games import GAMES
    from player.playing.walk import pointing_to_the_doctor

    reading = on_page(game, where, sight)
    told = {"solutions": reading.proof.solutions, **reading.proof.told()} if reading.proof else {"solutions": 0}
    click.echo(json.dumps({**GAMES[game].board.to_json(reading.board), **told}))
    if not no_proof:
        with pointing_to_the_doctor(game):
            reading.required()
    return 0


def _read_pictures(names: tuple[str, ...], json_target: str, *, no_proof: bool) -> int:
    """Write a record for each picture, and return the greatest exit code."""
    from player.boards.board_json import picture_record
    from player.cli import ended
    from player.files.records import Records
    from player.games import GAMES

    games = [name for name in names if name in GAMES]
    files = [name for name in names if name not in GAMES]
    if len(games) > 1 or not files:
        raise click.UsageError("--image reads FILEs, of one GAME if it is named: a file may be called ./zip")
    if files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read once only")
    worst = 0
    with Records(json_target, durable=False) as records:
        for file in files:
            code, told = picture_record(file, games[0] if games else None)
            records.line(told)
            worst = max(worst, 0 if no_proof and "error" not in told else code)
    return ended(records, worst)
