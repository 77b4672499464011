"""The Containerfile: what it copies is there, what it runs is a command of ours, and the rules of good images hold.

`tests/thorough/test_installing.py` builds the wheel from what it copies.
"""

import json
import re
import shlex
from itertools import pairwise
from typing import NamedTuple

import click
import pytest

from player.cli.main import cli
from player.files import STATE_VARIABLE
from tests.support.documents import ROOT, container_instructions

INSTRUCTIONS = container_instructions()


def arguments(name: str) -> list[str]:
    return [argument for instruction, argument in INSTRUCTIONS if instruction == name]


class Stage(NamedTuple):
    image: str
    instructions: list[tuple[str, str]]


def stages() -> list[Stage]:
    starts = [number for number, (name, _) in enumerate(INSTRUCTIONS) if name == "FROM"]
    return [Stage(INSTRUCTIONS[at][1], INSTRUCTIONS[at:to]) for at, to in pairwise([*starts, len(INSTRUCTIONS)])]


def test_every_instruction_is_one_of_a_containerfile() -> None:
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "ENTRYPOINT", "CMD"}
    assert {name for name, _ in INSTRUCTIONS} == known


def test_what_is_copied_from_the_repository_is_there() -> None:
    copied = [shlex.split(one)[:-1] for one in arguments("COPY") if "--from=" not in one]
    assert copied
    assert [path for paths in copied for path in paths if not (ROOT / path).exists()] == []


def test_what_is_copied_from_the_first_stage_is_made_there() -> None:
    (copied,) = [one.split() for one in arguments("COPY") if "--from=" in one]
    assert copied[0] == f"--from={stages()[0].image.split(' AS ')[1]}"
    assert any(f"venv {copied[1]} " in command for name, command in stages()[0].instructions if name == "RUN")
    assert f"{copied[2]}/bin:" in arguments("ENV")[0]


def test_its_command_is_one_that_the_player_takes() -> None:
    (entry,), (command,) = (list(map(json.loads, arguments(name))) for name in ("ENTRYPOINT", "CMD"))
    name, *options = command
    context = click.Context(cli.commands[name], click.Context(cli, **cli.context_settings), name)
    parsed, rest, _ = cli.commands[name].make_parser(context).parse_args([*options])
    assert (entry, rest, parsed["report"]) == (["player"], [], "/reports")
    assert {"/state", "/reports"} == {*json.loads(arguments("VOLUME")[0])}
    assert f"{STATE_VARIABLE}=/state" in arguments("ENV")[0]


def test_it_does_not_run_as_root_and_its_volumes_belong_to_its_user() -> None:
    last = stages()[-1].instructions
    names = [name for name, _ in last]
    (uid,) = arguments("USER")
    assert int(uid) > 0
    assert names.index("USER") > max(at for at, name in enumerate(names) if name == "RUN")
    (made,) = [command for name, command in last if name == "RUN" and "useradd" in command]
    assert re.search(rf"--uid {uid} .*chown player:player /state /reports", made)


@pytest.mark.parametrize("stage", stages(), ids=lambda stage: stage.image)
def test_images_and_packages_are_taken_as_they_should_be(stage: Stage) -> None:
    """As hadolint has it: DL3006, DL3008 (but for versions), DL3009, DL3014, DL3015, DL3042."""
    assert re.fullmatch(r"docker\.io/library/python:3\.11-slim-bookworm( AS \w+)?", stage.image)
    for name, command in stage.instructions:
        if name == "RUN" and "apt-get" in command:
            assert re.fullmatch(
                r"apt-get update && apt-get install -y --no-install-recommends [a-z0-9 -]+"
                r" && rm -rf /var/lib/apt/lists/\*",
                command,
            )
        assert "pip install" not in command or "--no-cache-dir" in command
