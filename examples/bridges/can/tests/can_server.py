"""A CAN bus without hardware: a server of the protocol of socketcand, to which python-can connects."""

from __future__ import annotations

import socket
import threading
import time
from typing import List


class CANServer:
    """Sends frames to all clients."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._clients: List[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.sendall(b"< hi >")
            for _ in ("open", "rawmode"):
                client.recv(100)
                client.sendall(b"< ok >")
            self._clients.append(client)

    @property
    def has_client(self) -> bool:
        return bool(self._clients)

    def send(self, id: int, data: bytes) -> None:
        """Sends a frame."""
        frame = f"< frame {id:x} {time.time():.6f} {data.hex()} >".encode()
        for client in self._clients:
            client.sendall(frame)

    def close(self) -> None:
        self._listener.close()
        for client in self._clients:
            client.close()
