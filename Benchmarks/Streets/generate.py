#!/usr/bin/env python3
"""Writes scenarios for navbus-scenario: one folder for each variant and seed."""

import argparse
import pathlib
import sys

import classes
import receivers
from scenario import Scenario


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=pathlib.Path, help="the folder for the scenarios")
    parser.add_argument("--seeds", default="0-4", help="such as 0-4 or 3,7 (default 0-4)")
    parser.add_argument("--only", default="", help="only variants whose name begins with this; several by comma")
    parser.add_argument("--logs", type=pathlib.Path, help="a folder with logs (NMEA, gpsd) of real receivers, some standing")
    parser.add_argument("--list", action="store_true", help="print the names of the variants and end")
    options = parser.parse_args()
    names = [name for name in classes.VARIANTS if name.startswith(tuple(options.only.split(",")))]
    if options.list:
        print("\n".join(names))
        return
    standing = list(receivers.BUILT_IN)
    if options.logs:
        logs = receivers.standing_logs(options.logs)
        # A real receiver is used as often as all models together.
        standing += [receivers.replay(rows) for _, rows in logs] * max(1, len(standing) // max(len(logs), 1))
        print(f"standing receivers: {len(receivers.BUILT_IN)} models and {len(logs)} stretches of logs", file=sys.stderr)
    else:
        print("standing receivers: models only (--logs FOLDER adds real ones)", file=sys.stderr)
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last) + 1) if last else [int(seed) for seed in options.seeds.split(",")]
    for name in names:
        for seed in seeds:
            scenario = Scenario(name, seed, standing)
            classes.VARIANTS[name](scenario)
            scenario.write(options.output / f"{name}.{seed}")
    print(f"{len(names) * len(seeds)} scenarios in {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
