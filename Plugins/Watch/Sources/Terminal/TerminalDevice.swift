import Glibc
import Synchronization

/// A real terminal, with its own descriptor, so that the non-blocking mode does not affect that of a shell.
final class TerminalDevice: TerminalPort {
    /// Switches to the alternate screen, without cursor and line wrapping.
    static let entering = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8)
    /// Ends a begun frame and restores the normal screen.
    static let leaving = Array("\u{1B}[?2026l\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
    /// The timeout for a stalled terminal at the end, milliseconds.
    private static let stallTimeoutMilliseconds: Int32 = 300

    private let descriptor: Int32
    private let path: String
    /// Whether it is the terminal of the user, with a keyboard.
    private let hasKeys: Bool
    /// Whether the screen is taken, for a terminal without keys. ``Suspension`` tracks a terminal with keys.
    private let isScreenTaken = Atomic(false)
    private let isGone = Atomic(false)

    /// Opens a terminal; it does not change before ``enter()``.
    init(path: String, hasKeys: Bool) throws(WatchError) {
        descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        self.path = path
        self.hasKeys = hasKeys
        guard descriptor >= 0 else { throw .opening(path: path, reason: String(cString: strerror(errno))) }
        guard isatty(descriptor) == 1 else {
            Glibc.close(descriptor)
            throw .notATerminal(path: path)
        }
    }

    deinit { Glibc.close(descriptor) }

    /// The path of the terminal of standard output; `nil` if it is not a terminal.
    static func standardOutput() -> String? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var name = [CChar](repeating: 0, count: 4096)
        guard ttyname_r(STDOUT_FILENO, &name, name.count) == 0 else { return nil }
        return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    var size: (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return (80, 24)
        }
        return (min(Int(window.ws_col), 500), min(Int(window.ws_row), 200))
    }

    var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        // The call fails for a terminal of another session.
        return group < 0 || group == getpgrp()
    }

    func takeResumption() -> Bool { Suspension.takeResumption(to: descriptor) }

    func enter() throws(WatchError) {
        if hasKeys { Suspension.begin(descriptor) } else { isScreenTaken.store(true, ordering: .releasing) }
        _ = writeAll(Self.entering)
    }

    /// Restores the screen, unless Ctrl-Z has done so already: then its content belongs to the shell.
    func leave() {
        let isTaken = hasKeys ? Suspension.giveUp() : isScreenTaken.exchange(false, ordering: .acquiringAndReleasing)
        if isTaken { _ = writeAll(Self.leaving) }
        if hasKeys { Suspension.end(restoresKeys: isTaken && isForeground) }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count < 0 else { return count }
        if errno == EAGAIN || errno == EINTR { return 0 }
        // Bytes for a lost terminal count as written, so that no caller tries forever.
        isGone.store(true, ordering: .releasing)
        return bytes.count
    }

    func keys(timeoutMilliseconds: Int, orWritable: Bool) -> [UInt8]? {
        if isGone.load(ordering: .acquiring) { return nil }
        // In the background, reading keys would stop the process.
        let takesKeys = hasKeys && isForeground
        let events = Int16((takesKeys ? POLLIN : 0) | (orWritable ? POLLOUT : 0))
        var state = pollfd(fd: descriptor, events: events, revents: 0)
        guard poll(&state, 1, Int32(timeoutMilliseconds)) > 0 else { return [] }
        if state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return nil }
        guard state.revents & Int16(POLLIN) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        if count == 0 { return nil }
        return count > 0 ? Array(bytes[..<count]) : []
    }

    private func writeAll(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(rest)
            rest = rest.dropFirst(count)
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if count == 0, poll(&state, 1, Self.stallTimeoutMilliseconds) <= 0 { return false }
        }
        return true
    }
}
