"""Ports for other machines, without and with an allowed key. Arguments: the bus, its messages."""

import pathlib
import time

from stage import STATUS, Silence
from target import Target, tell


def opened(process):
    for file in pathlib.Path(f"/proc/{process}/fd").iterdir():
        try:
            yield str(file.readlink())
        except FileNotFoundError:
            pass  # Closed since it was listed.


def listening(process):
    sockets = set(opened(process))
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(words[3] == "0A" and f"socket:[{words[9]}]" in sockets for words in map(str.split, lines))


def main():
    with Target(allowed=[]) as target:
        local = target.peer()
        local.ask(**STATUS)
        before = listening(target.process.pid)
        target.allow(["phone"])
        end = time.monotonic() + 20
        while listening(target.process.pid) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        after = listening(target.process.pid)
        try:
            is_answered = target.remote("phone").ask(**STATUS).HasField("status")
        except Silence:
            is_answered = False
        tell(before=before, after=after, is_answered=is_answered)


if __name__ == "__main__":
    main()
