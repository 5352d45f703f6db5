"""A control's section of the configuration."""

from __future__ import annotations

import math
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Union

from navbus.errors import NotAChoice, SettingsError
from navbus.v1 import bus_pb2

Value = Union[bool, int, float, str, List[str]]


class Settings(Dict[str, Value]):
    """All values by their keys; nested ones are joined by dots ("voice.rate").

    It is a dictionary; the methods check the type as well, so that a wrong setting is never ignored: they give the
    default when the key is absent, and raise `SettingsError` when its value is another thing than what is wanted.
    """

    # What the command line says, and who is told of a path of the bus that does not count; None: each of them counts.
    _given: Mapping[str, str] = {}
    _tell_ignored: Optional[Callable[[str], None]] = None

    @classmethod
    def from_welcome(
        cls,
        settings: Mapping[str, bus_pb2.SettingValue],
        given: Optional[Mapping[str, str]] = None,
        tell_ignored: Optional[Callable[[str], None]] = None,
    ) -> "Settings":
        """Takes the settings that the bus answers to a hello; what this version does not know is left out.

        Args:
            settings: Those of the bus.
            given: Those of the command line, which win.
            tell_ignored: If the launcher of the bus has not started this process: told the keys of paths that do not count.
        """
        values = cls()
        values._given, values._tell_ignored = given or {}, tell_ignored
        for key, value in settings.items():
            kind = value.WhichOneof("value")
            if kind == "list":
                values[key] = list(value.list.items)
            elif kind is not None:
                values[key] = getattr(value, kind)
        values.update(values._given)
        return values

    def text(self, key: str, default: str) -> str:
        """A text. For what is opened, see `path`."""
        value = self.get(key, default)
        if isinstance(value, str):
            return value
        raise self._wrong(key, "text")

    def path(self, key: str, default: str) -> str:
        """The file, folder or device that a key names; the launcher has made it absolute.

        Read with this, never with `text`, what is opened later: a bus whose launcher has not started this process cannot
        choose it. Then the default counts, unless the command line says another (`--set KEY=PATH`).
        """
        value = self.text(key, default)
        if value == default or self._tell_ignored is None or key in self._given:
            return value
        self._tell_ignored(key)
        return default

    def bool(self, key: str, default: bool) -> bool:
        """A truth value."""
        value = self.get(key, default)
        if value is True or value is False:
            return value
        raise self._wrong(key, "true or false")

    def integer(
        self, key: str, default: int, least: Optional[int] = None, most: Optional[int] = None
    ) -> int:
        """A whole number from `least` to `most`."""
        value = self.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool_type):
            self._check_range(key, value, least, most)
            return value
        raise self._wrong(key, "a whole number")

    def number(
        self, key: str, default: float, least: Optional[float] = None, most: Optional[float] = None
    ) -> float:
        """A finite number, whole or not, from `least` to `most`."""
        value = self.get(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool_type):
            if not math.isfinite(value):
                raise SettingsError(key, f"{value} is not finite")
            self._check_range(key, value, least, most)
            return float(value)
        raise self._wrong(key, "a number")

    def list(self, key: str, default: Sequence[str]) -> List[str]:
        """A list of texts."""
        value = self.get(key, list_type(default))
        if isinstance(value, list_type):
            return value
        raise self._wrong(key, "a list of texts")

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """One of some texts."""
        value = self.text(key, default)
        if value in choices:
            return value
        raise NotAChoice(key, value, choices)

    def _wrong(self, key: str, wanted: str) -> SettingsError:
        return SettingsError(key, f"it is {self[key]!r}, but {wanted} is wanted")

    @staticmethod
    def _check_range(key: str, value: float, least: Optional[float], most: Optional[float]) -> None:
        if (least is not None and value < least) or (most is not None and value > most):
            low, high = ("..." if bound is None else f"{bound:g}" for bound in (least, most))
            raise SettingsError(key, f"{value:g} must lie between {low} and {high}")


# Inside the class these names are methods.
bool_type = bool
list_type = list
