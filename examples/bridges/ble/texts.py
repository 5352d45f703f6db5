"""Texts of a step for small displays."""

from __future__ import annotations

import navbus


def road_name(step: navbus.Step) -> str:
    """The road after the maneuver: its shortest name, otherwise the first destination on its signs; empty if both are
    unknown."""
    destinations = list(step.signpost.destinations)
    return navbus.printable(step.simple_road_name or (destinations[0] if destinations else ""))


def cut(text: str, max_bytes: int) -> bytes:
    """The text in UTF-8, shortened to a number of bytes without cutting a character."""
    return text.encode("utf-8", "replace")[:max_bytes].decode("utf-8", "ignore").encode()
