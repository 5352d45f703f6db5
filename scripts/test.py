#!/usr/bin/env python3
"""test.py [--quick|--no-long] [--jobs N] [--slow] [REGEX...] runs the tests that were built, several suites at a time.

Each suite of Tests/slow.txt, and each test of those marked with a *, runs in a process of its own; the other suites
of a module share processes, eight suites each, since the start of a process takes longer than most suites. In a process
one test runs after another. The suites of Tests/slow.txt start first, or are left out with --quick; --no-long leaves out
the suites and tests marked with a + there. Those marked with an = run one after another, beside the others. A REGEX
selects tests by their full names.

What fails beside others runs again alone, and has to pass then. The output of a failed process is printed; that of
every process is in .build/test.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SLOW_SECONDS = 15
SUITES_PER_PROCESS = 8
# A suite that hangs is ended after this time.
MAX_SECONDS = 900


class Job:
    """Tests that run in one process."""

    def __init__(self, name, rank, is_heavy):
        self.name, self.rank, self.is_heavy, self.selected = name, rank, is_heavy, {}
        self.passed = self.skipped = self.issues = 0
        self.seconds = self.cpu = 0.0
        self.is_ok = False

    @property
    def log(self):
        return ROOT / ".build" / "test" / (re.sub(r"[^A-Za-z0-9.]+", "-", self.name)[:120] + ".log")

    def run(self, binary):
        start = time.monotonic()
        with open(self.log, "wb") as log:
            pattern = "^(" + "|".join(re.escape(name) for name in self.selected) + ")(/|$)"
            command = [binary, "--testing-library", "swift-testing", "--no-parallel", "--filter", pattern]
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            timer = threading.Timer(MAX_SECONDS, process.kill)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        self.code = process.returncode
        self.seconds = time.monotonic() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        text = self.log.read_text(errors="replace")
        ran = re.findall(r"^. Test run with (\d+) tests?", text, re.M)
        self.skipped = len(re.findall(r"^. Test .* skipped", text, re.M)) + len(
            re.findall(r"^. Test [^\n]* was cancelled", text, re.M))
        self.passed = int(ran[-1]) - self.skipped if ran else 0
        self.is_ok = process.returncode == 0 and bool(ran) and int(ran[-1]) > 0
        return self


def slow_suites():
    """The suites of Tests/slow.txt, and single tests as SUITE/TEST, in their order, with their marks."""
    lines = [line.split("#")[0].strip() for line in (ROOT / "Tests/slow.txt").read_text().splitlines()]
    return {line.rstrip("*+="): line[len(line.rstrip("*+=")):] for line in lines if line}


def plain(test):
    """SUITE/TEST without the backticks and the parameters of the test."""
    return re.sub(r"\([^()]*\)$", "", test).replace("`", "")


def jobs(binary, options):
    tests = subprocess.run(
        [binary, "--testing-library", "swift-testing", "--list-tests"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.splitlines()
    slow = slow_suites()
    order = {name: rank for rank, name in enumerate(slow)}
    split = {name.split("/")[0] for name in slow if "/" in name}
    found = {}
    quick_suites = {}
    for test in tests:
        suite = test.split("/")[0]
        single = plain(test)
        if options.quick and (suite in slow or single in slow):
            continue
        if options.no_long and any("+" in slow.get(name, "") for name in (suite, single)):
            continue
        if options.tests and not any(re.search(each, test) for each in options.tests):
            continue
        rank = order.get(single, order.get(suite, len(slow)))
        is_alone = single in slow or "*" in slow.get(suite, "")
        if suite in slow or is_alone:
            name = test if is_alone else suite
        else:
            module = suite.split(".")[0]
            suites = quick_suites.setdefault(module, {})
            number = suites.setdefault(suite, len(suites)) // SUITES_PER_PROCESS
            name = f"{module} {number + 1}"
        # A whole suite is selected by its name, since a process can be given only so many names.
        selected = test if options.tests or is_alone or suite in split else suite
        is_heavy = any("=" in slow.get(each, "") for each in (suite, single))
        found.setdefault(name, Job(name, rank, is_heavy)).selected[selected] = None
    # FaultTests are built only with NAVBUS_BENCHMARKS.
    names = {name for test in tests for name in (test.split("/")[0], plain(test))}
    unknown = {name for name in slow if name not in names and not name.startswith("FaultTests.")}
    if unknown:
        sys.exit(f"test.py: Tests/slow.txt names suites or tests that do not exist: {', '.join(sorted(unknown))}")
    return sorted(found.values(), key=lambda job: job.rank)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the suites of Tests/slow.txt")
    parser.add_argument("--no-long", action="store_true", help="leave out what has a + in Tests/slow.txt")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 2), help="processes at a time")
    parser.add_argument("--slow", action="store_true", help="print every suite with its time")
    parser.add_argument("tests", nargs="*", metavar="REGEX", help="the tests to run; all without any")
    options = parser.parse_args()
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    binary = f"{folder}/navbusPackageTests.xctest"
    (ROOT / ".build" / "test").mkdir(exist_ok=True)
    start = time.monotonic()
    done, todo = [], jobs(binary, options)
    if not todo:
        sys.exit("test.py: no test has such a name")
    threads = concurrent.futures.ThreadPoolExecutor
    # A heavy job takes the place of another process.
    with threads(max(1, options.jobs - 1)) as pool, threads(1) as heavy:
        running = [(heavy if each.is_heavy else pool).submit(each.run, binary) for each in todo]
        for job in concurrent.futures.as_completed(running):
            done.append(job.result())
            if sys.stdout.isatty():
                print(f"\r{len(done)} of {len(todo)} {done[-1].name[:60]:60}", end="", flush=True)
    # A busy machine can be too slow for a test of time: what failed beside others has to pass alone.
    alone = [job for job in done if not job.is_ok]
    for job in alone:
        show_failure(job, "beside others")
        if not job.run(binary).is_ok:
            show_failure(job, "alone")
    report(done, options, time.monotonic() - start)
    for job in alone:
        print(f"{'passed only alone' if job.is_ok else 'FAILED'}: {job.name}")
    sys.exit(0 if all(job.is_ok for job in done) else 1)


def show_failure(job, how):
    """Prints the end of the output of a failed job, without the lines of the tests that passed, and the place of a crash."""
    print(f"\nfailed {how}: {job.name}, exit code {job.code}, {job.seconds:.0f} s; {job.log.relative_to(ROOT)}:")
    lines = [line for line in job.log.read_text(errors="replace").splitlines() if not re.match(r"^[◇✔↳] ", line)]
    crash = next((number for number, line in enumerate(lines[:-60]) if "crashed:" in line), None)
    place = [] if crash is None else lines[crash:crash + 60]
    print("\n".join(place + lines[-60:]), flush=True)


def report(done, options, seconds):
    done.sort(key=lambda job: -job.seconds)
    for job in done if options.slow else done[:10]:
        print(f"{job.seconds:8.1f} s {job.cpu:8.1f} s of processor  {job.name}")
    listed = slow_suites()
    unlisted = [job.name for job in done if job.seconds > SLOW_SECONDS and job.name.split("/")[0] not in listed]
    if unlisted:
        print(f"not in Tests/slow.txt, and longer than {SLOW_SECONDS} s: {', '.join(unlisted)}")
    failed = sum(not job.is_ok for job in done)
    print(
        f"{sum(job.passed for job in done)} tests in {len(done)} processes, {sum(job.skipped for job in done)} skipped, "
        f"{failed} processes failed, {seconds:.0f} s, {sum(job.cpu for job in done):.0f} s of processor")


main()
