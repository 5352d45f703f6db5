import Glibc

/// The text of the last system error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
