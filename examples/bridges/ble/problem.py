"""Problems with Bluetooth, each with its remedy."""

from __future__ import annotations


class Problem(Exception):
    """A fault and its remedy, for people."""


class CallFailure(Exception):
    """An error that a method on D-Bus returned."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text or name)
        self.name = name


NO_ADAPTER = "there is no Bluetooth adapter: plug one in; rfkill list shows whether one is switched off"
ADAPTER_OFF = "the Bluetooth adapter is off; switch it on: bluetoothctl power on"
NO_BLUEZ = "the Bluetooth service does not run: apt-get install bluez, then systemctl start bluetooth"
FORBIDDEN = (
    "D-Bus denies this user access to Bluetooth: sudo adduser $USER bluetooth, then log in again"
)
BUS_LOST = "the connection to the system D-Bus has ended; it is made again when the bus is back"


def problem_of(failure: CallFailure, task: str, remedy: str) -> Problem:
    """The problem behind an error of D-Bus or BlueZ.

    Args:
        failure: The error.
        task: Completes "failed to ...".
        remedy: The remedy for an error that has none of its own.
    """
    name = failure.name
    if name in ("org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"):
        return Problem(NO_BLUEZ)
    if name.startswith("org.freedesktop.DBus.Error.Spawn."):
        return Problem(NO_BLUEZ)
    if name == "org.freedesktop.DBus.Error.AccessDenied":
        return Problem(FORBIDDEN)
    if name == "org.bluez.Error.NotReady":
        return Problem(ADAPTER_OFF)
    return Problem(f"failed to {task}: {failure}; {remedy}")
