"""cron: one line of the user's crontab. Only cronie supports CRON_TZ, so the job starts every hour."""

import shlex
from datetime import time
from pathlib import Path

from player.errors import CannotWrite, Unavailable
from player.nightly.schedule import files
from player.nightly.schedule.job import EACH_HOUR, Job, hourly, not_before

AT = time(0, 20)
NOTE = EACH_HOUR
next_run = hourly

#: The end of our line: a shell comment.
MARK = " # player schedule"


def text(job: Job) -> str:
    """Return the crontab line."""
    return f"# {EACH_HOUR}\n{line(job)}"


def line(job: Job) -> str:
    """Return the line, with output appended to a log: cron would send a mail every hour."""
    folder, log = (shlex.quote(str(path)) for path in (job.folder, job.log))
    command = f"umask 077 && cd {folder} && {shlex.join(not_before(job))} >> {log} 2>&1"
    return f"{job.at.minute} * * * * {_escaped(command)}{MARK}\n"


def _escaped(command: str) -> str:
    """Return `command` without a bare %, which ends a command in cron.

    Crons differ on a backslash before a backslash or a %. shlex has backslashes in single quotes only, so each quote is
    closed and reopened after a backslash.
    """
    return command.replace("\\", "\\''").replace("%", "\\%")


def install(job: Job, _repository: Path | None) -> list[str]:
    """Add our line to the user's crontab."""
    others = _others(_crontab())
    if others and not others[-1].endswith(b"\n"):
        others[-1] += b"\n"
    _write(b"".join(others) + line(job).encode())
    return ["your crontab has this line now, and is else as it was:", line(job).rstrip("\n")]


def uninstall(_repository: Path | None) -> list[str]:
    """Remove our line from the user's crontab."""
    before = _crontab()
    after = b"".join(_others(before))
    if after == before:
        return ["your crontab has no line of ours: nothing to remove"]
    _write(after)
    return ["removed our line from your crontab"]


def _others(crontab: bytes) -> list[bytes]:
    """Return the lines that are not ours."""
    lines = crontab.splitlines(keepends=True)
    return [each for each in lines if not each.rstrip(b"\r\n").endswith(MARK.encode())]


def _crontab() -> bytes:
    answer = files.run("crontab", "-l")
    if answer is None:
        raise Unavailable("crontab is not installed: type `sudo apt-get install -y cron`, or take another schedule")
    if answer.returncode == 0:
        return answer.stdout
    # After any other failure, unknown lines could be lost.
    if b"no crontab for" not in answer.stderr:
        raise Unavailable(f"`crontab -l` ended with {answer.returncode}: nothing was changed; see its message")
    return b""


def _write(crontab: bytes) -> None:
    answer = files.run("crontab", "-", given=crontab)
    if answer is None or answer.returncode != 0:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()[:1] if answer else []
        raise CannotWrite(
            f"`crontab -` rejected the new crontab: {''.join(lines) or 'no message'}; the old one is kept"
        )
