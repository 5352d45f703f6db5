"""What a client counts of itself; see ControlVitals in bus.proto."""

from __future__ import annotations


class Counters:
    """What a client counts of itself; see ControlVitals in bus.proto."""

    def __init__(self) -> None:
        self.malformed = 0
        self.gaps = 0
        self.repaired = 0
        self.missed = 0
        self.unsent_reports = 0
