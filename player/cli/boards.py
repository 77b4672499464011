"""Commands about boards without a page: solve, generate, certify, and encode and decode for other solvers."""

import sys
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import console, ended, put_to, shows_progress
from player.cli import options as opts
from player.cli.command import Command, Option, option
from player.deadlines import unbroken, watch
from player.errors import ArgumentInvalid, CannotCreate
from player.files import Records
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from player.bulk import Jobs
    from player.games.game import Game, GeneratorOption
    from player.games.shapes import BoardShape


@click.command(
    cls=Command,
    first="json jobs deadline puzzlink patterns words verbose quiet",
    examples="""
    player solve board.json
    player solve boards.jsonl --jobs 4 --json solved.jsonl
    """,
)
@click.argument("files", type=opts.NAME, nargs=-1, required=True, metavar="FILE|-...")
@opts.json_option("Append an object for each board to FILE as JSON Lines.")
@opts.parallel_options(64, "with one, each line is answered as soon as it is read")
@opts.board_deadline(10)
@opts.PUZZLINK
@opts.PATTERNS
@opts.WORDS
@shows_progress("boards", more="Draw every board, with the times of its proof, and what that is relative to.")
def solve(
    files: tuple[str, ...],
    json_target: str | None,
    jobs: "Jobs",
    board_deadline: float,
    deadline: float | None,
    form: str | None,
) -> int:
    """Solve the boards in each FILE: one board as JSON, or many as JSON Lines. A FILE may be a URL of puzz.link.
    A terminal shows one board drawn, of many a line each; a pipe or a file gets JSON Lines.

    Each result is a proof: exactly one solution, none, or several. A bad line is reported, and the rest is solved.
    """
    from player.boards.report import Report, solve_all

    if files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read once only")
    if json_target is None and form is None and not sys.stdout.isatty():
        json_target = "-"
    is_piped, verbose = json_target == "-", PROGRESS.verbose
    shown, aside = console(err=is_piped), console(err=True)
    draws_one = verbose or not (is_piped or PROGRESS.quiet)
    quiet = not verbose and (json_target is not None or (PROGRESS.quiet and form is None))
    with Records(json_target, durable=False) as records:
        report = Report(records, shown, aside, quiet=quiet, draws_one=draws_one, several=len(files) > 1)
        code = solve_all(files, report, jobs=jobs, deadline=board_deadline, form=form, limit=deadline)
    return ended(records, code)


class WithGameOptions(Command):
    """A command with the options of the games' generators, after its own."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, those of the generators, and `--help` last."""
        *own, help_option = super().get_params(ctx)
        return [*own, *map(_option, _declared().values()), help_option]


def _declared() -> "dict[str, GeneratorOption]":
    """The options of all games' generators by their names, switches first."""
    from player.games import GAMES

    options = [option for game in GAMES.values() for option in game.generator_options]
    return {option.name: option for option in sorted(options, key=lambda one: not isinstance(one.default, bool))}


def _option(declared: "GeneratorOption") -> click.Option:
    name, panel = declared.name, "New boards"
    is_switch = isinstance(declared.default, bool)
    names = [f"--{name}/--no-{name}"] if is_switch else [f"--{name}"]
    kind, metavar = (None, None) if is_switch else (click.IntRange(1, declared.most), "N")
    return Option(
        names, type=kind, metavar=metavar, default=declared.default, show_default=True, help=declared.help, panel=panel
    )


