"""Writes navbus.layout.json, the layout for Foxglove, with the SDK's own types: python3 layout.py > navbus.layout.json."""

from __future__ import annotations

import json
from typing import Sequence, Tuple

import foxglove.layouts as fl

# Only topics that recordings have too, except for the route and the log: the layout suits both.
STATES = (
    ("state", "onNavigation/main.navigation.state"),
    ("position", "onNavigation/main.navigation.position_status"),
    ("maneuver", "onNavigation/main.navigation.current_step.maneuver"),
    ("cue", "onNavigation/main.navigation.cue.stage"),
    ("off route", "onNavigation/main.navigation.is_off_route"),
)
SPEED = (
    ("speed, m/s", "onGPS/main.gps.speed_meters_per_second"),
    ("speed limit, m/s", "onNavigation/main.navigation.speed_limit.meters_per_second"),
)
DISTANCES = (
    ("to the maneuver, m", "onNavigation/main.navigation.to_maneuver.distance_meters"),
    ("to the destination, m", "onNavigation/main.navigation.to_destination.distance_meters"),
)


def _plot(title: str, series: Sequence[Tuple[str, str]]) -> fl.PlotPanel:
    paths = [fl.PlotSeries(value=path, label=label, timestamp_method="receiveTime") for label, path in series]
    return fl.PlotPanel(title=title, config=fl.PlotConfig(paths=paths, show_legend=True, is_synced=True))


def _split(direction: str, *items: Tuple[float, fl.Content]) -> fl.SplitContainer:
    return fl.SplitContainer(
        direction="row" if direction == "row" else "column",
        items=[fl.SplitItem(proportion=proportion, content=content) for proportion, content in items],
    )


LAYOUT = fl.Layout(
    content=_split(
        "row",
        (
            3,
            _split(
                "column",
                (
                    3,
                    fl.MapPanel(
                        title="Map",
                        config=fl.MapConfig(
                            follow_topic="/position/main",
                            zoom_level=16,
                            topic_colors={"/position/main": "#d93025", "/route/main": "#1a73e8"},
                        ),
                    ),
                ),
                (1, fl.LogPanel(title="Log", config=fl.LogConfig(topic_to_render="/log/main"))),
            ),
        ),
        (
            2,
            _split(
                "column",
                (
                    2,
                    fl.StateTransitionsPanel(
                        title="Guidance",
                        config=fl.StateTransitionsConfig(
                            paths=[fl.StateTransitionsSeries(value=path, label=label) for label, path in STATES],
                            is_synced=True,
                        ),
                    ),
                ),
                (1, _plot("Speed", SPEED)),
                (1, _plot("Distances", DISTANCES)),
                (
                    2,
                    fl.RawMessagesPanel(
                        title="Guidance, complete",
                        config=fl.RawMessagesConfig(topic_path="onNavigation/main.navigation"),
                    ),
                ),
            ),
        ),
    )
)


def text() -> str:
    """The content of navbus.layout.json."""
    return json.dumps(json.loads(LAYOUT.to_json()), indent=2) + "\n"


if __name__ == "__main__":
    print(text(), end="")
