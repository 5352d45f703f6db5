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
from typing import Any, Dict, List, NamedTuple, Optional

import paho.mqtt.client as paho
from testing import PATIENCE, free_port, wait_for

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, BRIDGE)


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
