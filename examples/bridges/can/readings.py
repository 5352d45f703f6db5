"""The motion in CAN frames, as the reading that navbus takes."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Optional, Tuple

import cantools
from navbus import Settings, SettingsError, printable

# Factors to metres per second.
SPEED_UNITS = {"m/s": 1.0, "km/h": 1 / 3.6, "kph": 1 / 3.6, "kmh": 1 / 3.6, "mph": 0.44704}
# Factors to degrees per second.
RATE_UNITS = {"deg/s": 1.0, "degree/s": 1.0, "degrees/s": 1.0, "°/s": 1.0, "rad/s": math.degrees(1)}
# The gear by the first letter of its name.
GEARS = {"P": "park", "R": "reverse", "N": "neutral", "D": "forward", "S": "forward", "L": "forward", "B": "forward", "F": "forward"}
# Seconds after which a value is no longer part of a reading.
MAX_AGE = 1.0


class Decoder:
    """Decodes frames with a DBC file. `frame_ids` has the frames that matter, with whether each has an extended id."""

    def __init__(self, settings: Settings, default_database: str) -> None:
        path = settings.path("database", "") or default_database
        # cantools has several kinds of databases; a DBC file has messages.
        self._database: Any
        try:
            self._database = cantools.database.load_file(path)
        # cantools raises several kinds of errors for the many formats that it knows.
        except Exception as error:
            reason = str(getattr(error, "strerror", None) or error).split("\n")[0]
            raise SettingsError("database", f"{path} cannot be read: {printable(reason)}") from error
        self.frame_ids: Dict[int, bool] = {}
        self._messages: Dict[int, Any] = {}
        # By frame and signal: the member of the reading, and its conversion.
        self._wanted: Dict[Tuple[int, str], Tuple[str, Callable[[Any], Any]]] = {}
        turn = 1 if settings.bool("isYawRateClockwise", False) else -1
        self._want(settings, "speed", "WHEELS.VEHICLE_SPEED", "speedMetersPerSecond", SPEED_UNITS, abs)
        self._want(settings, "yawRate", "CHASSIS.YAW_RATE", "yawRateDegreesPerSecond", RATE_UNITS, lambda rate: turn * rate)
        self._want(settings, "gear", "TRANSMISSION.GEAR", "gear", None, gear_of)
        if not self._wanted:
            raise SettingsError("speed", "it is empty, and so are yawRate and gear: set one of them")
        self._values: Dict[str, Tuple[Any, float]] = {}

    def _want(
        self, settings: Settings, key: str, default: str, member: str, units: Optional[Dict[str, float]],
        convert: Callable[[Any], Any],
    ) -> None:
        name = settings.text(key, default)
        if not name:
            return
        message_name, _, signal_name = name.partition(".")
        try:
            message = self._database.get_message_by_name(message_name)
            signal = message.get_signal_by_name(signal_name)
        except (KeyError, AttributeError):
            raise SettingsError(key, f'the database has no signal "{printable(name)}"') from None
        if units is None:
            conversion = convert
        else:
            unit = (signal.unit or "").strip()
            if unit not in units:
                raise SettingsError(key, f'{name} has the unit "{printable(unit)}"; known are {", ".join(units)}')
            conversion = scaled(units[unit], convert)
        self.frame_ids[message.frame_id] = message.is_extended_frame
        self._messages[message.frame_id] = message
        self._wanted[(message.frame_id, signal_name)] = (member, conversion)

    def note(self, frame_id: int, data: bytes, now: float) -> bool:
        """Takes the values of a frame; returns whether it had any."""
        message = self._messages.get(frame_id)
        if message is None:
            return False
        try:
            decoded = message.decode(data, allow_truncated=True)
        # The frame is shorter than its signals, or has a selector that the database does not know.
        except Exception:
            return False
        has_value = False
        for name, raw in decoded.items():
            wanted = self._wanted.get((frame_id, name))
            value = wanted[1](raw) if wanted else None
            if wanted and value is not None:
                self._values[wanted[0]] = (value, now)
                has_value = True
        return has_value

    def reading(self, now: float) -> Dict[str, Any]:
        """The values that are new enough, by the names of MotionReading."""
        return {name: value for name, (value, time) in self._values.items() if now - time <= MAX_AGE}


def scaled(factor: float, convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A conversion of numbers; None for a value that is not one, such as the name of an error."""

    def conversion(raw: Any) -> Any:
        return convert(float(raw) * factor) if isinstance(raw, (int, float)) and math.isfinite(raw) else None

    return conversion


def gear_of(raw: Any) -> Optional[str]:
    """The gear with the name or the number of a database; None if it is unknown."""
    if isinstance(raw, (int, float)):
        return "forward" if raw > 0 else "reverse" if raw < 0 else "neutral"
    name = str(raw)
    return "forward" if name.isdecimal() and int(name) > 0 else GEARS.get(name[:1].upper())
