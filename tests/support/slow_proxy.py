"""A proxy on this machine that is as slow as a poor connection."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import perf_counter

CHUNK = 16_384


class Link:
    """One direction of a line: `delay` seconds late, and no more than `rate` bytes a second over all connections."""

    def __init__(self, delay: float, rate: float) -> None:
        self._delay, self._rate = delay, rate
        self._free, self._lock = 0.0, Lock()

    def due(self, size: int) -> float:
        """The moment (`perf_counter`) at which `size` bytes arrive that are sent now."""
        with self._lock:
            self._free = max(self._free, perf_counter()) + size / self._rate
            return self._free + self._delay

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes from `source` to `target` until one of them closes."""
        line: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        Thread(target=self._deliver, args=(line, target), daemon=True).start()
        data = b"-"
        with suppress(OSError):
            while data:
                data = source.recv(CHUNK)
                line.put((self.due(len(data)), data))
        if data:
            line.put((self.due(0), b""))

    @staticmethod
    def _deliver(line: "SimpleQueue[tuple[float, bytes]]", target: socket.socket) -> None:
        with suppress(OSError):
            while True:
                due, data = line.get()
                Event().wait(max(0.0, due - perf_counter()))
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)


@contextmanager
def slow_proxy(port: int, *, latency: float, rate: float) -> Iterator[int]:
    """Forward to `port`; yield our own. `latency` is that of a round trip in seconds, `rate` in bytes a second."""
    up, down = Link(latency / 2, rate), Link(latency / 2, rate)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    near, _ = server.accept()
                    Thread(target=connect, args=(near,), daemon=True).start()

        def connect(near: socket.socket) -> None:
            Event().wait(latency)  # the handshake
            with suppress(OSError):
                far = socket.create_connection(("127.0.0.1", port))
                Thread(target=up.carry, args=(near, far), daemon=True).start()
                down.carry(far, near)

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
