"""The facts of a memory, and their text: one line for each fact; the last line for a fact counts.

    navbus 1 run 17064505982736501911
    cue 3 4 1700000000250000000 1700000012250000000
    page 7
    page -
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional

from navbus.guidance import CueKey, validity
from navbus.v1 import events_pb2

# Maximum number of cues; the oldest ones are removed first.
MAX_CUES = 256


class Rendering(NamedTuple):
    """A cue that was rendered."""

    identity: int
    stage: int
    due_at: int
    # Time from which another rendering is a new occasion.
    expires: int

    @classmethod
    def of(cls, cue: events_pb2.Cue) -> "Rendering":
        """The rendering of a cue; times are nanoseconds since 1970."""
        expires = cue.due_at_nanoseconds + round(validity(cue) * 1e9)
        return cls(cue.identity, cue.stage, cue.due_at_nanoseconds, expires)

    @property
    def key(self) -> CueKey:
        """The key of the cue."""
        return CueKey(self.identity, self.stage)

    @property
    def line(self) -> str:
        """The line in the file."""
        return f"cue {self.identity} {self.stage} {self.due_at} {self.expires}\n"


class MemoryFacts:
    """The facts of one run of the bus."""

    def __init__(self, run: int) -> None:
        self.run = run
        self.renderings: Dict[CueKey, Rendering] = {}
        self.numbers: Dict[str, int] = {}

    def add(self, rendering: Rendering) -> str:
        """Adds a cue; returns the line to append."""
        self.renderings.pop(rendering.key, None)
        self.renderings[rendering.key] = rendering
        if len(self.renderings) > MAX_CUES:
            del self.renderings[next(iter(self.renderings))]
        return rendering.line

    def note(self, name: str, number: Optional[int]) -> str:
        """Stores or removes a number; returns the line to append."""
        if number is None:
            self.numbers.pop(name, None)
            return f"{name} -\n"
        self.numbers[name] = number
        return f"{name} {number}\n"

    def text(self) -> str:
        """The text of all facts."""
        cues = "".join(rendering.line for rendering in self.renderings.values())
        numbers = "".join(f"{name} {number}\n" for name, number in sorted(self.numbers.items()))
        return f"navbus 1 run {self.run}\n{cues}{numbers}"

    @classmethod
    def parsed(cls, text: str) -> "Optional[MemoryFacts]":
        """Reads the text; None if it is not a memory. Ignores a line that a crash cut, or of a later version."""
        lines = [line.split() for line in text.split("\n")[:-1]]
        if not lines or lines[0][:3] != ["navbus", "1", "run"] or len(lines[0]) != 4:
            return None
        numbers = _numbers(lines[0][3:])
        if numbers is None:
            return None
        facts = cls(numbers[0])
        for fields in lines[1:]:
            facts._parse(fields)
        return facts

    def _parse(self, fields: List[str]) -> None:
        if len(fields) == 2 and fields[1] == "-":
            self.numbers.pop(fields[0], None)
            return
        numbers = _numbers(fields[1:])
        if numbers is None:
            return
        if fields[0] == "cue" and len(numbers) == 4:
            self.add(Rendering(*numbers))
        elif len(fields) == 2:
            self.numbers[fields[0]] = numbers[0]


def _numbers(fields: List[str]) -> Optional[List[int]]:
    try:
        return [int(field) for field in fields]
    except ValueError:
        return None
