"""The progress of a subscriber in a session: which event is next, which is a repetition, and where events are
missing."""

from __future__ import annotations

import enum
from typing import Collection, Dict, FrozenSet, List, Optional, Sequence, Tuple

from navbus.topics import ALL, ON_COMMAND, topic_of
from navbus.v1 import bus_pb2, events_pb2


class Verdict(enum.Enum):
    """The decision about an event."""

    DELIVER = "the next one"
    REPEATED = "delivered before, or covered by a snapshot"
    GAP = "events before it are missing"
    OTHER_RUN = "of another run of the bus"


class DeliveryOrder:
    """The progress in one session of one run of the bus. Without input and output: it only decides.

    A subscriber of all topics of the bus uses the sequence of the session, which shows every loss. A subscriber of some
    topics (`restriction`) uses the sequence of each topic.
    """

    def __init__(self, after: bus_pb2.Snapshot, restriction: Optional[FrozenSet[str]] = None) -> None:
        self.restriction = restriction
        self.run = after.run
        self.sequence = after.sequence
        self._topic_sequences = topic_sequences(after)

    def latest(self, topic: str) -> int:
        """The topic sequence of the latest event of a topic."""
        return self._topic_sequences.get(topic, 0)

    def accept(self, topic: str, envelope: events_pb2.Envelope) -> Verdict:
        """Decides about an event, and advances if it is the next one."""
        verdict = self._verdict(topic, envelope)
        if verdict is Verdict.DELIVER:
            self.advance(topic, envelope)
        return verdict

    def _verdict(self, topic: str, envelope: events_pb2.Envelope) -> Verdict:
        if envelope.run != self.run:
            return Verdict.OTHER_RUN
        number, last = (
            (envelope.sequence, self.sequence)
            if self.restriction is None
            else (envelope.topic_sequence, self.latest(topic))
        )
        if number == last + 1:
            return Verdict.DELIVER
        return Verdict.REPEATED if number <= last else Verdict.GAP

    def advance(self, topic: str, envelope: events_pb2.Envelope) -> None:
        """Advances after an event that is delivered, or not wanted."""
        self.sequence = max(self.sequence, envelope.sequence)
        self._topic_sequences[topic] = envelope.topic_sequence

    def advance_to(self, snapshot: bus_pb2.Snapshot) -> None:
        """Advances after all events that a snapshot covers."""
        self.run = snapshot.run
        self.sequence = snapshot.sequence
        self._topic_sequences = topic_sequences(snapshot)

    def is_behind(self, snapshot: bus_pb2.Snapshot) -> bool:
        """Whether a snapshot of the same run covers events that were not delivered."""
        if self.restriction is None:
            return snapshot.sequence > self.sequence
        sequences = topic_sequences(snapshot)
        return any(sequences.get(topic, 0) > self.latest(topic) for topic in self.restriction)

    def continues(self, topic: str, after: int, events: Sequence[events_pb2.Envelope]) -> bool:
        """Whether these are the next events of their topic, after `after` other ones, without a gap."""
        first = self.latest(topic) + after + 1
        return all(
            event.run == self.run and topic_of(event) in (topic, None) and event.topic_sequence == first + index
            for index, event in enumerate(events)
        )

    def resynchronization(
        self, snapshot: bus_pb2.Snapshot, wanted: Collection[str], added: Collection[str] = ()
    ) -> Tuple[int, List[events_pb2.Envelope]]:
        """The number of events of the wanted topics that were never delivered, and the newer events in a snapshot.

        Earlier events of `added` topics do not count.
        """
        sequences = topic_sequences(snapshot)
        latest = [
            event
            for event in snapshot.latest
            for topic in [topic_of(event)]
            if topic in wanted and event.topic_sequence > self.latest(topic or "")
        ]
        passed = sum(
            max(sequences.get(topic, 0) - self.latest(topic), 0)
            for topic in ALL
            if topic in wanted and topic not in added
        )
        # A snapshot contains only the state of a command: its action is lost nevertheless.
        delivered = sum(1 for event in latest if topic_of(event) != ON_COMMAND and topic_of(event) not in added)
        return max(passed - delivered, 0), latest


def topic_sequences(snapshot: bus_pb2.Snapshot) -> Dict[str, int]:
    """The sequence of the last event of each topic."""
    return {str(entry.topic): int(entry.sequence) for entry in snapshot.topic_sequences}
