"""The broker of the settings: its address and its credentials."""

from __future__ import annotations

import os
import socket
import ssl
import stat
from typing import NamedTuple, Optional

from navbus import Finding, Settings, SettingsError, printable

MAX_PASSWORD_BYTES = 4096
# Seconds that the doctor waits for a connection.
DOCTOR_TIMEOUT = 3.0


class Broker(NamedTuple):
    """The address of a broker, and the paths of its credentials. No file has been opened."""

    host: str
    port: int
    uses_tls: bool
    ca_file: str
    user: str
    password_file: str
    keep_alive_seconds: int

    @classmethod
    def from_settings(cls, settings: Settings) -> "Broker":
        """Raises SettingsError if the settings contradict each other."""
        uses_tls = settings.bool("tls", False)
        port = settings.integer("port", 0, least=0, most=65535) or (8883 if uses_tls else 1883)
        broker = cls(
            host=settings.text("host", "localhost"),
            port=port,
            uses_tls=uses_tls,
            ca_file=settings.path("caFile", ""),
            user=settings.text("user", ""),
            password_file=settings.path("passwordFile", ""),
            keep_alive_seconds=settings.integer("keepAliveSeconds", 30, least=2, most=3600),
        )
        if not broker.host or any(letter in broker.host for letter in " /\t\r\n\0") or len(broker.host) > 253:
            raise SettingsError("host", f'"{printable(broker.host)}" is no host name or address')
        if broker.ca_file and not uses_tls:
            raise SettingsError("caFile", "it has no effect without TLS; add tls = true")
        if broker.password_file and not broker.user:
            raise SettingsError("passwordFile", "a password needs a user; add user")
        return broker

    @property
    def address(self) -> str:
        """The address for people."""
        return f"{printable(self.host)}:{self.port}"

    def finding(self) -> Finding:
        """Whether the broker accepts connections, for the doctor.

        Raises:
            SettingsError: A file of the settings cannot be used.
        """
        self.password()
        self.tls_context()
        try:
            socket.create_connection((self.host, self.port), DOCTOR_TIMEOUT).close()
        except OSError as error:
            text = f"no connection to {self.address}: {error.strerror or error}"
            return Finding("fault", "broker", text, "start the broker, or set host and port in the section [mqtt]")
        return Finding("fine", "broker", f"{self.address} accepts connections")

    def password(self) -> Optional[str]:
        """The password, read from its file; None if there is none.

        Raises:
            SettingsError: The file cannot be read, is empty, or other users can read it.
        """
        path = self.password_file
        if not path:
            return None
        try:
            with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK), "rb") as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077:
                    raise SettingsError(
                        "passwordFile", f"{path} must be a file that no other user can read; run chmod 600 {path}"
                    )
                line = file.read(MAX_PASSWORD_BYTES + 1).split(b"\n")[0].rstrip(b"\r")
            password = line.decode()
        except OSError as error:
            raise SettingsError("passwordFile", f"{path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise SettingsError("passwordFile", f"{path} is not in UTF-8") from error
        if not password or len(line) > MAX_PASSWORD_BYTES:
            raise SettingsError("passwordFile", f"the first line of {path} must have 1 to {MAX_PASSWORD_BYTES} bytes")
        return password

    def tls_context(self) -> Optional[ssl.SSLContext]:
        """The certificates to trust; None without TLS.

        Raises:
            SettingsError: The file of the certificate cannot be read.
        """
        if not self.uses_tls:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca_file or None)
        except (OSError, ssl.SSLError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise SettingsError("caFile", f"{self.ca_file} cannot be read as a certificate: {reason}") from error
