"""The commands in the README and the docs: each parses, and those that open no page are run.

`tests/thorough/test_commands_of_docs.py` runs the others on the replica.
"""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import pytest
from distributed.cli.dask_worker import main as dask_worker  # noqa: TID251  # for the options of its own

from player.cli.main import cli
from player.games import GAMES
from tests.support.commands import Player
from tests.support.documents import DOCUMENTS, README, ROOT, Command, blocks, commands, same_output, shown
from tests.support.terminals import Terminal

#: What a command of these takes is a file, or else a page.
EITHER = {"explain", "draw"}
PURE = {"generate", "solve", "encode", "decode", "certify", "history", "nqueens", "schedule"}
#: Options that need an extra or a cluster, or change the machine.
ELSEWHERE = {"--install", "--mode", "--table", "--cluster"}
#: Options whose values name what the reader's machine has.
OF_THE_MACHINE = {"notify", "on_failure"}
#: Options of pytest, which our plugin adds.
OF_THE_PLUGIN = ("--player-recordings", "--player-selectors", "--player-site")
#: Seconds each, and tested elsewhere.
SLOW = {("nqueens", "320"), ("nqueens", "12", "--total")}


def opens_no_page(command: Command) -> bool:
    name, *left = command.arguments
    if ELSEWHERE & {*left} or command.piped or command.arguments in SLOW:
        return False
    return name in PURE or (name in EITHER and left[0] not in GAMES)


def resolve(arguments: tuple[str, ...]) -> tuple[click.Command, click.Context, list[str]]:
    """Return the command that `arguments` name, and what is left of them."""
    command: click.Command = cli
    context, left = click.Context(cli, info_name="player", **cli.context_settings), list(arguments)
    while isinstance(command, click.Group) and left and left[0] in command.commands:
        command = command.commands[left[0]]
        context = click.Context(command, parent=context, info_name=left.pop(0))
    return command, context, left


def parse(arguments: tuple[str, ...]) -> None:
    """Raise UsageError if the command does not take these arguments; no file is opened."""
    command, context, left = resolve(arguments)
    values, rest, _ = command.make_parser(context).parse_args(left)
    if rest or command is cli:
        raise click.UsageError(f"not a command, or more than it takes: {rest}")
    for parameter in command.params:
        value = values.get(parameter.name or "")
        given = [one for one in (value if isinstance(value, list | tuple) else [value]) if isinstance(one, str)]
        if parameter.required and not given and not values.get("screen"):
            raise click.UsageError(f"{parameter.name} is missing")
        for one in given:
            if isinstance(parameter.type, click.Path) or parameter.name in OF_THE_MACHINE:
                continue
            if not one.isupper():  # a word in capitals stands for another
                parameter.type.convert(one, parameter, context)


def test_the_commands_of_the_docs_parse() -> None:
    for command in chain.from_iterable(map(commands, DOCUMENTS)):
        try:
            parse(command.arguments)
        except click.UsageError as error:
            pytest.fail(f"{command}: {error.format_message()}")


def test_each_page_of_the_docs_begins_with_a_command() -> None:
    for document in sorted((ROOT / "docs").glob("*.md")):
        title, first, *_ = document.read_text(encoding="utf-8").split("\n\n")
        assert re.match(r"# .*\n    (\$ |\S*/)?(player|python3?|pip|cp) ", f"{title}\n{first}"), document.name


def test_the_manual_names_each_deadline_that_is_not_300_s() -> None:
    text = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    parts = text.partition("300 s by default, ")[2].partition(", whose `--board-deadline`")[0].split(", ")
    deadlines = {
        command.name: f"{one.default:g}" if one.default else "none"
        for command in every(cli)
        for one in command.params
        if one.name == "deadline" and one.default != 300
    }
    assert {name: part.split()[0] for part in parts for name in re.findall(r"`(\w+)`", part)} == deadlines


