"""The connection to the broker, on a thread of its own: the control never waits for the broker."""

from __future__ import annotations

import random
import threading

import navbus
from broker import Broker
from commands import CommandHandler
from connection import FAREWELL_TIMEOUT, Connection, Lost
from health import Health
from outbox import Outbox
from topics import Topics
from wake_pipe import WakePipe

# Seconds before the second attempt, and the maximum: the delay doubles with each attempt.
MIN_DELAY, MAX_DELAY = 1.0, 60.0


class Link:
    """Connects, publishes the outbox, and connects again, until `stop`."""

    def __init__(self, context: navbus.Context, broker: Broker, topics: Topics, outbox: Outbox) -> None:
        self.commands = CommandHandler(context, topics)
        self._broker = broker
        self._topics = topics
        self._outbox = outbox
        self._health = Health(context, broker.address)
        self._wake_up = WakePipe()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Reads the credentials, and starts to connect. Raises SettingsError if a file is unusable."""
        self._password = self._broker.password()
        self._tls = self._broker.tls_context()
        self._thread.start()

    def wake(self) -> None:
        """Reports that the outbox has changed. Never waits."""
        self._wake_up.wake()

    def stop(self) -> None:
        """Publishes the remaining values and `offline`, for a second at most."""
        self._stop.set()
        self.wake()
        if self._thread.is_alive():
            # A thread that still waits for the network ends with the process.
            self._thread.join(FAREWELL_TIMEOUT + 0.5)

    def _run(self) -> None:
        delay = MIN_DELAY
        while not self._stop.is_set():
            try:
                self._connect()
            except Lost as lost:
                if self._health.lost(str(lost), lost.is_refusal):
                    delay = MIN_DELAY
            # Many vehicles must not connect at the same moment, when their broker returns.
            self._stop.wait(delay * random.uniform(0.8, 1.2))
            delay = min(delay * 2, MAX_DELAY)

    def _connect(self) -> None:
        """Stays connected until the end; raises Lost if the connection ends before."""
        connection = Connection(self._broker, self._password, self._tls, self._topics, self._outbox, self.commands)
        try:
            connection.run(self._wake_up, self._stop, self._health.connected)
        finally:
            connection.close()
