"""Certificates: certify."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import shows_progress
from player.cli.options import LINE, WORDS, seconds
from player.cli.parallel import parallel_options
from player.cli.param_types import FILE, NAME

if TYPE_CHECKING:
    from player.bulk import Jobs


@click.command()
@click.argument("file", type=NAME, metavar="[FILE|-]", required=False)
@click.option(
    "--to", type=FILE, metavar="DIR", help="Write to the new folder DIR; of several boards, to folders in it."
)
@click.option("--check", type=FILE, metavar="DIR", help="Check the certificate in DIR, or all in its folders.")
@click.option("--complete", is_flag=True, help="Use the formula that needs no cuts (of Zip; the others have none).")
@click.option("--lrat", is_flag=True, help="Write the proof as LRAT, too, for verified checkers such as cake_lpr.")
@LINE
@parallel_options(64, "more are for many boards")
@seconds("--deadline", 60, "The time for each board.")
@WORDS
@shows_progress("boards")
def certify(
    file: str | None,
    to: Path | None,
    check: Path | None,
    complete: bool,
    lrat: bool,
    line: int | None,
    jobs: "Jobs",
    deadline: float,
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
        if complete or lrat or line is not None:
            raise click.UsageError(
                "--complete, --lrat and --line are for writing a certificate: leave them out with --check"
            )
        return check_all(check, file, click.echo, jobs=jobs, deadline=deadline)
    if to is None or file is None:
        raise click.UsageError("a FILE with boards is needed: name it, or - for standard input")
    return certify_all(file, to, click.echo, line=line, complete=complete, lrat=lrat, jobs=jobs, deadline=deadline)