def test_the_examples_of_the_help_parse() -> None:
    written = [line for command in every(cli) for line in getattr(command, "examples", ())]
    found = [re.sub(r'^eval "\$\((.*)\)"', r"\1", line) for line in written]
    assert len(found) > len(cli.commands)
    for line in found:
        program, *arguments = shlex.split(line.partition(" > ")[0], comments=True)
        assert program == "player", line
        parse(tuple(arguments))


def every(command: click.Command) -> Iterator[click.Command]:
    """Yield the command, and those in it."""
    yield command
    if isinstance(command, click.Group):
        yield from chain.from_iterable(map(every, command.commands.values()))


@pytest.mark.parametrize(
    "line",
    ["explode", "play --nowhere", "play quens", "generate zip --size seven", "decode", "history exprot", "logout 1"],
)
def test_a_command_with_a_mistake_does_not_parse(line: str) -> None:
    with pytest.raises(click.UsageError):
        parse(tuple(line.split()))


def test_options_and_commands_that_the_text_names_exist(pytestconfig: pytest.Config) -> None:
    names = set(cli.commands)
    of_the_plugin = {name for name in OF_THE_PLUGIN if pytestconfig.getoption(name, default="no") != "no"}
    every = _options(cli) | of_the_plugin | _options(dask_worker)
    for document in DOCUMENTS:
        for code in re.findall(r"`([^`\n]+)`", document.read_text(encoding="utf-8")):
            if not re.match(r"player |--\w", code):
                continue
            named = re.findall(r"^player ([a-z]+)", code)
            assert {*named} <= names, (document.name, code)
            known = _options(cli.commands[named[0]]) if named else every
            assert {*re.findall(r"(?<![\w-])--[a-z][\w-]*", code)} <= known | {"--help"}, (document.name, code)


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
@pytest.mark.usefixtures("state")
def test_the_commands_that_open_no_page_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, document: Path
) -> None:
    player = at_home(capsys, monkeypatch, tmp_path)
    for command in commands(document):
        if opens_no_page(command):
            code, out, err = player(*command.arguments)
            assert code == 0, (str(command), err)
            if command.to:
                Path(command.to).write_text(out, encoding="utf-8")


def test_the_readme_shows_what_solve_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player = at_home(capsys, monkeypatch, tmp_path)
    (block,) = [(block, output) for block, output in shown(README) if "solve" in block[-1].arguments]
    (make, solve), output = block
    Path(make.to).write_text(player(*make.arguments).out, encoding="utf-8")
    _, lines = Terminal(*solve.arguments, NO_COLOR="1", TERM="dumb").end()
    assert same_output(output, "\n".join(lines))
    assert not same_output([*output[:-1], "another"], "\n".join(lines))


def at_home(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> Player:
    """Return the command, run in a folder with the files that the docs name."""
    monkeypatch.chdir(home)
    monkeypatch.setenv("COLUMNS", "200")
    boards = (ROOT / "fixtures" / "boards" / "zip.jsonl").read_text(encoding="utf-8").splitlines()
    board = json.loads(boards[0])
    del board["solution"]
    Path("board.json").write_text(json.dumps(board), encoding="utf-8")
    Path("boards.jsonl").write_text("\n".join(boards[:2]), encoding="utf-8")
    shutil.copytree(ROOT / "fixtures" / "boards", "fixtures/boards")
    Path("fixtures/pictures").mkdir()
    Path("heart.txt").write_text(_shape("docs/boards.md", "#.."), encoding="utf-8")
    return Player(capsys)


def _shape(document: str, begins: str) -> str:
    """Return the code block of a document that begins so."""
    found = blocks((ROOT / document).read_text(encoding="utf-8"))
    return "\n".join(next(block for block in found if block[0].startswith(begins)))


def _options(command: click.Command) -> set[str]:
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return {name for one in command.params for name in (*one.opts, *one.secondary_opts)}.union(*map(_options, inner))
