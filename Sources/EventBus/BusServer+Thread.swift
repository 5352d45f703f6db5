import ZeroMQ

extension BusServer {
    /// Works on the thread of the bus, after the work that waits there. Does not block.
    public nonisolated func perform(_ body: @escaping @Sendable (isolated BusServer) -> Void) {
        executor.perform { self.assumeIsolated { body($0) } }
    }

    /// Works on the thread of the bus again and again, until the bus is closed.
    public nonisolated func perform(everyMilliseconds interval: Int, _ body: @escaping @Sendable () -> Void) {
        perform { $0.executor.tick(everyMilliseconds: interval, body) }
    }
}
