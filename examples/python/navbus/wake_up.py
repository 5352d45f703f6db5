"""Wakes the thread that owns the sockets, from any thread and from signal handlers."""

from __future__ import annotations

import os


class WakeUp:
    """Ends a wait through a pipe, now or when the next wait begins."""

    def __init__(self) -> None:
        # Readable between `wake` and `clear`.
        self.descriptor, self._writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def wake(self) -> None:
        """Makes the descriptor readable. Never blocks."""
        try:
            os.write(self._writer, b"!")
        except BlockingIOError:
            pass  # The pipe is full: the descriptor is readable already.

    def clear(self) -> None:
        """Makes the descriptor unreadable again."""
        try:
            while os.read(self.descriptor, 512):
                pass
        except BlockingIOError:
            pass
