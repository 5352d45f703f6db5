"""The facts of a memory, and their text: one line for each fact; the last line for a fact counts.

    navbus 1 run 17064505982736501911
    cue 3 4 1700000000250000000 1700000012250000000
    astray 1
    astray -
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

from navbus.v1 import events_pb2
from navbus.words import validity

# Maximum number of cues; the oldest ones are removed first.
MOST_CUES = 256

CueKey = Tuple[int, int]


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
        """Identity and stage of the cue."""
        return self.identity, self.stage

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
        if len(self.renderings) > MOST_CUES:
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
        for words in lines[1:]:
            facts._take(words)
        return facts

    def _take(self, words: List[str]) -> None:
        if len(words) == 2 and words[1] == "-":
            self.numbers.pop(words[0], None)
            return
        numbers = _numbers(words[1:])
        if numbers is None:
            return
        if words[0] == "cue" and len(numbers) == 4:
            self.add(Rendering(*numbers))
        elif len(words) == 2:
            self.numbers[words[0]] = numbers[0]


def _numbers(words: List[str]) -> Optional[List[int]]:
    try:
        return [int(word) for word in words]
    except ValueError:
        return None
