import EventCodec
import NavigationEvents
import NavigationLoop
import Synchronization

/// What the launcher says to the process of the bus on its standard input. A successor is told again what holds.
final class OrderLine: Sendable {
    private struct State {
        var plan: LoopPlan
        var controls: [String: ControlStatus] = [:]
        var line: AsyncStream<[UInt8]>.Continuation?
    }

    private let state: Mutex<State>

    init(plan: LoopPlan) { state = Mutex(State(plan: plan)) }

    /// Begins to talk to a process that was just started: what it is to be, and the controls that run.
    func open() -> AsyncStream<[UInt8]> {
        let (orders, line) = AsyncStream.makeStream(of: [UInt8].self)
        state.withLock { state in
            state.line?.finish()
            state.line = line
            line.yield(Self.frame(.plan(state.plan.settings)))
            for status in state.controls.values { line.yield(Self.frame(.control(status))) }
        }
        return orders
    }

    /// Tells how the process of a control fares.
    func note(_ status: ControlStatus) {
        state.withLock { state in
            state.controls[status.control] = status
            state.line?.yield(Self.frame(.control(status)))
        }
    }

    /// Lets the present process read the source of positions.
    func begin() {
        state.withLock { _ = $0.line?.yield(Self.frame(.begin)) }
    }

    /// Lets the next process begin anew instead of going on with what was left behind.
    func forgetTheRun() {
        state.withLock { $0.plan.resumeKey += "+" }
    }

    /// Four bytes of length, little-endian, and the order.
    static func frame(_ order: LaunchOrder) -> [UInt8] {
        let bytes = order.wireBytes()
        let length = UInt32(bytes.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + bytes
    }
}
