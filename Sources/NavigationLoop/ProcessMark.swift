import Glibc

/// A process by more than its number, which the kernel gives to another one later: also by its start.
struct ProcessMark: Sendable, Hashable {
    /// Its number, which is that of its process group, too.
    let processID: Int32
    /// When it started, in ticks since the machine did; `nil` if it was gone already.
    private let startTicks: UInt64?

    /// Takes note of a running process; `nil` for numbers that stand for no single process of others.
    init?(_ processID: Int32) {
        guard processID > 1, processID != getpid() else { return nil }
        self.processID = processID
        startTicks = Self.startTicks(of: processID)
    }

    /// Whether its group is still there: the process, or what it left behind.
    ///
    /// The kernel gives no new process the number of a group that has members. So where another process has the number
    /// now, the group is gone.
    var isThere: Bool {
        if let now = Self.startTicks(of: processID), now != startTicks { return false }
        return kill(-processID, 0) == 0
    }

    /// Sends a signal to its group, if that is still there.
    func send(_ signal: Int32) {
        if isThere { _ = kill(-processID, signal) }
    }

    private static func startTicks(of processID: Int32) -> UInt64? {
        let descriptor = open("/proc/\(processID)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        // The name in parentheses may hold anything: fields are counted behind its end.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 19 else { return nil }
        return UInt64(String(decoding: fields[19], as: UTF8.self))
    }
}
