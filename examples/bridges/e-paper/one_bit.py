"""A picture with grey as black and white pixels. A pure function."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageFilter

BLACK, WHITE = 0, 255
# Smallest difference of neighbouring pixels at an edge.
EDGE = 24
# Ordered dithering: a pixel depends on its own grey and place only. With error diffusion (Floyd-Steinberg), a change at
# one point would change pixels far away, and enlarge the region of a partial refresh.
_BAYER = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)


def one_bit(picture: Image.Image) -> Image.Image:
    """The picture in mode "1". Areas of grey are dithered; the grey pixels of smoothed edges become black or white."""
    lightest, darkest = picture.filter(ImageFilter.MaxFilter(3)), picture.filter(ImageFilter.MinFilter(3))
    areas = ImageChops.subtract(lightest, darkest).point([WHITE if range_ < EDGE else BLACK for range_ in range(256)])
    sharp = picture.point([WHITE if grey >= 128 else BLACK for grey in range(256)])
    dithered = ImageChops.subtract(picture, _pattern(picture.size)).point([WHITE if rest else BLACK for rest in range(256)])
    return Image.composite(dithered, sharp, areas).convert("1", dither=Image.Dither.NONE)


def _pattern(size: "tuple[int, int]") -> Image.Image:
    """The thresholds of all pixels: 8 to 248."""
    tile = bytes(threshold * 16 + 8 for threshold in _BAYER)
    columns, rows = -(-size[0] // 4), -(-size[1] // 4)
    lines = [tile[row * 4 : row * 4 + 4] * columns for row in range(4)]
    return Image.frombytes("L", (columns * 4, rows * 4), b"".join(lines) * rows).crop((0, 0, *size))