@click.command(
    cls=WithGameOptions,
    first="size seed count difficulty pdf shape jobs quiet",
    examples="""
    player generate zip > board.json
    player generate zip --size 8 --count 10 --difficulty hard
    player generate patches --count 6 --pdf book.pdf
    """,
)
@click.argument("game", type=opts.GameName())
@option("--size", type=int, metavar="N", help="Rows and columns.  [default: the site's sizes]")
@option("--seed", type=int, metavar="N", default=1, show_default=True, help="The same seed gives the same boards.")
@opts.number("--count", 1, "The number of boards, all different.")
@opts.parallel_options(256)
@option(
    "--difficulty",
    type=opts.how_hard,
    metavar="LEVEL|N",
    help="Only boards of this difficulty: easy, medium or hard, or N or more on the scale from 0 to 10. Gives up (65) "
    "after 1000 others in a row.",
)
@opts.number(
    "--hardest", None, "Make N boards, and print the hardest of them; with --count so many of the N, the hardest first."
)
@option(
    "--shape",
    "shape_file",
    type=opts.NAME,
    metavar="FILE|-",
    help="Boards that follow a picture of characters: regions, or the places of clues (docs/boards.md, Shapes).",
)
@opts.choice(
    "--symmetry",
    ["rotation", "mirror"],
    "Clues in places that are the same upside down, or with left and right exchanged.",
)
@option(
    "--pdf",
    type=opts.NAME,
    metavar="FILE|-",
    help="Print the boards in a booklet too: rules, boards, and the solutions at the end (needs a browser).",
)
@opts.choice("--paper", ["a4", "letter"], "The booklet's paper.", default="a4")
@opts.PUZZLINK
@opts.BROWSER
@opts.WORDS
@shows_progress("boards")
def generate(
    game: str,
    size: int | None,
    seed: int,
    count: int,
    jobs: "Jobs",
    difficulty: str | None,
    hardest: int | None,
    shape_file: str | None,
    symmetry: str | None,
    pdf: str | None,
    paper: str,
    form: str | None,
    browser: str | None,
    **options: bool | int,
) -> int:
    """Print new boards of GAME, each with exactly one solution, as JSON Lines.

    Board 1, 2, 3, ... of a seed is the same in every run, with any number of --jobs and on a --cluster. No two boards
    of a run are equal by rotation, reflection or other names of regions, symbols and digits.
    """
    from player.boards import generation
    from player.boards.board_json import line_of
    from player.games import GAMES

    opts.one_of(shape=shape_file is not None, symmetry=symmetry is not None)
    if hardest is not None and count > hardest:
        raise click.BadParameter(f"--count {count} is more than the {hardest} boards that --hardest {hardest} makes")
    if browser and pdf is None:
        raise click.UsageError("--browser prints the booklet: it goes with --pdf")
    asked = _asked(game, options)
    shape = _form(game, size, shape_file, symmetry, asked)
    if pdf is not None:
        _require_booklet(pdf, GAMES[game], browser)
    rated = hardest is not None or (pdf is not None and GAMES[game].has("explain"))
    made = generation.stream(game, size, seed, wanted=difficulty, jobs=jobs, form=shape, rated=rated, **asked)
    bound = []
    PROGRESS.expect(hardest or count)
    with watch(), closing(made) as boards:
        for board in islice(boards, count) if hardest is None else generation.hardest(boards, hardest, count):
            if pdf != "-":
                with unbroken():  # lines are written completely
                    click.echo(line_of(board, form))
            if pdf is not None:
                bound.append(board)
    if pdf is not None:
        from player.boards.drawing import booklet
        from player.browser.printing import printed

        PROGRESS.stage("printing the booklet")
        with watch():
            put_to(pdf, printed(booklet(bound), paper, browser))
    return 0


def _asked(game: str, options: "Mapping[str, bool | int]") -> dict[str, bool | int]:
    """Return those of `options` that ask for something: a switch that is off asks for nothing that `game` lacks."""
    from player.games import GAMES

    declared, own = _declared(), {option.name for option in GAMES[game].generator_options}
    changed = {name: value for name, value in options.items() if value != declared[name].default}
    return {name: value for name, value in changed.items() if value or name in own}


def _require_booklet(pdf: str, game: "Game", browser: str | None) -> None:
    """Raise BoardError, CannotCreate or NoBrowser, before any board is made, if it can't be printed."""
    from player.browser.printing import printed

    _ = game.drawing  # raises BoardError
    if pdf != "-" and not Path(pdf).absolute().parent.is_dir():
        raise CannotCreate(f"{pdf} can't be made: there is no folder {Path(pdf).parent}")
    with watch():
        printed("", "a4", browser)


