"""The environment variables of the process of a control."""

from __future__ import annotations

import os
import re
from typing import Mapping, Optional

from navbus.errors import EnvironmentProblem

_SESSION = re.compile(r"[a-z0-9_-]{1,32}\Z")
# Maximum bytes of a path in a socket address of the kernel.
MAX_SOCKET_PATH_BYTES = 107
STANDARD_WAIT_SECONDS = 60


def standard_endpoint(variables: Mapping[str, str] = os.environ) -> str:
    """The default endpoint of the bus, without NAVBUS_ENDPOINT."""
    runtime = variables.get("XDG_RUNTIME_DIR")
    if runtime and runtime.startswith("/"):
        return f"ipc://{runtime}/navbus/requests"
    user = os.geteuid()
    if user == 0:
        return "ipc:///run/navbus/requests"
    runtime = f"/run/user/{user}"
    if os.path.isdir(runtime) and not os.path.islink(runtime) and os.lstat(runtime).st_uid == user:
        return f"ipc://{runtime}/navbus/requests"
    # Never below /tmp, where any user could create the folder first.
    state = variables.get("XDG_STATE_HOME", "")
    if not state.startswith("/") and variables.get("HOME", "").startswith("/"):
        state = variables["HOME"] + "/.local/state"
    return f"ipc://{state}/navbus/run/requests" if state.startswith("/") else "ipc://"


class Environment:
    """The variables after validation.

    Raises:
        EnvironmentProblem: One of them is invalid.
    """

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self.endpoint = variables.get("NAVBUS_ENDPOINT") or standard_endpoint(variables)
        self.session = variables.get("NAVBUS_SESSION") or "main"
        wait = variables.get("NAVBUS_WAIT") or str(STANDARD_WAIT_SECONDS)
        self.ends_with_input = variables.get("NAVBUS_LIFELINE") == "stdin"
        self.key_file = variables.get("NAVBUS_KEY") or None
        self.bus_key = variables.get("NAVBUS_BUS_KEY") or None
        self._state_folder = variables.get("NAVBUS_STATE") or None
        _check_endpoint(self.endpoint)
        if not _SESSION.match(self.session):
            raise _problem("NAVBUS_SESSION", self.session, "1 to 32 of a-z, 0-9, - and _")
        if not wait.isdecimal() or not wait.isascii() or int(wait) > 86_400:
            raise _problem("NAVBUS_WAIT", wait, "whole seconds, 0...86400,")
        self.wait_seconds = int(wait)

    @property
    def is_on_this_machine(self) -> bool:
        """Whether bus and control share the monotonic clock of one machine."""
        return self.endpoint.startswith("ipc://")

    @property
    def persistent_folder(self) -> Optional[str]:
        """The folder for files that outlive a process of a control; None if there is none."""
        if self._state_folder:
            return self._state_folder
        return os.path.dirname(self.endpoint[len("ipc://") :]) if self.is_on_this_machine else None

    def memory_path(self, control: str) -> Optional[str]:
        """The file of the memory of a control."""
        folder = self.persistent_folder
        return None if folder is None else f"{folder}/{control}-{self.session}.memory"


def _check_endpoint(endpoint: str) -> None:
    if endpoint.startswith("tcp://") and re.match(r"tcp://[^/ ]+:[0-9]{1,5}\Z", endpoint):
        return
    if endpoint == "ipc://":
        raise EnvironmentProblem(
            "find the folder of a bus: neither XDG_RUNTIME_DIR nor HOME names one; set one of them, or NAVBUS_ENDPOINT"
        )
    if not endpoint.startswith("ipc:///"):
        raise _problem("NAVBUS_ENDPOINT", endpoint, "ipc:///PATH or tcp://ADDRESS:PORT")
    if len(os.fsencode(endpoint)) - len("ipc://") > MAX_SOCKET_PATH_BYTES:
        raise _problem("NAVBUS_ENDPOINT", endpoint, f"a path of at most {MAX_SOCKET_PATH_BYTES} bytes")


def _problem(variable: str, value: str, wanted: str) -> EnvironmentProblem:
    return EnvironmentProblem(f'use the environment variable {variable} = "{value}": {wanted} is wanted')
