package import EventBus
package import Recording
import Synchronization

/// The states of the writer, passed from its thread to that of the bus client.
package final class RecordingStates: Sendable {
    private let states = Mutex<[RecordingState]>([])
    private let wakeup: BusWakeUp

    package init(waking wakeup: BusWakeUp) { self.wakeup = wakeup }

    /// Adds a state, from any thread.
    package func add(_ state: RecordingState) {
        states.withLock { $0.append(state) }
        wakeup.wake()
    }

    /// Removes and returns all states, oldest first.
    func takeAll() -> [RecordingState] {
        states.withLock { states in
            defer { states = [] }
            return states
        }
    }
}
