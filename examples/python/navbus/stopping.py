"""Notices that the process is to end: by a signal, by the end of its standard input, or since nobody reads its output."""

from __future__ import annotations

import os
import select
import signal
import sys
from types import FrameType
from typing import Optional

from navbus.bell import Bell


class StopRequest:
    """Signals ring the bell of the thread that waits; the second one ends the process at once, since a callback may hang."""

    def __init__(self, bell: Bell, ends_with_input: bool) -> None:
        self.is_pending = False
        self._bell = bell
        self._has_signal = False
        self._watches_input = ends_with_input
        self._output = select.poll()
        self._output.register(1, select.POLLERR)

    def watch_signals(self) -> None:
        """Turns SIGTERM, SIGINT and SIGHUP into requests. Only on the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._handle)

    def _handle(self, number: int, frame: Optional[FrameType]) -> None:
        if self._has_signal:
            os._exit(128 + number)
        self._has_signal = True
        self.is_pending = True
        self._bell.ring()

    @property
    def input_descriptor(self) -> Optional[int]:
        """What ends with the launcher, to be waited for as well; None if it does not count."""
        return 0 if self._watches_input else None

    def look_at_input_now(self) -> None:
        """Its end means that the launcher, which holds the other end, has died. Never waits."""
        if not select.select([0], [], [], 0)[0]:
            return
        try:
            is_over = not os.read(0, 4096)
        except BlockingIOError:
            return
        except OSError:
            is_over = True
        if is_over:
            self._watches_input = False
            self.is_pending = True

    @property
    def is_output_abandoned(self) -> bool:
        """Whether standard output is a pipe that nobody reads any more."""
        return any(events & select.POLLERR for _, events in self._output.poll(0))


def abandon_output() -> None:
    """What is still in the buffer of standard output can be told to nobody: the end of Python is not to complain of it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC), 1)
