"""The command that reads boards, and where commands read them: in a file, on a page, on the screen."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import console, ended, reported, say
from player.cli.command import Command, completed_by, option
from player.cli.options import LINE, NAME, PUZZLINK, SIGHT, SIGHT_OF_SOURCE, GameName, json_option, with_options
from player.cli.page_options import READ_AS, PageOptions, given, only_for_pages, page_options
from player.deadlines import watch
from player.errors import SOLVED
from player.files import Records
from player.playing import SightMode

if TYPE_CHECKING:
    from player.browser.page.proving import ProvedReading
    from player.games import Game
    from player.playing.cross_check import CrossCheck
    from player.playing.desktop.screen import Area, Screen
    from player.proof import Proof


class Source(click.ParamType[str]):
    """A GAME, or a FILE with a board: a word that is neither is reported as a misspelt game."""

    name = "source"
    shell_complete = staticmethod(completed_by("game_or_file"))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the game's name or the file's, `-` for standard input."""
        from player.games import GAMES

        is_file = value not in GAMES and (value == "-" or re.search(r"[./\\]", value) or Path(value).exists())
        return str((NAME if is_file else GameName()).convert(value, param, ctx))


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument FILE or GAME, and the options of both."""
    argument = click.argument("source", type=Source(), metavar="FILE|-|GAME")
    return with_options(READ_AS(SIGHT_OF_SOURCE(page_options(command))), (argument, LINE))


@contextmanager
def data_from(source: str, line: int | None, where: PageOptions, sight: SightMode) -> Iterator[dict[str, Any]]:
    """Yield the board as a JSON object, with all keys of the file, which errors about it name.

    The caller watches for signals.
    """
    from player.boards.board_files import one_of
    from player.games import GAMES

    if source in GAMES:
        if line is not None:
            raise click.UsageError("--line is for files: a page has one board")
        yield GAMES[source].board.to_json(on_page(source, where, sight).board)
        return
    only_for_pages(source)
    with one_of(source, line) as (_, data):
        yield data


def on_page(game: str, where: PageOptions, sight: SightMode) -> "ProvedReading":
    """Return the reading of the page of `game`, which is not touched, with its proof, or the problem.

    `sight` says whether a picture of the page is a second witness. The caller watches for signals.
    """
    from player.browser.session import open_session
    from player.games import GAMES, title_of
    from player.playing.cross_check import read_and_check
    from player.playing.walk import pointing_to_the_doctor

    where.require_sense([game], sight)
    site, wish, offline = where.resolve([game])
    with (
        open_session(site, wish, offline, where.session, read_as=where.read_as) as opened,
        pointing_to_the_doctor(game),
    ):
        tab = opened.tab(game)
        tab.arrival.say = lambda message: say(f"{title_of(game)}: {message}")
        return read_and_check(GAMES[game], tab, sight, partial(_print_difference, game))


def _print_difference(game: str, reading: "ProvedReading", found: "CrossCheck | None") -> None:
    """Print the board that was read beside that of the picture to standard error, if they differ."""
    from player.artifacts.run_log import in_columns
    from player.games import GAMES
    from player.sight.witness import WitnessVerdict

    if found and found.verdict is WitnessVerdict.DIFFERS:
        console(err=True).print(in_columns(GAMES[game], reading.board, found))


# The option --screen: a board in any window of the desktop, without a page


#: Adds --screen and --window.
screen_options = partial(
    with_options,
    options=(
        option("--screen", is_flag=True, help="The board is on the screen, in a window of any program (X11 only)."),
        option("--window", metavar="TITLE", help="With --screen: only the window with TITLE in its title."),
    ),
)


def require_only(*allowed: str) -> None:
    """Raise UsageError if an option is given that has no meaning with --screen: `allowed` are those that have one."""
    for one in given():
        if isinstance(one, click.Option) and one.name not in {"screen", "window", "deadline", *allowed}:
            raise click.UsageError(f"{one.opts[0]} has no meaning with --screen: leave it out")
    if click.get_current_context().params.get("window") == "":
        raise click.UsageError("--window is empty: write a part of the title of a window")


def one_game(games: Sequence[str]) -> str | None:
    """Return the one game that is named, or None; raise UsageError if several are."""
    if len(games) > 1:
        raise click.UsageError(f"--screen is for one game: leave out {' and '.join(games[1:])}")
    return games[0] if games else None


@contextmanager
def on_screen(window: str | None) -> "Iterator[tuple[Screen, Callable[[], Area]]]":
    """The screen, and the part of it that is looked at: the place of a window just now, or the whole screen."""
    from player.playing.desktop.screen import opened

    with opened() as screen:
        yield screen, screen.window(window) if window else lambda: screen.whole


# The command


@click.command(
    cls=Command,
    first="offline as image screen json no-proof deadline",
    examples="""
    player read zip > board.json
    player read zip --offline replica
    player read --image board.png
    """,
)
@click.argument("names", nargs=-1, metavar="GAME|FILE...", shell_complete=completed_by("game_or_file"))
@option("--image", is_flag=True, help="Read pictures: each FILE, of any game or of the GAME that is named too.")
@json_option("Append the lines to FILE, and print none.")
@option("--no-proof", is_flag=True, help="Accept a board that has not exactly one solution.")
@PUZZLINK
@page_options
@SIGHT
@READ_AS
@screen_options
def read(
    names: tuple[str, ...],
    where: PageOptions,
    deadline: float,
    sight: SightMode,
    image: bool,
    json_target: str | None,
    no_proof: bool,
    screen: bool,
    window: str | None,
    form: str | None,
) -> int:
    """Print the board of GAME as JSON, with the number of its solutions; do not touch the board.

    The number is 0, 1, or 2 for several. Unless it is 1, the exit code is 65: the page shows no puzzle, or was misread.

    With --image, print a line for each picture FILE (PNG, JPEG or WebP; - is standard input): its game, board, number
    of solutions and confidence, or an error. A doubtful picture is refused. The exit code is that of the worst one.

    With --screen, read the board that the screen shows, of any game or of the GAME that is named.
    """
    if screen:
        require_only("no_proof", "json_target")
        game = one_game([_game(name) for name in names])
        return read_screen(game, window, deadline, json_target, no_proof=no_proof, form=form)
    if window is not None:
        raise click.UsageError("--window goes with --screen")
    if not names:
        raise click.MissingParameter(param_hint="'GAME|FILE...'", param_type="argument")
    if image:
        with watch(deadline):
            return _read_pictures(names, json_target or "-", no_proof=no_proof, form=form)
    if len(names) > 1:
        raise click.UsageError(f"one GAME is read at a time, not {len(names)}: --image reads several pictures")
    with watch(deadline):
        return _read_page(_game(names[0]), where, sight, json_target, no_proof=no_proof, form=form)


def _game(name: str) -> str:
    """Return the game of that name; raise UsageError if there is none."""
    return str(GameName().convert(name, None, click.get_current_context()))


def _read_page(
    game: str, where: PageOptions, sight: SightMode, json_target: str | None, *, no_proof: bool, form: str | None
) -> int:
    from player.games import GAMES
    from player.playing.walk import pointing_to_the_doctor

    reading = on_page(game, where, sight)
    code = _print_board(GAMES[game], reading.board, reading.proof, json_target, form)
    if not no_proof:
        with pointing_to_the_doctor(game):
            reading.required()
    return code


def _read_pictures(names: tuple[str, ...], json_target: str, *, no_proof: bool, form: str | None) -> int:
    """Write a record for each picture, and return the greatest exit code."""
    from player.boards.board_files import picture_record
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
            code, told = picture_record(file, games[0] if games else None, form)
            records.line(told)
            worst = max(worst, 0 if no_proof and "error" not in told else code)
    return ended(records, worst)


def _print_board(game: "Game", board: Any, proof: "Proof | None", json_target: str | None, form: str | None) -> int:
    """Print a board with the number of its solutions, or append it to a file; print its URL if a form is asked for."""
    from player.boards.board_json import line_of

    claim = {"solutions": proof.solutions, **proof.claim_json()} if proof else {"solutions": 0}
    data = {**game.board.to_json(board), **claim}
    target = None if json_target == "-" else json_target
    if form or target is None:
        click.echo(line_of(data, form))
    return reported(target, data, SOLVED)


def read_screen(
    game: str | None, window: str | None, deadline: float, json_target: str | None, *, no_proof: bool, form: str | None
) -> int:
    """Tell the board on the screen with the number of its solutions, or its URL, and return the exit code."""
    from player.playing.desktop.board import locate_only
    from player.proof import prove

    with watch(deadline), on_screen(window) as (screen, area):
        placed = locate_only(screen, area(), game)
        proof = prove(placed.game, placed.board)
    code = _print_board(placed.game, placed.board, proof, json_target, form)
    if not no_proof:
        proof.solution  # noqa: B018  # raises unless there is exactly one
    return code
