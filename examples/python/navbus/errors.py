"""The errors of the kit. Each description completes "failed to ..."."""

from __future__ import annotations

from typing import Sequence


class NavbusError(Exception):
    """Base class of all errors of this package."""


class SettingsError(NavbusError):
    """A setting is invalid; the process ends with exit code 78, and the launcher does not restart it."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f'use the setting "{key}": {problem}')


class NotAChoice(SettingsError):
    """A text is not one of the allowed values."""

    def __init__(self, key: str, value: str, choices: Sequence[str]) -> None:
        super().__init__(key, f'"{value}" is none of {", ".join(choices)}')


class EnvironmentProblem(NavbusError):
    """An environment variable is invalid; exit code 64."""


class NoBus(NavbusError):
    """There is no bus, or it refused a request; exit code 69."""


class Refused(NoBus):
    """The bus refused a request."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class NoAnswer(NoBus):
    """The bus did not reply in time."""

    def __init__(self, endpoint: str, seconds: float) -> None:
        super().__init__(
            f"reach a bus at {endpoint} within {seconds:g} s; start one (navbus run), or set NAVBUS_ENDPOINT to where "
            "it is"
        )


class NoSnapshot(NoBus):
    """The bus replies, but its snapshot does not arrive."""

    def __init__(self, endpoint: str, seconds: float) -> None:
        super().__init__(
            f"get the current state within {seconds:g} s from the bus at {endpoint}, which replies; increase "
            "NAVBUS_WAIT, or check that its events endpoint can be reached from here"
        )


class DeviceStall(NavbusError):
    """A device hangs; exit code 74."""


class MalformedMessage(NavbusError):
    """A message cannot be decoded, or lacks a required field."""
