"""A bus with a low limit of open files. Arguments: the bus, its messages, the limit."""

import resource
import sys

from stage import STATUS
from target import Target, tell


def main():
    limit = int(sys.argv[3])
    with Target(limits={resource.RLIMIT_NOFILE: limit}, has_ports=False) as target:
        peer = target.joined(control="watcher", topics=["onControl"])
        is_answered = peer.ask(**STATUS).HasField("status")
        reply = peer.ask(missed=missed_reports())
        warnings = [event.control.text for event in reply.events.events]
        tell(is_answered=is_answered, warning=next((text for text in warnings if "files" in text), ""))


def missed_reports():
    from stage import bus_pb2

    return bus_pb2.MissedEvents(session="main", topic="onControl", first=0, last=2**64 - 1)


if __name__ == "__main__":
    main()
