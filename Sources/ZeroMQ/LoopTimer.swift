import Platform

/// A call on the thread of a ``SocketExecutor`` at a time that its owner sets; see ``SocketExecutor/makeTimer(_:)``. Only for that
/// thread.
public final class LoopTimer {
    private(set) var dueNanoseconds = UInt64.max
    private(set) var earliestNanoseconds = UInt64.max
    private let handler: () -> Void
    /// Whether only the work counts that calls ``shareWakeUp()``.
    private let isSelective: Bool
    private var mayShare = false
    /// The time until the next call where the owner sets none.
    private let intervalMilliseconds: Int?

    init(everyMilliseconds interval: Int? = nil, isSelective: Bool = false, _ handler: @escaping () -> Void) {
        self.handler = handler
        self.isSelective = isSelective
        intervalMilliseconds = interval
        if let interval { call(afterMilliseconds: interval) }
    }

    /// Sets the time of the next call. Without a further time there is no other one.
    ///
    /// - Parameters:
    ///   - milliseconds: Time until the call.
    ///   - earliest: Time from which the call may come earlier, together with other work of the thread, so that it does not wake
    ///     the thread by itself.
    public func call(afterMilliseconds milliseconds: Int, orWithOtherWorkAfterMilliseconds earliest: Int? = nil) {
        let now = MonotonicInstant.now.nanoseconds
        dueNanoseconds = now + UInt64(max(milliseconds, 0)) * 1_000_000
        earliestNanoseconds = min(dueNanoseconds, now + UInt64(max(earliest ?? milliseconds, 0)) * 1_000_000)
    }

    /// Whether the earliest time of the call has come.
    public var mayCome: Bool { MonotonicInstant.now.nanoseconds >= earliestNanoseconds }

    /// Lets the call come with the present work, if its earliest time has come.
    public func shareWakeUp() { mayShare = true }

    /// Calls the handler if it is due.
    func runIfDue(_ now: UInt64) {
        defer { mayShare = false }
        guard now >= dueNanoseconds || now >= earliestNanoseconds && (mayShare || !isSelective) else { return }
        dueNanoseconds = .max
        earliestNanoseconds = .max
        if let intervalMilliseconds { call(afterMilliseconds: intervalMilliseconds) }
        handler()
    }
}
