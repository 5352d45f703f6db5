"""The drive of the tests of the bridges: `navbus run` along examples/first-drive, and programs beside it.

As a program, it is the control `witness`, which prints the commands that it receives.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Sequence

import navbus

BRIDGES = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.dirname(BRIDGES)
FIRST_DRIVE = os.path.join(EXAMPLES, "first-drive")
NAVBUS = os.path.join(os.environ.get("NAVBUS_PROGRAMS", ""), "navbus")
# Seconds that are enough on a machine under load; no test waits that long if all is well.
PATIENCE = 60.0


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Waits until the condition holds; returns its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() >= end:
            return value
        time.sleep(0.01)


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    """A port that no program uses now, below those that the kernel gives to outgoing connections: another program could
    get such a port before its server has started."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Program:
    """A process whose lines are read as they come."""

    def __init__(self, words: Sequence[str], environment: Dict[str, str], with_errors: bool = True) -> None:
        self.lines: List[str] = []
        self.process = subprocess.Popen(
            list(words),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if with_errors else subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    @property
    def text(self) -> str:
        """The output until now."""
        return "".join(list(self.lines))

    def says(self, text: str, seconds: float = PATIENCE) -> bool:
        """Waits until the output contains a text."""
        return bool(wait_for(lambda: text in self.text or self.process.poll() is not None, seconds)) and text in self.text

    def wait(self, seconds: float = PATIENCE) -> int:
        """Waits for the end; kills the process if it does not end. Returns the exit code."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def end(self, number: int = signal.SIGINT) -> int:
        """Ends the process, if it still runs; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()


class Tap(Program):
    """`navbus tap --json`."""

    def __init__(self, environment: Dict[str, str]) -> None:
        super().__init__([NAVBUS, "tap", "--json"], environment, with_errors=False)
        self._events: List[Dict[str, Any]] = []

    def events(self, kind: str) -> List[Dict[str, Any]]:
        """The events of a kind until now ("navigation")."""
        return [event[kind] for event in self.envelopes(kind)]

    def envelopes(self, kind: str) -> List[Dict[str, Any]]:
        """The same with their numbers and times."""
        for line in self.lines[len(self._events) :]:
            self._events.append(json.loads(line))
        return [event for event in self._events if kind in event]


class PrivateBus:
    """A D-Bus daemon in a folder; it can die and start again at the same address."""

    def __init__(self, folder: str) -> None:
        self._socket = os.path.join(folder, "dbus")
        self.address = f"unix:path={self._socket}"
        self.daemon: Optional[subprocess.Popen[str]] = None

    def start(self) -> None:
        """Starts the daemon, and waits until it accepts connections."""
        if os.path.exists(self._socket):
            os.unlink(self._socket)
        command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", f"--address={self.address}"]
        self.daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.daemon.stdout is not None
        self.daemon.stdout.readline()

    def kill(self) -> None:
        """Kills the daemon."""
        if self.daemon is not None:
            self.daemon.send_signal(signal.SIGCONT)
            self.daemon.kill()
            self.daemon.wait()
            assert self.daemon.stdout is not None
            self.daemon.stdout.close()
            self.daemon = None


class Drive:
    """A folder for the sockets and files of a test, and `navbus run` in it. `close` ends all programs."""

    def __init__(self, bridge: str, python: str = sys.executable, **variables: str) -> None:
        self.bridge = bridge
        self.folder = tempfile.mkdtemp(prefix=f"navbus-{bridge}-", dir="/tmp")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")}
        others = os.environ.get("NAVBUS_CONTROLS_PATH", "")
        self.environment = {
            **kept,
            "XDG_RUNTIME_DIR": self.folder,
            "NAVBUS_CONTROLS_PATH": ":".join([BRIDGES, self.folder, *([others] if others else [])]),
            "PATH": f"{os.path.dirname(python)}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONDONTWRITEBYTECODE": "1",
            **variables,
        }
        self._programs: List[Program] = []
        self.run: Program

    def start(
        self, speed: float, settings: str = "", others: Sequence[str] = (), sections: str = "",
        silent_seconds: float = PATIENCE,
    ) -> Program:
        """Starts the drive with the bridge.

        Args:
            speed: A multiple of the recorded speed.
            settings: The section of the bridge.
            others: Other controls.
            sections: Other sections of the configuration.
            silent_seconds: Seconds after which a control without heartbeats is started again.
        """
        configuration = os.path.join(self.folder, "drive.toml")
        controls = ", ".join(f'"{name}"' for name in [*others, self.bridge])
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                f'controls = [{controls}]\n[source]\nkind = "nmea"\npath = "{FIRST_DRIVE}/drive.nmea"\nspeed = {speed}\n'
                f'[route]\npath = "{FIRST_DRIVE}/route.json"\n'
                # On a busy machine, Python starts slowly.
                f"[supervision]\nreadySeconds = {PATIENCE}\nsilentSeconds = {silent_seconds}\n"
                f"{sections}\n[{self.bridge}]\n{settings}\n"
            )
        self.run = self.start_program([NAVBUS, "run", "--config", configuration])
        return self.run

    def start_held(self, speed: float, settings: str = "", others: Sequence[str] = (), sections: str = "") -> Program:
        """Like `start`, but the drive waits for `release`: for a peer that must see all of it."""
        gate = os.path.join(self.folder, "witness")
        os.mkdir(gate)
        with open(os.path.join(gate, "plugin.toml"), "w", encoding="utf-8") as file:
            file.write(
                'id = "witness"\nsummary = "Holds the drive."\nexecutable = "witness"\ncontract = 1\ntopics = ["onCommand"]\n'
            )
        with open(os.path.join(gate, "witness"), "w", encoding="utf-8") as file:
            # navbus run waits for the hello of each control.
            file.write(
                f'#!/bin/sh\nuntil [ -e "{gate}/released" ]; do sleep 0.05; done\n'
                f'PYTHONPATH="{EXAMPLES}/python" exec "{sys.executable}" "{__file__}"\n'
            )
        os.chmod(os.path.join(gate, "witness"), 0o755)
        return self.start(speed, settings, ["witness", *others], sections)

    def release(self) -> None:
        """Lets a drive that is held begin."""
        with open(os.path.join(self.folder, "witness", "released"), "w", encoding="utf-8"):
            pass

    def doctor(self, settings: str, **variables: str) -> List[str]:
        """The lines of `navbus doctor` about a drive with the bridge, which does not run."""
        configuration = os.path.join(self.folder, "doctor.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f'controls = ["{self.bridge}"]\n[{self.bridge}]\n{settings}\n')
        environment = {**self.environment, "NAVBUS_CONTROLS_PATH": os.path.join(BRIDGES, self.bridge), **variables}
        program = self._added(Program([NAVBUS, "doctor", "--config", configuration], environment))
        program.wait()
        return program.text.splitlines()

    def start_program(self, words: Sequence[str], **variables: str) -> Program:
        """Starts a program in the environment of the drive."""
        return self._added(Program(words, {**self.environment, **variables}))

    def navbus(self, *words: str) -> Program:
        """A command of navbus that follows the bus of the drive."""
        return self._added(Program([NAVBUS, *words], {**self.environment, **self.endpoint}, with_errors=False))

    def tap(self) -> Tap:
        """A tap. Started before the drive, it sees all of it."""
        tap = Tap({**self.environment, **self.endpoint})
        self._programs.append(tap)
        return tap

    def witness(self) -> Program:
        """A control that prints the commands that it receives."""
        return self.start_program([sys.executable, __file__], PYTHONPATH=os.path.join(EXAMPLES, "python"), **self.endpoint)

    @property
    def endpoint(self) -> Dict[str, str]:
        """The variable with the endpoint of the bus."""
        return {"NAVBUS_ENDPOINT": f"ipc://{self.folder}/navbus/requests"}

    def _added(self, program: Program) -> Program:
        self._programs.append(program)
        return program

    def process_of(self, script: str, bridge: str = "") -> int:
        """The process id of a script of the bridge, or of another one; 0 if it does not run."""
        path = os.path.join(BRIDGES, bridge or self.bridge, script).encode()
        for name in filter(str.isdecimal, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    is_script = path in file.read().split(b"\0")
                with open(f"/proc/{name}/environ", "rb") as file:
                    is_own = f"XDG_RUNTIME_DIR={self.folder}".encode() in file.read().split(b"\0")
            except OSError:
                continue
            if is_script and is_own:
                return int(name)
        return 0

    def close(self) -> None:
        """Ends all programs, and removes the folder."""
        for program in reversed(self._programs):
            if program.process.returncode is None:
                program.end(signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)


class Witness(navbus.Control):
    """Prints also when its first heartbeat has been sent: from then on, the bus forwards commands to it."""

    is_heartbeat_due = is_heartbeat_sent = False

    def start(self) -> None:
        print("ready", flush=True)

    def stall(self) -> Optional[str]:
        # Called just before each heartbeat.
        self.is_heartbeat_due = True
        return None

    def on_gps(self, fix: navbus.Fix) -> None:
        if self.is_heartbeat_due and not self.is_heartbeat_sent:
            self.is_heartbeat_sent = True
            print("heartbeat", flush=True)

    def on_command(self, command: navbus.ControlCommand) -> None:
        print(f"command {command.WhichOneof('action')} muted={command.is_muted}", flush=True)


if __name__ == "__main__":
    navbus.run("witness", Witness)
