"""The buttons: messages of the command topics become requests to the bus."""

from __future__ import annotations

import time
from typing import Callable, Dict, Mapping, NamedTuple

import navbus
from topics import Topics


class Command(NamedTuple):
    """A button and its request to the bus."""

    # The name of the button in Home Assistant, and its icon.
    name: str
    icon: str
    # The request of bus.proto, and its fields.
    request: str
    fields: Mapping[str, object]


COMMANDS: Dict[str, Command] = {
    "mute": Command("Mute", "mdi:volume-off", "mute", {"is_muted": True}),
    "unmute": Command("Unmute", "mdi:volume-high", "mute", {"is_muted": False}),
    "repeat": Command("Repeat announcement", "mdi:repeat", "repeat_announcement", {}),
    "stop": Command("Stop navigation", "mdi:stop", "stop", {}),
}

# The only payload of a command.
PRESS = b"PRESS"

# Commands at once, and per second after that: more than a person presses.
MAX_BURST = 5
MAX_PER_SECOND = 1.0


class CommandHandler:
    """Carries out commands; ignores, counts and reports once those that no button sends."""

    def __init__(self, context: navbus.Context, topics: Topics, clock: Callable[[], float] = time.monotonic) -> None:
        self._context = context
        self._names = {topics.command(name): name for name in COMMANDS}
        self._clock = clock
        self._tokens = float(MAX_BURST)
        self._refilled_at = clock()
        # Number of ignored commands by reason.
        self.ignored: Dict[str, int] = {}

    @property
    def topics(self) -> "list[str]":
        """The topics to subscribe to."""
        return list(self._names)

    def handle(self, topic: str, payload: bytes, is_retained: bool) -> None:
        """Handles a message of the broker. Never waits; any thread."""
        name = self._names.get(topic)
        if name is None:
            return
        if is_retained:
            # It was sent at another time, and would be sent again after each connection.
            self._ignore("retained", f"{topic} is retained; publish an empty retained message there to remove it")
        elif payload != PRESS:
            self._ignore("other payload", f'{topic} has {len(payload)} bytes, and not "{PRESS.decode()}"')
        elif not self._has_token():
            self._ignore("too many", f"{topic} is one of more than {MAX_PER_SECOND:g} a second")
        else:
            self._context.request(COMMANDS[name].request, **COMMANDS[name].fields)

    def summary(self) -> str:
        """The ignored commands, for a report; empty if there were none."""
        return ", ".join(f"{count} {reason}" for reason, count in sorted(self.ignored.items()))

    def _has_token(self) -> bool:
        now = self._clock()
        self._tokens = min(self._tokens + (now - self._refilled_at) * MAX_PER_SECOND, MAX_BURST)
        self._refilled_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _ignore(self, reason: str, text: str) -> None:
        self.ignored[reason] = self.ignored.get(reason, 0) + 1
        if self.ignored[reason] == 1:
            self._context.report("warning", text=f"ignored a command: the message on {text}; further ones are only counted")
