"""The names of the topics of one session."""

from __future__ import annotations

import re

from navbus import SettingsError, printable

ONLINE, OFFLINE = b"online", b"offline"


class Topics:
    """The topics below `PREFIX/SESSION`, and the discovery topic."""

    def __init__(self, prefix: str, session: str, discovery_prefix: str) -> None:
        self.base = f"{prefix}/{session}"
        # Identifies the vehicle in Home Assistant, and the connection at the broker.
        self.id = f"{prefix}_{session}".replace("/", "_")
        self.status = f"{self.base}/status"
        self.position = f"{self.base}/position"
        self.guidance = f"{self.base}/guidance"
        self.sign = f"{self.base}/sign"
        # Empty without discovery.
        self.discovery = f"{discovery_prefix}/device/{self.id}/config" if discovery_prefix else ""

    def command(self, name: str) -> str:
        """The topic of a button."""
        return f"{self.base}/command/{name}"


def checked_prefix(key: str, prefix: str) -> str:
    """A prefix from the settings.

    Raises:
        SettingsError: It has other characters than letters, digits, `_`, `-` and single `/` between them.
    """
    if re.fullmatch(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*", prefix) and len(prefix) <= 128:
        return prefix
    raise SettingsError(
        key, f'"{printable(prefix)}" is not a topic; use letters, digits, "_" and "-", with "/" between parts'
    )
