"""The help of the commands: examples, the options that people use first, and with --help-all the others in panels."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

#: The panels with the options that `--help-all` shows, by their names: an option has the same panel in each command.
PANELS = {
    "Page": "site url board id offline generation page read-as selectors",
    "Browser": "headed slow-mo engine browser cdp connect no-ahead",
    "Account": "as storage-state min-time verify-saved",
    "Evidence": "json artifacts trace certify complete report har with-page",
    "Board": "line no-proof any-solution sight wrong-words words patterns puzzlink",
    "Pictures": "svg png html no-solution numbered over gif paper",
    "New boards": "symmetry hardest",
    "Screen": "screen window won",
    "Explanation": "links effort unique",
    "N queens": "groups rotated greedy read limit mode dimacs smtlib",
    "Sites": "sites browsers pause",
    "Notifications": "notify on-failure notify-when",
    "Learning": "learn name",
    "Limits": "deadline board-deadline game-deadline retry-after jobs cluster",
    "Messages": "quiet verbose",
}
_PANEL_OF = {name: panel for panel, names in PANELS.items() for name in names.split()}
#: The key of a context's `meta` that says that all options are shown.
_ALL = "player.help_all"


def long_name(option: click.Option) -> str:
    """Return the name of an option as it is typed, without its dashes."""
    return option.opts[-1].lstrip("-")


def _show_all(context: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.meta[_ALL] = True
        click.echo(context.get_help())
        context.exit()


class Option(click.Option):
    """An option with a `panel` of its own, or with `former` names, which the help does not show."""

    def __init__(self, *args: Any, panel: str = "", former: Sequence[str] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.panel, self.former = panel, former

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know all names."""
        names = self.opts
        self.opts = [*names, *self.former]
        super().add_to_parser(parser, ctx)
        self.opts = names


class Command(click.Command):
    """A command with `examples`, one on each line.

    Of one with many options `--help` shows those whose names are in `first`, in that order, and the first paragraph.
    """

    def __init__(self, *args: Any, first: str = "", examples: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.first, self.examples = first.split(), [line.strip() for line in examples.strip().splitlines()]
        text = "Show this message with all options." if first else "As --help."
        self.params.append(
            click.Option(
                ["--help-all"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_all,
                help=text,
                hidden=not first,
            )
        )

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text, or its first paragraph; then the examples, and the games if the command takes them."""
        text, self.help = self.help, self.help if self._shows_all(ctx) else (self.help or "").partition("\n\n")[0]
        super().format_help_text(ctx, formatter)
        self.help = text
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        if any("GAME" in one.make_metavar(ctx) for one in self.params if isinstance(one, click.Argument)):
            from player.games import GAMES

            formatter.write_paragraph()
            formatter.write_text(f"Games: {', '.join(GAMES)}.")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, or those that people use first and how to see the others."""
        shows_all, panels = self._shows_all(ctx), self.panels(ctx)
        for panel, options in panels:
            if shows_all or panel == "Options":
                with formatter.section(panel):
                    formatter.write_dl([record for one in options if (record := one.get_help_record(ctx))])
        if not shows_all:
            others = sum(len(options) for panel, options in panels if panel != "Options")
            formatter.write_paragraph()
            formatter.write_text(f"`{ctx.command_path} --help-all` shows {others} more options.")

    def _shows_all(self, ctx: click.Context) -> bool:
        return not self.first or _ALL in ctx.meta

    def panels(self, ctx: click.Context) -> list[tuple[str, list[click.Option]]]:
        """Return the options that the help shows, by the titles of their panels; those used first are "Options"."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option) and not one.hidden]
        if not self.first:
            return [("Options", options)]
        named = {long_name(one): one for one in options}
        shown = [*filter(None, map(named.get, self.first)), *(named[name] for name in ("help-all", "help"))]
        return [("Options", shown), *self._others([one for one in options if one not in shown])]

    @staticmethod
    def _others(options: list[click.Option]) -> Iterator[tuple[str, list[click.Option]]]:
        panels = [getattr(one, "panel", "") or _PANEL_OF.get(long_name(one), "More") for one in options]
        for panel in (*PANELS, "More"):
            if found := [one for one, its in zip(options, panels, strict=True) if its == panel]:
                yield panel, found


class Group(Command, click.Group):
    """A group of commands, with examples."""

    command_class = Command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)
