"""The file of a memory, locked by this process while it runs."""

from __future__ import annotations

import fcntl
import os
import stat

from navbus.errors import NavbusError

# Maximum size in bytes: a larger file is written again.
MAX_BYTES = 256 * 1024
# Maximum number of attempts to open it if another process replaces it in the meantime.
MAX_ATTEMPTS = 3


class MemoryProblem(NavbusError):
    """The file cannot be used: the memory ends with the process."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"use {path}: {reason}; the memory ends with this process; set NAVBUS_STATE to a folder of this user"
        )


class MemoryFile:
    """A locked file. Each method raises `MemoryProblem`. The kernel releases the lock, also after a crash."""

    def __init__(self, path: str, opened_as: str = "") -> None:
        self.path = path
        for _ in range(MAX_ATTEMPTS):
            if self._open(opened_as or path):
                return
        raise MemoryProblem(path, "another process of this control keeps replacing it")

    def _open(self, name: str) -> bool:
        """False if another process replaced the file between opening and locking: this file is obsolete."""
        # Links are not followed: other users may be able to write into the folder.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        try:
            self._descriptor = os.open(name, flags, 0o600)
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error
        try:
            self._check()
            is_current = self._is_named(name)
        except BaseException:
            self.close()
            raise
        if not is_current:
            self.close()
        return is_current

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
            raise MemoryProblem(self.path, "it is not a file of this user")
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise MemoryProblem(self.path, "another process of this control has it") from error

    def close(self) -> None:
        """Closes the file, which releases the lock."""
        os.close(self._descriptor)

    def read(self) -> str:
        """The content, up to the maximum size of a memory."""
        try:
            return os.pread(self._descriptor, MAX_BYTES, 0).decode("utf-8", "replace")
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error

    def append(self, text: str) -> None:
        """Appends a line; it has reached the kernel when this returns."""
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            raise MemoryProblem(self.path, error.strerror or str(error)) from error

    def replaced(self, text: str) -> "MemoryFile":
        """Replaces the file by one with this content: after a crash in between, there is the old file or the new
        one."""
        beside = self.path + ".new"
        file = MemoryFile(self.path, opened_as=beside)
        try:
            # Remove the incomplete file of a process that crashed.
            os.ftruncate(file._descriptor, 0)
            file.append(text)
            os.rename(beside, self.path)
        except OSError as error:
            file.close()
            raise MemoryProblem(self.path, error.strerror or str(error)) from error
        self.close()
        return file
