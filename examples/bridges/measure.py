"""Measures memory and processor time of each bridge during a simulated drive with one position a second.

    NAVBUS_PROGRAMS=../../.build/release PYTHONPATH=../python python3 measure.py [SECONDS]

Each bridge has a peer on this machine: Mosquitto, a D-Bus daemon with a simulated BlueZ, a WebSocket client that receives all channels, a
simulated CAN bus with ten frames a second. The output is the table of docs/interoperability.md.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Dict, List, Tuple

import testing

# The bridges and their scripts.
SCRIPTS = {
    "ble": "ble.py",
    "can": "can_motion.py",
    "dbus": "dbus.py",
    "e-paper": "e_paper.py",
    "foxglove": "foxglove_live.py",
    "marine": "marine.py",
    "mqtt": "mqtt.py",
}
# The peers that run with the modules of the tests of a bridge; the argument is an address or a port.
PEERS = {
    "ble": "from tests.bluez_mock import BlueZMock; import sys, time; mock = BlueZMock(sys.argv[1]); mock.start()\n"
    "while not mock.advertisement: time.sleep(0.1)\nmock.subscribe(); time.sleep(3600)",
    "foxglove": "from tests.peer import Peer; import sys, time; Peer(sys.argv[1]).subscribe(); time.sleep(3600)",
    "can": "from tests.can_server import CANServer; import time; server = CANServer(); print(f'port {server.port}.', flush=True)\n"
    "while True: server.send(416, bytes([16, 14] + [0] * 6)); time.sleep(0.1)",
}
WARM_UP_SECONDS = 15


def usage(process: int) -> Tuple[float, float, float]:
    """RSS and PSS in MB, and the processor time in seconds."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in file if line.endswith("kB\n")}
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return sizes["Rss"], sizes["Pss"], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_peer(drive: testing.Drive, bridge: str, *arguments: str) -> testing.Program:
    folder = os.path.join(testing.BRIDGES, bridge)
    path = os.pathsep.join([folder, os.path.join(testing.EXAMPLES, "python"), testing.BRIDGES])
    return drive.start_program([sys.executable, "-c", PEERS[bridge], *arguments], PYTHONPATH=path)


def measure(drive: testing.Drive, bus: testing.PrivateBus, seconds: float) -> None:
    broker_port = testing.free_port()
    drive.start_program(["/usr/sbin/mosquitto", "-p", str(broker_port)])
    bus.start()
    start_peer(drive, "ble", bus.address)
    can = start_peer(drive, "can")
    if not can.says("."):
        raise SystemExit(can.text)
    sections: Dict[str, List[str]] = {
        "can": ['interface = "socketcand"', f'options = ["host=127.0.0.1", "port={can.text.split()[1][:-1]}"]'],
        "e-paper": [f'folder = "{drive.folder}/panel"'],
        "foxglove": ["port = 0"],
        "marine": [f'udp = "127.0.0.1:{testing.free_port()}"'],
        "mqtt": ['host = "127.0.0.1"', f"port = {broker_port}"],
    }
    names = ", ".join(f'"{bridge}"' for bridge in SCRIPTS)
    configuration = os.path.join(drive.folder, "measure.toml")
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(f'controls = [{names}]\n[source]\nkind = "simulate"\n[route]\npath = "{testing.FIRST_DRIVE}/route.json"\n')
        for bridge, lines in sections.items():
            file.write("\n".join([f"[{bridge}]", *lines, ""]))
    run = drive.start_program([testing.NAVBUS, "run", "--config", configuration])
    if not run.says("listening on ws://"):
        raise SystemExit(run.text)
    start_peer(drive, "foxglove", run.text.split("listening on ")[1].split()[0])
    time.sleep(WARM_UP_SECONDS)
    processes = {bridge: drive.process_of(script, bridge) for bridge, script in SCRIPTS.items()}
    before = {bridge: usage(process) for bridge, process in processes.items()}
    time.sleep(seconds)
    print("| bridge | RSS, MB | PSS, MB | processor, ms a second |\n|---|---|---|---|")
    for bridge, process in processes.items():
        rss, pss, used = usage(process)
        print(f"| {bridge} | {rss:.0f} | {pss:.0f} | {(used - before[bridge][2]) / seconds * 1000:.1f} |")
    if "warning" in run.text:
        print(run.text, file=sys.stderr)


def main() -> None:
    drive = testing.Drive("bridges")
    bus = testing.PrivateBus(drive.folder)
    drive.environment.update(DBUS_SYSTEM_BUS_ADDRESS=bus.address, DBUS_SESSION_BUS_ADDRESS=bus.address)
    try:
        measure(drive, bus, float(sys.argv[1]) if len(sys.argv) > 1 else 60)
    finally:
        drive.close()
        bus.kill()


if __name__ == "__main__":
    main()
