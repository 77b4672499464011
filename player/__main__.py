"""The command `player`, also as `python -m player`."""

import signal


def main() -> None:
    """Run the command. Ctrl-C while its modules are imported ends it at once, without a traceback."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a shell's background may ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from player.cli import main as command  # noqa: PLC0415  # Ctrl-C is set first

    signal.signal(signal.SIGINT, before)
    command.main()


if __name__ == "__main__":
    main()
