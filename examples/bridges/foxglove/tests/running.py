"""Processes for tests: the bridge on a fake bus or in a real drive, and other programs of navbus beside it."""

from __future__ import annotations

import importlib.util
import os
import re
from typing import Any, Optional

import navbus
import testing

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(BRIDGE)))
KIT = os.path.dirname(os.path.dirname(os.path.abspath(navbus.__file__)))


def _load_fake_bus() -> Any:
    """The fake bus of the kit's own tests, which is in a package of the same name as this one."""
    spec = importlib.util.spec_from_file_location("fake_bus", f"{KIT}/tests/fake_bus.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake_bus = _load_fake_bus()


def url(program: testing.Program) -> str:
    """The address at which the bridge listens."""
    pattern = re.compile(r"listening on (ws://\S+)")
    testing.wait_for(lambda: pattern.search(program.text) or program.process.poll() is not None)
    found = pattern.search(program.text)
    if found is None:
        raise AssertionError(f"the bridge does not listen: {program.text}")
    return found.group(1)


class Folder(testing.Drive):
    """The folder of a test: for the drive, or for the bridge alone."""

    def __init__(self) -> None:
        super().__init__("foxglove", NAVBUS_DATA=PACKAGE)

    def bridge_alone(self, endpoint: str) -> testing.Program:
        """The bridge without a drive, on a bus at this endpoint."""
        return self.start_program([f"{BRIDGE}/foxglove_live"], NAVBUS_ENDPOINT=endpoint)


def child(parent: int, name: str) -> Optional[int]:
    """A child process of another process."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                head, _, tail = file.read().rpartition(")")
        except OSError:
            continue
        if head.endswith(f"({name}") and int(tail.split()[1]) == parent:
            return int(entry)
    return None
