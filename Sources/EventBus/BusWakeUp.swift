import Platform
import ZeroMQ

/// Ends a wait of a ``BusClient`` from any thread.
public struct BusWakeUp: Sendable {
    let wakeUp: WakeUp

    init(_ wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// Lets ``BusClient/next(timeout:)`` return `nil`, now or when it is called next. Never blocks.
    public func wake() { wakeUp.wake() }
}
