#!/usr/bin/env python3
"""bench.py PROGRAMS [SESSIONS [WORKERS...]] measures fleets of some numbers of workers with navbus-bench-fleet, in release.

Prints the line of the benchmark for each, with the CPU time and the memory of each kind of process per 1,000 sessions.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from rig import Bus, Cluster, descendants


def figures(pids):
    """CPU seconds and resident megabytes of processes."""
    tick, seconds, bytes_ = os.sysconf("SC_CLK_TCK"), 0.0, 0
    for pid in pids:
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        seconds += (int(stat[11]) + int(stat[12])) / tick
        bytes_ += int(stat[21]) * os.sysconf("SC_PAGE_SIZE")
    return seconds, bytes_ / 1e6


def measure(programs, sessions, workers, servers):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="navbus-fleet-"))
    parts, cluster = {}, Cluster(folder, servers)
    replicas = 3 if servers >= 3 else 1
    try:
        parts["gateway"] = [Bus(folder, programs, "gateway", "gateway", cluster.urls, replicas)]
        parts["workers"] = [
            Bus(folder, programs, f"worker-{number}", "worker", cluster.urls, replicas) for number in range(workers)]
        time.sleep(8)

        def all_figures():
            result = {kind: figures(pid for bus in buses for pid in descendants(bus.run.pid)) for kind, buses in parts.items()}
            result["servers"] = figures(server.pid for server in cluster.servers)
            return result

        bench = subprocess.Popen(
            [programs / "navbus-bench-fleet", "nats", str(sessions), *cluster.urls], stdout=subprocess.PIPE, text=True)
        samples = []
        while bench.poll() is None:
            time.sleep(1)
            samples.append((time.monotonic(), all_figures()))
        row = json.loads(bench.stdout.read())
        # The paced part: 12 seconds that end before the flood of ten seconds and the closing.
        last = samples[-14] if len(samples) > 30 else samples[-1]
        first = samples[-26] if len(samples) > 30 else samples[0]
        row["workers"] = workers
        for kind, (cpu, megabytes) in last[1].items():
            seconds = (cpu - first[1][kind][0]) / (last[0] - first[0])
            row[f"{kind}_core_share_per_1000"] = round(seconds / sessions * 1000, 3)
            row[f"{kind}_megabytes_per_1000"] = round(megabytes / sessions * 1000, 1)
        print(json.dumps(row), flush=True)
    finally:
        for buses in parts.values():
            for bus in buses:
                bus.end()
        cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for count in [int(word) for word in sys.argv[3:]] or [1, 2, 4]:
        measure(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000, count, 3)
