import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Checks the memory, more often while it grows, and ends the connections that fill it.
    func watchMemory() {
        executor.tick(afterMilliseconds: memory.milliseconds) { [weak self] in
            self?.assumeIsolated { bus in
                bus.tendMemory()
                bus.servePostponed()
                return bus.memory.milliseconds
            } ?? 1000
        }
    }

    /// Once a second: computes the memory that the work of the bus explains, and ends the connections with unfinished
    /// messages.
    func tendConnections() {
        explainedBytes = ownBytes
        fence?.follow(explainedBytes)
        endUnfinished()
        endStalled()
        for place in book.connections.late(now: MonotonicInstant.now.nanoseconds) { end(late: place) }
    }

    /// If many large messages are queued, ends the connections that have received none for long. Their peers may
    /// connect again.
    private func endStalled() {
        let now = MonotonicInstant.now.nanoseconds
        let stalled = book.connections.stalled(since: now - min(now, Self.stallNanoseconds), now: now)
        guard queuedBytes.count > BusLimits.maxQueuedBytes / 2 else { return }
        for place in stalled {
            warnOnce(
                "stalled",
                "\(book.connections.peer(place).map(String.init(describing:)) ?? "a peer") does not receive "
                    + "its messages: its connection is ended")
            end(place)
        }
    }

    private static let stallNanoseconds: UInt64 = 10_000_000_000

    private func tendMemory() {
        var bytes = ownResidentBytes()
        if memory.isUnusual(residentBytes: bytes, ownBytes: explainedBytes) {
            explainedBytes = ownBytes
            fence?.follow(explainedBytes)
            if memory.isShort, mayReturnMemory() {
                FreedMemory.returnToSystem()
                bytes = ownResidentBytes()
            }
        }
        let now = MonotonicInstant.now.nanoseconds
        switch memory.look(residentBytes: bytes, ownBytes: explainedBytes, now: now) {
        case .nothing: break
        case .lookClosely: endUnfinished()
        case .endAskers: endUnheard(isAll: false, bytes, now: now)
        case .endEverybody: endUnheard(isAll: true, bytes, now: now)
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
        let places = book.connections.unfinished(now: MonotonicInstant.now.nanoseconds) { place in
            let received = place.gate.isRemote ? receivedBytes(place.descriptor) : nil
            return unreadBytes(place.descriptor).map { Intake.Look(unreadBytes: $0, receivedBytes: received) }
        }
        for place in places {
            counters.access.memoryCuts += 1
            let peer = book.connections.peer(place)
            warnOnce(
                "unfinished",
                "\(peer.map(String.init(describing:)) ?? "a peer") begins a message and does not end it: "
                    + "its connection is ended")
            cut(place, peer)
        }
        if !places.isEmpty { memoryReturnedAt = 0 }
    }

    /// Ends the connections that may be the cause, after no certain cause was found.
    private func endUnheard(isAll: Bool, _ bytes: Int, now: UInt64) {
        serveMonitors()
        let since = now - min(now, Intake.patienceNanoseconds)
        for place in book.connections.unheard(since: since, isAll: isAll) {
            counters.access.memoryCuts += 1
            end(place)
        }
        warnOnce(
            "memory", "the bus has grown to \(bytes / 1_048_576) MiB: connections without a complete message are ended")
    }
}
