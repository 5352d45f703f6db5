"""Exit codes of the process of a control, from sysexits.h."""

from __future__ import annotations

CLEAN = 0
USAGE = 64
NO_BUS = 69
INTERNAL_ERROR = 70
DEVICE = 74
SETTINGS = 78
