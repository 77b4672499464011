"""The command that schedules the nightly run: schedule."""

from datetime import datetime
from pathlib import Path

import click

from player.cli.param_types import FILE


@click.command()
@click.argument("target", type=click.Choice(["systemd", "cron", "launchd", "github"]))
@click.argument("extra", nargs=-1, metavar="[-- OPTIONS OF NIGHTLY]")
@click.option(
    "--at",
    type=click.DateTime(["%H:%M"]),
    metavar="HH:MM",
    help="The time of day in the site's time zone. [default: 00:20; for github 00:17]",
)
@click.option("--install", is_flag=True, help="Install the job.")
@click.option("--uninstall", is_flag=True, help="Undo --install.")
@click.option("--to", type=FILE, metavar="DIR", help="For github: the repository to install in.")
def schedule(
    target: str, extra: tuple[str, ...], at: datetime | None, install: bool, uninstall: bool, to: Path | None
) -> int:
    """Print the job that runs `player nightly` every day: systemd units, a crontab line, a plist, or a workflow.

    Arguments after -- are passed to nightly; it runs in the current folder.
    """
    from player.cli.nightly import nightly
    from player.cli.options import one_of, taken
    from player.cli.page_options import PageOptions, only_for_one_site
    from player.cli.sites import jobs_of
    from player.nightly.schedule import TARGETS, job_of, moment_texts

    step = one_of(install=install, uninstall=uninstall)
    if (target == "github" and step is not None) != (to is not None):
        raise click.UsageError("--to DIR goes with github and --install or --uninstall, and these with it")
    chosen = TARGETS[target]
    if step == "uninstall":
        click.echo("\n".join(chosen.uninstall(to)))
        return 0
    parent = click.get_current_context().parent
    with nightly.make_context("nightly", list(extra), parent=parent) as typed:  # an error in it is reported now
        where = taken(PageOptions, {**typed.params})
        if typed.params["sites"]:
            only_for_one_site(typed.params["games"])
            site = jobs_of(typed.params["sites"], where)[0][0].site
        else:
            site, _, _ = where.with_session(unattended=True).resolve(typed.params["games"])
    job = job_of(extra, at.time() if at else chosen.at, site.timezone, typed.params["deadline"])
    when = moment_texts(job, chosen.next_run(job, datetime.now().astimezone()))
    if step is None:
        click.echo(chosen.text(job), nl=False)
    else:
        undo = f"player schedule {target} --uninstall{f' --to {to}' if to else ''}"
        click.echo("\n".join([*chosen.install(job, to), f"undo: {undo}"]))
    click.echo(f"next run: {when}\nit {chosen.note}", err=step is None)
    return 0
