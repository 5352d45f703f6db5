#!/usr/bin/env python3
"""Runs navbus-scenario over all scenarios of a folder."""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runner", type=pathlib.Path, help="the program navbus-scenario")
    parser.add_argument("scenarios", type=pathlib.Path, help="the folder that generate.py wrote")
    parser.add_argument("results", type=pathlib.Path, help="the folder for the results")
    parser.add_argument("--only", default="", help="only scenarios whose name begins with this; several by comma")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default 2)")
    options = parser.parse_args()
    options.results.mkdir(parents=True, exist_ok=True)
    folders = sorted(path for path in options.scenarios.iterdir() if path.name.startswith(tuple(options.only.split(","))))

    def run(folder):
        result = options.results / f"{folder.name}.csv"
        result.unlink(missing_ok=True)
        done = subprocess.run([options.runner, folder, result], capture_output=True, text=True, check=False)
        return folder.name, done.returncode, done.stderr.strip()

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, code, message in pool.map(run, folders):
            if code:
                failed += 1
                print(f"{name}: ended with {code}: {message}", file=sys.stderr)
    print(f"{len(folders) - failed} of {len(folders)} scenarios ran", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
