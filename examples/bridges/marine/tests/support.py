"""Events for the tests, and the programs that they run."""

from __future__ import annotations

import socket
import subprocess
import time
from typing import List, Optional, Sequence, Tuple

import navbus
from navbus.v1 import events_pb2
from testing import Drive

# 2026-05-04T08:00:00Z
START = 1_777_881_600_000_000_000


def fix(latitude: float = 49.41, longitude: float = 8.68, seconds: int = 0) -> navbus.Fix:
    """A fix that moves to the north at 10 m/s."""
    place = events_pb2.Coordinate(latitude_degrees=latitude, longitude_degrees=longitude)
    return navbus.Fix(
        time_nanoseconds=START + seconds * 1_000_000_000,
        position=place,
        smoothed_position=place,
        speed_meters_per_second=10,
        course_degrees=0,
        quality=events_pb2.FIX_QUALITY_GPS,
    )


def route(points: Sequence[Tuple[float, float]], provider: str = "osrm", step_vertices: Sequence[int] = ()) -> navbus.Route:
    """A route along points; its steps are at the given vertices, by default at all of them."""
    answer = navbus.Route(id="r", provider=provider)
    answer.latitudes_degrees.extend(latitude for latitude, _ in points)
    answer.longitudes_degrees.extend(longitude for _, longitude in points)
    leg = answer.legs.add()
    for number, vertex in enumerate(step_vertices or range(len(points))):
        leg.steps.add(number=number, geometry_index=vertex)
    answer.stopovers.add(geometry_index=len(points) - 1)
    return answer


def guidance(
    step: int, latitude: float = 49.41, longitude: float = 8.68, along: float = 0, off: float = 0
) -> navbus.NavigationInfo:
    """An onNavigation on a route to the north, before the step at a vertex, `off` metres to the right of the line."""
    info = navbus.NavigationInfo(
        state=events_pb2.NAVIGATION_STATE_ENROUTE,
        route_id="r",
        fix=fix(latitude, longitude + off / 72_400),
        position_status=events_pb2.POSITION_STATUS_RELIABLE,
    )
    info.current_step.geometry_index = step
    info.matched.position.latitude_degrees, info.matched.position.longitude_degrees = latitude, longitude
    info.matched.distance_along_route_meters = along
    info.matched.distance_from_route_meters = abs(off)
    info.to_destination.duration_seconds = 60
    return info


def connected(port: int, seconds: float = 20) -> socket.socket:
    """A connection to a server that may still be starting."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=seconds)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


class NavbusRun(Drive):
    """`navbus run` along the first drive with this bridge; used in a `with`, it is ended at the end."""

    def __init__(self, speed: int, settings: str) -> None:
        super().__init__("marine")
        self.start(speed, settings)

    def __enter__(self) -> "NavbusRun":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def log(self) -> str:
        return self.run.text


def end(process: "Optional[subprocess.Popen[bytes]]") -> None:
    """Ends a process, and kills it if it does not."""
    if process is None:
        return
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def sentences(data: bytes) -> List[str]:
    """The complete lines of a stream."""
    return data[: data.rfind(b"\n") + 1].decode("ascii").splitlines()
