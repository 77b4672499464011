"""Pages that changed or that no section describes, and browsers: doctor, learn, setup."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import console, reported, say, shows_progress
from player.cli.command import Command, option
from player.cli.options import ANY_SOLUTION, ARTIFACTS, FILE, GAMES, JSON_REPORT, NAME, GameName
from player.cli.page_options import ENGINE, PageOptions, page_options
from player.deadlines import watch
from player.errors import NOT_CONFIRMED, SOLVED
from player.files import SELECTORS, learnt_folder, write_atomic
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from player.doctor.learn.learning import LearnRequest


@click.command(
    cls=Command,
    first="offline page selectors to json deadline verbose quiet",
    examples="""
    player doctor                          # all games of the site
    player doctor zip --offline replica
    player doctor zip --to fixed.yaml      # a copy of the selectors, repaired
    """,
)
@GAMES
@page_options
@option("--page", type=FILE, metavar="FILE", help="A saved page of one game, in place of the site's.")
@option("--to", type=FILE, metavar="PATH", help="Write a copy of the selectors with the repairs.")
@JSON_REPORT
@option("-v", "--verbose", is_flag=True, help="Show what each selector finds, not only what is off.")
@shows_progress("games")
def doctor(
    games: list[str],
    where: PageOptions,
    deadline: float,
    page: Path | None,
    to: Path | None,
    json_target: str | None,
) -> int:
    """Check the selectors on the page of each GAME, and propose changes.

    Nothing is played. The exit code is 0 if all checks pass, or if the file that --to wrote repairs what fails, and
    76 if any selector fails.
    """
    from player.browser.selectors.yaml_file import as_yaml
    from player.doctor.checkup import CheckupTarget, check_up, show_checkup, write_changes
    from player.doctor.diagnosis import patch

    for name, other in {"--offline": where.offline, "--url": where.url}.items():
        if page and other:
            raise click.UsageError(f"--page takes the place of {name}: leave one of them out")
    if page and where.names_board:
        raise click.UsageError("--page is one board: leave --board and --id out")
    site, options, offline = replace(where, session=None).resolve(games)  # a bad session is a finding, not an error
    with watch(deadline):
        found = check_up(CheckupTarget(where.site, site, options, offline, where.session, page), games)
    proved = patch(where.site, [report for report in found.games if report.repaired])
    if to and proved:
        write_changes(where.selectors or SELECTORS, proved, to)
        found.written = True
    if json_target != "-":
        shown = {} if found.written and found.changes == proved else found.changes
        show_checkup(console(), found, as_yaml(shown) if shown else "", verbose=PROGRESS.verbose)
    if found.written:
        say(f"{to} is a copy of the selectors with the changes")
    elif to:
        why = "no change is proved" if found.changes else "there is nothing to change in the selectors"
        say(f"{why}: {to} was not written")
    return reported(json_target, found.to_json(), found.exit)


@click.command(
    cls=Command, examples="player setup\nplayer setup --engine firefox\nplayer setup --browser /usr/bin/chromium"
)
@option("--browser", type=NAME, metavar="PATH", help="The browser to check.")
@ENGINE
def setup(browser: str | None, engine: str) -> int:
    """Find a browser that starts, or install one."""
    from player.browser.setup import ensure_browser

    ensure_browser(browser, click.echo, engine)
    return 0


# Pages without a section

#: The name of the site in sections that are kept in the state folder.
KEPT = "learnt"


@click.command(
    cls=Command,
    first="url to name read-only offline json deadline quiet",
    examples="""
    player learn --url URL --to mine.yaml
    player learn zip --offline replica --read-only
    """,
)
@click.argument("game", type=GameName(), required=False)
@page_options
@option(
    "--name", type=NAME, metavar="NAME", default="mine", show_default=True, help="The name of the site in the file."
)
@option("--to", type=FILE, metavar="PATH", help="Write the section to a file, or add it to one written before.")
@option("--read-only", is_flag=True, help="Stop once the board is read and proved; make no move.")
@ANY_SOLUTION
@ARTIFACTS
@JSON_REPORT
@shows_progress("games")
def learn(
    game: str | None,
    where: PageOptions,
    deadline: float,
    name: str,
    to: Path | None,
    read_only: bool,
    any_solution: bool,
    artifacts: Path | None,
    json_target: str | None,
) -> int:
    """Learn the page at --url, which no selector describes, and write a section for it.

    Without GAME, the page may be of any game. It is played twice: the second time without the cookies and the storage
    of the first one. With --artifacts, DIR/page.png shows the page with the grids that were found on it. The exit code
    is 0 if it is won, 1 if no sign of a win was found and confirmed, and 76 if no board of a game was found.
    """
    import json

    from player.artifacts.evidence import make_artifacts
    from player.doctor.learn import writing
    from player.doctor.learn.learning import learn_page
    from player.doctor.learn.search import Wanted
    from player.games import GAMES

    place = place_of(where, game)
    if to:
        writing.require_room(to, name, game, place.unknown_site().origin)
    games = [GAMES[game]] if game else [*GAMES.values()]
    keep = partial(write_atomic, make_artifacts(artifacts) / "page.png") if artifacts else None
    with watch(deadline):
        learnt, site = learn_page(place, Wanted(games, say, any_solution), read_only=read_only, keep=keep)
    if to:
        writing.write(to, learnt, site, name)
    if json_target != "-":
        writing.show(console(err=not to), learnt)
        if read_only:
            click.echo(json.dumps(learnt.game.board.to_json(learnt.board)))
        elif not to:
            click.echo(writing.new_file(learnt, site, name), nl=False)
    if to:
        offline = f" --offline {where.offline}" if where.offline else ""
        offline += " --any-solution" if learnt.any_solution else ""
        say(f"{to} has the section: player play {learnt.game.name} --selectors {to} --site {name}{offline}")
    code = SOLVED if read_only or learnt.won else NOT_CONFIRMED
    return reported(json_target, writing.to_json(learnt, file=str(to) if to else None), code)


def place_of(where: PageOptions, game: str | None) -> "LearnRequest":
    """Return the page to learn: at --url, or where the site has GAME."""
    from player.doctor.learn.learning import LearnRequest

    if not where.url and game is None:
        raise click.UsageError("name the page with --url, or a GAME of the site")
    where.require_sense([game or ""])  # without a name it is one, too
    if where.names_board and game is None:
        raise click.UsageError("--board and --id go with a GAME: name it")
    site, options, offline = replace(where, url=None).resolve([game] if game else [])
    url = where.url or site.game(str(game)).url
    return LearnRequest(url, site, options, offline, where.session)


def playing_learnt(
    games: Sequence[str], where: PageOptions, deadline: float, play: Callable[[PageOptions], int]
) -> int:
    """Call `play` with the section that is kept for the page of the one game, and return its exit code.

    The page is learnt if there is no section yet, or if the game is not won with it.
    """
    from player.artifacts.evidence import PAGE_AT_FAULT
    from player.doctor.learn import writing
    from player.doctor.learn.learning import learn_page
    from player.doctor.learn.search import Wanted
    from player.games import GAMES

    if len(games) != 1:
        raise click.UsageError("--learn is for one game: name it")
    place = place_of(where, games[0])
    file = learnt_folder(place.unknown_site().origin) / f"{games[0]}.yaml"
    url = place.url if not where.offline else None
    mine = replace(where, selectors=file, site=KEPT, url=url, board=None, number=None)
    if file.exists():
        if (code := play(mine)) not in PAGE_AT_FAULT:
            return code
        say(f"the section in {file} fails: the page is learnt again")
    with watch(deadline):
        learnt, site = learn_page(place, Wanted([GAMES[games[0]]], say))
    if not learnt.won:
        say(f"no section is kept: {'; '.join(learnt.missing)}")
        return NOT_CONFIRMED
    writing.write(file, learnt, site, KEPT, anew=True)
    say(f"{file} keeps the section for the next time")
    return play(mine)
