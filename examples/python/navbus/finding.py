"""The findings of the doctor of a control: `navbus doctor` shows them."""

from __future__ import annotations

import json
import os
from typing import Callable, Iterable, List, Mapping, NamedTuple

from navbus.errors import NavbusError
from navbus.formatting import printable
from navbus.settings import Settings

# The settings of the control in the configuration that navbus doctor checks, as a JSON object.
SETTINGS_VARIABLE = "NAVBUS_SETTINGS"


class Finding(NamedTuple):
    """A finding of a doctor.

    Its grade is "fine", "absent" for something that only some users need, or "fault". Without a configuration, the settings
    are the defaults, and a fault is shown as absent.
    """

    grade: str
    subject: str
    text: str
    remedy: str = ""


def findings(
    check: Callable[[Settings], Iterable[Finding]], variables: Mapping[str, str] = os.environ
) -> List[str]:
    """Runs the doctor of a control, and returns its findings as lines."""
    text = variables.get(SETTINGS_VARIABLE)
    try:
        found = list(check(Settings(json.loads(text) if text else {})))
    except NavbusError as problem:
        found = [Finding("fault", "settings", f"failed to {problem}", "correct its section of the configuration")]
    if not text:
        found = [each._replace(grade="absent") if each.grade == "fault" else each for each in found]
    # A line has no tab within a part.
    return ["\t".join(printable(part.replace("\t", " ")) for part in each) for each in found]
