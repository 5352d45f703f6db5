import Glibc
import Platform
import ZeroMQ

/// Keeps the memory of the bus within what its work explains, and ends the connections that fill it.
final class MemoryControl {
    /// Nanoseconds between two returns of free memory to the system, which take milliseconds.
    private static let returnIntervalNanoseconds: UInt64 = 500_000_000

    /// Milliseconds of processor time between two checks.
    private static let workMilliseconds = 5
    private static let pauseMicroseconds: UInt32 = 25_000

    private var monitor: MemoryMonitor
    private var isWatching = false
    /// `nil` if other parts of the process use memory too.
    private let limit: MemoryLimit?
    /// Bytes of memory that sessions, guidance and messages explain, as computed last.
    private var explainedBytes = 0
    private var guidanceBytes = 0
    /// Time of the last return of free memory, in nanoseconds of the monotonic clock.
    private var returnedAt: UInt64 = 0
    private let sessions: SessionRegistry
    private let connections: ConnectionRegistry
    private let publisher: EventPublisher

    /// Takes the present memory as that of the start.
    init(
        _ limits: BusLimits, _ sessions: SessionRegistry, _ connections: ConnectionRegistry, _ publisher: EventPublisher
    ) {
        monitor = MemoryMonitor(
            residentBytes: ownResidentBytes(), journalBytes: sessions.journalBytes, maxExtraBytes: limits.maxExtraBytes)
        limit = limits.boundsProcess ? MemoryLimit() : nil
        self.sessions = sessions
        self.connections = connections
        self.publisher = publisher
    }

    /// Whether there is much more memory than the work of the bus explains.
    var isShort: Bool { monitor.isShort }

    /// Milliseconds until the next ``check(_:_:)``: fewer while the memory grows; `nil` if processor time decides when it is due.
    var checkMilliseconds: Int? { isWatching && monitor.isCalm ? nil : monitor.milliseconds }

    /// Begins to call `onWork` from another thread each time that the process has worked for a moment: only then can its memory
    /// have grown. Only for a process that serves a bus alone.
    func watch(_ onWork: @escaping @Sendable () -> Void) {
        guard limit != nil else { return }
        isWatching = startThread("memory") {
            while true {
                // Where the system has no such clock, real time.
                if !ProcessorTime.wait(milliseconds: Self.workMilliseconds) { usleep(Self.pauseMicroseconds) }
                onWork()
            }
        }
    }

    /// Returns the freed memory of the start, if the process serves this bus alone.
    func returnAfterStart() {
        if limit != nil { FreedMemory.returnToSystem() }
    }

    /// Adds the bytes that guidance uses in this process, or subtracts them if negative.
    func note(moreGuidanceBytes bytes: Int) { guidanceBytes += bytes }

    /// Once a second: computes the memory that the work of the bus explains, and ends the connections with unfinished
    /// messages.
    func checkConnections(_ requests: RequestEndpoint, _ subscriptions: SubscriptionEndpoint) {
        explain(requests)
        endUnfinished(requests, subscriptions)
        connections.endStalled()
        connections.endLate()
    }

    /// Checks the memory, and ends the connections that fill it.
    func check(_ requests: RequestEndpoint, _ subscriptions: SubscriptionEndpoint) {
        var bytes = ownResidentBytes()
        if monitor.isUnusual(residentBytes: bytes, ownBytes: explainedBytes) {
            explain(requests)
            if monitor.isShort, mayReturnMemory() {
                FreedMemory.returnToSystem()
                bytes = ownResidentBytes()
            }
        }
        let now = MonotonicInstant.now.nanoseconds
        switch monitor.check(residentBytes: bytes, ownBytes: explainedBytes, now: now) {
        case .nothing: break
        case .inspectConnections: endUnfinished(requests, subscriptions)
        case .endRequesters: endIdle(isAll: false, bytes)
        case .endAllIdle: endIdle(isAll: true, bytes)
        }
    }

    private func explain(_ requests: RequestEndpoint) {
        explainedBytes =
            sessions.byteCount + guidanceBytes + requests.byteCount + connections.queuedBytes.count
        limit?.follow(explainedBytes)
    }

    private func mayReturnMemory() -> Bool {
        let now = MonotonicInstant.now.nanoseconds
        guard now >= returnedAt &+ Self.returnIntervalNanoseconds else { return false }
        returnedAt = now
        return true
    }

    private func endUnfinished(_ requests: RequestEndpoint, _ subscriptions: SubscriptionEndpoint) {
        // Complete messages are handled first.
        requests.serve()
        subscriptions.serve()
        // The memory of an ended connection is returned at the next check.
        if connections.endUnfinished() { returnedAt = 0 }
    }

    /// Ends the connections that may be the cause, after no certain cause was found.
    private func endIdle(isAll: Bool, _ bytes: Int) {
        connections.endIdle(isAll: isAll)
        publisher.warnOnce(
            "memory", "the bus has grown to \(bytes / 1_048_576) MiB: connections without a complete message are ended")
    }
}
