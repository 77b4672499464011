"""docs/platforms.md names each part of the code that systems other than Linux lack, or that asks which system it is."""

import ast
import re
from collections.abc import Iterator

from tests.support.documents import ROOT

#: Modules and names that Python has not got on every system, by its documentation, or that tell systems apart.
NOT_EVERYWHERE = {
    "os": {
        "chown", "fchmod", "fchown", "fork", "getegid", "geteuid", "getgid", "getpgid", "getppid", "getuid", "kill",
        "killpg", "link", "lockf", "mkfifo", "name", "nice", "openpty", "register_at_fork", "sched_getaffinity",
        "sendfile", "setpgid", "setsid", "uname", "umask", "wait", "waitpid",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGTERM", "SIGUSR1", "SIGUSR2", "alarm", "pause",
        "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigwait",
    },
    "sys": {"platform"},
    "platform": {"system"},
}  # fmt: skip
MODULES = {
    "Xlib", "_winapi", "ctypes", "fcntl", "grp", "mss", "msvcrt", "posix", "pty", "pwd", "readline", "resource",
    "syslog", "termios", "tty", "winreg",
}  # fmt: skip


def used() -> Iterator[str]:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "player").rglob("*.py")]
    named = re.compile(rf"\b({'|'.join([*NOT_EVERYWHERE, *MODULES])})\b")  # few files do: the others aren't parsed
    for text in filter(named.search, texts):
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NOT_EVERYWHERE.get(module, ()):
                    yield f"{module}.{name}"
                case ast.Import(names=names):
                    yield from {name.name.partition(".")[0] for name in names} & MODULES
                case ast.ImportFrom(module=str(module), names=names):
                    yield from {module.partition(".")[0]} & MODULES
                    yield from (f"{module}.{one.name}" for one in names if one.name in NOT_EVERYWHERE.get(module, ()))


def test_the_table_names_what_other_systems_lack() -> None:
    text = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    assert {len(row) for row in rows} == {4}
    assert {name for *_, last in rows for name in re.findall(r"`([^`]+)`", last)} == {*used()}
