"""Runs a control as a process."""

from __future__ import annotations

import sys
from typing import Callable, Dict, NoReturn, Optional, Sequence, Type

from navbus import exit_code
from navbus.context import Context
from navbus.control import Control
from navbus.environment import STANDARD_WAIT_SECONDS, standard_endpoint
from navbus.finding import findings
from navbus.formatting import printable
from navbus.runner import CONTRACT_VERSION, Runner
from navbus.stop_request import discard_output


def run(
    id: str,
    control: Type[Control],
    summary: str = "",
    *,
    observer: bool = False,
    make: Optional[Callable[[Context], Control]] = None,
    arguments: Optional[Sequence[str]] = None,
    usage: str = "",
) -> NoReturn:
    """Runs a control until it has to end; does not return.

    The process waits for the bus, receives its settings from it, and calls the control on the main thread. It ends with
    exit code 0 on SIGTERM, SIGINT and SIGHUP, and when its launcher ends. Other codes: 64 invalid option or environment
    variable, 69 no bus, 70 internal error, 74 the device cannot be opened, 78 invalid setting.

    Args:
        id: The manifest id, which names its section of the configuration, and the control in reports.
        control: The class; `control(context)` makes it.
        summary: The purpose of the control, in a sentence, for `--help`.
        observer: Joins without a name, like a tap; any number of observers may join. It has no settings, no reports and
            no memory.
        make: Creates the control instead of `control(context)`, for example with options of its own.
        arguments: The command-line arguments for the kit; all arguments, unless the control has removed its own.
        usage: Other arguments of the control, for `--help`: "FILE.csv".
    """
    given_arguments = sys.argv[1:] if arguments is None else list(arguments)
    # A reader of a pipe needs each line immediately.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    try:
        if given_arguments == ["doctor"]:
            for line in findings(control.doctor):
                print(line)
            sys.exit(exit_code.CLEAN)
        given: Dict[str, str] = {}
        code = _handle_arguments(id, summary, observer, usage, given_arguments, given)
        if code is None:
            code = Runner(id, make or control, control, observer, given).run()
    except BrokenPipeError:
        code = exit_code.CLEAN  # The reader has closed the pipe.
    finally:
        discard_output()
    sys.exit(code)


def _handle_arguments(
    id: str, summary: str, observer: bool, usage: str, arguments: Sequence[str], given: Dict[str, str]
) -> Optional[int]:
    """Handles the arguments, and puts the settings of `--set` into `given`. Returns None if the control has to run,
    otherwise the exit code."""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--set":
            key, equals, value = next(rest, "").partition("=")
            if not key or not equals:
                print(f"{id}: --set needs KEY=PATH, such as --set device=/dev/ttyUSB0", file=sys.stderr)
                print(printable(f"try: {sys.argv[0]} --help"), file=sys.stderr)
                return exit_code.USAGE
            given[key] = value
            continue
        if argument in ("--help", "-h"):
            print(_help(id, summary, observer, usage))
            return exit_code.CLEAN
        if argument == "--version":
            print(f"{id}, contract version {CONTRACT_VERSION}")
            return exit_code.CLEAN
        print(printable(f'{id}: unknown argument "{argument}"'), file=sys.stderr)
        print(printable(f"try: {sys.argv[0]} --help"), file=sys.stderr)
        return exit_code.USAGE
    return None


_PATHS = """ Started by hand, it ignores the paths of files,
folders and devices from the bus: set them with --set, by the keys of its section."""


def _help(id: str, summary: str, observer: bool, usage: str) -> str:
    (paths, options) = ("", "") if observer else (_PATHS, "[--set KEY=PATH]... ")
    section = "" if observer else f", takes its settings from the section [{id}] of the bus's configuration,"
    return f"""{id}: {summary or "a control of navbus"}

Usage: {id} {usage + " " if usage else ""}{options}[--help] [--version]

It waits for the bus{section} and runs until SIGTERM or Ctrl-C.{paths}

Environment:
  NAVBUS_ENDPOINT   request endpoint of the bus (default: {standard_endpoint()})
  NAVBUS_TRUSTED_USER  another user whose bus is trusted, besides you and root
  NAVBUS_SESSION    session that it follows (default: main)
  NAVBUS_WAIT       seconds to wait for the bus (default: {STANDARD_WAIT_SECONDS})
  NAVBUS_KEY        file of this control's key, for a bus on another machine
  NAVBUS_BUS_KEY    public key of that bus
  NAVBUS_STATE      folder of its memory, which survives a restart (default: next to the socket of the bus)
  NAVBUS_LIFELINE   "stdin": end at the end of standard input, for example when the launcher ends"""
