#!/usr/bin/env python3
"""watch-picture.py NAVBUS OUT.svg [SECONDS] draws the screen of `navbus watch` after SECONDS of the drive of
config/display.toml, for docs/getting-started.md."""

import fcntl
import html
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

COLUMNS, ROWS = 76, 24
WIDTH, HEIGHT, MARGIN = 8.4, 18, 16
SPEED = 10
BRIGHT = {30: "#484f58", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd"}
LEVELS = (0, 95, 135, 175, 215, 255)
# The quarters of its cell that a character fills: upper left, upper right, lower left, lower right.
QUARTERS = {"▘": "1000", "▝": "0100", "▖": "0010", "▗": "0001", "▀": "1100", "▄": "0011", "▌": "1010", "▐": "0101",
            "▚": "1001", "▞": "0110", "▛": "1110", "▜": "1101", "▙": "1011", "▟": "0111", "█": "1111"}
SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


def colour(number):
    """One of the 256 colours of a terminal."""
    if number < 16:
        return BRIGHT.get(30 + number % 8, "#e6edf3")
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    return "#" + "".join(f"{LEVELS[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


class Screen:
    """The cells of a terminal that supports cursor movement, clearing and colours."""

    def __init__(self):
        self.style = (None, None, False, False)
        self.row = self.column = 0
        self.clear()

    def clear(self):
        self.cells = [[(" ", self.style)] * COLUMNS for _ in range(ROWS)]

    def feed(self, text):
        place = 0
        for match in SEQUENCE.finditer(text):
            self.write(text[place:match.start()])
            place = match.end()
            numbers = [int(part or 0) for part in match[1].split(";")] if "?" not in match[1] else []
            if match[2] == "H" and numbers:
                self.row, self.column = numbers[0] - 1, (numbers[1] if len(numbers) > 1 else 1) - 1
            elif match[2] == "J":
                self.clear()
            elif match[2] == "K":
                for column in range(self.column, COLUMNS):
                    self.cells[self.row][column] = (" ", self.style)
            elif match[2] == "m":
                self.dress(numbers)
        self.write(text[place:])

    def write(self, text):
        for character in text:
            if character >= " " and 0 <= self.row < ROWS and 0 <= self.column < COLUMNS:
                self.cells[self.row][self.column] = (character, self.style)
                self.column += 1

    def dress(self, numbers):
        front, back, bold, dim = self.style
        rest = iter(numbers)
        for number in rest:
            if number == 0:
                front, back, bold, dim = None, None, False, False
            elif number in (1, 2):
                bold, dim = bold or number == 1, dim or number == 2
            elif number in (38, 48) and next(rest, 5) == 5:
                chosen = colour(next(rest, 7))
                front, back = (chosen, back) if number == 38 else (front, chosen)
            elif number in BRIGHT:
                front = BRIGHT[number]
        self.style = (front, back, bold, dim)

    def runs(self, row):
        """The runs of one style: column, text, style."""
        start = 0
        for column in range(1, COLUMNS + 1):
            if column == COLUMNS or self.cells[row][column][1] != self.cells[row][start][1]:
                yield start, "".join(cell[0] for cell in self.cells[row][start:column]), self.cells[row][start][1]
                start = column


def watch(navbus, seconds):
    """The screen after a number of seconds of the drive."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TERM": "xterm-256color", "XDG_RUNTIME_DIR": folder, "LC_ALL": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        run = subprocess.Popen(
            [navbus, "run", "--config", "config/display.toml", "--speed", str(SPEED)], env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        child = subprocess.Popen([navbus, "watch"], stdin=follower, stdout=follower, stderr=follower, env=environment)
        os.close(follower)
        written, end = b"", time.monotonic() + seconds / SPEED
        try:
            while time.monotonic() < end:
                if select.select([leader], [], [], 0.1)[0]:
                    written += os.read(leader, 65536)
        finally:
            for process in (child, run):
                process.terminate()
                process.wait()
    screen = Screen()
    screen.feed(written.decode(errors="ignore"))
    return screen


def quarter_cell(left, top, quarter, fill):
    x, y = left + quarter % 2 * WIDTH / 2, top + quarter // 2 * HEIGHT / 2
    return (f'<rect x="{x:.1f}" y="{y:.0f}" width="{WIDTH / 2 + 0.1:.1f}" height="{HEIGHT / 2 + 0.1:.1f}" '
            f'fill="{fill or "#e6edf3"}"/>')


def draw(screen):
    height, width = HEIGHT * ROWS + 2 * MARGIN, round(COLUMNS * WIDTH) + 2 * MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    yield f'<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>'
    yield '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">'
    for row in range(ROWS):
        for column, text, (front, back, bold, dim) in screen.runs(row):
            left, top = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
            if back:
                yield (f'<rect x="{left:.1f}" y="{top}" width="{len(text) * WIDTH + 0.2:.1f}" height="{HEIGHT + 0.2}" '
                       f'fill="{back}"/>')
            for index, character in enumerate(text):
                for quarter, is_filled in enumerate(QUARTERS.get(character, "")):
                    if is_filled == "1":
                        yield quarter_cell(left + index * WIDTH, top, quarter, front)
            text = "".join(" " if character in QUARTERS else character for character in text)
            if text.strip():
                fill = f' fill="{front}"' if front else ' fill="#8b949e"' if dim else ""
                weight = ' font-weight="bold"' if bold else ""
                yield (f'<text xml:space="preserve" x="{left:.1f}" y="{top + 14}" textLength="{len(text) * WIDTH:.1f}" '
                       f'lengthAdjust="spacingAndGlyphs"{fill}{weight}>{html.escape(text)}</text>')
    yield "</g></svg>"


def main():
    navbus, out = sys.argv[1:3]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 325
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(draw(watch(navbus, seconds))) + "\n")


if __name__ == "__main__":
    main()
