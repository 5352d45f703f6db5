"""Detects that the process has to end: by a signal, by the end of its standard input, or by a closed output."""

from __future__ import annotations

import os
import select
import signal
import stat
import sys
import threading
from types import FrameType
from typing import Optional

from navbus.wake_up import WakeUp

# Seconds that a write may wait for its reader: less than a launcher waits for the end of a process.
OUTPUT_TIMEOUT = 2.0


class StopRequest:
    """A request to end the process; wakes the thread that waits. A second signal ends the process immediately, since a
    callback may hang."""

    def __init__(self, wake_up: WakeUp) -> None:
        self.is_pending = False
        self._wake_up = wake_up
        self._has_signal = False
        self._output = select.poll()
        self._output.register(1, select.POLLERR)

    def watch_signals(self) -> None:
        """Turns SIGTERM, SIGINT and SIGHUP into requests. Only on the main thread."""
        numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        for number in numbers:
            signal.signal(number, self._handle)
        # The parent may have blocked the signals, and the process inherits the mask.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)
        # This signal interrupts a write of the main thread; nothing else uses it here.
        signal.signal(signal.SIGURG, lambda number, frame: None)

    def watch_input(self) -> None:
        """Turns the end of standard input into a request: the launcher holds the other end, and has ended."""
        threading.Thread(target=self._read_input, daemon=True).start()

    def make(self) -> None:
        """Requests the end of the process, which also interrupts a write that nothing reads."""
        self.is_pending = True
        self._wake_up.wake()
        timer = threading.Timer(OUTPUT_TIMEOUT, _release_output)
        timer.daemon = True
        timer.start()

    def _handle(self, number: int, frame: Optional[FrameType]) -> None:
        if self._has_signal:
            os._exit(128 + number)
        self._has_signal = True
        self.make()

    def _read_input(self) -> None:
        try:
            while os.read(0, 4096):
                pass
        except OSError:
            pass  # The thread is about to end.
        self.make()

    @property
    def is_output_abandoned(self) -> bool:
        """Whether standard output is a pipe that is closed at the other end."""
        return any(events & select.POLLERR for _, events in self._output.poll(0))

    @property
    def may_discard_output(self) -> bool:
        """Whether pending output may be discarded."""
        return self.is_pending or self.is_output_abandoned


def _release_output() -> None:
    """Makes writes to pipes non-blocking: output that is not read immediately is lost. Terminals and files do not
    change."""
    for descriptor in (1, 2):
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind):
            os.set_blocking(descriptor, False)
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGURG)


def discard_output() -> None:
    """Discards the buffer of standard output, so that the end of Python does not report an error for it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC), 1)
