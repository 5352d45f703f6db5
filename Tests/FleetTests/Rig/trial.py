#!/usr/bin/env python3
"""trial.py PROGRAMS SCENARIO [VEHICLES [SECONDS]] disturbs a fleet and compares its events with those of one bus.

Prints one line: the events, and what was lost, doubled or different; exits with 1 unless these are 0. The scenarios:
calm, worker, server, servers, gateway, pause, drain, partition-mapping.
"""

import asyncio
import pathlib
import signal
import sys
import time

import rig


def actions(trial, scenario):
    half = 4 + trial.seconds * trial.pace / 2
    buses, servers = trial.buses, trial.cluster.servers
    if scenario == "worker":
        return [(half, buses["worker-0"].kill), (half + 12, buses["worker-0"].run.start)]
    if scenario == "server":
        steps = []
        for number, server in enumerate(servers):
            begin = half / 2 + 14 * number
            steps += [(begin, server.kill_group), (begin + 6, server.start)]
        return steps
    if scenario == "servers":
        return [(half, lambda: [server.kill_group() for server in servers]),
                (half + 3, lambda: [server.start() for server in servers])]
    if scenario == "gateway":
        trial.begin("gateway-1", "gateway")
        return [(half, buses["gateway-0"].kill), (half + 4, buses["gateway-0"].run.start)]
    if scenario == "pause":
        return [(half, lambda: buses["worker-0"].signal(signal.SIGSTOP)),
                (half + 30, lambda: buses["worker-0"].signal(signal.SIGCONT))]
    if scenario == "drain":
        return [(half, lambda: buses["worker-0"].run.signal(signal.SIGTERM)), (half + 15, buses["worker-0"].run.start)]
    if scenario == "bus":
        return [(half, lambda: kill_bus(buses["worker-0"]))]
    return []


def kill_bus(worker):
    for pid in rig.descendants(worker.run.pid):
        if pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "navbus-bus":
            rig.os.kill(pid, signal.SIGKILL)


def main():
    programs, scenario = sys.argv[1], sys.argv[2]
    vehicles = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 40
    files = sorted((rig.ROOT / "Tests/RoutesTests/Fixtures/valhalla").glob("*.json"))
    files += [rig.ROOT / "examples/first-drive/route.json"]
    trial = rig.Trial(programs, files, vehicles, seconds)
    is_right = False
    try:
        trial.prepare()
        began = time.monotonic()
        result = asyncio.run(trial.run(actions(trial, scenario)))
        is_right = not (result["lost"] or result["doubled"] or result["different"]) and result["events"] > 0
        is_right = is_right and trial.counts["elapsed"] > 0
        print(
            f"{scenario}: {vehicles} sessions, {time.monotonic() - began:.0f} s, events {result['events']}, "
            f"lost {result['lost']}, doubled {result['doubled']}, different {result['different']}; "
            f"repeated {result['repeated']}, fetched {result['repaired']}, "
            f"requests sent again {trial.counts['repeated requests']}, refused {trial.counts['refused']}, "
            f"times without a position {trial.counts['elapsed']}, "
            f"longest interruption {trial.longest:.1f} s")
        if not is_right:
            print("\n".join(trial.log[-5:]), f"files: {trial.folder}", sep="\n")
    finally:
        trial.end(keeps=not is_right)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
