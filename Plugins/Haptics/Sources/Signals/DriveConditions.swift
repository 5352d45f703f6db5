import NavigationControl

/// Conditions that last for a while; only their beginning has a pulse.
struct DriveConditions: Hashable, Sendable {
    /// Whether the vehicle or person is off route.
    var isOffRoute = false
    /// Whether the position is unreliable.
    var isUnreliable = false
    /// Whether the destination is reached.
    var hasArrived = false
    /// Stopovers reached so far; `nil` before the first event.
    var stopoversReached: Int?

    init() {}

    /// Restores the conditions that a previous process stored.
    init(_ memory: ControlMemory) {
        isOffRoute = memory.number("astray") == 1
        isUnreliable = memory.number("unreliable") == 1
        hasArrived = memory.number("arrived") == 1
        stopoversReached = memory.number("stopovers").flatMap { Int(exactly: $0) }
    }

    /// Stores the conditions, for a process that may follow this one.
    func note(in memory: ControlMemory) {
        memory.note("astray", isOffRoute ? 1 : nil)
        memory.note("unreliable", isUnreliable ? 1 : nil)
        memory.note("arrived", hasArrived ? 1 : nil)
        memory.note("stopovers", stopoversReached.map { Int64($0) })
    }
}
