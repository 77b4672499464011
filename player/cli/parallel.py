"""The options of bulk work: how many processes, or which cluster."""

import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import urlsplit

import click

from player.cli import say
from player.cli.options import one_of, with_options


def scheduler_address(value: str) -> str:
    """Return the address of a Dask scheduler, with its scheme in small letters, without a last slash."""
    try:
        parts = urlsplit(value)
        named = parts.scheme in {"tcp", "tls"} and parts.hostname and parts.port != 0
        more = "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment
    except ValueError:  # a port that is no number
        named, more = False, ""
    if not named or more or re.search(r"[\s\\]", value):
        shown = re.sub("//.*@", "//", value)
        raise click.BadParameter(f"{shown!r} is no address of a Dask scheduler such as tcp://127.0.0.1:8786")
    return parts.scheme + value[len(parts.scheme) :].rstrip("/")  # Dask knows no other letters


def parallel_options(most: int, alone: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the command gets `jobs`, at most `most` processes or a cluster; `alone` ends the help."""
    options = (
        click.option(
            "--jobs",
            type=click.IntRange(1, most),
            default=1,
            show_default=True,
            help=f"The number of processes{alone and '; '}{alone}.",
        ),
        click.option(
            "--cluster",
            type=scheduler_address,
            metavar="ADDRESS",
            help="Work on a Dask cluster instead: tcp://HOST:PORT of its scheduler (needs the extra cluster).",
        ),
    )

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def choosing(*arguments: Any, jobs: int, cluster: str | None, **values: Any) -> Any:
            if cluster is None:
                return command(*arguments, jobs=jobs, **values)
            source = click.get_current_context().get_parameter_source("jobs")
            one_of(jobs=source is not click.core.ParameterSource.DEFAULT, cluster=True)
            from player.bulk.cluster import cluster as workers_at

            return command(*arguments, jobs=partial(workers_at, cluster, say), **values)

        return with_options(choosing, options)

    return decorated
