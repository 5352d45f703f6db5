"""The settings of a control: its section of the configuration."""

from __future__ import annotations

import math
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Union

from navbus.errors import NotAChoice, SettingsError
from navbus.v1 import bus_pb2

Value = Union[bool, int, float, str, List[str]]


class Settings(Dict[str, Value]):
    """All values by key; dots join nested keys ("voice.rate").

    A dictionary whose methods also check the type, so that an invalid setting is never ignored: they return the default
    if the key is absent, and raise `SettingsError` if its value has another type.
    """

    # The settings of the command line, and the callback for a path of the bus that is ignored; None: all paths count.
    _given: Mapping[str, str] = {}
    _report_ignored: Optional[Callable[[str], None]] = None

    @classmethod
    def from_welcome(
        cls,
        settings: Mapping[str, bus_pb2.SettingValue],
        given: Optional[Mapping[str, str]] = None,
        report_ignored: Optional[Callable[[str], None]] = None,
    ) -> "Settings":
        """Reads the settings in the reply to a hello; ignores values of unknown types.

        Args:
            settings: The settings of the bus.
            given: The settings of the command line, which take precedence.
            report_ignored: If the launcher of the bus has not started this process: called with the keys of ignored
                paths.
        """
        values = cls()
        values._given, values._report_ignored = given or {}, report_ignored
        for key, value in settings.items():
            kind = value.WhichOneof("value")
            if kind == "list":
                values[key] = list(value.list.items)
            elif kind is not None:
                values[key] = getattr(value, kind)
        values.update(values._given)
        return values

    def text(self, key: str, default: str) -> str:
        """A string. For a path to open, see `path`."""
        value = self.get(key, default)
        if isinstance(value, str):
            return value
        raise self._wrong_type(key, "text")

    def path(self, key: str, default: str) -> str:
        """The path of a file, folder or device; the launcher has made it absolute.

        Use this method, never `text`, for a path to open: a bus whose launcher has not started this process cannot
        choose the path. Then the default counts, unless the command line sets another one (`--set KEY=PATH`).
        """
        value = self.text(key, default)
        if value == default or self._report_ignored is None or key in self._given:
            return value
        self._report_ignored(key)
        return default

    def bool(self, key: str, default: bool) -> bool:
        """A boolean."""
        value = self.get(key, default)
        if value is True or value is False:
            return value
        raise self._wrong_type(key, "true or false")

    def integer(
        self, key: str, default: int, least: Optional[int] = None, most: Optional[int] = None
    ) -> int:
        """An integer from `least` to `most`."""
        value = self.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool_type):
            self._check_range(key, value, least, most)
            return value
        raise self._wrong_type(key, "a whole number")

    def number(
        self, key: str, default: float, least: Optional[float] = None, most: Optional[float] = None
    ) -> float:
        """A finite number from `least` to `most`."""
        value = self.get(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool_type):
            if not math.isfinite(value):
                raise SettingsError(key, f"{value} is not finite")
            self._check_range(key, value, least, most)
            return float(value)
        raise self._wrong_type(key, "a number")

    def list(self, key: str, default: Sequence[str]) -> List[str]:
        """A list of strings."""
        value = self.get(key, list_type(default))
        if isinstance(value, list_type):
            return value
        raise self._wrong_type(key, "a list of texts")

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """A string that is one of the choices."""
        value = self.text(key, default)
        if value in choices:
            return value
        raise NotAChoice(key, value, choices)

    def _wrong_type(self, key: str, wanted: str) -> SettingsError:
        return SettingsError(key, f"it is {self[key]!r}, but {wanted} is wanted")

    @staticmethod
    def _check_range(key: str, value: float, least: Optional[float], most: Optional[float]) -> None:
        if (least is not None and value < least) or (most is not None and value > most):
            low, high = ("..." if bound is None else f"{bound:g}" for bound in (least, most))
            raise SettingsError(key, f"{value:g} must lie between {low} and {high}")


# Inside the class, these names are methods.
bool_type = bool
list_type = list
