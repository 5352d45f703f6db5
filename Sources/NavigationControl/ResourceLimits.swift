/// What the process of a control may use at most, from `[limits]` of its manifest. What is `nil` is not limited.
public struct ResourceLimits: Sendable, Hashable {
    /// Mebibytes a limit of memory may name.
    public static let memoryMegabytesRange = 16...1_048_576
    /// Open files a limit may name; with fewer no control gets along.
    public static let openFilesRange = 16...1_048_576
    /// Processes a limit may name.
    public static let processesRange = 1...1_048_576
    /// 19 is the most modest; less than 0 takes a privilege.
    public static let nicenessRange = -20...19

    /// Memory with data in it (heap, stacks, private mappings), MiB; within ``memoryMegabytesRange``.
    public var memoryMegabytes: Int?
    /// Files, sockets and pipes open at the same time; within ``openFilesRange``.
    public var openFiles: Int?
    /// Processes and threads. The kernel counts all those of the user who runs the control, not only its own; within
    /// ``processesRange``.
    public var processes: Int?
    /// How much it steps back for others; within ``nicenessRange``.
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
