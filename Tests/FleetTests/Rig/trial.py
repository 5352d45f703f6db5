#!/usr/bin/env python3
"""trial.py PROGRAMS SCENARIO [VEHICLES [SECONDS]] disturbs a fleet and compares its events with those of one bus.

Prints one line: the events, and what was lost, doubled or different; exits with 1 unless these are 0. Exits with 3 if the servers
have different logs, which is a fault of theirs. The scenarios:

- checkpoint: worker, with the state of each session stored every five seconds.
- calm; worker, gateway, bus (killed); pause, drain (of a worker); server (each killed in turn), servers (all at once).
- upgrade: each worker and each gateway is stopped and started again, one after the other. restart: everything at once.
- cut-server, cut-worker: it has no network for 20 seconds.
- disk-server, disk-servers, disk-worker: the disk is full for 15 seconds. A server is started again after it.

The scenarios with cut and disk run in namespaces of their own, as root or where the kernel lets users make them.
"""

import asyncio
import itertools
import pathlib
import signal
import sys
import time

import rig


SMALL_DISK_MEGABYTES = 64
CUT_SECONDS = 20
CHECKPOINT_SECONDS = 5
FULL_SECONDS = 15
SPLIT_LOG_STATUS = 3


def prepare(trial, scenario):
    """Makes what a scenario needs before the fleet begins."""
    if scenario == "checkpoint":
        trial.settings = f"checkpointMinutes = {CHECKPOINT_SECONDS / 60}\n"
    if scenario == "cut-server":
        trial.hosts[2] = rig.Host(1)
    if scenario == "cut-worker":
        trial.hosts["worker-0"] = rig.Host(1)
    if scenario == "upgrade" or scenario == "restart":
        trial.gateway_count = 2
    folders = {
        "disk-server": ["nats-2/store"], "disk-servers": ["nats-0/store", "nats-1/store", "nats-2/store"],
        "disk-worker": ["worker-0/run"]}
    trial.disks = [rig.SmallDisk(trial.folder / name, SMALL_DISK_MEGABYTES) for name in folders.get(scenario, [])]
    trial.prepare()


def actions(trial, scenario):
    half = 4 + trial.seconds * trial.pace / 2
    buses, servers = trial.buses, trial.cluster.servers
    if scenario in ("worker", "checkpoint"):
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
    if scenario.startswith("cut"):
        host = next(iter(trial.hosts.values()))
        return [(half, host.cut), (half + CUT_SECONDS, host.join)]
    if scenario.startswith("disk"):
        return [(half, lambda: [disk.fill() for disk in trial.disks]), (half + FULL_SECONDS, lambda: free(trial))]
    if scenario == "upgrade":
        return [(half / 2, lambda: [restart([bus.run]) for bus in buses.values()])]
    if scenario == "restart":
        return [(half, lambda: restart([*servers, *(bus.run for bus in buses.values())]))]
    return []


def restart(processes):
    """Ends processes at the same time, as an operator does, and starts them again."""
    for process in processes:
        process.signal(signal.SIGTERM)
    for process in processes:
        process.end(seconds=15)
    for process in processes:
        process.start()
    # Workers and gateways join the fleet within this time.
    time.sleep(4)


def free(trial):
    """Frees the disks, and does what an operator does: starts the servers again at once. They do not recover by themselves."""
    for disk in trial.disks:
        disk.free()
    folders = [disk.folder.parent for disk in trial.disks]
    restart([server for server in trial.cluster.servers if server.log.parent in folders])


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
    rig.own_namespaces(is_needed=scenario.startswith(("cut", "disk")))
    trial = rig.Trial(programs, files, vehicles, seconds)
    is_right = is_split = False
    try:
        prepare(trial, scenario)
        began = time.monotonic()
        result = asyncio.run(trial.run(actions(trial, scenario)))
        is_right = not (result["lost"] or result["doubled"] or result["different"]) and result["events"] > 0
        is_right = is_right and trial.counts["elapsed"] > 0
        is_right = is_right and (scenario != "checkpoint" or trial.counts["checkpoint"] > vehicles)
        print(
            f"{scenario}: {vehicles} sessions, {time.monotonic() - began:.0f} s, events {result['events']}, "
            f"lost {result['lost']}, doubled {result['doubled']}, different {result['different']}; "
            f"repeated {result['repeated']}, fetched {result['repaired']}, "
            f"requests sent again {trial.counts['repeated requests']}, refused {trial.counts['refused']}, "
            f"times without a position {trial.counts['elapsed']}, checkpoints {trial.counts['checkpoint']}, "
            f"longest interruption {trial.longest:.1f} s")
        if not is_right:
            for difference in itertools.islice(rig.differences(trial.want, trial.observer.sessions), 8):
                print(*difference)
            print("\n".join(trial.log[-5:]), f"files: {trial.folder}", sep="\n")
    except rig.SplitLog as split:
        is_split = True
        print(f"{scenario}: the servers have different logs: {split}", f"files: {trial.folder}", sep="\n")
    finally:
        trial.end(keeps=not is_right)
    sys.exit(0 if is_right else SPLIT_LOG_STATUS if is_split else 1)


if __name__ == "__main__":
    main()
