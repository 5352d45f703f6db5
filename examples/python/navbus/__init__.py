"""The Python kit of navbus: write a control by overriding the callbacks of `Control`, and `run` it."""

from navbus.context import Context, RunFolder
from navbus.control import Control
from navbus.driver import Driver
from navbus.errors import NavbusError, NotAChoice, SettingsError
from navbus.finding import Finding
from navbus.formatting import distance_text, name_of, printable
from navbus.guidance import CueKey, angle_of, cue_key, is_stale, next_steps, side_of
from navbus.memory import Memory
from navbus.process import run
from navbus.settings import Settings
from navbus.v1.events_pb2 import (
    ControlCommand,
    ControlReport,
    Cue,
    Envelope,
    Fix,
    Heading,
    Maneuver,
    NavigationInfo,
    Route,
    Step,
)

__all__ = [
    "Context",
    "Control",
    "ControlCommand",
    "ControlReport",
    "Cue",
    "CueKey",
    "Driver",
    "Envelope",
    "Finding",
    "Fix",
    "Heading",
    "Maneuver",
    "Memory",
    "NavbusError",
    "NavigationInfo",
    "NotAChoice",
    "Route",
    "RunFolder",
    "Settings",
    "SettingsError",
    "Step",
    "angle_of",
    "cue_key",
    "distance_text",
    "is_stale",
    "name_of",
    "next_steps",
    "printable",
    "run",
    "side_of",
]
