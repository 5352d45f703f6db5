"""Starts navigation to the position of a geo: URI (RFC 5870): navbus start --to LAT,LON.

Only the two numbers of the URI are passed on, in a form of their own: a URI cannot add options or commands.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import unicodedata
from html import escape
from typing import List, NamedTuple, Optional
from urllib.parse import unquote

MAX_URI_CHARACTERS = 2048
# Exit codes of sysexits.h.
USAGE = 64
NO_NAVBUS = 69

_NUMBER = r"-?[0-9]{1,20}(?:\.[0-9]{1,40})?"
_COORDINATES = re.compile(rf"({_NUMBER}),({_NUMBER})(?:,{_NUMBER})?")
# Latitude and longitude in a query, with an optional label.
_QUERY_POSITION = re.compile(rf"({_NUMBER}), ?({_NUMBER})(?: ?\([^()]*\))?")
_UNCERTAINTY = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,40})?")
_PARAMETER_NAME = re.compile(r"[A-Za-z0-9-]+")
_PARAMETER_VALUE = re.compile(r"(?:[A-Za-z0-9\-_.!~*'()\[\]:&+$]|%[0-9A-Fa-f]{2})+")
_QUERY_TEXT = re.compile(r"(?:[A-Za-z0-9\-._~!$'()*+,;:@/?]|%[0-9A-Fa-f]{2})*")


class Position(NamedTuple):
    """A position on WGS84, in degrees."""

    latitude: float
    longitude: float

    @property
    def argument(self) -> str:
        """The position as an argument of navbus: only digits, a point, a comma and minus signs."""
        return f"{self.latitude:.7f},{self.longitude:.7f}"


class NotUsable(ValueError):
    """A URI that names no position to go to; completes "failed to use ..."."""


def position_of(uri: str) -> Position:
    """The position of a geo: URI.

    Raises:
        NotUsable: The URI is malformed, names another coordinate system, or has an address in place of a position.
    """
    if len(uri) > MAX_URI_CHARACTERS:
        raise NotUsable(f"it has {len(uri)} characters, but at most {MAX_URI_CHARACTERS} are accepted")
    scheme, colon, rest = uri.partition(":")
    if not colon or scheme.lower() != "geo":
        raise NotUsable("it does not begin with geo:")
    if "#" in rest:
        raise NotUsable("a geo: URI has no fragment (#)")
    path, mark, query = rest.partition("?")
    coordinates, *parameters = path.split(";")
    match = _COORDINATES.fullmatch(coordinates)
    if match is None:
        raise NotUsable("geo: is not followed by LATITUDE,LONGITUDE or LATITUDE,LONGITUDE,ALTITUDE in decimal degrees")
    _check_parameters(parameters)
    in_query = _query_position(query) if mark else None
    return in_query or _position(match[1], match[2])


def _position(latitude: str, longitude: str) -> Position:
    position = Position(float(latitude), float(longitude))
    if abs(position.latitude) > 90:
        raise NotUsable("the latitude is not between -90 and 90")
    if abs(position.longitude) > 180:
        raise NotUsable("the longitude is not between -180 and 180")
    # At the poles, every longitude is the same point.
    return Position(position.latitude, 0.0) if abs(position.latitude) == 90 else position


def _check_parameters(parameters: List[str]) -> None:
    """Checks crs, u and the parameters of other programs, in the order of the RFC."""
    seen: List[str] = []
    for parameter in parameters:
        name, equals, value = parameter.partition("=")
        name = name.lower()
        if _PARAMETER_NAME.fullmatch(name) is None or (equals and _PARAMETER_VALUE.fullmatch(value) is None):
            raise NotUsable("one of its parameters (;NAME=VALUE) is malformed")
        if name in seen:
            raise NotUsable(f"the parameter {name} occurs twice")
        if (name == "crs" and seen) or (name == "u" and seen not in ([], ["crs"])):
            raise NotUsable("crs and u must precede all other parameters, in this order")
        seen.append(name)
        if name == "crs" and value.lower() != "wgs84":
            raise NotUsable("its coordinate system (crs) is not wgs84; convert the position first")
        if name == "u" and _UNCERTAINTY.fullmatch(value) is None:
            raise NotUsable("its uncertainty (u) is not a number of metres")


def _query_position(query: str) -> Optional[Position]:
    """The position in ?q=LATITUDE,LONGITUDE(LABEL), which takes precedence; None if there is no q. Other names, such as
    the zoom of a map, do not matter."""
    wanted: Optional[str] = None
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        if _QUERY_TEXT.fullmatch(name) is None or _QUERY_TEXT.fullmatch(value) is None:
            raise NotUsable("its query (?q=...) is malformed")
        if name == "q" and equals:
            if wanted is not None:
                raise NotUsable("its query has q twice")
            wanted = value
    if wanted is None:
        return None
    try:
        text = unquote(wanted.replace("+", " "), errors="strict")
    except UnicodeDecodeError:
        raise NotUsable("its query (?q=...) is not UTF-8") from None
    match = _QUERY_POSITION.fullmatch(text)
    if match is None:
        raise NotUsable("it asks for an address, and navbus needs a position: search for the address in a map, and open its position")
    return _position(match[1], match[2])


def printable(text: str) -> str:
    """A foreign text for a terminal: a question mark replaces each character that is not shown."""
    shown = "".join("?" if unicodedata.category(letter)[0] in "CZ" and letter != " " else letter for letter in text[:80])
    return shown + ("..." if len(text) > 80 else "")


def report(problem: str) -> None:
    """Reports a problem on standard error; without a terminal also as a notification of the desktop."""
    print(f"navbus-geo: {problem}", file=sys.stderr)
    notify = shutil.which("notify-send")
    if notify is not None and not sys.stderr.isatty():
        # The text of a notification may have markup.
        command = [notify, "--app-name=navbus", "--", "navbus", escape(problem)]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main(arguments: List[str]) -> int:
    """Starts navigation; returns the exit code of navbus, or 64 for a URI that cannot be used."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("Usage: navbus-geo geo:LATITUDE,LONGITUDE", file=sys.stderr)
        return 0 if arguments in (["-h"], ["--help"]) else USAGE
    try:
        position = position_of(arguments[0])
    except NotUsable as problem:
        report(f'failed to use "{printable(arguments[0])}": {problem}')
        return USAGE
    try:
        # With the equals sign, a southern latitude is no option.
        outcome = subprocess.run(
            ["navbus", "start", f"--to={position.argument}"], check=False, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
    except FileNotFoundError:
        report("failed to find navbus on PATH: install it, or add its folder to PATH")
        return NO_NAVBUS
    errors = outcome.stderr.decode(errors="replace").strip()
    if errors:
        report(errors.removeprefix("navbus: "))
    return outcome.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
