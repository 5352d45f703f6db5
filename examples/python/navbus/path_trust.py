"""Decides which sockets in the file system are trusted as a bus."""

from __future__ import annotations

import errno
import os
import pwd
import socket
import stat
import struct
from typing import FrozenSet, List, Mapping, Optional

from navbus.environment import MAX_SOCKET_PATH_BYTES
from navbus.errors import EnvironmentProblem, NoBus

_MAX_LINKS = 40
_ROOT = 0


class Untrusted(NoBus):
    """The bus, or a folder on its path, is not trusted: nothing was sent. Exit code 69."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(
            f"trust the bus at {path}, so nothing was sent: {problem}; start a bus of your own (navbus run), or name the "
            "right one (NAVBUS_ENDPOINT)"
        )


def own_users() -> FrozenSet[int]:
    """This user and root, who control this process anyway."""
    return frozenset((os.geteuid(), _ROOT))


def trusted_users(variables: Mapping[str, str] = os.environ) -> FrozenSet[int]:
    """The users whose bus is trusted: this user, root, and the user in NAVBUS_TRUSTED_USER.

    Raises:
        EnvironmentProblem: There is no such user.
    """
    name = variables.get("NAVBUS_TRUSTED_USER")
    if not name:
        return own_users()
    try:
        user = int(name) if name.isdecimal() else pwd.getpwnam(name).pw_uid
    except KeyError:
        raise EnvironmentProblem(
            f'use NAVBUS_TRUSTED_USER = "{name}": there is no such user; name one by its name or number'
        ) from None
    return own_users() | {user}


def admits(endpoint: str, users: FrozenSet[int]) -> bool:
    """Checks the socket of an ipc:// endpoint, its folder, and the user of the listening process, before connecting.

    In a folder that only trusted users can write, no other user can create a socket. This also covers libzmq, which
    reconnects to the same path after each restart of the bus without notice.

    Returns:
        Whether a process listens there. Over tcp:// the key of the bus identifies it.
    Raises:
        NoBus: There is a bus that is not trusted.
    """
    path = endpoint[len("ipc://") :]
    # libzmq refuses a path that is too long, with its reason.
    if not endpoint.startswith("ipc://") or len(os.fsencode(path)) > MAX_SOCKET_PATH_BYTES:
        return True
    try:
        return _check_folder(os.path.dirname(path) or "/", users) and _check_socket(path, users)
    except FileNotFoundError:
        return False
    except PermissionError:
        raise NoBus(
            f"connect to {path}: this user has no access; run as the user of the bus, or join the group of the folder"
        ) from None
    except OSError as error:
        raise Untrusted(path, str(error.strerror)) from None


def _check_folder(path: str, users: FrozenSet[int]) -> bool:
    _walk(os.path.dirname(path), users)
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        raise Untrusted(path, "it is a link; name the path it leads to")
    if not stat.S_ISDIR(status.st_mode):
        raise Untrusted(path, "it is not a folder")
    _check_owner(path, status, users)
    if status.st_mode & 0o022:
        raise _open_to_others(path, status)
    return True


def _walk(path: str, users: FrozenSet[int]) -> None:
    """Checks each folder from / to this one, and follows links."""
    resolved, links = "", 0
    pending: List[str] = [name for name in reversed(path.split("/")) if name]
    _check_passage("/", users)
    while pending:
        name = pending.pop()
        if name == ".":
            continue
        if name == "..":
            resolved = os.path.dirname(resolved).rstrip("/")
            continue
        next_path = f"{resolved}/{name}"
        if not stat.S_ISLNK(_check_passage(next_path, users)):
            resolved = next_path
            continue
        links += 1
        if links > _MAX_LINKS:
            raise Untrusted(next_path, "links lead in a circle")
        target = os.readlink(next_path)
        if target.startswith("/"):
            resolved = ""
        pending += [name for name in reversed(target.split("/")) if name]


def _check_passage(path: str, users: FrozenSet[int]) -> int:
    """Checks that no other user can replace a part of the path; returns its mode.

    A user who can write into a folder can rename its entries, unless its sticky bit is set.
    """
    status = os.lstat(path)
    _check_owner(path, status, users | {_ROOT})
    if stat.S_ISDIR(status.st_mode) and status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX:
        raise _open_to_others(path, status)
    return status.st_mode


def _check_socket(path: str, users: FrozenSet[int]) -> bool:
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        raise Untrusted(path, "it is a link; name the path it leads to")
    if not stat.S_ISSOCK(status.st_mode):
        raise Untrusted(path, "it is not a socket; remove it")
    _check_owner(path, status, users)
    user = _listener(path)
    if user is not None and user not in users:
        raise Untrusted(path, f"a process of {_name(user)} listens there, who is neither you nor root")
    return user is not None


def _listener(path: str) -> Optional[int]:
    """The user of the process that listens there, from the kernel; None if no process does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as probe:
        outcome = probe.connect_ex(path)
        if outcome in (errno.EACCES, errno.EPERM):
            raise PermissionError(outcome, os.strerror(outcome))
        if outcome != 0:
            return None
        _, user, _ = struct.unpack("iII", probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return int(user)


def _check_owner(path: str, status: os.stat_result, users: FrozenSet[int]) -> None:
    if status.st_uid not in users:
        raise Untrusted(
            path,
            f"it belongs to {_name(status.st_uid)}, who is neither you nor root; if you trust that user, set "
            "NAVBUS_TRUSTED_USER to its name",
        )


def _open_to_others(path: str, status: os.stat_result) -> Untrusted:
    mode = stat.S_IMODE(status.st_mode)
    return Untrusted(path, f"other users can write into it (mode {mode:o}); remove that permission (chmod go-w)")


def _name(user: int) -> str:
    try:
        return f"the user {pwd.getpwuid(user).pw_name} (number {user})"
    except KeyError:
        return f"the user with number {user}"
