"""The commands, by what they are about: composition only.

Rooms are imported where they are used: help must be quick, and solving a file needs no browser.
"""

from contextlib import suppress

import click


def say(message: str) -> None:
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)
