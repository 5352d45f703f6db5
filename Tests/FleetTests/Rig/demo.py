#!/usr/bin/env python3
"""demo.py PROGRAMS [FOLDER] shows a fleet: three NATS servers, two workers, 200 vehicles; one worker is killed halfway.

FOLDER has provider answers (route*.json, valhalla*.json) in its subfolders; without it, the routes of the repository are
driven. The last line counts what was lost and doubled, compared with one undisturbed bus; the exit code is 1 unless both
are 0.
"""

import asyncio
import pathlib
import sys

import rig

VEHICLES = 200
SECONDS = 60


def files(folder):
    if folder:
        found = sorted(pathlib.Path(folder).rglob("valhalla.json")) + sorted(pathlib.Path(folder).rglob("osrm*.json"))
        if found:
            return found[:40]
    return sorted((rig.ROOT / "Tests/RoutesTests/Fixtures/valhalla").glob("*.json")) + [
        rig.ROOT / "examples/first-drive/route.json"]


def show(seconds, trial):
    observed = trial.observer.sessions.values()
    events = sum(len(session.events) for session in observed)
    repeated = sum(session.repeated for session in observed)
    alive = sum(bus.run.process.poll() is None for name, bus in trial.buses.items() if name.startswith("worker"))
    text = (f"{seconds:5.0f} s   workers {alive}   sessions {len(trial.observer.sessions):4}   "
            f"requests {trial.counts['requests']:6}   events {events:6}   repeated and dropped {repeated:5}")
    if sys.stdout.isatty():
        print(f"\r{text}", end="", flush=True)
    elif int(seconds * 2) % 10 == 0:
        print(text, flush=True)


def main():
    trial = rig.Trial(
        sys.argv[1], files(sys.argv[2] if len(sys.argv) > 2 else ""), VEHICLES, SECONDS, show=show)
    try:
        trial.prepare()
        print(f"fleet: 3 NATS servers, 1 gateway, 2 workers, {VEHICLES} vehicles on {len(trial.routes)} routes", flush=True)

        def kill():
            print("\nfleet: worker-0 is killed, with its bus", flush=True)
            trial.buses["worker-0"].kill()

        result = asyncio.run(trial.run([(4 + SECONDS / 2, kill)]))
        doubled = result["doubled"] + result["different"]
        print(
            f"\nevents {result['events']}, lost {result['lost']}, doubled {doubled}, "
            f"longest interruption {trial.longest:.1f} s")
        return 0 if result["events"] and not result["lost"] and not doubled else 1
    finally:
        trial.end()


if __name__ == "__main__":
    sys.exit(main())
