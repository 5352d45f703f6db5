"""The file of a memory: ours alone while we live, whatever its content."""

from __future__ import annotations

import fcntl
import os
import stat

from navbus.errors import NavbusError

# It is written anew when it has grown to this.
MOST_BYTES = 256 * 1024
# How often it is opened again when another one has been put in its place meanwhile.
MOST_TRIES = 3


class MemoryProblem(NavbusError):
    """A memory cannot outlive its process."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"use {path}: {reason}; what was done is not known after a restart, unless NAVBUS_STATE names a folder of ours"
        )


class MemoryFile:
    """Each method raises `MemoryProblem`. The kernel drops the lock, also after a crash."""

    def __init__(self, path: str, opened_as: str = "") -> None:
        self.path = path
        for _ in range(MOST_TRIES):
            if self._open(opened_as or path):
                return
        raise MemoryProblem(path, "another process of this control puts others in its place")

    def _open(self, name: str) -> bool:
        """False if it lost its name between opening and locking: the other process has it, and this is nobody's."""
        # No link is followed: the folder may be one into which others write.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        try:
            self._descriptor = os.open(name, flags, 0o600)
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error
        try:
            self._check()
            has_its_name = self._is_named(name)
        except BaseException:
            self.close()
            raise
        if not has_its_name:
            self.close()
        return has_its_name

    def _is_named(self, name: str) -> bool:
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(name, follow_symlinks=False))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error

    def _check(self) -> None:
        status = os.fstat(self._descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            raise MemoryProblem(self.path, "it is no file of ours")
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise MemoryProblem(self.path, "another process of this control has it") from error

    def close(self) -> None:
        """Gives it back."""
        os.close(self._descriptor)

    def read(self) -> str:
        """Its content, as far as a memory can have written it."""
        try:
            return os.pread(self._descriptor, MOST_BYTES, 0).decode("utf-8", "replace")
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error

    def append(self, text: str) -> None:
        """Writes behind what is there; it has reached the kernel when this returns."""
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error

    def replaced(self, text: str) -> "MemoryFile":
        """Puts another file with this content in its place: who dies meanwhile leaves the old one or the new one."""
        beside = self.path + ".new"
        file = MemoryFile(self.path, opened_as=beside)
        try:
            # What a process that died had begun there.
            os.ftruncate(file._descriptor, 0)
            file.append(text)
            os.rename(beside, self.path)
        except OSError as error:
            file.close()
            raise MemoryProblem(self.path, error.strerror or str(error)) from error
        self.close()
        return file
