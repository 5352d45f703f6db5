#!/usr/bin/env python3
"""demo-picture.py NAVBUS OUT.svg [LINES] draws the terminal output of `navbus demo`, for the README.

The picture is the same each time: the lines have the times of the fixes that caused them, and lines of the same time are
in the order of CONTROLS, however fast each control was.
"""

import html
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

COLUMNS = 92
CONTROLS = ["haptics", "speech", "signs", "lanes"]
TIME = re.compile(r"(\d+:)?\d\d:\d\d")
CHARACTER, LINE, MARGIN = 8.4, 19, 18
COLOURS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 90: "#8b949e"}
ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


def record(navbus):
    """The output of the demo on a pseudo terminal, and the seconds of the effects of each control, in their order."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    with tempfile.TemporaryDirectory() as folder:
        command = [navbus, "demo", "--speed", "20", "--out", folder]
        child = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment)
        os.close(follower)
        written = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:  # the demo has closed its end
                break
            if not part:
                break
            written += part
        if child.wait() != 0:
            sys.exit(f"demo-picture: the demo ended with {child.returncode}")
        return written.decode(), seconds(os.path.join(folder, "events.jsonl"))


def seconds(log):
    """For each control the seconds of the drive at which its effects began: those of the last fix before."""
    begun, first, last = {name: [] for name in CONTROLS}, None, 0
    with open(log, encoding="utf-8") as events:
        for event in map(json.loads, events):
            fix = event.get("gps") or event.get("navigation", {}).get("fix")
            if fix:
                last = int(fix["timeNanoseconds"]) // 10**9
                first = last if first is None else first
            report = event.get("control", {})
            if report.get("kind") == "REPORT_KIND_BEGAN" and report["control"] in begun:
                begun[report["control"]].append(last - (first or last))
    return begun


def in_order(rows, begun):
    """The rows with the times of the drive, sorted; rows without a time stay in front of those that follow them."""
    keyed, now = [], (-1, -1)
    for row in rows:
        words = "".join(text for _, text in row).split()
        if len(words) > 1 and TIME.fullmatch(words[0]) and words[1] in begun:
            second = begun[words[1]].pop(0)
            now = (second, CONTROLS.index(words[1]))
            shown = f"{second // 60:02}:{second % 60:02}"
            (style, text), *others = row
            row = [(style, text.replace(words[0], shown, 1)), *others]
        keyed.append((now, row))
    return [row for _, row in sorted(keyed, key=lambda pair: pair[0])]


def lines(written):
    """The final lines, each a list of (style, text); of a rewritten line, the last version."""
    for line in written.replace("\r\n", "\n").split("\n"):
        yield runs(line.rsplit("\r", 1)[-1])


def runs(line):
    style, start, found = (None, False, False), 0, []
    for match in ESCAPE.finditer(line):
        found.append((style, line[start:match.start()]))
        start = match.end()
        if match[2] == "m":
            for code in [int(number or 0) for number in match[1].split(";")]:
                colour, bold, dim = style
                style = {0: (None, False, False), 1: (colour, True, dim), 2: (colour, bold, True)}.get(
                    code, (COLOURS.get(code, colour), bold, dim))
        elif match[2] == "K":
            found = []
    found.append((style, line[start:]))
    return [(style, text) for style, text in found if text]


def draw(rows):
    height = LINE * len(rows) + 2 * MARGIN
    width = round(COLUMNS * CHARACTER) + 2 * MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    yield f'<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>'
    yield '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">'
    for number, row in enumerate(rows):
        column = 0
        for (colour, bold, dim), text in row:
            text = text[: COLUMNS - column]
            attributes = f' fill="{colour}"' if colour else ' fill="#8b949e"' if dim else ""
            attributes += ' font-weight="bold"' if bold else ""
            left, base = MARGIN + column * CHARACTER, MARGIN + LINE * number + 14
            yield f'<text xml:space="preserve" x="{left:.1f}" y="{base}"{attributes}>{html.escape(text)}</text>'
            column += len(text)
    yield "</g></svg>"


def main():
    navbus, out = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 34
    written, begun = record(navbus)
    rows = in_order([row for row in lines(written) if row], begun)[:count]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(draw(rows)) + "\n")


if __name__ == "__main__":
    main()
