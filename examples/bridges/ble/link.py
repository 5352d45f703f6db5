"""A thread that keeps a device connected; guidance never waits for it."""

from __future__ import annotations

import asyncio
import threading
import time
import traceback
from typing import Any, Callable, Optional, Set

import navbus
from bluez import BlueZ, ignore_socket_errors
from problem import Problem

# Seconds before the first new attempt; each further one waits twice as long, up to the maximum.
FIRST_DELAY = 1.0
MAX_DELAY = 60.0
# Seconds that the end may take: the last, blank value has to reach the device.
STOP_SECONDS = 1.5

Report = Callable[[str, str], None]


class Link:
    """Shows the newest value on a device. A subclass talks to it in `serve`, and says how guidance becomes a value."""

    def __init__(self, max_updates_per_second: int, report: Report) -> None:
        # Called on the thread with the kind and the text of a report.
        self._report = report
        self.period = 1 / max_updates_per_second
        self.first_delay, self.max_delay = FIRST_DELAY, MAX_DELAY
        # The newest value, and whether guidance is active.
        self.value: Any = self.blank()
        self.is_guiding = False
        self.is_stopping = False
        self.wake: asyncio.Event
        # The problems that were reported since the device last worked.
        self._reported: Set[str] = set()
        self._is_ready = False
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._task: Optional[asyncio.Task[None]] = None
        self._thread = threading.Thread(target=self._run, name="bluetooth", daemon=True)
        self._has_crashed = False

    # ---- For a subclass

    def blank(self) -> Any:
        """The value without a route."""
        raise NotImplementedError

    def render(self, info: navbus.NavigationInfo) -> Any:
        """The value for the present state of guidance."""
        raise NotImplementedError

    async def serve(self, bluez: BlueZ) -> None:
        """Keeps the device up to date until `is_stopping`; raises Problem if it cannot."""
        raise NotImplementedError

    def note_ready(self, text: str) -> None:
        """The device works: problems count as new again, and the end of one is reported."""
        if self._reported:
            self._report("note", text)
        self._reported.clear()
        self._is_ready = True

    async def wait(self, seconds: Optional[float]) -> None:
        """Waits for a new value, a change in BlueZ, or the time."""
        try:
            await asyncio.wait_for(self.wake.wait(), seconds)
        except asyncio.TimeoutError:
            pass
        self.wake.clear()

    # ---- For the control, on its thread

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def show(self, value: Any, is_guiding: bool) -> None:
        """Replaces the value. Never waits."""
        self.value, self.is_guiding = value, is_guiding
        self._wake_up()

    def stop(self) -> None:
        """Blanks the device and ends the thread. May be called before `start`, and twice."""
        self.is_stopping = True
        if not self._thread.is_alive():
            return
        self._wake_up()
        self._thread.join(STOP_SECONDS)
        loop, task = self._loop, self._task
        if self._thread.is_alive() and loop is not None and task is not None:
            # BlueZ does not answer.
            try:
                loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                return  # The thread has just ended.
            self._thread.join(STOP_SECONDS)

    def stall(self) -> Optional[str]:
        """The operation that does not work any more, as the rest of "failed to ..."."""
        return "continue: the thread for Bluetooth has ended" if self._has_crashed else None

    # ---- The thread

    def _wake_up(self) -> None:
        loop = self._loop
        if loop is not None:
            try:
                loop.call_soon_threadsafe(self.wake.set)
            except RuntimeError:
                pass  # The thread has ended.

    def _run(self) -> None:
        try:
            asyncio.run(self._attend())
        except asyncio.CancelledError:
            pass
        except Exception:
            self._has_crashed = True
            traceback.print_exc()

    async def _attend(self) -> None:
        self.wake = asyncio.Event()
        self._task = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(ignore_socket_errors)
        delay = self.first_delay
        while not self.is_stopping:
            bluez = BlueZ(self.wake)
            self._is_ready = False
            try:
                await bluez.connect()
                await self.serve(bluez)
            except Problem as problem:
                delay = self.first_delay if self._is_ready else delay
                self._report_once(str(problem))
                await self._pause(bluez, delay)
                delay = min(delay * 2, self.max_delay)
            finally:
                await bluez.close()

    def _report_once(self, text: str) -> None:
        if text not in self._reported and not self.is_stopping:
            self._reported.add(text)
            self._report("warning", f"{text} (guidance continues, and new attempts follow)")

    async def _pause(self, bluez: BlueZ, delay: float) -> None:
        """Waits before the next attempt; no longer than until an adapter or BlueZ appears."""
        adapters, was_lost = bluez.adapters(), bluez.is_lost
        end = time.monotonic() + delay
        while not self.is_stopping and time.monotonic() < end:
            await self.wait(end - time.monotonic())
            if bluez.has_appeared or bluez.adapters() != adapters or bluez.is_lost != was_lost:
                return
