"""Text for people and terminals."""

from __future__ import annotations

import math
import unicodedata
from typing import Any


def printable(text: str) -> str:
    """A foreign text as one line that is safe for a terminal: a question mark replaces each control character.

    It also replaces characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069), and invisible
    ones.
    """
    return "".join("?" if _controls_terminal(letter) else letter for letter in text)


def _controls_terminal(letter: str) -> bool:
    code = ord(letter)
    return (
        unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
        or 0x202A <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xFDD0 <= code <= 0xFDEF
        or 0xFFF9 <= code <= 0xFFFB
        or 0xE0000 <= code <= 0xE0FFF
        or code in (0x180E, 0xFEFF)
        or code & 0xFFFE == 0xFFFE
    )


def distance_text(meters: float) -> str:
    """A distance for people: "40 m", "650 m", "1.2 km", "14 km"; "? m" if the number is not finite."""
    if not math.isfinite(meters):
        return "? m"
    meters = max(meters, 0.0)
    if meters < 100:
        return f"{round(meters / 10) * 10:d} m"
    if meters < 975:
        return f"{round(meters / 50) * 50:d} m"
    return f"{meters / 1000:.1f} km" if meters < 9_950 else f"{meters / 1000:.0f} km"


def name_of(enumeration: Any, number: int) -> str:
    """The name of a member in words: `name_of(Maneuver, info.current_step.maneuver)` is "turn left"."""
    members = enumeration.DESCRIPTOR.values_by_number
    full = members[number if number in members else 0].name
    prefix = _upper_snake(enumeration.DESCRIPTOR.name)
    return str(full[len(prefix) + 1 :]).lower().replace("_", " ")


def _upper_snake(name: str) -> str:
    return "".join(f"_{letter}" if letter.isupper() and index else letter for index, letter in enumerate(name)).upper()
