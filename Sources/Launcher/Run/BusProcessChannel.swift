import EventCodec
import NavigationEvents
import Synchronization

/// The channel from the launcher to the process of the bus: its standard input. A restarted bus gets the present state
/// again.
final class BusProcessChannel: Sendable {
    private struct State {
        var plan: LoopPlan
        /// The newest order about each process, by its name.
        var processes: [String: LaunchOrder] = [:]
        var continuation: AsyncStream<[UInt8]>.Continuation?
    }

    private let state: Mutex<State>

    init(plan: LoopPlan) { state = Mutex(State(plan: plan)) }

    /// Opens the channel to a process that was just started; the plan and the state of the controls come first.
    func open() -> AsyncStream<[UInt8]> {
        let (orders, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        state.withLock { state in
            state.continuation?.finish()
            state.continuation = continuation
            continuation.yield(Self.frame(.plan(state.plan)))
            for order in state.processes.values { continuation.yield(Self.frame(order)) }
        }
        return orders
    }

    /// Sends the state of a process, of a control or of one that only observes.
    func note(_ status: ControlStatus, isControl: Bool = true) {
        let order = isControl ? LaunchOrder.control(status) : .observer(status)
        state.withLock { state in
            state.processes[status.control] = order
            state.continuation?.yield(Self.frame(order))
        }
    }

    /// Lets the present process of the bus start its source.
    func begin() {
        state.withLock { _ = $0.continuation?.yield(Self.frame(.begin)) }
    }

    /// Makes the next process of the bus start a new run instead of resuming this one.
    func discardRun() {
        state.withLock { $0.plan.resumeKey += "+" }
    }

    /// The bytes of an order: its length in four bytes, little-endian, then the order itself.
    static func frame(_ order: LaunchOrder) -> [UInt8] {
        let bytes = order.wireBytes()
        let length = UInt32(bytes.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + bytes
    }
}
