"""A real broker, a peer of it, and a real drive, in folders of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional

import paho.mqtt.client as paho

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, BRIDGE)
REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(BRIDGE)))
FIRST_DRIVE = os.path.join(REPOSITORY, "examples", "first-drive")
# Enough on a machine under load; no test waits that long if all is well.
PATIENCE = 40.0


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Waits until the condition holds; returns its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() >= end:
            return value
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def new_client() -> Any:
    make: Any = paho.Client
    versions = getattr(paho, "CallbackAPIVersion", None)
    return make(**({} if versions is None else {"callback_api_version": versions.VERSION2}))


class Broker:
    """Mosquitto on a free port of this machine."""

    def __init__(self, *lines: str, port: Optional[int] = None) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="navbus-mqtt-")
        self.port = port or free_port()
        path = os.path.join(self.folder.name, "mosquitto.conf")
        self.path = path
        with open(path, "w") as file:
            # Mosquitto as root drops its rights, and could not read this folder.
            file.write(f"user root\nlistener {self.port} 127.0.0.1\npersistence false\n")
            file.write("\n".join(lines or ["allow_anonymous true"]) + "\n")
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["mosquitto", "-c", self.path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_server_path()
        )
        if not wait_for(self._listens, 10):
            raise AssertionError("mosquitto does not start")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.stop()
        self.folder.cleanup()

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return self.process.poll() is None and probe.connect_ex(("127.0.0.1", self.port)) == 0


def _server_path() -> Dict[str, str]:
    return {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin"}


class Message(NamedTuple):
    topic: str
    payload: bytes
    is_retained: bool

    @property
    def json(self) -> Any:
        return json.loads(self.payload)


class Peer:
    """A client of the broker that receives everything."""

    def __init__(self, broker: Broker, user: str = "", password: str = "", ca_file: str = "") -> None:
        self.messages: List[Message] = []
        self._subscribed = threading.Event()
        self._client = new_client()
        self._client.on_message = self._receive
        # Also after the broker has restarted.
        self._client.on_connect = lambda client, *rest: client.subscribe("#", 1)
        self._client.on_subscribe = lambda *rest: self._subscribed.set()
        self._client.reconnect_delay_set(1, 1)
        if user:
            self._client.username_pw_set(user, password)
        if ca_file:
            self._client.tls_set(ca_file)
        self._client.connect("localhost" if ca_file else "127.0.0.1", broker.port)
        self._client.loop_start()
        if not self._subscribed.wait(PATIENCE):
            raise AssertionError("the broker does not answer")

    def _receive(self, client: Any, userdata: Any, message: Any) -> None:
        self.messages.append(Message(message.topic, message.payload, bool(message.retain)))

    def publish(self, topic: str, payload: bytes, is_retained: bool = False) -> None:
        self._client.publish(topic, payload, qos=1, retain=is_retained).wait_for_publish(PATIENCE)

    def all(self, topic: str) -> List[Message]:
        return [message for message in list(self.messages) if message.topic == f"navbus/main/{topic}"]

    def last(self, topic: str) -> bytes:
        found = self.all(topic)
        return found[-1].payload if found else b""

    def states(self) -> List[str]:
        """The states of the guidance topic, without repetitions."""
        names = [message.json["state"] for message in self.all("guidance")]
        return [name for index, name in enumerate(names) if index == 0 or name != names[index - 1]]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Program:
    """A process whose lines are read as they come."""

    def __init__(self, arguments: List[str], environment: Dict[str, str]) -> None:
        self.text = ""
        self.process = subprocess.Popen(
            arguments,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line

    def says(self, text: str, seconds: float = PATIENCE) -> bool:
        return bool(wait_for(lambda: text in self.text or self.process.poll() is not None, seconds)) and text in self.text

    def end(self, number: int = signal.SIGINT) -> int:
        """Ends it; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._reader.join(5)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Drive:
    """`navbus run` along the first drive, with the bridge."""

    def __init__(self, speed: float, settings: str, controls: str, python: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="navbus-mqtt-")
        folder = self.folder.name
        configuration = os.path.join(folder, "drive.toml")
        with open(configuration, "w") as file:
            file.write(
                f'controls = [{controls}]\n[source]\nkind = "nmea"\npath = "{FIRST_DRIVE}/drive.nmea"\nspeed = {speed}\n'
                f'[route]\npath = "{FIRST_DRIVE}/route.json"\n'
            )
            file.write(f'[signs]\nfolder = "{folder}/signs"\n' if "signs" in controls else "")
            file.write(f"[mqtt]\n{settings}\n")
        self.environment = dict(os.environ)
        self.environment.pop("NAVBUS_ENDPOINT", None)
        others = os.environ.get("NAVBUS_CONTROLS_PATH", "")
        self.environment.update(
            XDG_RUNTIME_DIR=folder,
            NAVBUS_CONTROLS_PATH=os.path.dirname(BRIDGE) + (f":{others}" if others else ""),
            PATH=f"{os.path.dirname(python)}:{os.environ.get('PATH', '')}",
            PYTHONDONTWRITEBYTECODE="1",
        )
        programs = os.environ["NAVBUS_PROGRAMS"]
        self.run = Program([f"{programs}/navbus", "run", "--config", configuration], self.environment)

    def witness(self) -> Program:
        """A control that prints the commands that it receives."""
        environment = {**self.environment, "NAVBUS_ENDPOINT": f"ipc://{self.folder.name}/navbus/requests"}
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "witness.py")
        kit = os.path.join(REPOSITORY, "examples", "python")
        return Program([sys.executable, path], {**environment, "PYTHONPATH": kit})

    def bridge(self) -> int:
        """The process id of the bridge; 0 if it does not run."""
        for name in os.listdir("/proc"):
            if name.isdecimal() and self._is_bridge(name):
                return int(name)
        return 0

    def _is_bridge(self, name: str) -> bool:
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                is_python = f"{BRIDGE}/mqtt.py".encode() in file.read().split(b"\0")
            with open(f"/proc/{name}/environ", "rb") as file:
                return is_python and f"XDG_RUNTIME_DIR={self.folder.name}".encode() in file.read().split(b"\0")
        except OSError:
            return False

    def end(self) -> int:
        code = self.run.end()
        self.folder.cleanup()
        return code
