"""What goes wrong. Each description completes "failed to ..."."""

from __future__ import annotations

from typing import Sequence


class NavbusError(Exception):
    """Anything that this package raises."""


class SettingsError(NavbusError):
    """A setting cannot be used; the process ends with exit code 78, and nobody starts it again in vain."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f'use the setting "{key}": {problem}')


class NotAChoice(SettingsError):
    """A text is none of the allowed ones."""

    def __init__(self, key: str, value: str, choices: Sequence[str]) -> None:
        super().__init__(key, f'"{value}" is none of {", ".join(choices)}')


class EnvironmentProblem(NavbusError):
    """A variable of the environment cannot be used; exit code 64."""


class NoBus(NavbusError):
    """There is no bus, or it refused; exit code 69."""


class Refused(NoBus):
    """The bus answered no."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class NoAnswer(NoBus):
    """Nobody answered in time."""

    def __init__(self, endpoint: str, seconds: float) -> None:
        super().__init__(
            f"reach a bus at {endpoint} within {seconds:g} s; start one (navbus run), or set NAVBUS_ENDPOINT to where "
            "it is"
        )


class NoState(NoBus):
    """The bus answers, but the present state does not come."""

    def __init__(self, endpoint: str, seconds: float) -> None:
        super().__init__(
            f"get the present state within {seconds:g} s from the bus at {endpoint}, which answers; give it longer with "
            "NAVBUS_WAIT, or look whether its events can be reached from here"
        )


class Standstill(NavbusError):
    """A device hangs; exit code 74."""


class Unreadable(NavbusError):
    """A message cannot be read."""
