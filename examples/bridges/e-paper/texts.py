"""Texts that fit: the largest size at which a text has few enough lines. Pure functions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Tuple

from PIL import Image, ImageDraw, ImageFont

DEFAULT_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
# Smallest legible size, pixels; a longer text is cut.
MIN_SIZE = 13
ELLIPSIS = "…"
# Distance of two lines, as a multiple of the size.
LINE_HEIGHT = 1.1

Box = Tuple[float, float, float, float]


class Typeface:
    """A font file in all sizes."""

    def __init__(self, path: str) -> None:
        """Raises OSError if the file is no font."""
        self._path = path or DEFAULT_FONT
        self._at = lru_cache(maxsize=256)(lambda size: ImageFont.truetype(self._path, size))
        try:
            self._at(MIN_SIZE)
        except OSError as error:
            raise OSError(f"the font {self._path} cannot be read ({error}): apt-get install fonts-dejavu-core") from error

    def width(self, text: str, size: int) -> float:
        """The width of a line, pixels."""
        return float(self._at(size).getlength(text))

    def line_height(self, size: int) -> int:
        """The distance of two lines, pixels."""
        return round(size * LINE_HEIGHT)

    def draw(self, picture: Image.Image, text: str, box: Box, max_lines: int = 1, max_size: int = 200) -> int:
        """Draws a text into a box, at the left and vertically in the middle; returns its size in pixels."""
        size, lines = self.fitted(text, box[2] - box[0], box[3] - box[1], max_lines, max_size)
        canvas = ImageDraw.Draw(picture)
        # Letters without smoothing: smoothed ones would lose their thin parts in black and white.
        canvas.fontmode = "1"
        height = self.line_height(size) * len(lines)
        top = box[1] + (box[3] - box[1] - height) / 2
        for index, line in enumerate(lines):
            middle = top + self.line_height(size) * (index + 0.5)
            canvas.text((round(box[0]), round(middle)), line, fill=0, font=self._at(size), anchor="lm")
        return size

    def fitted(self, text: str, width: float, height: float, max_lines: int, max_size: int) -> Tuple[int, List[str]]:
        """The largest size at which a text fits into an area, and its lines; a text that fits at no size is cut."""
        best: Tuple[int, List[str]] = (0, [])
        for count in range(1, max_lines + 1):
            size = self._largest_size(text, width, height, count, max_size)
            # Another line is worth it for much larger letters only.
            if size > best[0] * 1.3:
                best = (size, self._wrapped(text, width, size))
        if best[0]:
            return best
        lines = self._wrapped(text, width, MIN_SIZE, breaks_words=True)
        count = max(min(max_lines, int(height // self.line_height(MIN_SIZE))), 1)
        shown = lines if len(lines) <= count else [*lines[: count - 1], "".join(lines[count - 1 :])]
        return MIN_SIZE, [self._cut(line, width) for line in shown]

    def _largest_size(self, text: str, width: float, height: float, lines: int, max_size: int) -> int:
        """The largest size at which a text fits into so many lines; 0 if there is none."""
        low, high = MIN_SIZE - 1, max(min(max_size, int(height / lines / LINE_HEIGHT)), MIN_SIZE - 1)
        while low < high:
            size = (low + high + 1) // 2
            wrapped = self._wrapped(text, width, size)
            has_space = len(wrapped) <= lines and self.line_height(size) * lines <= height
            if has_space and all(self.width(line, size) <= width for line in wrapped):
                low = size
            else:
                high = size - 1
        return low if low >= MIN_SIZE else 0

    def _wrapped(self, text: str, width: float, size: int, breaks_words: bool = False) -> List[str]:
        """The text in lines, broken at spaces and after hyphens and slashes; or, if nothing else helps, anywhere."""
        lines = [""]
        for part in re.findall(r"\s*[^\s/-]+[/-]?|\s*[/-]", text):
            if self.width((lines[-1] + part).strip(), size) <= width:
                lines[-1] += part
                continue
            lines += [part] if lines[-1].strip() else []
            lines[-1] = lines[-1] or part
            while breaks_words and self.width(lines[-1].strip(), size) > width:
                word = lines[-1].strip()
                ends = range(len(word) - 1, 0, -1)
                end = next(end for end in ends if end == 1 or self.width(word[:end] + "-", size) <= width)
                lines[-1:] = [word[:end] + "-", word[end:]]
                if end == 1:
                    break
        return [line.strip() for line in lines]

    def _cut(self, line: str, width: float) -> str:
        if self.width(line, MIN_SIZE) <= width:
            return line
        while line and self.width(line + ELLIPSIS, MIN_SIZE) > width:
            line = line[:-1]
        return line.rstrip() + ELLIPSIS
