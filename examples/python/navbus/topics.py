"""The topics of the bus, and the topic of an event."""

from __future__ import annotations

from typing import Optional

from navbus.v1 import events_pb2

ON_GPS = "onGPS"
ON_NAVIGATION = "onNavigation"
ON_NAVIGATION_STARTED = "onNavigationStarted"
ON_NAVIGATION_STOPPED = "onNavigationStopped"
ON_CONTROL = "onControl"
ON_COMMAND = "onCommand"
ON_HEADING = "onHeading"

ALL = (ON_GPS, ON_NAVIGATION, ON_NAVIGATION_STARTED, ON_NAVIGATION_STOPPED, ON_CONTROL, ON_COMMAND, ON_HEADING)

_TOPICS = {
    "gps": ON_GPS,
    "navigation": ON_NAVIGATION,
    "navigation_started": ON_NAVIGATION_STARTED,
    "navigation_stopped": ON_NAVIGATION_STOPPED,
    "control": ON_CONTROL,
    "command": ON_COMMAND,
    "heading": ON_HEADING,
}


def topic_of(envelope: events_pb2.Envelope) -> Optional[str]:
    """The topic of an event; None for an unknown kind of event."""
    kind = envelope.WhichOneof("event")
    return None if kind is None else _TOPICS[kind]


def is_guidance(topic: Optional[str]) -> bool:
    """Whether an event of this topic belongs to guidance. Reports do not, and headings continue without a position."""
    return topic is not None and topic not in (ON_CONTROL, ON_HEADING)
