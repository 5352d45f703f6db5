"""Data of a control that survives a restart of its process during a drive."""

from __future__ import annotations

import threading
from typing import Callable, Dict, Optional

from navbus.guidance import CueKey
from navbus.memory_facts import MemoryFacts, Rendering
from navbus.memory_file import MAX_BYTES, MemoryFile, MemoryProblem
from navbus.v1 import events_pb2


class Memory:
    """The rendered cues and a few numbers, for one run of the bus and one navigation.

        if context.memory.has_rendered(cue, fix):  # the previous process has announced it
            return
        ...
        context.memory.rendered(cue)               # after the announcement, just before its end is reported

    Each fact reaches the kernel before the call returns. The file is opened at the first call; without a file, the
    memory ends with the process. May be called from any thread.
    """

    def __init__(
        self, path: Optional[str] = None, run: int = 0, complain: Callable[[str], None] = lambda text: None
    ) -> None:
        self._path = path
        self._complain = complain
        self._facts = MemoryFacts(run)
        # Cues rendered by earlier processes.
        self._recovered: Dict[CueKey, Rendering] = {}
        self._is_recovered = False
        # Whether the content of the file is obsolete, although the file is not open yet.
        self._is_forgotten = False
        self._is_open = False
        self._file: Optional[MemoryFile] = None
        self._file_bytes = 0
        self._lock = threading.RLock()

    @property
    def is_inherited(self) -> bool:
        """Whether an earlier process of this control has run in the same run of the bus."""
        with self._lock:
            self._open()
            return self._is_recovered

    def has_rendered(self, cue: events_pb2.Cue, fix: events_pb2.Fix) -> bool:
        """Whether an earlier process has rendered the cue on this occasion; `fix` is the fix of the current event."""
        with self._lock:
            self._open()
            rendering = self._recovered.get(CueKey(cue.identity, cue.stage))
            if rendering is None:
                return False
            # The vehicle may pass the same maneuver again later.
            return rendering.due_at == cue.due_at_nanoseconds or fix.time_nanoseconds < rendering.expires

    def rendered(self, cue: events_pb2.Cue) -> None:
        """Records that a cue was rendered."""
        with self._lock:
            self._open()
            self._append(self._facts.add(Rendering.of(cue)))

    def number(self, name: str) -> Optional[int]:
        """The number stored under a name, by this process or an earlier one; None if there is none."""
        with self._lock:
            self._open()
            return self._facts.numbers.get(name)

    def note(self, name: str, number: Optional[int]) -> None:
        """Stores a number under a name of letters and digits; None removes it."""
        with self._lock:
            self._open()
            if self._facts.numbers.get(name) != number:
                self._append(self._facts.note(name, number))

    def forget(self, run: Optional[int] = None) -> None:
        """Removes all data when navigation has ended or another run begins; `is_inherited` still works."""
        with self._lock:
            self._facts = MemoryFacts(self._facts.run if run is None else run)
            self._recovered = {}
            self._is_forgotten = True
            if self._is_open:
                self._rewrite()

    def close(self) -> None:
        """Closes the file; from then on the memory ends with the process."""
        with self._lock:
            self._is_open = True
            if self._file is not None:
                self._file.close()
                self._file = None

    def _open(self) -> None:
        if self._is_open:
            return
        self._is_open = True
        if self._path is None:
            return
        try:
            self._file = MemoryFile(self._path)
            known = MemoryFacts.parsed(self._file.read())
        except MemoryProblem as problem:
            self._give_up(problem)
            return
        if known is not None and known.run == self._facts.run:
            self._is_recovered = True
            if not self._is_forgotten:
                self._recovered = dict(known.renderings)
                self._facts = known
        self._rewrite()

    def _append(self, line: str) -> None:
        if self._file is None:
            return
        self._file_bytes += len(line)
        if self._file_bytes > MAX_BYTES:
            self._rewrite()
            return
        try:
            self._file.append(line)
        except MemoryProblem as problem:
            self._give_up(problem)

    def _rewrite(self) -> None:
        if self._file is None:
            return
        text = self._facts.text()
        try:
            self._file = self._file.replaced(text)
        except MemoryProblem as problem:
            self._give_up(problem)
        self._file_bytes = len(text)

    def _give_up(self, problem: MemoryProblem) -> None:
        """Reports a failure once; from then on the memory ends with the process."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._complain(f"failed to {problem}")
