import NavigationControl

/// What holds for a while and is felt when it begins.
struct Happenings: Hashable, Sendable {
    /// Whether the way is lost.
    var isAstray = false
    /// Whether the position cannot be trusted.
    var isUnreliable = false
    /// Whether the destination is reached.
    var hasArrived = false
    /// Stopovers reached so far; `nil` before the first event.
    var stopoversReached: Int?

    init() {}

    /// What held when the process before this one ended.
    init(_ memory: ControlMemory) {
        isAstray = memory.number("astray") == 1
        isUnreliable = memory.number("unreliable") == 1
        hasArrived = memory.number("arrived") == 1
        stopoversReached = memory.number("stopovers").flatMap { Int(exactly: $0) }
    }

    /// Takes note of what holds, for the process that may follow this one.
    func note(in memory: ControlMemory) {
        memory.note("astray", isAstray ? 1 : nil)
        memory.note("unreliable", isUnreliable ? 1 : nil)
        memory.note("arrived", hasArrived ? 1 : nil)
        memory.note("stopovers", stopoversReached.map { Int64($0) })
    }
}
