import Platform
import ZeroMQ

/// Ends a wait of a ``BusClient`` from any thread.
public struct BusWakeUp: Sendable {
    let wakeUp: WakeUp

    init(_ wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// Makes ``BusClient/next(timeout:)`` return `nil`, now or at its next call. Never blocks.
    public func wake() { wakeUp.wake() }
}