def _form(
    game: str, size: int | None, file: str | None, symmetry: str | None, options: "Mapping[str, bool | int]"
) -> "BoardShape | str | None":
    """Return the shape in `file`, or the symmetry; raise BoardError or UsageError if there are no such boards."""
    from player.boards.board_files import text_of
    from player.boards.generation import require
    from player.games.shapes import MAX_CHARACTERS, shape_of

    form: BoardShape | str | None = symmetry
    if file is not None:
        name = "standard input" if file == "-" else file
        form = shape = shape_of(text_of(file, "the shape file", MAX_CHARACTERS), name)
        if size not in {None, shape.size}:
            raise click.BadParameter(f"{name} has {shape.size} rows, not {size}: leave out --size")
        size = shape.size
    try:
        require(game, size, form, **options)
    except ArgumentInvalid as error:
        raise click.UsageError(str(error)) from None
    return form


@click.command(
    cls=Command,
    examples="""
    player encode board.json > board.cnf
    """,
)
@click.argument("file", type=opts.NAME, metavar="FILE|-")
@opts.formula_options
@opts.LINE
@opts.WORDS
def encode(file: str, dimacs: str | None, smtlib: str | None, line: int | None) -> int:
    """Write the formula of the board in FILE for another solver: its models are the board's solutions.

    Without an option it is DIMACS CNF on standard output. Comments name the meaning of each variable. `player decode`
    reads the answer.
    """
    from player.boards.formula_exchange import chosen, lines, put

    form = opts.one_of(dimacs=bool(dimacs), smtlib=bool(smtlib)) or "dimacs"
    _, formula = chosen(file, line)
    put(lines(formula, form), dimacs or smtlib)
    return 0


@click.command(
    cls=Command,
    examples="""
    player decode board.json answer.txt
    """,
)
@click.argument("file", type=opts.NAME, metavar="FILE|-")
@click.argument("model", type=opts.NAME, metavar="MODEL|-")
@opts.LINE
@opts.WORDS
def decode(file: str, model: str, line: int | None) -> int:
    """Check the answer in MODEL to the formula that `player encode` wrote for FILE, and print its solution.

    MODEL is a solver's output: the s and v lines of DIMACS, MiniSat's result file, or the model of Z3 or MathSAT. A
    broken rule is reported as an ERROR.
    """
    from player.boards.formula_exchange import chosen, judged, model_of, show

    if file == model == "-":
        raise click.UsageError("standard input holds the board or the answer: name a file for one of them")
    name, formula = chosen(file, line)
    found = model_of(model, formula.symbols, len(formula.cnf.names))
    show(name, formula, judged(formula, found), console())
    return 0


# Certificates


@click.command(
    cls=Command,
    first="to check line lrat jobs deadline quiet",
    examples="""
    player certify board.json --to proof
    player certify board.json --check proof
    """,
)
@click.argument("file", type=opts.NAME, metavar="[FILE|-]", required=False)
@option("--to", type=opts.FILE, metavar="PATH", help="Write to a new folder; of several boards, to folders in it.")
@option("--check", type=opts.FILE, metavar="DIR", help="Check the certificate in DIR, or all in its folders.")
@option("--lrat", is_flag=True, help="Write the proof as LRAT, too, for verified checkers such as cake_lpr.")
@opts.LINE
@opts.parallel_options(64, "more are for many boards")
@opts.board_deadline(60)
@opts.WORDS
@shows_progress("boards")
def certify(
    file: str | None,
    to: Path | None,
    check: Path | None,
    lrat: bool,
    line: int | None,
    jobs: "Jobs",
    board_deadline: float,
    deadline: float | None,
) -> int:
    """Write certificates of the boards in FILE, which prove their solutions to others, or check certificates.

    A certificate has the board's formula with the meaning of each variable, the solution, the formula without the
    solution, and a DRUP proof that it has no model, which drat-trim reads. --check verifies all of that by code that
    shares nothing with encodings and solvers; with a FILE also that the certificates are those of its boards.
    """
    from player.certificates.report import certify_all, check_all

    if (to is None) == (check is None):
        raise click.UsageError("name a folder: FILE --to DIR writes a certificate, --check DIR verifies one")
    if check is not None:
        if lrat or line is not None:
            raise click.UsageError("--lrat and --line are for writing a certificate: leave them out with --check")
        return check_all(check, file, click.echo, jobs=jobs, deadline=board_deadline, limit=deadline)
    if to is None or file is None:
        raise click.UsageError("a FILE with boards is needed: name it, or - for standard input")
    return certify_all(file, to, click.echo, line=line, lrat=lrat, jobs=jobs, deadline=board_deadline, limit=deadline)
