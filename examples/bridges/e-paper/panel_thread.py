"""The thread of the panel: a refresh blocks it, and never the events."""

from __future__ import annotations

import threading
import time
from typing import Callable, NamedTuple, Optional

from panels import Panel
from PIL import Image
from refresh import RefreshPlanner

# Seconds after which a refresh counts as hung; a full one of the largest panel takes four.
REFRESH_TIMEOUT = 15.0
# Seconds for the last refresh, which clears the panel: the launcher waits for five.
CLOSE_TIMEOUT = 4.5


class _Wanted(NamedTuple):
    draw: Callable[[], Image.Image]
    is_near: bool
    is_full: bool


class PanelThread:
    """Shows the newest picture as soon as the panel can. Pictures that the panel cannot show in time are skipped."""

    def __init__(
        self, panel: Panel, planner: RefreshPlanner, pause: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """
        Args:
            panel: The device.
            planner: The decision about each refresh.
            pause: Shortest time between the starts of two refreshes, seconds.
            clock: The time, seconds.
        """
        self._panel = panel
        self._planner = planner
        self._pause = pause
        self._clock = clock
        self._changed = threading.Condition()
        # All below are guarded by the condition.
        self._wanted: Optional[_Wanted] = None
        self._is_closing = False
        self._refreshing_since: Optional[float] = None
        self._problem = ""
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._refreshed_at = float("-inf")

    def start(self) -> None:
        """Starts the thread; the panel is open."""
        self._thread.start()

    def show(self, draw: Callable[[], Image.Image], is_near: bool = False, is_full: bool = False) -> None:
        """Replaces the picture that is shown next. Never waits.

        Args:
            draw: Makes the picture, on the thread of the panel, if the panel shows it.
            is_near: Whether a maneuver is near; see `RefreshPlanner.next`.
            is_full: Whether a full refresh is needed.
        """
        with self._changed:
            if not self._is_closing:
                # A full refresh that was due is not lost with the picture that it was for.
                is_full = is_full or (self._wanted is not None and self._wanted.is_full)
                self._wanted = _Wanted(draw, is_near, is_full)
                self._changed.notify()

    def close(self, blank: Image.Image) -> None:
        """Shows the last picture, without a pause, and ends the thread and the panel; waits for 4.5 s at most."""
        with self._changed:
            self._wanted = _Wanted(lambda: blank, is_near=False, is_full=True)
            self._is_closing = True
            self._changed.notify()
        self._panel.hurry()
        if self._thread.ident is not None:
            self._thread.join(CLOSE_TIMEOUT)

    def stall(self) -> Optional[str]:
        """The operation that has failed or hangs, as the rest of "failed to ..."."""
        with self._changed:
            since = self._refreshing_since
            if self._problem:
                return f"refresh the panel: {self._problem}"
            if since is not None and self._clock() - since > REFRESH_TIMEOUT:
                return f"refresh the panel: it is busy for more than {REFRESH_TIMEOUT:g} s; is it still connected?"
            return None

    def _run(self) -> None:
        try:
            while True:
                wanted, is_last = self._next()
                refresh = self._planner.next(wanted.draw(), wanted.is_near, wanted.is_full)
                if refresh is not None:
                    self._refreshed_at = self._clock()
                    self._set_refreshing(self._refreshed_at)
                    self._panel.refresh(refresh)
                    self._set_refreshing(None)
                if is_last:
                    self._panel.close()
                    return
        except Exception as error:  # The library of a panel raises any kind.
            with self._changed:
                self._problem = str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"

    def _next(self) -> "tuple[_Wanted, bool]":
        """Waits for a picture, and for the end of the pause."""
        with self._changed:
            while True:
                pause = 0.0 if self._is_closing else self._refreshed_at + self._pause - self._clock()
                if self._wanted is not None and pause <= 0:
                    wanted, self._wanted = self._wanted, None
                    return wanted, self._is_closing
                self._changed.wait(None if self._wanted is None else pause)

    def _set_refreshing(self, since: Optional[float]) -> None:
        with self._changed:
            self._refreshing_since = since
