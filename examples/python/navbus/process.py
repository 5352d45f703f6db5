"""Makes a process out of a control."""

from __future__ import annotations

import sys
from typing import Callable, Dict, NoReturn, Optional, Sequence, Type

from navbus import exit_code
from navbus.context import Context
from navbus.control import Control
from navbus.environment import STANDARD_WAIT_SECONDS, standard_endpoint
from navbus.runner import CONTRACT_VERSION, Runner
from navbus.stopping import abandon_output
from navbus.words import printable


def run(
    id: str,
    control: Type[Control],
    summary: str = "",
    *,
    onlooker: bool = False,
    make: Optional[Callable[[Context], Control]] = None,
    arguments: Optional[Sequence[str]] = None,
    usage: str = "",
) -> NoReturn:
    """Runs a control until it is told to stop; does not return.

    The process waits for the bus, takes its settings from it, and calls the control back on the main thread. It ends with
    exit code 0 on SIGTERM, SIGINT and SIGHUP, and when its launcher dies. Other codes: 64 an option or a variable of the
    environment cannot be used, 69 no bus, 70 an error inside, 74 the device cannot be opened, 78 a setting is wrong.

    Args:
        id: The manifest id: its section of the configuration, and its name in reports.
        control: The class; `control(context)` makes it.
        summary: What it does, in a sentence, for `--help`.
        onlooker: Joins without a name, as a tap does, and any number of them may: it gets no settings, reports nothing, and
            remembers nothing.
        make: Makes the control instead, as where it takes options of its own.
        arguments: What stands on the command line for the kit; all of it, unless the control has taken out what is its own.
        usage: What else stands on its command line, for `--help`: "FILE.csv".
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    # Whoever reads our lines through a pipe wants each at once.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    try:
        given: Dict[str, str] = {}
        code = _answer(id, summary, onlooker, usage, words, given)
        if code is None:
            code = Runner(id, make or control, control, onlooker, given).run()
    except BrokenPipeError:
        code = exit_code.CLEAN  # Who asked has read enough.
    finally:
        abandon_output()
    sys.exit(code)


def _answer(
    id: str, summary: str, onlooker: bool, usage: str, words: Sequence[str], given: Dict[str, str]
) -> Optional[int]:
    """Answers what stands on the command line; None if the control is to run, with the settings that are `given`."""
    rest = iter(words)
    for word in rest:
        if word == "--set":
            key, equals, value = next(rest, "").partition("=")
            if not key or not equals:
                print(f"{id}: --set needs KEY=PATH, such as --set device=/dev/ttyUSB0", file=sys.stderr)
                return exit_code.USAGE
            given[key] = value
            continue
        if word in ("--help", "-h"):
            print(_help(id, summary, onlooker, usage))
            return exit_code.CLEAN
        if word == "--version":
            print(f"{id}, contract version {CONTRACT_VERSION}")
            return exit_code.CLEAN
        print(printable(f'{id}: unknown argument "{word}"; try --help'), file=sys.stderr)
        return exit_code.USAGE
    return None


_FILES = """ Started by hand, it takes no file,
folder or device from the bus: name those with --set, by the keys of its section."""


def _help(id: str, summary: str, onlooker: bool, usage: str) -> str:
    (files, sets) = ("", "") if onlooker else (_FILES, "[--set KEY=PATH]... ")
    section = "" if onlooker else f", takes its settings from the section [{id}] of the bus's configuration,"
    return f"""{id}: {summary or "a control of navbus"}

Usage: {id} {usage + " " if usage else ""}{sets}[--help] [--version]

It waits for the bus{section} and runs until it is told to stop (SIGTERM, Ctrl-C).{files}

Environment:
  NAVBUS_ENDPOINT   request endpoint of the bus (default: {standard_endpoint()})
  NAVBUS_TRUSTED_USER  another user whose bus is believed; without it, your own and root's
  NAVBUS_SESSION    whose guidance it follows (default: main)
  NAVBUS_WAIT       seconds to wait for the bus (default: {STANDARD_WAIT_SECONDS})
  NAVBUS_KEY        file of this control's key, for a bus on another machine
  NAVBUS_BUS_KEY    public key of that bus
  NAVBUS_STATE      folder of what it remembers over a restart (default: beside the socket of the bus)
  NAVBUS_LIFELINE   "stdin": end when standard input reaches its end, as when the launcher dies"""
