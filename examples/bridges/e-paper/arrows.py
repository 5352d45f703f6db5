"""The arrow of a maneuver, as paths in a unit system: x to the right, y down, the junction at the origin. Pure functions."""

from __future__ import annotations

import math
from typing import List, NamedTuple, Sequence, Tuple

import navbus
from navbus.v1 import events_pb2
from PIL import Image, ImageDraw

Point = Tuple[float, float]
Box = Tuple[float, float, float, float]

BLACK, GREY, WHITE = 0, 120, 255
# Subpixels of a pixel, in both directions.
SCALE = 3
# Radius of a roundabout and of a U-turn, and the length of an arm, in the units of the paths.
RADIUS, TURN_RADIUS, ARM = 0.55, 0.32, 1.0
# Width of a path to take, and of its surroundings: they differ also where grey is too coarse.
BROAD, THIN = 0.26, 0.07
# Largest size of a unit, as a share of the height of the box: all arrows have about the same width.
MAX_UNIT = 0.5
# Smallest angle between the entry and the exit of a roundabout, degrees: otherwise the two look like one.
MIN_EXIT_ANGLE = 45.0


class Stroke(NamedTuple):
    """A line through points; the last one is the tip of an arrow, if it has a head."""

    points: Sequence[Point]
    width: float = BROAD
    grey: int = BLACK
    has_head: bool = True


class Figure(NamedTuple):
    """Strokes from back to front, and a text at a point (the number of an exit)."""

    strokes: List[Stroke]
    text: str = ""


def direction(degrees: float, length: float = ARM, start: Point = (0.0, 0.0)) -> Point:
    """The point in a direction, degrees clockwise from up."""
    return (start[0] + length * math.sin(math.radians(degrees)), start[1] - length * math.cos(math.radians(degrees)))


def figure_of(step: navbus.Step) -> Figure:
    """The figure of a maneuver; a dot in a ring for a direction that is unknown."""
    words = navbus.name_of(navbus.Maneuver, step.maneuver).split()
    if words[0] == "destination":
        return _destination(navbus.side_of(step))
    angle = navbus.angle_of(step)
    if angle is None:
        return _neutral()
    if words[0] == "roundabout":
        return _roundabout(step, angle, "counterclockwise" not in words)
    if "u" in words:
        return Figure([Stroke(u_turn("counterclockwise" not in words))])
    branches = {"fork": -angle, "keep": 0.0, "ramp": 0.0, "merge": 0.0}
    branch = next((degrees for word, degrees in branches.items() if word in words), None)
    strokes = [] if branch is None else [Stroke([(0.0, 0.0), direction(branch)], grey=GREY, has_head=False)]
    return Figure([*strokes, Stroke(bend(angle))])


def bend(degrees: float) -> List[Point]:
    """The path through a junction."""
    return [(0.0, ARM), (0.0, 0.0), direction(degrees)]


def u_turn(is_right: bool) -> List[Point]:
    """The path of a U-turn."""
    side = 1 if is_right else -1
    arc = [direction(degrees, TURN_RADIUS, (TURN_RADIUS, 0.0)) for degrees in range(-90, 91, 10)]
    return [(side * x, y) for x, y in [(0.0, ARM), *arc, (2 * TURN_RADIUS, 0.75)]]


def _roundabout(step: navbus.Step, angle: float, is_clockwise: bool) -> Figure:
    """The circle and the other arms are thin; the path from the entry around the circle to the exit is broad."""
    rest = 180 - MIN_EXIT_ANGLE
    # An exit back at the entry is drawn beside it, on the side where a driver comes to it last.
    if abs(angle) > rest:
        angle = math.copysign(rest, angle if abs(angle) < 180 else (1 if is_clockwise else -1))
    # From the entry at 180 degrees: clockwise traffic passes the left side (270) first.
    turn = (angle - 180) % 360 if is_clockwise else (180 - angle) % 360
    steps = max(round(turn / 6), 1)
    sign = 1 if is_clockwise else -1
    arc = [direction(180 + sign * turn * index / steps, RADIUS) for index in range(steps + 1)]
    arms = [arm for arm in step.roundabout.other_arm_angles_degrees if math.isfinite(arm)]
    strokes = [Stroke(circle(RADIUS), THIN, has_head=False)]
    strokes += [Stroke([direction(arm, RADIUS), direction(arm)], THIN, has_head=False) for arm in arms]
    strokes.append(Stroke([(0.0, 1.1), *arc, direction(angle)]))
    count = step.roundabout.exit_count if step.roundabout.HasField("exit_count") else 0
    return Figure(strokes, str(count) if 0 < count < 100 else "")


def circle(radius: float) -> List[Point]:
    """A circle around the origin."""
    return [direction(degrees, radius) for degrees in range(0, 366, 6)]


def _destination(side: int) -> Figure:
    """A road with a flag at its end, or beside it."""
    x = 0.5 * side
    pole = Stroke([(x, 0.3), (x, -1.0)], 0.1, has_head=False)
    cloth = Stroke([(x, -0.7), (x + 0.75, -0.7)], 0.6, has_head=False)
    return Figure([Stroke([(0.0, 1.0), (0.0, 0.1 if side else 0.4)], BROAD, GREY, has_head=False), pole, cloth])


def _neutral() -> Figure:
    """A dot in a ring."""
    return Figure([Stroke(circle(0.85), 0.14, has_head=False), Stroke(circle(0.14), 0.28, has_head=False)])


