/// Limits of the resources of a process, from `[limits]` of the manifest of a control. `nil` means no limit.
public struct ResourceLimits: Sendable, Hashable {
    /// Allowed limits of memory, MiB.
    public static let memoryMegabytesRange = 16...1_048_576
    /// Allowed limits of open files; fewer are not enough for any control.
    public static let openFilesRange = 16...1_048_576
    /// Allowed limits of processes.
    public static let processesRange = 1...1_048_576
    /// Allowed values of niceness: 19 is the lowest priority; values below 0 need a privilege.
    public static let nicenessRange = -20...19

    /// Memory with data (heap, stacks, private mappings), MiB; within ``memoryMegabytesRange``.
    public var memoryMegabytes: Int?
    /// Number of files, sockets and pipes that are open at the same time; within ``openFilesRange``.
    public var openFiles: Int?
    /// Number of processes and threads; within ``processesRange``. The kernel counts all those of the user who runs the
    /// control.
    public var processes: Int?
    /// Niceness of the process; within ``nicenessRange``.
    public var niceness: Int?

    /// Makes limits.
    public init(
        memoryMegabytes: Int? = nil, openFiles: Int? = nil, processes: Int? = nil, niceness: Int? = nil
    ) {
        self.memoryMegabytes = memoryMegabytes
        self.openFiles = openFiles
        self.processes = processes
        self.niceness = niceness
    }
}
