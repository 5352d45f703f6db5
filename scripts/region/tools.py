"""Runs the programs that build a part of a region, and reports to `navbus region add`."""

import re
import subprocess
import sys
import time

EX_DATAERR, EX_UNAVAILABLE, EX_SOFTWARE = 65, 69, 70


def problem(text, code=EX_DATAERR):
    """Ends with an error for a person."""
    print("problem", " ".join(str(text).split()), flush=True)
    sys.exit(code)


class Progress:
    """Prints the share of the work that is done, at most five times a second."""

    def __init__(self):
        self.last = 0.0

    def __call__(self, fraction):
        now = time.monotonic()
        if now - self.last > 0.2:
            self.last = now
            print(f"progress {min(fraction, 1):.3f}", flush=True)


_LINE_END = re.compile(rb"[\r\n]")


def run(words, on_line=lambda line: None):
    """Runs a program to its end and passes its lines on, also to standard error; returns the exit code and the last
    lines. The program ends with this one."""
    try:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
    except OSError as error:
        problem(f"{words[0]} cannot be started: {error}", EX_UNAVAILABLE)
    rest, last = b"", []
    while True:
        block = process.stdout.read1(65536)
        *lines, rest = _LINE_END.split(rest + block)
        if not block and rest:
            lines.append(rest)
        for line in lines:
            text = line.decode("utf-8", "replace").strip()
            if text:
                last = last[-19:] + [text]
                print(text, file=sys.stderr, flush=True)
                on_line(text)
        if not block:
            return process.wait(), last
