"""Distances, bearings and groups of positions in degrees."""

import math

METERS_PER_DEGREE = 111_200.0


def scale(lat):
    """Metres per degree east at a latitude."""
    return METERS_PER_DEGREE * max(math.cos(math.radians(lat)), 1e-6)


def distance(lat1, lon1, lat2, lon2):
    """Metres between two positions nearby."""
    return math.hypot((lat2 - lat1) * METERS_PER_DEGREE, (lon2 - lon1) * scale((lat1 + lat2) / 2))


def bearing(lat1, lon1, lat2, lon2):
    """Degrees clockwise from north from one position to another nearby; None for equal positions."""
    north, east = (lat2 - lat1) * METERS_PER_DEGREE, (lon2 - lon1) * scale((lat1 + lat2) / 2)
    if north == 0 and east == 0:
        return None
    return round(math.degrees(math.atan2(east, north)) % 360, 1)


def length(line):
    """Metres along a line of pairs."""
    return sum(distance(*a, *b) for a, b in zip(line, line[1:]))


def middle(line):
    """The position halfway along a line."""
    rest = length(line) / 2
    for a, b in zip(line, line[1:]):
        part = distance(*a, *b)
        if part >= rest and part > 0:
            return a[0] + (b[0] - a[0]) * rest / part, a[1] + (b[1] - a[1]) * rest / part
        rest -= part
    return line[0]


def center(line):
    """The middle of the box around a line."""
    lats, lons = [p[0] for p in line], [p[1] for p in line]
    return (min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2


def nearest(lat, lon, lines):
    """The nearest point on several lines, and its distance in metres; None without lines."""
    east, best = scale(lat), None
    for line in lines:
        x2 = (line[0][1] - lon) * east
        y2 = (line[0][0] - lat) * METERS_PER_DEGREE
        for b in line[1:]:
            x1, y1 = x2, y2
            x2, y2 = (b[1] - lon) * east, (b[0] - lat) * METERS_PER_DEGREE
            dx, dy = x2 - x1, y2 - y1
            square = dx * dx + dy * dy
            t = 0.0 if square == 0 else max(0.0, min(1.0, -(x1 * dx + y1 * dy) / square))
            x, y = x1 + t * dx, y1 + t * dy
            far = x * x + y * y
            if best is None or far < best[0]:
                best = (far, x, y)
    if best is None:
        return None
    return lat + best[2] / METERS_PER_DEGREE, lon + best[1] / east, math.sqrt(best[0])


def groups(positions, cell_degrees):
    """Indexes of positions in groups: two positions are in one group if cells next to each other connect them."""
    cells = {}
    for index, (lat, lon) in enumerate(positions):
        cells.setdefault((int(lat // cell_degrees), int(lon // cell_degrees)), []).append(index)
    found = []
    while cells:
        cell, members = cells.popitem()
        border, group = [cell], members
        while border:
            row, column = border.pop()
            for near in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                if near in cells:
                    group = group + cells.pop(near)
                    border.append(near)
        found.append(group)
    return found
