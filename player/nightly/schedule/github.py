"""GitHub Actions: a workflow that plays our own replica, to test that the player still works."""

import json
import shlex
from datetime import time
from pathlib import Path

from player.errors import CannotWrite
from player.nightly.schedule import files
from player.nightly.schedule.job import Job, daily

# Runs at the top of an hour are late, or dropped.
AT = time(0, 17)
NOTE = "begins late when GitHub is busy, on the default branch only, and no more after 60 days without a commit"
next_run = daily

WORKFLOW = """\
# {mark}
# It plays the replica, which needs no network. Don't play the live site from here: a sign-in from a data centre looks
# like a thief's, and may cost the account; a session is no secret for a CI to keep.
name: nightly
on:
  schedule:
    - cron: "{at.minute} {at.hour} * * *"
      timezone: {zone}
  workflow_dispatch:
permissions:
  contents: read
jobs:
  replica:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683  # v4.2.2
        with:
          persist-credentials: false
      - run: python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/player setup
      - run: {command}
"""

COMMAND = (".venv/bin/player", "nightly", "--offline", "replica", "--json", "nightly.jsonl")


def text(job: Job) -> str:
    """Return the workflow; of the job's command, only the arguments of `player nightly` apply on GitHub."""
    command = shlex.join((*COMMAND, *job.extra)).replace("${{", "${{ '${{' }}")
    scalar = json.dumps(command, ensure_ascii=False)  # JSON is YAML too
    return WORKFLOW.format(mark=files.MARK, at=job.at, zone=job.zone.key, command=scalar)


def install(job: Job, repository: Path | None) -> list[str]:
    """Write the workflow into `repository`."""
    return [*files.write({_path(repository): text(job)}), "GitHub runs it once it is committed and pushed"]


def uninstall(repository: Path | None) -> list[str]:
    """Remove the workflow from `repository`."""
    path = _path(repository)
    files.refuse_others([path], CannotWrite)
    return files.remove([path])


def _path(repository: Path | None) -> Path:
    assert repository is not None
    return repository / ".github" / "workflows" / "player-nightly.yml"
