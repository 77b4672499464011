"""The command `player`, also as `python -m player`."""

import gc
import signal

#: Objects made until Python looks for cycles to free, about 10 MB of them, and the looks at the young until one at the
#: older. Python's own 700 cost a tenth of a play, and free nothing: what is imported stays.
COLLECT_AFTER = (100_000, 20, 50)


def main() -> None:
    """Run the command. Ctrl-C while its modules are imported ends it at once, without a traceback."""
    gc.set_threshold(*COLLECT_AFTER)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a shell's background may ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from player.cli import main as command  # noqa: PLC0415  # Ctrl-C is set first

    signal.signal(signal.SIGINT, before)
    command.main()


if __name__ == "__main__":
    main()
