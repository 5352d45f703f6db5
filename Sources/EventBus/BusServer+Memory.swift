import Access
import Journal
import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Checks the memory, more often while it grows, and ends the connections that fill it.
    func watchMemory() {
        executor.tick(afterMilliseconds: memory.milliseconds) { [weak self] in
            self?.assumeIsolated { bus in
                bus.checkMemory()
                bus.servePostponed()
                return bus.memory.milliseconds
            } ?? 1000
        }
    }

    /// Once a second: computes the memory that the work of the bus explains, and ends the connections with unfinished
    /// messages.
    func checkConnections() {
        explainedBytes = ownBytes
        memoryLimit?.follow(explainedBytes)
        endUnfinished()
        endStalled()
        for connection in admissionControl.connections.late(now: MonotonicInstant.now.nanoseconds) {
            end(late: connection)
        }
    }

    /// If many large messages are queued, ends the connections that have received none for long. Their peers may
    /// connect again.
    private func endStalled() {
        let now = MonotonicInstant.now.nanoseconds
        let stalled = admissionControl.connections.stalled(since: now - min(now, Self.stallNanoseconds), now: now)
        guard queuedBytes.count > BusLimits.maxQueuedBytes / 2 else { return }
        for connection in stalled {
            warnOnce(
                "stalled",
                "\(admissionControl.connections.peer(connection).map(String.init(describing:)) ?? "a peer") does not receive "
                    + "its messages: its connection is ended")
            end(connection)
        }
    }

    private static let stallNanoseconds: UInt64 = 10_000_000_000

    private func checkMemory() {
        var bytes = ownResidentBytes()
        if memory.isUnusual(residentBytes: bytes, ownBytes: explainedBytes) {
            explainedBytes = ownBytes
            memoryLimit?.follow(explainedBytes)
            if memory.isShort, mayReturnMemory() {
                FreedMemory.returnToSystem()
                bytes = ownResidentBytes()
            }
        }
        let now = MonotonicInstant.now.nanoseconds
        switch memory.check(residentBytes: bytes, ownBytes: explainedBytes, now: now) {
        case .nothing: break
        case .inspectConnections: endUnfinished()
        case .endRequesters: endIdle(isAll: false, bytes, now: now)
        case .endAllIdle: endIdle(isAll: true, bytes, now: now)
        }
    }

    /// Returning memory to the system takes milliseconds.
    private func mayReturnMemory() -> Bool {
        let now = MonotonicInstant.now.nanoseconds
        guard now >= memoryReturnedAt &+ 500_000_000 else { return false }
        memoryReturnedAt = now
        return true
    }

    /// Ends the connections that have begun a message and do not end it.
    private func endUnfinished() {
        // Complete messages are handled first.
        serveRequests()
        serveSubscriptions()
        let unfinished = admissionControl.connections.unfinished(now: MonotonicInstant.now.nanoseconds) { connection in
            let received = connection.busSocket.isRemote ? receivedBytes(connection.descriptor) : nil
            return unreadBytes(connection.descriptor).map {
                UnfinishedMessageDetector.Sample(unreadBytes: $0, receivedBytes: received)
            }
        }
        for connection in unfinished {
            counters.access.memoryCuts += 1
            let peer = admissionControl.connections.peer(connection)
            warnOnce(
                "unfinished",
                "\(peer.map(String.init(describing:)) ?? "a peer") begins a message and does not end it: "
                    + "its connection is ended")
            cut(connection, peer)
        }
        if !unfinished.isEmpty { memoryReturnedAt = 0 }
    }

    /// Ends the connections that may be the cause, after no certain cause was found.
    private func endIdle(isAll: Bool, _ bytes: Int, now: UInt64) {
        serveMonitors()
        let since = now - min(now, UnfinishedMessageDetector.timeoutNanoseconds)
        for connection in admissionControl.connections.idle(since: since, isAll: isAll) {
            counters.access.memoryCuts += 1
            end(connection)
        }
        warnOnce(
            "memory", "the bus has grown to \(bytes / 1_048_576) MiB: connections without a complete message are ended")
    }
}
