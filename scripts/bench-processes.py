#!/usr/bin/env python3
"""bench-processes.py FOLDER [SECONDS] measures the wake-ups, the memory and the start of the processes of a run.

It simulates a drive with one fix a second, with the programs in FOLDER: first with console, haptics and speech (without a
sound output), then the same without a source. Wake-ups are the voluntary context switches of all threads of a process, which do
not depend on the load of the machine; the times do. Memory is that of smaps_rollup.
"""

import collections
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONTROLS = ["console", "haptics", "speech"]
STARTS = int(os.environ.get("STARTS", "10"))


def configuration(folder, controls, has_source):
    source = '[source]\nkind = "simulate"\n' f'[route]\npath = "{ROOT}/examples/first-drive/route.json"\n'
    return (
        f"controls = [{', '.join(f'{control!r}' for control in controls)}]\n"
        + (source if has_source else "")
        + f'[haptics]\nlogFile = "{folder}/haptics.log"\n[speech]\noutput = "none"\n'
    )


class Run:
    """A run of `navbus run`, which ends with the block."""

    def __init__(self, programs, controls=CONTROLS, has_source=True):
        self.programs = programs
        self.folder = tempfile.TemporaryDirectory()
        file = pathlib.Path(self.folder.name, "run.toml")
        file.write_text(configuration(self.folder.name, controls, has_source))
        self.requests = f"ipc://{self.folder.name}/run/requests"
        self.began = time.monotonic()
        self.log = pathlib.Path(self.folder.name, "log")
        self.process = subprocess.Popen(
            [programs / "navbus", "run", "--config", file, "--run-folder", f"{self.folder.name}/run"],
            stdout=subprocess.PIPE,
            stderr=self.log.open("w"),
            env=os.environ | {"NAVBUS_CONTROLS_PATH": f"{ROOT}/Plugins", "NAVBUS_DATA": str(ROOT)},
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate()
        self.folder.cleanup()

    def seconds_to(self, text):
        """Seconds from the start to the first line with a text."""
        for line in self.process.stdout:
            if text in line:
                return time.monotonic() - self.began
        raise SystemExit(f"bench-processes: the run ended without {text!r}: {self.log.read_text()}")

    def seconds_to_ready(self):
        """Seconds from the start of a further console to its first line, which it prints when it is ready."""
        began = time.monotonic()
        console = subprocess.Popen(
            [self.programs / "navbus-console"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"NAVBUS_ENDPOINT": self.requests},
        )
        console.stdout.readline()
        seconds = time.monotonic() - began
        console.terminate()
        console.communicate()
        return seconds

    def processes(self):
        """The processes of the run by name."""
        found = {"launcher": self.process.pid}
        children = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")
        for child in " ".join(path.read_text() for path in children).split():
            found[os.path.basename(os.readlink(f"/proc/{child}/exe")).removeprefix("navbus-")] = int(child)
        return found


def switches(process):
    """The voluntary context switches of each thread of a process."""
    found = {}
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        fields = dict(line.split(":", 1) for line in (task / "status").read_text().splitlines())
        found[task.name] = (fields["Name"].strip(), int(fields["voluntary_ctxt_switches"]))
    return found


def wake_ups(processes, seconds):
    """Wake-ups a second of each process, and of its threads by name."""
    before = {name: switches(process) for name, process in processes.items()}
    time.sleep(seconds)
    for name, process in processes.items():
        threads = collections.Counter()
        for thread, (label, count) in switches(process).items():
            threads[label] += (count - before[name].get(thread, (label, 0))[1]) / seconds
        parts = ", ".join(f"{label} {rate:.2f}" for label, rate in threads.most_common() if rate >= 0.005)
        print(f"  {name:9} {sum(threads.values()):6.2f} wake-ups a second: {parts}", flush=True)


def memory(processes):
    for name, process in processes.items():
        rows = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
        fields = collections.defaultdict(int, ((row.split(":")[0], int(row.split()[1])) for row in rows))
        figures = (fields["Rss"], fields["Pss"], fields["Private_Clean"] + fields["Private_Dirty"])
        resident, proportional, private = (kilobytes / 1024 for kilobytes in figures)
        print(f"  {name:9} {resident:5.1f} MB resident, {proportional:4.1f} proportional, {private:4.1f} private")


def spread(seconds):
    ordered = sorted(round(second * 1000) for second in seconds)
    return f"{ordered[0]} / {ordered[len(ordered) // 2]} / {ordered[-1]} ms (least / median / most)"


def drive(programs, has_source, seconds):
    with Run(programs, has_source=has_source) as run:
        run.seconds_to("  gps" if has_source else "bus up")
        # The output is read, as by a terminal.
        reader = subprocess.Popen(["cat"], stdin=run.process.stdout, stdout=subprocess.DEVNULL)
        time.sleep(5)
        processes = run.processes()
        wake_ups(processes, seconds)
        memory(processes)
        run.process.send_signal(signal.SIGTERM)
        reader.wait()


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 120
    starts = []
    for _ in range(STARTS):
        with Run(programs) as run:
            starts.append(run.seconds_to("  gps"))
    print(f"navbus run to the first event: {spread(starts)}")
    with Run(programs, ["speech"]) as run:
        time.sleep(2)
        print(f"start of a console to its first line: {spread(run.seconds_to_ready() for _ in range(STARTS))}")
    for has_source, label in [(True, "one fix a second"), (False, "without a source")]:
        print(f"{', '.join(CONTROLS)}, {label}:")
        drive(programs, has_source, seconds)


if __name__ == "__main__":
    main()
