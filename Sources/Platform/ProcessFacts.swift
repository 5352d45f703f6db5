import Glibc

/// The facts of a process of this machine in `/proc/<process>/stat`.
public struct ProcessFacts: Sendable, Hashable {
    /// The process number.
    public var processID: Int32
    /// The number of the parent; 0 if it is in a namespace that cannot be seen.
    public var parent: Int32
    /// The process group. Processes enter and leave groups of their session.
    public var group: Int32
    /// The session: the number of the process that began it.
    public var session: Int32
    /// Time of the start, in ticks since the start of the machine. Together with the number it identifies one process
    /// for ever: the kernel reuses numbers.
    public var startTicks: UInt64
    /// Whether the process runs: it is no zombie.
    public var isRunning: Bool

    /// Makes facts, for tests.
    public init(
        processID: Int32, parent: Int32, group: Int32, session: Int32, startTicks: UInt64, isRunning: Bool = true
    ) {
        self.processID = processID
        self.parent = parent
        self.group = group
        self.session = session
        self.startTicks = startTicks
        self.isRunning = isRunning
    }

    /// Reads the facts of a process; `nil` if it does not exist.
    public init?(of processID: Int32) {
        guard processID > 0, let bytes = WholeFile.start("/proc/\(processID)/stat", maxBytes: 1024),
            // The name in parentheses may contain any byte: the fields are counted after its end.
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
            let session = Int32(fields[3]), let startTicks = UInt64(fields[19])
        else { return nil }
        self.init(
            processID: processID, parent: parent, group: group, session: session, startTicks: startTicks,
            isRunning: fields[0] != "Z" && fields[0] != "X")
    }

    /// All visible processes.
    public static var all: [ProcessFacts] {
        FolderNames.readable(in: "/proc").compactMap { Int32($0).flatMap(ProcessFacts.init(of:)) }
    }

    /// The value of a variable in the environment at the start of the process; `nil` if it is not set, or if the
    /// process belongs to another user.
    public func variable(_ name: String) -> String? {
        let prefix = Array("\(name)=".utf8)
        let bytes = WholeFile.start("/proc/\(processID)/environ", maxBytes: 1 << 20) ?? []
        return bytes.split(separator: 0).first { $0.starts(with: prefix) }.map {
            String(decoding: $0.dropFirst(prefix.count), as: UTF8.self)
        }
    }

    /// The variable by which a launcher finds the processes that it has started, and their descendants:
    /// ``launcherMark``, `/`, and the name of the control. It determines which processes are ended and gives no rights:
    /// a process can set any value.
    public static let originVariable = "NAVBUS_ORIGIN"

    /// The value of this process as a launcher in ``originVariable``.
    public static var launcherMark: String { "\(getpid()).\(ProcessFacts(of: getpid())?.startTicks ?? 0)" }
}