# The figures without a maneuver.
FLAG = _destination(0)
NO_SIGNAL = Figure(
    [Stroke(circle(0.85), 0.2, has_head=False), Stroke([direction(-45, 0.85), direction(135, 0.85)], 0.2, has_head=False)]
)
NO_ENTRY = Figure(
    [Stroke(circle(0.5), 1.0, has_head=False), Stroke([(-0.6, 0.0), (0.6, 0.0)], 0.26, WHITE, has_head=False)]
)
CROSS = Figure(
    [Stroke([direction(angle, 0.9), direction(angle + 180, 0.9)], has_head=False) for angle in (-45, 45)]
)


def lane_figures(lanes: "Sequence[events_pb2.Lane]") -> List[Figure]:
    """The directions of each lane: the recommended ones are broad, and in front."""
    return [_lane_figure(lane) for lane in lanes]


def _lane_figure(lane: events_pb2.Lane) -> Figure:
    strokes = []
    for allowed in sorted(lane.directions, key=lambda allowed: bool(allowed.is_recommended)):
        shape = navbus.name_of(events_pb2.LaneShape, allowed.shape)
        path = u_turn(shape.endswith("right")) if shape.startswith("u turn") else bend(LANE_ANGLES.get(shape, 0.0))
        strokes.append(Stroke(path, 0.34 if allowed.is_recommended else 0.12))
    return Figure(strokes)


LANE_ANGLES = {
    "slight left": -40.0, "normal left": -90.0, "sharp left": -140.0,
    "slight right": 40.0, "normal right": 90.0, "sharp right": 140.0,
}  # fmt: skip


def draw_row(picture: Image.Image, figures: Sequence[Figure], box: Box) -> None:
    """Draws figures of one scale in columns of one width, with thin lines between them."""
    width = min((box[2] - box[0]) / len(figures), (box[3] - box[1]) * 1.1)
    starts = [box[0] + width * index for index in range(len(figures))]
    inner = [(start + width * 0.12, box[1], start + width * 0.88, box[3]) for start in starts]
    unit = min(_unit(figure, inner[0]) for figure in figures)
    for figure, column in zip(figures, inner):
        draw(picture, figure, column, unit)
    lines = ImageDraw.Draw(picture)
    for start in starts[1:]:
        lines.line((round(start), box[1], round(start), box[3]), fill=BLACK)


def _unit(figure: Figure, box: Box) -> float:
    """The pixels of a unit, for a figure as large as it fits into a box."""
    left, top, right, bottom = _bounds(figure.strokes)
    height = box[3] - box[1]
    return min((box[2] - box[0]) / (right - left), height / (bottom - top), height * MAX_UNIT)


def draw(picture: Image.Image, figure: Figure, box: Box, unit: float = 0) -> Tuple[Point, float]:
    """Draws a figure into the middle of a box, as large as it fits; returns its origin and the pixels of a unit.

    Args:
        picture: The picture, in grey.
        figure: The figure.
        box: The area in the picture, pixels.
        unit: The pixels of a unit; 0 for as many as fit.
    """
    left, top, right, bottom = _bounds(figure.strokes)
    unit = unit or _unit(figure, box)
    origin = ((box[0] + box[2] - unit * (left + right)) / 2, (box[1] + box[3] - unit * (top + bottom)) / 2)
    # Only this part of the picture is drawn in subpixels.
    x, y = int(box[0]), int(box[1])
    size = (int(box[2]) + 1 - x, int(box[3]) + 1 - y)
    for grey in (GREY, BLACK, WHITE):
        strokes = [stroke for stroke in figure.strokes if stroke.grey == grey]
        if strokes:
            mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
            for stroke in strokes:
                _draw_stroke(ImageDraw.Draw(mask), stroke, (origin[0] - x, origin[1] - y), unit)
            picture.paste(grey, (x, y), mask.resize(size, Image.Resampling.BOX))
    return origin, unit


def _draw_stroke(canvas: ImageDraw.ImageDraw, stroke: Stroke, origin: Point, unit: float) -> None:
    def place(point: Point) -> Point:
        return ((origin[0] + point[0] * unit) * SCALE, (origin[1] + point[1] * unit) * SCALE)

    points = [place(point) for point in stroke.points]
    width = stroke.width * unit * SCALE
    canvas.line(points, fill=255, width=max(round(width), 1))
    for x, y in points[1:-1]:
        canvas.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
    if stroke.has_head:
        canvas.polygon([place(point) for point in _head(stroke)], fill=255)


def _head(stroke: Stroke) -> List[Point]:
    """The triangle at the end of a stroke: its base is at the last point."""
    (x0, y0), (x1, y1) = stroke.points[-2], stroke.points[-1]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    half, tip = stroke.width * 1.35, stroke.width * 1.9
    # A little overlap: no gap between shaft and head.
    bx, by = x1 - dx * 0.02, y1 - dy * 0.02
    return [(bx - dy * half, by + dx * half), (x1 + dx * tip, y1 + dy * tip), (bx + dy * half, by - dx * half)]


def _bounds(strokes: Sequence[Stroke]) -> Box:
    points: List[Point] = []
    for stroke in strokes:
        half = stroke.width / 2
        for x, y in stroke.points:
            points += [(x - half, y - half), (x + half, y + half)]
        points += _head(stroke) if stroke.has_head else []
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))
