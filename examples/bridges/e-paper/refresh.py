"""Which part of the panel is refreshed, and how. Pure functions and counters; no device."""

from __future__ import annotations

from typing import NamedTuple, Optional

from PIL import Image, ImageChops

# Pixels of a byte: a panel receives whole bytes of a row.
ALIGNMENT = 8


class Region(NamedTuple):
    """A rectangle in pixels of the panel."""

    x: int
    y: int
    width: int
    height: int

    @property
    def box(self) -> "tuple[int, int, int, int]":
        """Left, top, right and bottom, as Pillow has them."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


class Refresh(NamedTuple):
    """One refresh of the panel."""

    picture: Image.Image
    region: Region
    # A full refresh lets all pixels flash, which removes the traces of earlier pictures.
    is_full: bool


def changed_region(before: Image.Image, after: Image.Image) -> Optional[Region]:
    """The smallest rectangle that has all changed pixels, on the boundaries of bytes; None without a change."""
    box = ImageChops.logical_xor(before, after).getbbox()
    if box is None:
        return None
    left = box[0] // ALIGNMENT * ALIGNMENT
    right = min(-(-box[2] // ALIGNMENT) * ALIGNMENT, after.width)
    return Region(left, box[1], right - left, box[3] - box[1])


class RefreshPlanner:
    """Decides about each refresh, from the picture that the panel shows."""

    def __init__(self, max_partial: int) -> None:
        self._max_partial = max_partial
        self._shown: Optional[Image.Image] = None
        # Number of partial refreshes since the last full one.
        self.partial = 0

    def next(self, picture: Image.Image, is_near: bool = False, is_full: bool = False) -> Optional[Refresh]:
        """The refresh that shows a picture; None if the panel shows it already.

        Args:
            picture: The picture in mode "1".
            is_near: Whether a maneuver is near: a full refresh, which hides it for two seconds, is delayed, but to no
                more than twice the number of partial ones.
            is_full: Whether the refresh is a full one in any case, as the first one is.
        """
        region = None if self._shown is None else changed_region(self._shown, picture)
        if self._shown is not None and region is None and not (is_full and self.partial):
            return None
        max_partial = self._max_partial * (2 if is_near else 1)
        if region is None or is_full or self.partial >= max_partial:
            self.partial = 0
            refresh = Refresh(picture, Region(0, 0, *picture.size), is_full=True)
        else:
            self.partial += 1
            refresh = Refresh(picture, region, is_full=False)
        self._shown = picture
        return refresh
